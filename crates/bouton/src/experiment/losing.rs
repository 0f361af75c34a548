//! The positions that are lost for the player to move.

use bouton_core::{Outcome, StopReason};

use super::enumerate::{Bound, each_heaps, shape};
use crate::error::Error;
use crate::session::{How, Session};

/// Hands every lost position within `bound` to `found`, in lexicographic order of the heaps; the reason for
/// stopping, if a limit was reached.
///
/// # Errors
/// A game without heaps, or a solver that does not serve it.
pub fn losing(
    session: &mut dyn Session,
    bound: &Bound,
    how: &How,
    mut found: impl FnMut(String),
) -> Result<Option<StopReason>, Error> {
    let (count, unordered) = shape(session, bound.piles)?;
    for heaps in each_heaps(count, bound.up_to, unordered) {
        if let Err(why) = how.limits.check() {
            return Ok(Some(why));
        }
        let total: u128 = heaps.iter().map(|heap| u128::from(*heap)).sum();
        let within = bound
            .total
            .is_none_or(|(from, to)| (u128::from(from)..=u128::from(to)).contains(&total));
        if !within || !session.set_heaps(&heaps) {
            continue;
        }
        match session.value(how)? {
            Ok(value) if value.outcome == Outcome::Loss => found(session.position()),
            Ok(_) => {}
            Err(why) => return Ok(Some(why)),
        }
    }
    Ok(None)
}
