//! [`Query`]: the parameters of a request, read from an address or a form and checked against the list of its route.

use std::time::Duration;

use bouton::calculus::is_script;
use bouton::questions::{Parameter, Texts, time};
use http::StatusCode;

use crate::refusal::Refusal;

/// The most heaps, edges or values that a text names.
const MOST_PARTS: usize = 20_000;
/// The most bytes of rules, and of a certificate, which may bring rules.
const LONGEST_TEXT: usize = 800 << 10;
/// A number has no more digits.
const MOST_DIGITS: usize = 1_000;

/// The text of a parameter in an address or a form.
struct Given<'g> {
    parameter: &'g Parameter,
    value: &'g str,
}

impl Given<'_> {
    fn check(&self) -> Result<(), Refusal> {
        let Self { parameter, value } = *self;
        match parameter.name {
            "rules" => return self.weigh("a rule file"),
            "certificate" => return self.weigh("a certificate"),
            _ => {}
        }
        if parameter.kind.fits(value) {
            return self.measure();
        }
        let (name, expected) = (parameter.name, parameter.kind.words());
        let refusal = Refusal::bad(format!("{name}: expected {expected}, found {value:?}"));
        Err(refusal.at(name, value, 0..value.len()))
    }

    /// Some rules take time that grows with the square of a position, or faster, before any limit is checked.
    fn measure(&self) -> Result<(), Refusal> {
        let parts = self.value.split([',', ' ', '/', ';']).count();
        if parts > MOST_PARTS {
            return Err(self.too_large(format!(
                "at most {MOST_PARTS} heaps, edges or values are taken here, found {parts}"
            )));
        }
        let numbers = self.value.split(|c: char| !c.is_ascii_digit());
        let digits = numbers.map(str::len).max().unwrap_or(0);
        if digits > MOST_DIGITS {
            return Err(self.too_large(format!(
                "a number has at most {MOST_DIGITS} digits here, found one of {digits}"
            )));
        }
        Ok(())
    }

    /// Rules and certificates may have any words, but not too many.
    fn weigh(&self, what: &str) -> Result<(), Refusal> {
        if self.value.len() <= LONGEST_TEXT {
            return Ok(());
        }
        let most = LONGEST_TEXT >> 10;
        Err(self.too_large(format!("{what} has at most {most} KB here")))
    }

    fn too_large(&self, why: String) -> Refusal {
        let name = self.parameter.name;
        let why = format!("{name}: {why}; the command line takes more");
        let refusal = Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, why);
        refusal.of(name)
    }
}

/// The parameters of a request, each of the type that its route expects.
#[derive(Clone, Debug, Default)]
pub struct Query(Texts);

impl Query {
    /// Reads `name=value&…`, the form of addresses and forms.
    ///
    /// # Errors
    /// If a parameter is unknown, missing, repeated, or of another type.
    pub(crate) fn of(text: &[u8], takes: &[Parameter]) -> Result<Self, Refusal> {
        let refused = |refusal: Refusal| {
            let asked: Vec<_> = form_urlencoded::parse(text)
                .flat_map(|(name, value)| [name, value])
                .collect();
            refusal.to(asked.iter().map(|text| &**text))
        };
        Self::checked(text, takes).map_err(refused)
    }

    fn checked(text: &[u8], takes: &[Parameter]) -> Result<Self, Refusal> {
        let mut query = Self::default();
        for (name, value) in form_urlencoded::parse(text) {
            let parameter = takes.iter().find(|parameter| parameter.name == name);
            let parameter = parameter.ok_or_else(|| unknown(&name, takes))?;
            if !parameter.many && query.text(&name).is_some() {
                return Err(Refusal::parameter(format!("{name} is given twice")));
            }
            let value = &value;
            Given { parameter, value }.check()?;
            query.0.give(name, value.as_ref());
        }
        let missing = takes
            .iter()
            .find(|parameter| parameter.is_needed() && query.text(parameter.name).is_none());
        match missing {
            Some(Parameter { name, about, .. }) => {
                let about = about.trim();
                Err(Refusal::parameter(format!("{name} is missing: {about}")))
            }
            None => Ok(query),
        }
    }

    /// The query about the game with this name.
    ///
    /// # Errors
    /// If the name is longer than the limit.
    pub(crate) fn about(game: &str, takes: &[Parameter]) -> Result<Self, Refusal> {
        let text = form_urlencoded::Serializer::new(String::new())
            .append_pair("game", game)
            .finish();
        Self::of(text.as_bytes(), takes)
    }

    /// The text of all parameters.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(_, value)| value)
    }

    /// The question that the parameters ask.
    ///
    /// # Errors
    /// If a parameter is missing, or has a text that it does not take.
    pub(crate) fn read<Q: bouton::questions::Question>(&self) -> Result<Q, Refusal> {
        Ok(Q::read(&self.0)?)
    }

    /// The rule file that came with the question.
    pub(crate) fn rules(&self) -> Option<&str> {
        self.text("rules")
    }

    /// Whether a text is evaluated: a rule file, a certificate, which may bring one, or statements.
    pub fn evaluates(&self) -> bool {
        let is_evaluated = |name: &str, text: &str| match name {
            "rules" | "certificate" => true,
            "expression" | "before" => is_script(text),
            _ => false,
        };
        let mut texts = self.0.iter();
        texts.any(|(name, text)| is_evaluated(name, text))
    }

    /// The first value of a parameter.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.0.text(name)
    }

    pub(crate) fn flag(&self, name: &str) -> bool {
        matches!(self.text(name), Some("1" | "true"))
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
        let game = self.text("game").unwrap_or_default().chars();
        let game: String = game.take(40).map(plain).collect();
        format!("{}-{what}.{ending}", game.trim_matches(['.', '-']))
    }

    /// The time that was asked for, if any was.
    pub fn time(&self) -> Option<Duration> {
        time(self.text("time")?).ok()
    }

    /// A number that was checked by the parameter's type.
    pub(crate) fn number<T: std::str::FromStr>(&self, name: &str) -> Option<T> {
        self.text(name)?.parse().ok()
    }
}

fn unknown(name: &str, takes: &[Parameter]) -> Refusal {
    let names: Vec<_> = takes.iter().map(|parameter| parameter.name).collect();
    Refusal::parameter(format!(
        "there is no parameter {name:?} here; there are: {}",
        names.join(", ")
    ))
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
        assert!(query.flag("misere") && !query.flag("right"));
        assert_eq!(query.number::<u64>("up_to"), Some(7));
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
