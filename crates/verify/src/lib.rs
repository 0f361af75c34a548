//! The checker of every certificate that the program writes. It is small and slow, so that it can be read and judged.
//!
//! It shares no code with the writers of certificates. `docs/certificates.md` defines *valid* for each kind and proves,
//! step by step, that every valid claim is true. Each step has a test that fails without it (`tests/`).
//!
//! A certificate is untrusted input of any length. [`Bounds`] limit the work of a check, and control characters of a file are never
//! printed.

mod bounds;
mod code;
mod family;
mod law;
mod lines;
mod notes;
mod obligation;
mod period;
mod plain_lines;
pub mod position;
mod quotient;
#[cfg(test)]
mod random;
pub mod reference;
mod rules;
mod shown;
pub mod table;
mod value_period;

use std::io::{BufRead, Read};

use thiserror::Error;

pub use bounds::{Bounds, Progress};
pub use family::FAMILY_HEADER;
pub use law::LAW_HEADER;
pub use period::PERIOD_HEADER;
pub use position::{POSITION_HEADER, VALUE_HEADER};
pub use quotient::{QUOTIENT_HEADER, parts_reached};
pub use rules::games;
pub use value_period::VALUE_PERIOD_HEADER;

use bounds::Meter;
use obligation::Obligation;
use plain_lines::{MARK, PlainLines, plain};
use position::Text;
use shown::escaped;

/// The result of a valid certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The theorem, in a sentence, made from the rules as they were read.
    pub claim: String,
    /// The name of the game in its rules, which is not checked.
    pub title: Option<String>,
    /// The rules as they were read, one statement each; empty if the claim names a code, which defines them.
    pub rules: Vec<String>,
    /// The conditions that were checked, in order.
    pub conditions: Vec<String>,
}

/// The reason why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The text is not a certificate.
    #[error("not a certificate of a {kind}: {message}")]
    Text {
        /// The kind of certificate expected.
        kind: &'static str,
        /// The expected and the found text.
        message: String,
    },
    /// A condition does not hold.
    #[error("refuted: it does not hold that {0}")]
    Refuted(String),
    /// The check reached a limit.
    #[error("undecided: {0}")]
    Undecided(String),
}

impl Refusal {
    /// The sentence, without the kind of refusal.
    pub(crate) fn into_message(self) -> String {
        match self {
            Self::Text { message, .. } => message,
            Self::Refuted(message) | Self::Undecided(message) => message,
        }
    }

    fn law(message: impl Into<String>) -> Self {
        Self::text("law", message)
    }

    fn period(message: impl Into<String>) -> Self {
        Self::text(period::KIND, message)
    }

    fn value_period(message: impl Into<String>) -> Self {
        Self::text(value_period::KIND, message)
    }

    fn quotient(message: impl Into<String>) -> Self {
        Self::text(quotient::KIND, message)
    }

    fn family(message: impl Into<String>) -> Self {
        Self::text(family::KIND, message)
    }

    fn position(message: impl Into<String>) -> Self {
        Self::text("position", message)
    }

    fn undecided(message: impl Into<String>) -> Self {
        Self::Undecided(message.into())
    }

    fn text(kind: &'static str, message: impl Into<String>) -> Self {
        let message = message.into();
        Self::Text { kind, message }
    }

    fn printable(self) -> Self {
        match self {
            Self::Text { kind, message } => Self::text(kind, shown::refusal(&message)),
            Self::Refuted(what) => Self::Refuted(shown::refusal(&what)),
            Self::Undecided(why) => Self::Undecided(shown::refusal(&why)),
        }
    }
}

/// The bytes of a byte order mark.
const MARK_BYTES: [u8; 3] = [0xef, 0xbb, 0xbf];

/// The longest certificate that is read, in bytes: a law of a million states.
pub const MOST_BYTES: usize = 1 << 26;

/// The stack size of a check, for formulas nested as deeply as [`law`] allows.
const STACK: usize = 64 << 20;

/// Checks a certificate of any kind; `None` if its first line names an unknown kind.
///
/// # Errors
/// If the text is not a certificate, a condition fails, or a limit is reached.
///
/// # Example
/// ```
/// use bouton_verify::{Bounds, check};
/// let text = "bouton law certificate 1\nsystem 2\nrules 4\ngame Take one\nvariables n\nrank n\n\
///             move | n >= 1 -> n - 1\nset P 1 2\n0+ 0 1\n1 0 1\nend\n";
/// assert!(check(text, &Bounds::default()).unwrap().is_ok()); // lost exactly when n is even
/// let odd = text.replace("0+ 0 1\n1 0 1", "0 0 1\n1+ 0 1");
/// assert!(check(&odd, &Bounds::default()).unwrap().is_err());
/// assert!(check("a letter", &Bounds::default()).is_none());
/// ```
pub fn check(text: &str, bounds: &Bounds) -> Option<Result<Checked, Refusal>> {
    check_text(text, None, bounds)
}

fn check_text(
    text: &str,
    given: Option<&Text>,
    bounds: &Bounds,
) -> Option<Result<Checked, Refusal>> {
    let text = text.strip_prefix(MARK).unwrap_or(text);
    let header = text.lines().next()?;
    let quotient = |lines: &str, work| quotient::check(lines, given, work);
    let kind: &(dyn Fn(&str, Meter) -> _ + Sync) = match header {
        FAMILY_HEADER => &family::check,
        LAW_HEADER => &law::check,
        PERIOD_HEADER => &period::check,
        QUOTIENT_HEADER => &quotient,
        VALUE_PERIOD_HEADER => &value_period::check,
        _ => return None,
    };
    if given.is_some() && header != QUOTIENT_HEADER {
        let message = "rules are given with `--rules` for a certificate of positions, of a value or of a misère quotient";
        return Some(Err(Refusal::text("position", message)));
    }
    if text.len() > MOST_BYTES {
        let length = text.len();
        return Some(Err(Refusal::Undecided(format!(
            "the certificate has {length} bytes; at most {MOST_BYTES} are read"
        ))));
    }
    let work = Meter::begin(bounds);
    let text = plain(text);
    let lines = text.split_once('\n').map_or("", |(_, lines)| lines);
    let found = on_own_stack(|| kind(lines, work));
    Some(told(found))
}

/// Checks a certificate of any kind from a stream; `None` if its first line names an unknown kind. Certificates of positions
/// may be of any length.
///
/// # Errors
/// As for [`check`].
///
/// ```
/// use bouton_verify::{Bounds, check_from};
/// let text = "bouton position certificate 1\ngame nim\nplay normal\nclaim at least 1\nposition 2\n1\nend\n";
/// let checked = check_from(&mut text.as_bytes(), &Bounds::default()).unwrap().unwrap();
/// assert_eq!(checked.claim, "nim: at \"2\" the player to move wins");
/// ```
pub fn check_from(from: &mut dyn BufRead, bounds: &Bounds) -> Option<Result<Checked, Refusal>> {
    check_by(from, None, bounds)
}

/// The same by the rules in a text of the reader, in place of those that the certificate names or contains.
///
/// # Errors
/// As for [`check`]; also if the certificate is of a kind whose rules are no text, or of a sum.
pub fn check_by(
    from: &mut dyn BufRead,
    given: Option<&Text>,
    bounds: &Bounds,
) -> Option<Result<Checked, Refusal>> {
    let mut text = Vec::new();
    let unread = |error: std::io::Error| {
        let message = format!("cannot be read: {error}");
        Some(Err(Refusal::text("game", message)))
    };
    match from.fill_buf().map(|begin| begin.starts_with(&MARK_BYTES)) {
        Ok(true) => from.consume(MARK_BYTES.len()),
        Ok(false) => {}
        Err(error) => return unread(error),
    }
    let longest_header = POSITION_HEADER.len() as u64 + 2;
    if let Err(error) = Read::take(&mut *from, longest_header).read_until(b'\n', &mut text) {
        return unread(error);
    }
    for kind in [POSITION_HEADER, VALUE_HEADER] {
        let found = match text.strip_prefix(kind.as_bytes()) {
            Some(b"\n") => position::check(kind, from, given, bounds),
            Some(b"\r\n") => position::check(kind, &mut PlainLines::of(from), given, bounds),
            _ => continue,
        };
        return Some(told(found));
    }
    if let Err(error) = Read::take(&mut *from, MOST_BYTES as u64 + 1).read_to_end(&mut text) {
        return unread(error);
    }
    check_text(&String::from_utf8(text).ok()?, given, bounds)
}

/// The title and the statements of a text of rules in the form of a check, for comparison with those of a [`Checked`] law;
/// `None` if the text is not rules.
///
/// ```
/// let text = "game Take one\nvariables n\nrank n # the heap\nmove | n >= 1 -> n - 1\n";
/// let (title, rules) = bouton_verify::rules(text).unwrap();
/// assert_eq!(title.unwrap(), "Take one");
/// assert_eq!(rules, ["variables n", "rank n", "move | n >= 1 -> n - 1"]);
/// ```
pub fn rules(text: &str) -> Option<(Option<String>, Vec<String>)> {
    law::rules(text).ok()
}

impl Checked {
    /// The same without control characters.
    ///
    /// A claim is reported completely or not at all, because a missing part could be a rule or a condition.
    fn told(self) -> Result<Self, Refusal> {
        let each = |texts: Vec<String>| texts.iter().map(|text| escaped(text)).collect();
        let told = Self {
            claim: escaped(&self.claim),
            title: self.title.map(|title| escaped(&title)),
            rules: each(self.rules),
            conditions: each(self.conditions),
        };
        Obligation::ToldWhole.demand(told.claim.len() <= LONGEST_CLAIM, || {
            Refusal::Undecided(format!(
                "what is claimed takes more than {LONGEST_CLAIM} bytes to tell"
            ))
        })?;
        Ok(told)
    }
}

/// The longest reported claim, in bytes.
const LONGEST_CLAIM: usize = 1 << 16;

/// The result of a check, for display.
fn told(found: Result<Checked, Refusal>) -> Result<Checked, Refusal> {
    found.and_then(Checked::told).map_err(Refusal::printable)
}

fn on_own_stack<T: Send>(work: impl FnOnce() -> Result<T, Refusal> + Send) -> Result<T, Refusal> {
    #[cfg(test)]
    let work = obligation::carried(work);
    if cfg!(target_family = "wasm") {
        // No threads: the stack is as large from the start.
        return work();
    }
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        match thread.spawn_scoped(scope, work) {
            Ok(thread) => thread
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            Err(error) => Err(Refusal::Undecided(format!(
                "no thread to check in: {error}"
            ))),
        }
    })
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
