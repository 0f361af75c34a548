//! [`Fault`]: why a question has no answer, as data.

use std::ops::Range;

use serde::Serialize;

use crate::text::brief;

/// Why a question has no answer.
///
/// ```
/// use bouton_answers::{Fault, FaultKind};
/// let fault = Fault::new(FaultKind::Input, "position: expected a heap, found \"x\"");
/// let fault = fault.at("position", "3,x", 2..3);
/// assert_eq!(fault.expected.as_deref(), Some("a heap"));
/// let json = r#"{"what":"position","text":"3,x","from":2,"to":3}"#;
/// assert_eq!(serde_json::to_string(&fault.r#where)?, json);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fault {
    /// `input` is a text that cannot be read, `rules` a mistake in a rule file, `unfit` a question that does not apply.
    pub kind: FaultKind,
    /// One sentence.
    pub message: String,
    /// Which text is wrong, and where, if one is.
    pub r#where: Option<Box<Place>>,
    /// The words after “expected” in the sentence.
    pub expected: Option<String>,
    /// Names that are close to one that is not known.
    #[serde(rename = "try")]
    pub tries: Vec<String>,
}

/// The kind of a [`Fault`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum FaultKind {
    /// A text that cannot be read.
    Input,
    /// A mistake in a rule file.
    Rules,
    /// A question that does not apply.
    Unfit,
    /// A limit was reached.
    Stopped,
    /// No place is free.
    Busy,
    /// There is nothing of this name.
    Missing,
    /// A request that may not be made.
    Request,
    /// A file that cannot be read or written, or is damaged; a machine that is lost.
    File,
    /// A fault of the program.
    Fault,
}

/// A part of a text of the question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Place {
    /// Which text: `game`, `position`, `move`, `rules`, `parameter` …
    pub what: &'static str,
    /// The text; null if it is long.
    pub text: Option<String>,
    /// The first character that is wrong, counted from 0.
    pub from: Option<usize>,
    /// The character after the last one.
    pub to: Option<usize>,
}

/// A longer text is not repeated.
const LONGEST: usize = 1000;

impl Fault {
    /// A fault of no certain text.
    pub fn new(kind: FaultKind, message: impl Into<String>) -> Self {
        let message = message.into();
        let expected = message.split_once("expected ");
        let expected =
            expected.map(|(_, rest)| rest.split(", found ").next().unwrap_or(rest).to_owned());
        let meant = message.split_once("did you mean ");
        let meant = meant.and_then(|(_, rest)| rest.split('?').next());
        Self {
            kind,
            r#where: None,
            expected,
            tries: meant
                .into_iter()
                .flat_map(|names| names.split(" or "))
                .map(str::to_owned)
                .collect(),
            message,
        }
    }

    /// The same of this text, somewhere.
    pub fn of(self, what: &'static str) -> Self {
        let place = Place {
            what,
            text: None,
            from: None,
            to: None,
        };
        Self {
            r#where: Some(Box::new(place)),
            ..self
        }
    }

    /// The same of these bytes of a text.
    pub fn at(self, what: &'static str, text: &str, bytes: Range<usize>) -> Self {
        let chars = |end| Some(text.get(..end)?.chars().count());
        let range = chars(bytes.start).zip(chars(bytes.end));
        let fits = range.is_some() && text.len() <= LONGEST;
        let place = Place {
            what,
            text: fits.then(|| text.to_owned()),
            from: range.map(|(from, _)| from),
            to: range.map(|(_, to)| to),
        };
        Self {
            r#where: Some(Box::new(place)),
            ..self
        }
    }

    /// The same, repeating little of these texts.
    pub fn brief<'t>(self, given: impl IntoIterator<Item = &'t str>) -> Self {
        let message = brief(&self.message, given).into_owned();
        self.worded(message)
    }

    /// The same with another sentence.
    pub fn worded(self, message: String) -> Self {
        Self {
            r#where: self.r#where,
            ..Self::new(self.kind, message)
        }
    }
}
