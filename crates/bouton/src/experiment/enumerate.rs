//! Enumerates positions: those of heaps up to a bound, and those that play can reach.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use bouton_core::Limits;
use bouton_core::space::Numbered;
use bouton_engine::Error;
use bouton_solvers::interned::{Fold, Reached};
use web_time::Instant;

use super::table_solver::Lost;
use crate::questions::HeapBound;
use crate::session::{How, Session};

/// The heaps of a table.
#[derive(Clone, Copy)]
pub(super) struct Span {
    pub(super) heaps: usize,
    /// Whether only ascending heaps are asked for.
    pub(super) ascending: bool,
    pub(super) up_to: u64,
    pub(super) total: Option<(u64, u64)>,
    /// Whether all positions are asked for, not only the first that satisfy something.
    pub(super) all: bool,
    /// Whether only the lost ones are asked for.
    pub(super) lost: bool,
}

impl Span {
    /// The heaps within a bound.
    ///
    /// # Errors
    /// If the game has no heaps, or another number of them than requested, or has no orders to tell apart.
    pub(super) fn of(session: &mut Session, bound: &HeapBound) -> Result<Self, Error> {
        let (heaps, unordered) = shape(session, bound.piles)?;
        if bound.ordered && !(unordered && heaps > 1) {
            let game = session.game();
            let why = match unordered {
                true => "one heap has one order",
                false => "its heaps are not interchangeable, so every order is listed",
            };
            return Err(Error::Unfit(format!(
                "ordered does not apply to {game}: {why}"
            )));
        }
        Ok(Self {
            heaps,
            ascending: unordered && !bound.ordered,
            up_to: bound.largest().unwrap_or_default(),
            total: bound.total,
            all: true,
            lost: false,
        })
    }

    /// The number of all lists of heaps, unless only those of some totals are listed.
    pub(super) fn count(self) -> Option<u64> {
        let sizes = self.up_to.checked_add(1).filter(|_| self.total.is_none())?;
        (0..self.heaps as u64).try_fold(1u64, |count, n| match self.ascending {
            false => count.checked_mul(sizes),
            // Binomials, which each step divides without a rest.
            true => Some(count.checked_mul(sizes.checked_add(n)?)? / (n + 1)),
        })
    }

    /// The sizes of the last heap after all others.
    fn last(self, first: &[u64]) -> Option<RangeInclusive<u64>> {
        let least = first.last().filter(|_| self.ascending).copied();
        let (from, to) = self.total.unwrap_or((0, u64::MAX));
        let others = first
            .iter()
            .try_fold(0, |sum: u64, heap| sum.checked_add(*heap))?;
        let most = to.checked_sub(others)?.min(self.up_to);
        Some(least.unwrap_or(0).max(from.saturating_sub(others))..=most)
    }

    /// Visits heaps in lexicographic order, until `visit` returns false; of a list of lost positions, only those.
    ///
    /// # Errors
    /// A limit is reached, or an error of `visit`.
    pub(super) fn each(
        self,
        lost: Option<&Lost>,
        limits: &Limits,
        mut visit: impl FnMut(&[u64]) -> Result<bool, Error>,
    ) -> Result<bool, Error> {
        for mut heaps in each_heaps(self.heaps - 1, self.up_to, self.ascending) {
            limits.check()?;
            let Some(range) = self.last(&heaps) else {
                continue;
            };
            let lasts: Box<dyn Iterator<Item = u64>> = match lost {
                Some(lost) => lost.after(&heaps, &range),
                None => Box::new(range),
            };
            heaps.push(0);
            for last in lasts {
                heaps[self.heaps - 1] = last;
                if !visit(&heaps)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

/// The positions that play can reach from the session's, which is the first, each once.
///
/// # Errors
/// If the rules fail, or a limit is reached.
pub(super) fn reachable(session: &Session, limits: &Limits) -> Result<Vec<String>, Error> {
    let mut names = Ok(Vec::new());
    session.explore(limits, &mut |game| {
        let reached = Reached::from(game.positions(), 0, Fold::Nothing, usize::MAX, limits);
        names = reached.and_then(|reached| {
            let (mut names, mut seen, mut held) = (Vec::new(), HashSet::new(), 0);
            for at in 0..reached.count() {
                let name = game.show(at as _);
                held += 2 * (size_of::<String>() + name.len()) as u64;
                limits.check().and_then(|()| limits.afford(held))?;
                if seen.insert(name.clone()) {
                    names.push(name);
                }
            }
            Ok(names)
        });
    })?;
    Ok(names?)
}

/// A hint for an error: the function that a rule file needs so that its positions can be enumerated.
pub(super) fn how_to_list(session: &Session) -> &'static str {
    match [".py", ".star"]
        .iter()
        .any(|end| session.game().contains(end))
    {
        true => {
            "; a function positions(n) in the file, which lists those up to n, would give it one"
        }
        false => "",
    }
}

/// The number of positions up to `up_to`, if the game lists them itself. The last one is solved first: solvers that keep
/// their results then know most of the others. An error there is reported at its place.
///
/// # Errors
/// Rules that fail.
pub(super) fn listed(session: &mut Session, up_to: u64, how: &How) -> Result<Option<usize>, Error> {
    let count = session.list(up_to)?;
    if count.is_some_and(|count| count > 1 && session.set_listed(count - 1)) {
        // Half of the time is reserved for positions that can be solved only one by one.
        let mut half = how.clone();
        half.limits.deadline = how.limits.deadline.map(|end| {
            let left = end.saturating_duration_since(Instant::now());
            end - left / 2
        });
        let _ = session.value(&half);
    }
    Ok(count)
}

/// The number of heaps of the positions, and whether their order does not matter.
///
/// # Errors
/// If the game has no heaps, or another number of them than requested.
fn shape(session: &mut Session, piles: Option<usize>) -> Result<(usize, bool), Error> {
    let (fixed, unordered) = session.heaps().ok_or_else(|| {
        Error::Unfit(format!(
            "{} is not a game of heaps: it has no table up to N{}",
            session.game(),
            how_to_list(session)
        ))
    })?;
    match (fixed, piles) {
        // The position as typed has others, but each heap is a part.
        (Some(fixed), Some(asked)) if fixed != asked && session.set_heaps(&vec![1; asked]) => {
            Ok((asked, unordered))
        }
        (Some(fixed), Some(asked)) if fixed != asked => Err(Error::Unfit(format!(
            "{} has {fixed} heaps, --piles asks for {asked}",
            session.game()
        ))),
        (_, Some(0)) => Err(Error::Unfit(
            "expected at least one heap, found --piles 0".into(),
        )),
        (Some(fixed), _) => Ok((fixed, unordered)),
        (None, asked) => Ok((asked.unwrap_or(1), unordered)),
    }
}

/// Every list of `count` sizes up to `up_to` in lexicographic order, ascending ones only if order does not matter.
pub(super) fn each_heaps(
    count: usize,
    up_to: u64,
    unordered: bool,
) -> impl Iterator<Item = Vec<u64>> {
    let mut next = Some(vec![0; count]);
    std::iter::from_fn(move || {
        let now = next.take()?;
        next = successor(&now, up_to, unordered);
        Some(now)
    })
}

fn successor(heaps: &[u64], up_to: u64, unordered: bool) -> Option<Vec<u64>> {
    let place = heaps.iter().rposition(|heap| *heap < up_to)?;
    let grown = heaps[place] + 1;
    let rest = if unordered { grown } else { 0 };
    let mut heaps = heaps.to_vec();
    heaps[place] = grown;
    heaps[place + 1..].fill(rest);
    Some(heaps)
}

#[cfg(test)]
mod tests {
    use bouton_core::Outcome;

    use super::*;

    /// The last heap is bounded by the total: no other heaps are visited.
    #[test]
    fn heaps_of_a_total_are_visited() {
        let span = |ascending, total| Span {
            heaps: 3,
            ascending,
            up_to: 5,
            total,
            all: true,
            lost: false,
        };
        let visited = |span: Span| {
            let mut heaps = Vec::new();
            let visit = |at: &[u64]| {
                heaps.push(at.to_vec());
                Ok(true)
            };
            assert!(span.each(None, &Limits::default(), visit).unwrap());
            heaps
        };
        for ascending in [false, true] {
            for (from, to) in [(0, 15), (4, 7), (15, 15), (3, 3), (16, 20)] {
                let mut all = visited(span(ascending, None));
                all.retain(|heaps| (from..=to).contains(&heaps.iter().sum()));
                assert_eq!(visited(span(ascending, Some((from, to)))), all);
            }
        }
    }

    /// Every game with a law: the law's list is what is left of all positions, each solved by another solver.
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
            ("kayles", 3),
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
                    ascending: unordered,
                    up_to: 14,
                    total: None,
                    all: true,
                    lost: true,
                };
                let Some(lost) = Lost::of(&law, span) else {
                    continue;
                };
                let mut positions = Vec::new();
                let limits = Limits::default();
                let visited = span.each(Some(&lost), &limits, |heaps| {
                    if session.set_heaps(heaps) {
                        positions.push(heaps.to_vec());
                    }
                    Ok(true)
                });
                assert!(visited.unwrap());
                let memo = How::by(Some("memo"));
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
        assert!(listed >= 9, "{listed}");
    }
}
