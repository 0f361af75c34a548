//! [`Error`]: what is wrong with a text or a call, and where.

use std::fmt;
use std::ops::Range;

/// The reason why a call was stopped before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It took more steps than allowed.
    Steps,
    /// It would have needed more memory than allowed.
    Memory,
    /// Functions call each other more deeply than allowed.
    Depth,
    /// The host asked it to stop.
    Asked,
}

/// The place of a call: the name of a function, and the line, counted from 1, that ran in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    /// The function's name; `""` outside of functions.
    pub function: String,
    /// The line that ran.
    pub line: usize,
}

/// A mistake in a text or in a call, or a limit that was reached, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    pub(crate) message: String,
    pub(crate) span: Range<usize>,
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) stop: Option<Stop>,
    pub(crate) callers: Vec<Caller>,
    pub(crate) text: usize,
}

impl Error {
    pub(crate) fn new(message: impl Into<String>, text: &str, span: Range<usize>) -> Self {
        let start = text.floor_char_boundary(span.start.min(text.len()));
        let before = &text[..start];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        Self {
            message: message.into(),
            line: before.bytes().filter(|c| *c == b'\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            span,
            stop: None,
            callers: Vec::new(),
            text: 0,
        }
    }

    /// The sentence: what was expected, what was found, what to do.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The bytes of the text that it is about.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// The line and the column in characters, both counted from 1.
    pub fn line_and_column(&self) -> (usize, usize) {
        (self.line, self.column)
    }

    /// The limit that was reached, if it is one.
    pub fn stop(&self) -> Option<Stop> {
        self.stop
    }

    /// The functions that ran, the innermost first; at most [`CALLERS`] of them.
    pub fn callers(&self) -> &[Caller] {
        &self.callers
    }

    /// The number of the text, where several texts were run one after the other: 0 is the first.
    pub fn text(&self) -> usize {
        self.text
    }
}

/// The most functions that an error lists.
pub const CALLERS: usize = 20;

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for Error {}

/// A mistake or a stop inside the interpreter, which does not know its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    pub(crate) message: String,
    pub(crate) stop: Option<Stop>,
    /// The bytes of the text, where they are not those of the operation that runs.
    pub(crate) span: Option<Range<usize>>,
}

impl Trouble {
    /// A mistake with this sentence, for functions of the host.
    pub fn new(message: impl Into<String>) -> Box<Self> {
        Box::new(Self {
            message: message.into(),
            stop: None,
            span: None,
        })
    }

    /// A mistake at some bytes of the text, for literals of the host.
    pub fn placed(message: impl Into<String>, span: Range<usize>) -> Box<Self> {
        Box::new(Self {
            message: message.into(),
            stop: None,
            span: Some(span),
        })
    }

    /// The sentence.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The host stops the call, with this sentence.
    pub fn stopped(message: impl Into<String>) -> Box<Self> {
        Box::new(Self {
            message: message.into(),
            stop: Some(Stop::Asked),
            span: None,
        })
    }

    pub(crate) fn stop(stop: Stop, message: impl Into<String>) -> Box<Self> {
        Box::new(Self {
            message: message.into(),
            stop: Some(stop),
            span: None,
        })
    }
}

/// The result of an operation.
pub type Done<T> = Result<T, Box<Trouble>>;

/// A mistake with this sentence.
pub(crate) fn wrong<T>(message: impl Into<String>) -> Done<T> {
    Err(Trouble::new(message))
}
