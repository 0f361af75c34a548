//! Why a question has no answer.

use bouton_core::{InputError, StopReason};

/// A question that cannot be answered as it was asked.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// A game, position or move that cannot be read.
    #[error("{what}: {error}")]
    Input {
        /// Which text: `game`, `position`, `move` …
        what: &'static str,
        /// What is wrong with it.
        error: InputError,
    },
    /// A mistake in a rule file: the sentence, and the place in the file.
    #[error("{0}")]
    Rules(String),
    /// Something that this game, or this solver on it, does not do.
    #[error("{0}")]
    Unfit(String),
    /// A limit was reached before anything was known.
    #[error("{0}")]
    Stopped(StopReason),
}

impl From<StopReason> for Error {
    fn from(reason: StopReason) -> Self {
        Self::Stopped(reason)
    }
}

impl Error {
    /// An error in the text of a `what`.
    pub fn input(what: &'static str, error: InputError) -> Self {
        Self::Input { what, error }
    }
}
