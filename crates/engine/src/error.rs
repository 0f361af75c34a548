//! [`Error`]: the reason why a query has no answer.

use std::error::Error as StdError;
use std::fmt;
use std::sync::Arc;

use bouton_core::{InputError, RuleError, StopReason};

/// The error of a query.
///
/// ```
/// use bouton_engine::Error;
/// let error = Error::whole("game", "wythof", "no game is called wythof");
/// assert_eq!(error.to_string(), "game: no game is called wythof\n  wythof\n  ^^^^^^");
/// // A `main` that returns it prints it so, too.
/// assert_eq!(format!("{error:?}"), error.to_string());
/// ```
#[derive(Clone, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A game, position, move or other text that cannot be read.
    #[error("{what}: {error}")]
    Input {
        /// The kind of text: `game`, `position`, `move` …
        what: &'static str,
        /// The error in it.
        #[source]
        error: InputError,
    },
    /// A mistake in external rules: the sentence, and the place in the file.
    #[error(transparent)]
    Rules(Sentence),
    /// External rules take more than one call may: the sentence, and the place in the file.
    #[error(transparent)]
    Overrun(Sentence),
    /// No solver, or not the one asked for, serves the game or the position.
    #[error("{0}")]
    NoSolver(String),
    /// A query that does not apply to this game.
    #[error("{0}")]
    Unfit(String),
    /// A file that cannot be read or written.
    #[error(transparent)]
    Io(Sentence),
    /// A table or another file is damaged, or contradicts itself.
    #[error(transparent)]
    Damaged(Sentence),
    /// Another machine of the cluster is lost or did not connect: run the command again.
    #[error(transparent)]
    Lost(Sentence),
    /// A limit was reached before there was an answer.
    #[error("{0} before there was an answer")]
    Stopped(StopReason),
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A whole sentence about what happened, and the error behind it: its [`source`](StdError::source).
#[derive(Clone, Debug)]
pub struct Sentence {
    text: String,
    source: Option<Arc<dyn StdError + Send + Sync>>,
}

impl Sentence {
    /// The error's own words.
    pub fn of(error: impl StdError + Send + Sync + 'static) -> Self {
        Self {
            text: error.to_string(),
            source: Some(Arc::new(error)),
        }
    }

    /// A failure, and then the words of the error.
    pub fn about(what: impl fmt::Display, error: impl StdError + Send + Sync + 'static) -> Self {
        Self {
            text: format!("{what}: {error}"),
            ..Self::of(error)
        }
    }
}

impl<S: Into<String>> From<S> for Sentence {
    fn from(text: S) -> Self {
        Self {
            text: text.into(),
            source: None,
        }
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl StdError for Sentence {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        let source = self.source.as_deref()?;
        Some(source)
    }
}

impl Error {
    /// A file that cannot be read or written: what failed, and the error of the operating system.
    ///
    /// ```
    /// use std::error::Error as _;
    /// use std::io;
    ///
    /// let absent = io::Error::from(io::ErrorKind::NotFound);
    /// let error = bouton_engine::Error::io("cannot read my.game", absent);
    /// assert_eq!(error.to_string(), "cannot read my.game: entity not found");
    /// let cause = error.source().and_then(|cause| cause.downcast_ref::<io::Error>());
    /// assert_eq!(cause.map(io::Error::kind), Some(io::ErrorKind::NotFound));
    /// ```
    pub fn io(what: impl fmt::Display, error: impl StdError + Send + Sync + 'static) -> Self {
        Self::Io(Sentence::about(what, error))
    }

    /// An error in a text of this kind.
    pub fn input(what: &'static str, error: InputError) -> Self {
        Self::Input { what, error }
    }

    /// An error about a complete text of this kind.
    pub fn whole(what: &'static str, text: &str, message: impl Into<String>) -> Self {
        Self::input(what, InputError::whole(message, text))
    }
}

impl From<RuleError> for Error {
    fn from(error: RuleError) -> Self {
        match error {
            RuleError::Broken(message) => Self::Rules(message.into()),
            RuleError::Overrun(message) => Self::Overrun(message.into()),
            RuleError::Damaged(message) => Self::Damaged(message.into()),
            RuleError::Stopped(reason) => Self::Stopped(reason),
        }
    }
}

bouton_core::made_from!(StopReason => Error::Stopped);
