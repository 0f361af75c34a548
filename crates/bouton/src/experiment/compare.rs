//! One position, answered by every solver.

use bouton_answers::Comparison;
use bouton_core::{Limits, StopReason};
use bouton_engine::Error;

use crate::session::{How, Session};

/// The answers of every solver that serves a position. `open` opens the game there, once for each solver, so that none uses
/// another's results; `begin` returns the limits of each. A solver that finds during its search that it cannot answer is
/// left out if another can.
///
/// ```
/// use bouton::{How, Open, experiment::compare};
/// let open = |_: &_| Open::game("wythoff").at("8,14").session();
/// let compared = compare(open, How::default)?;
/// assert!(compared.0.len() > 2 && compared.disagreement().is_none());
/// # Ok::<(), bouton::Error>(())
/// ```
///
/// # Errors
/// If the game cannot be opened there; the error of the first solver, if none has an answer.
pub fn compare<E: From<Error>>(
    open: impl Fn(&Limits) -> Result<Session, E>,
    mut begin: impl FnMut() -> How,
) -> Result<Comparison, E> {
    let first = open(&begin().limits)?;
    let ids: Vec<_> = first.solvers().iter().map(|about| about.id).collect();
    drop(first);
    let (mut answers, mut failed) = (Vec::new(), None);
    for id in ids {
        let how = How {
            solver: Some(id.to_owned()),
            ..begin()
        };
        let mut session = open(&how.limits)?;
        if session.accepts(id, &how.limits).is_ok() {
            match session.solve(&how) {
                Ok(answer) => answers.push(answer),
                Err(error) => failed = failed.or(Some(error)),
            }
        }
        // An interrupted search is not repeated.
        if how.limits.check() == Err(StopReason::Cancelled) {
            break;
        }
    }
    match failed {
        Some(error) if answers.is_empty() => Err(error.into()),
        _ => Ok(Comparison(answers)),
    }
}
