//! Checks a certificate.

use bouton_answers::Verified;
use bouton_engine::Error;
use bouton_names::{Name, Terms, cards};
use bouton_verify::position::Language;
pub use bouton_verify::position::Text;
pub use bouton_verify::{Bounds, MOST_BYTES};
use bouton_verify::{Checked, Refusal, check_by, rules};

use crate::certificates::written;

/// Checks the text of a certificate with code that is independent of the solvers; `None` if its first line names an unknown
/// kind of certificate. Rules with the name of a game of the catalogue must be that game's.
///
/// ```
/// use bouton::verify::Bounds;
/// let verified = bouton::verify("bouton period certificate 1\nnonsense", &Bounds::default()).unwrap();
/// assert!(!verified.valid);
/// assert!(bouton::verify("a letter", &Bounds::default()).is_none());
/// ```
pub fn verify(text: &str, bounds: &Bounds) -> Option<Verified> {
    verify_from(&mut text.as_bytes(), None, bounds)
}

/// Checks a certificate while it is read, so that it may be of any length if its kind allows that; by the rules of the reader, if they
/// are given, in place of those that it names or contains.
pub fn verify_from(
    from: &mut dyn std::io::BufRead,
    given: Option<&Text>,
    bounds: &Bounds,
) -> Option<Verified> {
    Some(told(check_by(from, given, bounds)?))
}

/// The longest rules, in bytes.
const LONGEST: u64 = 1 << 20;

/// The rules in a file of the reader.
///
/// # Errors
/// If it is no rule file, or cannot be read.
pub fn given(path: &str) -> Result<Text, Error> {
    let about = std::fs::metadata(path).map_err(|error| Error::io(path, error))?;
    if !about.is_file() || about.len() > LONGEST {
        return Err(Error::Unfit(format!(
            "{path:?} is no file of at most {LONGEST} bytes, as rules are"
        )));
    }
    let read = written(path, &Terms::default())?;
    let named = read.filter(|(_, text)| text.language == Language::Rules);
    named.map(|(_, text)| text).ok_or_else(|| {
        Error::Unfit(format!(
            "{path:?} is no rule file: rules are given in Python, in a file that ends in .py"
        ))
    })
}

fn told(checked: Result<Checked, Refusal>) -> Verified {
    let mut checked = match checked {
        Ok(checked) => checked,
        Err(refusal) => return Verified::failed(refusal),
    };
    match whose(&checked) {
        Whose::Game(name) => {
            let condition = format!("the rules are those of `{name}`");
            checked.conditions.push(condition);
        }
        Whose::Borrowed(name) => {
            let title: String = checked
                .title
                .iter()
                .flat_map(|title| title.chars())
                .take(60)
                .collect();
            return Verified::failed(format!(
                "refuted: the rules are called {title:?}, but they are not those of `{name}`"
            ));
        }
        Whose::Own => {}
    }
    Verified::holds(checked.claim, checked.conditions)
}

/// The origin of a certificate's rules.
enum Whose {
    /// The rules of a known game.
    Game(String),
    /// Other rules under the name of a known game.
    Borrowed(String),
    /// Other rules.
    Own,
}

fn whose(checked: &Checked) -> Whose {
    if checked.rules.is_empty() {
        return Whose::Own;
    }
    let plain = |rules: &[String]| -> Vec<String> {
        let of_the_game = |rule: &&String| !rule.starts_with("mode ");
        rules.iter().filter(of_the_game).cloned().collect()
    };
    let (title, ours) = (checked.title.as_deref().map(letters), plain(&checked.rules));
    let heaps = variables(&ours);
    let mut borrowed = None;
    let listed = cards().into_iter().map(|card| card.name);
    for name in listed.chain(bouton_laws::names().into_iter().map(str::to_owned)) {
        let Ok(text) = Name::read(&name).and_then(|name| name.formulas(heaps)) else {
            continue;
        };
        let Some((its_title, theirs)) = rules(&text) else {
            continue;
        };
        if plain(&theirs) == ours {
            return Whose::Game(name);
        }
        let is_called = |by: &str| title.as_ref() == Some(&letters(by));
        if is_called(&name) || its_title.is_some_and(|its| is_called(&its)) {
            borrowed = Some(name);
        }
    }
    borrowed.map_or(Whose::Own, Whose::Borrowed)
}

/// A name reduced to the letters that a careless reader sees.
fn letters(name: &str) -> String {
    let letters = name.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// The number of numbers in a position of the rules.
fn variables(rules: &[String]) -> usize {
    let named = |rule: &&String| rule.starts_with("variables ") || rule.starts_with("finite ");
    let statements = rules.iter().filter(named);
    statements.map(|rule| rule.split(',').count()).sum()
}
