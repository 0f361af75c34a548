//! The reasons why a file could not be opened as a graph.

use std::fmt;

use bouton_core::StopReason;

/// The reason why a file could not be opened as a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It cannot be read.
    Io(String),
    /// It has a mistake: a sentence that begins with the file and the line.
    Fault(String),
    /// A limit was reached while it was read.
    Stopped(StopReason),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(text) | Self::Fault(text) => f.write_str(text),
            Self::Stopped(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for Refusal {}

bouton_core::made_from!(StopReason => Refusal::Stopped);
