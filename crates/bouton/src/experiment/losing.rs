//! The positions that are lost for the player to move.

use std::cell::Cell;

use bouton_answers::{CellKind, Losing};
use bouton_core::{Limits, Outcome, StopReason};
use bouton_laws::Law;
use num_bigint::BigUint;

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
        lost: true,
    };
    let solver = TableSolver::of(session, span, CellKind::Outcome, how);
    let stopped = Cell::new(None);
    let heaps: Box<dyn Iterator<Item = Vec<u64>>> = match solver.lists(count) {
        Some(law) => Box::new(each_lost(law, span, &how.limits, &stopped)),
        None => Box::new(each_heaps(count, bound.up_to, unordered)),
    };
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
    losing.stopped = losing.stopped.or(stopped.take());
    losing.proved = solver.proved();
    Ok(losing)
}

/// The heaps that are lost by a law of outcomes, in lexicographic order: for each choice of all heaps but the last, the law's
/// automaton lists the last ones. A law about as many numbers as there are heaps is about the heaps as they stand; each
/// position that is listed is solved again where it is collected. `stopped`: the limit that ended the list.
fn each_lost(
    law: &Law,
    span: Span,
    limits: &Limits,
    stopped: &Cell<Option<StopReason>>,
) -> impl Iterator<Item = Vec<u64>> {
    let firsts = each_heaps(span.heaps - 1, span.up_to, span.unordered);
    let firsts = firsts.take_while(|_| {
        stopped.set(limits.check().err());
        stopped.get().is_none()
    });
    let most = BigUint::from(span.up_to);
    firsts.flat_map(move |first| {
        let given: Vec<BigUint> = first.iter().map(|heap| (*heap).into()).collect();
        let least = first
            .last()
            .copied()
            .filter(|_| span.unordered)
            .unwrap_or(0);
        let last = law.lost_after(&given, &most).into_iter().flatten();
        let last = last.map_while(move |last| {
            u64::try_from(&last[0])
                .ok()
                .filter(|last| *last <= span.up_to)
        });
        last.filter(move |last| *last >= least)
            .map(move |last| first.iter().copied().chain([last]).collect())
    })
}

/// A position is held in the list, which doubles as it grows, in the text of the answer, and where that is written.
const COPIES: u64 = 5;

/// Adds the lost positions among those that `set` visits.
fn collect<P>(
    losing: &mut Losing,
    session: &mut Session,
    (solver, how): (&TableSolver<'_>, &How),
    places: impl Iterator<Item = P>,
    set: impl Fn(&mut Session, &P) -> bool,
) -> Result<(), Error> {
    let mut held = 0;
    for place in places {
        let stopped = how.limits.check().and_then(|()| how.limits.afford(held));
        losing.stopped = stopped.err();
        if losing.stopped.is_some() {
            break;
        }
        if !set(session, &place) {
            continue;
        }
        match solver.value(session) {
            Ok(value) if value.outcome == Outcome::Loss => {
                let position = session.position()?;
                held += COPIES * (size_of::<String>() + position.len()) as u64;
                losing.positions.push(position);
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A list that a law makes quickly is bounded by the memory of the question, and ends with what was found.
    #[test]
    fn a_long_list_holds_its_memory() {
        let found = |memory| {
            let mut session = crate::open("wythoff", "0,0").unwrap();
            let bound = Bound {
                up_to: 100_000,
                piles: None,
                total: None,
            };
            let how = How {
                limits: Limits {
                    memory,
                    ..Limits::default()
                },
                ..How::default()
            };
            losing(&mut session, &bound, &how).unwrap()
        };
        let (all, some) = (found(None), found(Some(2 << 20)));
        assert_eq!(
            (all.stopped, some.stopped),
            (None, Some(StopReason::Memory))
        );
        assert!(all.positions.len() > 38_000 && some.positions.len() > 1000);
        assert_eq!(some.positions, all.positions[..some.positions.len()]);
        let bytes: usize = some
            .positions
            .iter()
            .map(|at| size_of::<String>() + at.len())
            .sum();
        assert!(bytes < 1 << 20, "{bytes}");
    }

    /// Every game with a law of outcomes: the law's list is what is left of all positions, each solved by another solver.
    #[test]
    fn the_list_of_a_law_is_that_of_all_positions() {
        let mut listed = 0;
        for (game, count) in [
            ("wythoff", 2),
            ("wythoff:2", 2),
            ("nim", 2),
            ("nim", 3),
            ("staircase", 2),
            ("boxes", 2),
            ("subtraction:1,2,3", 1),
            ("subtraction:2,3", 2),
        ] {
            for misere in [false, true] {
                let heaps = vec!["1"; count].join(",");
                let open = crate::Open::game(game)
                    .position(Some(&heaps))
                    .misere(misere);
                let Ok(mut session) = open.session() else {
                    continue;
                };
                let Ok(law) = session.law(&Limits::default()) else {
                    continue;
                };
                let (_, unordered) = session.heaps().unwrap();
                let span = Span {
                    heaps: count,
                    unordered,
                    up_to: 14,
                    all: true,
                    lost: true,
                };
                if law.law().rules().mode == bouton_laws::Mode::Grundy
                    || law.law().rules().variables.len() != count
                {
                    continue;
                }
                let (limits, stopped) = (Limits::default(), Cell::new(None));
                let positions = each_lost(law.law(), span, &limits, &stopped);
                let positions: Vec<_> =
                    positions.filter(|heaps| session.set_heaps(heaps)).collect();
                let memo = How {
                    solver: Some("memo".to_owned()),
                    ..How::default()
                };
                let mut slow = Vec::new();
                for heaps in each_heaps(count, 14, unordered) {
                    if session.set_heaps(&heaps)
                        && session.value(&memo).unwrap().outcome == Outcome::Loss
                    {
                        slow.push(heaps);
                    }
                }
                assert_eq!(positions, slow, "{game}, misère: {misere}");
                listed += 1;
            }
        }
        assert!(listed >= 8, "{listed}");
    }
}
