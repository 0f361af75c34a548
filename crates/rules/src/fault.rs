//! Errors in rule files, with their places.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use bouton_core::{InputError, RuleError, StopReason};
use bouton_language::Error;

/// A mistake in a rule file: a sentence, the place in the file, and the call in which it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    message: String,
    file: Arc<str>,
    place: Option<Place>,
    call: Option<String>,
}

/// Bytes of a text, with the line and column at which they begin, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    text: Arc<str>,
    span: Range<usize>,
    line: usize,
    column: usize,
}

impl Fault {
    /// `message` about a file as a whole.
    pub(crate) fn new(file: &Arc<str>, message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            file: file.clone(),
            place: None,
            call: None,
        }
    }

    /// An error of the interpreter in the text of a file.
    pub(crate) fn of(file: &Arc<str>, text: &Arc<str>, error: &Error) -> Self {
        let place = error.span().map(|span| (text, span));
        Self::new(file, error.message()).at_least(place)
    }

    /// The same fault with another sentence.
    pub(crate) fn saying(self, message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            ..self
        }
    }

    /// The same fault, found in a call such as `moves(7)`.
    pub(crate) fn during(self, call: impl Into<String>) -> Self {
        Self {
            call: Some(call.into()),
            ..self
        }
    }

    /// The line of the place, as `file:line:column: sentence`.
    pub(crate) fn in_a_line(&self) -> String {
        match &self.place {
            None => format!("{}: {}", self.file, self.message),
            Some(Place { line, column, .. }) => {
                format!("{}:{line}:{column}: {}", self.file, self.message)
            }
        }
    }

    /// The same fault at some bytes of the file's text.
    pub(crate) fn at(self, (text, span): (&Arc<str>, Range<usize>)) -> Self {
        let before = &text[..span.start];
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        Self {
            place: Some(Place {
                text: text.clone(),
                line: before.matches('\n').count() + 1,
                column,
                span,
            }),
            ..self
        }
    }

    /// The same fault, at some bytes of the file's text if no place is known yet.
    pub(crate) fn at_least(self, place: Option<(&Arc<str>, Range<usize>)>) -> Self {
        match place {
            Some(place) if self.place.is_none() => self.at(place),
            _ => self,
        }
    }

    /// The sentence alone.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The line and the column, counted from 1, if they are known.
    pub fn line_and_column(&self) -> Option<(usize, usize)> {
        self.place.as_ref().map(|place| (place.line, place.column))
    }
}

impl fmt::Display for Fault {
    /// `file:line:column: sentence`, the line with a caret, and the call.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            None => f.write_str(&self.in_a_line())?,
            Some(place) => {
                let shown = InputError::new(self.in_a_line(), &*place.text, place.span.clone());
                write!(f, "{shown}")?;
            }
        }
        match &self.call {
            None => Ok(()),
            Some(call) => write!(f, "\n  in {call}"),
        }
    }
}

impl std::error::Error for Fault {}

/// The reason why there is no reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The file has a mistake.
    Fault(Fault),
    /// A call took more than a call may: where, and what.
    Overrun(Fault),
    /// A limit of the question was reached.
    Stopped(StopReason),
}

impl Trouble {
    /// The same as a fault of the file at a path.
    pub(crate) fn into_fault(self, path: &str) -> Fault {
        match self {
            Self::Fault(fault) | Self::Overrun(fault) => fault,
            Self::Stopped(reason) => Fault::new(&path.into(), reason.to_string()),
        }
    }
}

bouton_core::made_from!(Fault => Trouble::Fault);

impl From<Trouble> for RuleError {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Fault(fault) => Self::Broken(fault.to_string()),
            Trouble::Overrun(fault) => Self::Overrun(fault.to_string()),
            Trouble::Stopped(reason) => Self::Stopped(reason),
        }
    }
}
