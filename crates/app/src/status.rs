//! The exit status of a command.

/// The exit status of a command; as a number, the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    Answered = 0,
    BadInput = 2,
    Stopped = 3,
    Refuted = 4,
    /// Another machine is lost: run the command again to continue (`EX_TEMPFAIL`).
    Lost = 75,
    /// A fault in the program, the exit code of which is Rust's.
    Fault = 101,
    Interrupted = 130,
}
