//! [`Error`]: the reason why a query has no answer.

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
        error: InputError,
    },
    /// A mistake in external rules: the sentence, and the place in the file.
    #[error("{0}")]
    Rules(String),
    /// No solver, or not the one asked for, serves the game or the position.
    #[error("{0}")]
    NoSolver(String),
    /// A query that does not apply to this game.
    #[error("{0}")]
    Unfit(String),
    /// A file that cannot be read or written.
    #[error("{0}")]
    Io(String),
    /// A table or another file is damaged, or contradicts itself.
    #[error("{0}")]
    Damaged(String),
    /// Another machine of the cluster is lost or did not connect: run the command again.
    #[error("{0}")]
    Lost(String),
    /// A limit was reached before there was an answer.
    #[error("{0} before there was an answer")]
    Stopped(StopReason),
}

impl std::fmt::Debug for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

impl Error {
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
            RuleError::Broken(message) => Self::Rules(message),
            RuleError::Damaged(message) => Self::Damaged(message),
            RuleError::Stopped(reason) => Self::Stopped(reason),
        }
    }
}

impl From<StopReason> for Error {
    fn from(reason: StopReason) -> Self {
        Self::Stopped(reason)
    }
}
