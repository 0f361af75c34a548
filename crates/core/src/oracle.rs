//! [`Oracle`]: rules from a source that can fail, and how a failure reaches the caller.
//!
//! The traits of a game have no errors: solvers ask for moves millions of times, and for nearly every game none can fail.
//! Rules that can fail implement [`Game::oracle`](crate::Game::oracle) and throw the error with [`fail`], through the
//! solver, to the query, which catches it with [`asked`]. So no made-up result is reported or stored.
//!
//! ```
//! use bouton_core::oracle::{RuleError, asked, fail};
//! assert_eq!(asked(|| 6 * 7), Ok(42));
//! let broken = RuleError::Broken("moves(3) divides by zero".into());
//! assert_eq!(asked(|| -> u8 { fail(broken.clone()) }), Err(broken));
//! ```

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use crate::limits::{Limits, StopReason};

/// A source of rules that can fail, such as a rule file.
pub trait Oracle: Sync {
    /// Sets the limits of the next query.
    fn begin(&self, limits: &Limits);

    /// Whether each call is slow, so that a solver should make few of them.
    fn is_interpreted(&self) -> bool {
        true
    }

    /// A sentence with the likely reason why a query reached a limit: the positions kept growing.
    fn growth(&self) -> Option<String> {
        None
    }
}

/// The reason why a game could not list its moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuleError {
    /// The rules are faulty: what is wrong, and where.
    #[error("{0}")]
    Broken(String),
    /// The rules take more than one call may: what, and where.
    #[error("{0}")]
    Overrun(String),
    /// A table on disk, used instead of the rules, is damaged or contradicts itself.
    #[error("{0}")]
    Damaged(String),
    /// A limit was reached during a move.
    #[error("{0}")]
    Stopped(StopReason),
}

/// Aborts the current query: unwinds to the nearest [`asked`]. No panic is reported.
///
/// Data that the unwinding passes through is left incomplete; the caller must drop it. Helper threads of a query pass the
/// payload on, as [`std::panic::resume_unwind`] does.
pub fn fail(error: RuleError) -> ! {
    resume_unwind(Box::new(error))
}

/// The result of `work`, or the error that a game threw with [`fail`] meanwhile. A panic continues.
///
/// # Errors
/// The thrown error; drop everything that `work` was filling.
pub fn asked<T>(work: impl FnOnce() -> T) -> Result<T, RuleError> {
    // Sound because the caller drops the data that was being filled, so that incomplete data is never read.
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| match payload.downcast::<RuleError>() {
        Ok(error) => *error,
        Err(other) => resume_unwind(other),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_panics_go_on() {
        let other = catch_unwind(|| asked(|| -> u8 { resume_unwind(Box::new("other")) }));
        let payload = other.expect_err("the panic is not an error of rules");
        assert_eq!(payload.downcast_ref::<&str>(), Some(&"other"));
    }

    #[test]
    fn a_thread_hands_on_what_was_thrown_in_it() {
        let stopped = RuleError::Stopped(StopReason::Time);
        let helped = asked(|| {
            std::thread::scope(|scope| {
                let thread = scope.spawn(|| fail(RuleError::Stopped(StopReason::Time)));
                thread
                    .join()
                    .unwrap_or_else(|payload| resume_unwind(payload))
            })
        });
        assert_eq!(helped, Err::<(), _>(stopped));
    }
}
