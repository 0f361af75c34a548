//! The positions that are lost for the player to move.

use bouton_answers::{CellKind, Losing};
use bouton_core::Outcome;

use super::enumerate::{Bound, each_heaps, listed, shape};
use super::table_solver::{Span, TableSolver};
use crate::session::{How, Session};
use bouton_engine::Error;

/// Every lost position within `bound`, in lexicographic order of the heaps; if a limit is reached, those found so far.
///
/// ```
/// use bouton::{How, experiment::{Bound, losing}};
/// let mut session = bouton::open("wythoff", "0,0")?;
/// let bound = Bound { up_to: 5, piles: None, total: None };
/// let found = losing(&mut session, &bound, &How::default())?;
/// assert_eq!(found.positions, ["0,0", "1,2", "3,5"]);
/// # Ok::<(), bouton::Error>(())
/// ```
///
/// # Errors
/// If the game has no heaps, or the solver does not serve it.
pub fn losing(session: &mut Session, bound: &Bound, how: &How) -> Result<Losing, Error> {
    let mut losing = Losing {
        game: session.game().to_owned(),
        up_to: bound.up_to,
        positions: Vec::new(),
        stopped: None,
        proved: None,
    };
    if let Some(count) = listed(session, bound.up_to, how)? {
        if bound.total.is_some() {
            let game = session.game();
            let message = format!(
                "positions of {game} are listed by the game itself: a total does not apply there"
            );
            return Err(Error::Unfit(message));
        }
        let solver = TableSolver::each(how);
        collect(
            &mut losing,
            session,
            (&solver, how),
            0..count,
            |session, nth| session.set_listed(*nth),
        )?;
        return Ok(losing);
    }
    let (count, unordered) = shape(session, bound.piles)?;
    let span = Span {
        heaps: count,
        unordered,
        up_to: bound.up_to,
        all: true,
    };
    let solver = TableSolver::of(session, span, CellKind::Outcome, how);
    let heaps = each_heaps(count, bound.up_to, unordered);
    let within = |heaps: &[u64]| {
        let total: u128 = heaps.iter().map(|heap| u128::from(*heap)).sum();
        let total_is = |(from, to)| (u128::from(from)..=u128::from(to)).contains(&total);
        bound.total.is_none_or(total_is)
    };
    collect(
        &mut losing,
        session,
        (&solver, how),
        heaps,
        |session, heaps: &Vec<u64>| within(heaps) && session.set_heaps(heaps),
    )?;
    losing.proved = solver.proved();
    Ok(losing)
}

/// Adds the lost positions among those that `set` visits.
fn collect<P>(
    losing: &mut Losing,
    session: &mut Session,
    (solver, how): (&TableSolver<'_>, &How),
    places: impl Iterator<Item = P>,
    set: impl Fn(&mut Session, &P) -> bool,
) -> Result<(), Error> {
    for place in places {
        losing.stopped = how.limits.check().err();
        if losing.stopped.is_some() {
            break;
        }
        if !set(session, &place) {
            continue;
        }
        match solver.value(session) {
            Ok(value) if value.outcome == Outcome::Loss => {
                losing.positions.push(session.position()?)
            }
            Ok(_) => {}
            Err(Error::Stopped(why)) => {
                losing.stopped = Some(why);
                break;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
