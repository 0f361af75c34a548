//! [`Query`]: the parameters of a request, read from an address or a form and checked against the list of its route.

use std::time::Duration;

use bouton::Error;
use bouton::calculus::is_script;
use bouton::questions::{Parameter, Question, Texts};
use http::StatusCode;

use crate::refusal::Refusal;
use crate::routes::parameters::{Named, Told};

/// The most heaps, edges or values that a text names.
const MOST_PARTS: usize = 20_000;
/// The most bytes of rules, and of a certificate, which may bring rules.
const LONGEST_TEXT: usize = 800 << 10;
/// A number has no more digits.
const MOST_DIGITS: usize = 1_000;

/// Refuses a text of a parameter that is too large. Rules and certificates may have any words, but not too many; with others some
/// rules take time that grows with the square of a position, or faster, before any limit is checked.
fn measure(name: &'static str, text: &str) -> Result<(), Refusal> {
    let too_large = |why: String| {
        let why = format!("{name}: {why}; the command line takes more");
        Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, why).of(name))
    };
    let what = match name {
        "rules" => "a rule file",
        "certificate" => "a certificate",
        _ => "",
    };
    if !what.is_empty() {
        return match text.len() <= LONGEST_TEXT {
            true => Ok(()),
            false => too_large(format!("{what} has at most {} KB here", LONGEST_TEXT >> 10)),
        };
    }
    let parts = text.split([',', ' ', '/', ';']).count();
    if parts > MOST_PARTS {
        return too_large(format!(
            "at most {MOST_PARTS} heaps, edges or values are taken here, found {parts}"
        ));
    }
    let numbers = text.split(|c: char| !c.is_ascii_digit());
    let digits = numbers.map(str::len).max().unwrap_or(0);
    match digits <= MOST_DIGITS {
        true => Ok(()),
        false => too_large(format!(
            "a number has at most {MOST_DIGITS} digits here, found one of {digits}"
        )),
    }
}

/// The parameters of a request, each of the type that its route expects.
#[derive(Clone, Debug, Default)]
pub struct Query {
    texts: Texts,
    /// The game and the position; of none where the route takes none.
    pub(crate) named: Named,
    /// How the answer is found, and written.
    pub(crate) told: Told,
}

impl Query {
    /// Reads `name=value&…`, the form of addresses and forms.
    ///
    /// # Errors
    /// If a parameter is unknown, missing, repeated, or of another type.
    pub(crate) fn of(text: &[u8], takes: &[Parameter]) -> Result<Self, Refusal> {
        Self::checked(form_urlencoded::parse(text).collect(), takes)
    }

    /// The query of these texts.
    ///
    /// # Errors
    /// As of [`of`](Self::of).
    pub(crate) fn checked(texts: Texts, takes: &[Parameter]) -> Result<Self, Refusal> {
        let asked = texts.iter().flat_map(|(name, text)| [name, text]);
        check(&texts, takes).map_err(|refusal| refusal.to(asked))?;
        Ok(Self {
            named: Named::read(&texts).unwrap_or_default(),
            told: Told::read(&texts).unwrap_or_default(),
            texts,
        })
    }

    /// The text of all parameters.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().map(|(_, text)| text)
    }

    /// The question that the parameters ask.
    ///
    /// # Errors
    /// As of [`Question::read`].
    pub(crate) fn read<Q: Question>(&self) -> Result<Q, Refusal> {
        Ok(Q::read(&self.texts)?)
    }

    /// Whether a text is evaluated: a rule file, a certificate, which may bring one, or statements.
    pub fn evaluates(&self) -> bool {
        self.texts.iter().any(|(name, text)| match name {
            "rules" | "certificate" => true,
            "expression" | "before" => is_script(text),
            _ => false,
        })
    }

    /// The first value of a parameter.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.texts.text(name)
    }

    /// A file name for the answer, of plain letters for any name of a game.
    pub(crate) fn file_name(&self, what: &str, ending: &str) -> String {
        let plain = |c: char| {
            if c.is_ascii_alphanumeric() || c == '.' {
                c
            } else {
                '-'
            }
        };
        let game: String = self.named.game.chars().take(40).map(plain).collect();
        format!("{}-{what}.{ending}", game.trim_matches(['.', '-']))
    }

    /// The time that was asked for, if any was.
    pub fn time(&self) -> Option<Duration> {
        self.told.time
    }
}

/// Refuses texts that a route does not take.
fn check(texts: &Texts, takes: &[Parameter]) -> Result<(), Refusal> {
    let names: Vec<_> = takes.iter().map(|parameter| parameter.name).collect();
    if let Some((name, _)) = texts.iter().find(|(name, _)| !names.contains(name)) {
        return Err(Refusal::parameter(format!(
            "there is no parameter {name:?} here; there are: {}",
            names.join(", ")
        )));
    }
    for parameter in takes {
        let given = texts.of(parameter).map_err(|error| match error {
            Error::Unfit(why) => Refusal::parameter(why),
            error => error.into(),
        })?;
        given
            .into_iter()
            .try_for_each(|text| measure(parameter.name, text))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use bouton::questions::{Kind, Review};

    use super::*;

    fn read(text: &str) -> Result<Query, String> {
        let up_to = Parameter {
            kind: Kind::Whole(0, 9),
            ..Parameter::of::<Option<u64>>("up_to", "")
        };
        let takes = [
            Parameter::of::<String>("game", "the game"),
            Parameter::of::<bool>("misere", ""),
            up_to,
            Parameter::of::<Vec<String>>("move", ""),
        ];
        Query::of(text.as_bytes(), &takes).map_err(|refusal| refusal.error.message)
    }

    #[test]
    fn parameters_are_read_by_kind() {
        let query = read("game=nim&misere=1&up_to=7&move=take+1&move=%C3%A9").unwrap();
        assert_eq!(query.text("game"), Some("nim"));
        assert!(query.named.misere && !query.named.right);
        assert_eq!(query.text("up_to"), Some("7"));
        let line: Review = query.read().unwrap();
        assert_eq!(line.moves, ["take 1", "é"]);
    }

    #[test]
    fn large_texts_are_refused() {
        let digits = |n: usize| format!("game=nim&move={}", "9".repeat(n));
        assert!(read(&digits(MOST_DIGITS)).is_ok());
        let told = read(&digits(MOST_DIGITS + 1)).unwrap_err();
        assert!(
            told.contains("at most 1000 digits here, found one of 1001"),
            "{told}"
        );
        let parts = |n: usize| format!("game=nim&move={}", vec!["3"; n].join(","));
        assert!(read(&parts(MOST_PARTS)).is_ok());
        let told = read(&parts(MOST_PARTS + 1)).unwrap_err();
        assert!(told.starts_with("move: at most 20000 heaps"), "{told}");
    }

    #[test]
    fn file_names_are_plain() {
        let query = read("game=..%2F\"octal:0.77%0d%0a").unwrap();
        assert_eq!(query.file_name("values", "csv"), "octal-0.77-values.csv");
    }

    #[test]
    fn what_is_wrong_is_told() {
        for (text, told) in [
            ("", "game is missing: the game"),
            ("game=a&game=b", "game is given twice"),
            (
                "game=a&misere=yes",
                "misere: expected 1 or 0, found \"yes\"",
            ),
            ("game=a&up_to=10", "from 0 to 9"),
            ("game=a&gmae=b", "no parameter \"gmae\""),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(told), "{error}");
        }
    }
}
