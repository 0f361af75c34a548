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
    Interrupted = 130,
}

impl Status {
    /// The status with this exit code.
    #[cfg(feature = "rules")]
    pub(crate) fn of(code: i32) -> Option<Self> {
        let known = [
            Self::Answered,
            Self::BadInput,
            Self::Stopped,
            Self::Refuted,
            Self::Lost,
            Self::Interrupted,
        ];
        known.into_iter().find(|status| *status as i32 == code)
    }
}
