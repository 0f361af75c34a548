//! Why a question has no answer.

use bouton_core::{InputError, Mishap, StopReason};

/// A question that has no answer as it was asked.
///
/// ```
/// use bouton_engine::Error;
/// let error = Error::whole("game", "wythof", "no game is called wythof");
/// assert_eq!(error.to_string(), "game: no game is called wythof\n  wythof\n  ^^^^^^");
/// ```
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A game, position, move or other text that cannot be read.
    #[error("{what}: {error}")]
    Input {
        /// Which text: `game`, `position`, `move` …
        what: &'static str,
        /// What is wrong with it.
        error: InputError,
    },
    /// A mistake in rules that somebody wrote down: the sentence, and the place in the file.
    #[error("{0}")]
    Rules(String),
    /// No solver, or not the one that was named, serves the game or the position.
    #[error("{0}")]
    NoSolver(String),
    /// A question that means nothing for this game.
    #[error("{0}")]
    Unfit(String),
    /// A file that cannot be read or written.
    #[error("{0}")]
    Io(String),
    /// A table or another file that was whole once is damaged, or says what cannot be.
    #[error("{0}")]
    Damaged(String),
    /// Another machine that works on the same thing is gone, or did not come: asked again, it may be there.
    #[error("{0}")]
    Lost(String),
    /// A limit was reached before there was an answer.
    #[error("{0} before there was an answer")]
    Stopped(StopReason),
}

impl Error {
    /// An error in the text of a `what`.
    pub fn input(what: &'static str, error: InputError) -> Self {
        Self::Input { what, error }
    }

    /// The whole text of a `what` will not do.
    pub fn whole(what: &'static str, text: &str, message: impl Into<String>) -> Self {
        Self::input(what, InputError::new(message, text, 0..text.len()))
    }
}

impl From<Mishap> for Error {
    fn from(mishap: Mishap) -> Self {
        match mishap {
            Mishap::Broken(message) => Self::Rules(message),
            Mishap::Damaged(message) => Self::Damaged(message),
            Mishap::Stopped(reason) => Self::Stopped(reason),
        }
    }
}

impl From<StopReason> for Error {
    fn from(reason: StopReason) -> Self {
        Self::Stopped(reason)
    }
}
