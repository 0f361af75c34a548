//! Errors in GDL files, with their places.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use bouton_core::{InputError, RuleError, StopReason};

/// A mistake in a GDL file: a sentence and, if known, the place in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    message: String,
    file: Arc<str>,
    place: Option<(Arc<str>, Range<usize>)>,
}

impl Fault {
    /// `message` about bytes of the text.
    pub(crate) fn at(source: &Source, span: Range<usize>, message: impl Into<String>) -> Self {
        Self {
            place: Some((source.text.clone(), span)),
            ..Self::whole(source, message)
        }
    }

    /// `message` about the file as a whole.
    pub(crate) fn whole(source: &Source, message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            file: source.name.clone(),
            place: None,
        }
    }

    /// The sentence alone.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The line and the column, counted from 1, if the place is known.
    pub fn line_and_column(&self) -> Option<(usize, usize)> {
        let (text, span) = self.place.as_ref()?;
        Some(line_and_column(text, span.start))
    }
}

impl fmt::Display for Fault {
    /// `file:line:column: sentence`, and the line with a caret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            None => write!(f, "{}: {}", self.file, self.message),
            Some((text, span)) => {
                let (line, column) = line_and_column(text, span.start);
                let head = format!("{}:{line}:{column}: {}", self.file, self.message);
                write!(f, "{}", InputError::new(head, &**text, span.clone()))
            }
        }
    }
}

impl std::error::Error for Fault {}

/// The reason why a description could not be opened as a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is faulty, or not a game of two players who take turns.
    Fault(Fault),
    /// A limit was reached while it was read.
    Stopped(StopReason),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fault(fault) => fault.fmt(f),
            Self::Stopped(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for Refusal {}

bouton_core::made_from!(Fault => Refusal::Fault);
bouton_core::made_from!(StopReason => Refusal::Stopped);

impl From<Refusal> for RuleError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Fault(fault) => Self::Broken(fault.to_string()),
            Refusal::Stopped(reason) => Self::Stopped(reason),
        }
    }
}

/// A text and its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Source {
    pub(crate) name: Arc<str>,
    pub(crate) text: Arc<str>,
}

impl Source {
    /// `line 7`, for a place that is mentioned in a sentence.
    pub(crate) fn line(&self, span: &Range<usize>) -> String {
        format!("line {}", line_and_column(&self.text, span.start).0)
    }

    /// The text of a place, on one line and shortened.
    pub(crate) fn excerpt(&self, span: &Range<usize>) -> String {
        let words: Vec<_> = self.text[span.clone()].split_whitespace().collect();
        shortened(&words.join(" "), 100)
    }
}

/// At most this many characters of a text.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((end, _)) => format!("{} …", &text[..end]),
    }
}

fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..at];
    let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
    (before.matches('\n').count() + 1, column)
}
