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
    found: impl FnMut(String),
) -> Result<Option<StopReason>, Error> {
    if let Some(count) = session.list(bound.up_to)? {
        return each_lost(session, how, 0..count, found, |session, nth| {
            session.set_listed(*nth)
        });
    }
    let (count, unordered) = shape(session, bound.piles)?;
    let heaps = each_heaps(count, bound.up_to, unordered);
    let within = |heaps: &[u64]| {
        let total: u128 = heaps.iter().map(|heap| u128::from(*heap)).sum();
        let total_is = |(from, to)| (u128::from(from)..=u128::from(to)).contains(&total);
        bound.total.is_none_or(total_is)
    };
    each_lost(session, how, heaps, found, |session, heaps: &Vec<u64>| {
        within(heaps) && session.set_heaps(heaps)
    })
}

/// Hands on what is lost among the places that `set` finds.
fn each_lost<P>(
    session: &mut dyn Session,
    how: &How,
    places: impl Iterator<Item = P>,
    mut found: impl FnMut(String),
    set: impl Fn(&mut dyn Session, &P) -> bool,
) -> Result<Option<StopReason>, Error> {
    for place in places {
        if let Err(why) = how.limits.check() {
            return Ok(Some(why));
        }
        if !set(session, &place) {
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
