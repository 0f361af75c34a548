//! [`Error`]: a sentence about a mistake or a limit, and where it happened.

use std::fmt;
use std::ops::Range;

/// Why there is no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(Box<Inner>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    message: String,
    span: Option<Range<usize>>,
    stop: Option<Stop>,
    is_limit: bool,
    callers: Vec<(String, Range<usize>)>,
}

/// A limit that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The steps of a call.
    Steps,
    /// The memory of a call.
    Memory,
    /// The flag was set.
    Asked,
}

pub(crate) type Done<T> = Result<T, Error>;

impl Error {
    /// A mistake, whose place is not known yet.
    pub fn new(message: impl Into<String>) -> Self {
        Self(Box::new(Inner {
            message: message.into(),
            span: None,
            stop: None,
            is_limit: false,
            callers: Vec::new(),
        }))
    }

    pub(crate) fn stopped(stop: Stop, message: impl Into<String>) -> Self {
        let mut error = Self::new(message);
        error.0.stop = Some(stop);
        error.limit()
    }

    /// The same error as one of the interpreter's limits.
    pub(crate) fn limit(mut self) -> Self {
        self.0.is_limit = true;
        self
    }

    /// The same error at these bytes of the text, if no place is known yet.
    pub fn at(mut self, span: Range<usize>) -> Self {
        self.0.span.get_or_insert(span);
        self
    }

    /// The same error in a function that was called here.
    pub(crate) fn called(mut self, function: &str, span: Range<usize>) -> Self {
        if self.0.callers.len() < 20 {
            self.0.callers.push((function.to_owned(), span));
        }
        self
    }

    /// The sentence.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The bytes of the text that it is about.
    pub fn span(&self) -> Option<Range<usize>> {
        self.0.span.clone()
    }

    /// The limit that was reached; `None` for a mistake.
    pub fn stop(&self) -> Option<Stop> {
        self.0.stop
    }

    /// Whether a limit was reached: of a call, or of what the interpreter takes, such as the depth of data.
    pub fn is_limit(&self) -> bool {
        self.0.is_limit
    }

    /// The functions that were being called, the innermost first, each with the place of its call; at most twenty.
    pub fn callers(&self) -> &[(String, Range<usize>)] {
        &self.0.callers
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl std::error::Error for Error {}

/// Returns with a mistake.
macro_rules! wrong {
    ($($text:tt)*) => { return Err(crate::error::Error::new(format!($($text)*))) };
}
pub(crate) use wrong;

/// Returns with a limit of the interpreter.
macro_rules! limit {
    ($($text:tt)*) => { return Err(crate::error::Error::new(format!($($text)*)).limit()) };
}
pub(crate) use limit;
