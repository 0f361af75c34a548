//! [`Oracle`]: rules that are asked of something which can fail, and how a failure reaches whoever asked.
//!
//! The traits of a game know no error: solvers ask for moves millions of times, and for nearly every game none can fail.
//! Rules that can fail say so with [`Game::oracle`](crate::Game::oracle) and throw what went wrong with [`fail`], through
//! the solver, to the question, which catches it with [`asked`]. So nothing made up is told, kept or looked at.
//!
//! ```
//! use bouton_core::oracle::{Mishap, asked, fail};
//! assert_eq!(asked(|| 6 * 7), Ok(42));
//! let broken = Mishap::Broken("moves(3) divides by zero".into());
//! assert_eq!(asked(|| -> u8 { fail(broken.clone()) }), Err(broken));
//! ```

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use crate::limits::{Limits, StopReason};

/// Something that rules are asked of and that can fail: a rule file, say.
pub trait Oracle: Sync {
    /// Hears the limits of the question that is asked next.
    fn begin(&self, limits: &Limits);

    /// Whether each answer takes long, so that a solver does well to ask little.
    fn is_interpreted(&self) -> bool {
        true
    }

    /// Why a question may have come to a limit, as a sentence: the positions that were looked at grew and grew.
    fn growth(&self) -> Option<String> {
        None
    }
}

/// What kept a game from telling its moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Mishap {
    /// The rules are broken: how, and where.
    #[error("{0}")]
    Broken(String),
    /// A table on a disk, which is asked in place of the rules, is damaged or says what cannot be.
    #[error("{0}")]
    Damaged(String),
    /// A limit was reached amid a move.
    #[error("{0}")]
    Stopped(StopReason),
}

/// Gives the question up that is being asked: unwinds to the nearest [`asked`]. No panic is reported.
///
/// What is unwound through is left half done; whoever asked throws it away. Threads that help with a question hand the
/// payload on, as [`std::panic::resume_unwind`] does.
pub fn fail(mishap: Mishap) -> ! {
    resume_unwind(Box::new(mishap))
}

/// What `work` returns, or what a game that it asks has thrown with [`fail`]. A panic goes on.
///
/// # Errors
/// What was thrown; all that `work` was filling is then to be thrown away.
pub fn asked<T>(work: impl FnOnce() -> T) -> Result<T, Mishap> {
    // Whoever asks throws away what was being filled, so that nobody sees it half done.
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| match payload.downcast::<Mishap>() {
        Ok(mishap) => *mishap,
        Err(other) => resume_unwind(other),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_panics_go_on() {
        let other = catch_unwind(|| asked(|| -> u8 { resume_unwind(Box::new("other")) }));
        let payload = other.expect_err("the panic is no mishap");
        assert_eq!(payload.downcast_ref::<&str>(), Some(&"other"));
    }

    #[test]
    fn a_thread_hands_on_what_was_thrown_in_it() {
        let stopped = Mishap::Stopped(StopReason::Time);
        let helped = asked(|| {
            std::thread::scope(|scope| {
                let thread = scope.spawn(|| fail(Mishap::Stopped(StopReason::Time)));
                thread
                    .join()
                    .unwrap_or_else(|payload| resume_unwind(payload))
            })
        });
        assert_eq!(helped, Err::<(), _>(stopped));
    }
}
