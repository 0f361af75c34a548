//! [`told`]: proved bounds of a position whose value exceeds the limits: its outcome, and the integers that it lies
//! between. Both are found by a search, which visits far fewer positions than the value needs.

use bouton_answers::{Class, GameValue};
use bouton_core::{Limits, Meter, Outcome, StopReason};
use bouton_engine::{KeptParts, Short};
use bouton_solvers::Compared;
use bouton_solvers::parts::Sum;
use web_time::Instant;

use crate::session::Session;

/// One fifth of the limits of time and positions is left for the bounds.
const PARTS: u32 = 5;

/// The share of the limits for the value.
pub(super) fn reserved(limits: &Limits) -> Limits {
    let now = Instant::now();
    let rest = |deadline: Instant| deadline.saturating_duration_since(now) / PARTS;
    Limits {
        deadline: limits.deadline.map(|deadline| {
            let earlier = deadline.checked_sub(rest(deadline));
            earlier.unwrap_or(deadline)
        }),
        nodes: limits.nodes.map(|nodes| nodes - nodes / u64::from(PARTS)),
        ..limits.clone()
    }
}

/// The known comparisons of `G` with integers.
#[derive(Debug, Default)]
struct Comparisons {
    /// The largest integer known to be at most `G`.
    low: Option<i64>,
    /// The least integer known to be at least `G`.
    high: Option<i64>,
    /// The least integer known not to be at most `G`.
    not_low: Option<i64>,
    /// The largest integer known not to be at least `G`.
    not_high: Option<i64>,
}

impl Comparisons {
    /// The next integer to compare `G` with; `None` if the best bound is known.
    fn next(best: Option<i64>, not: Option<i64>, inward: i64) -> Option<i64> {
        // Outward from 0 until a comparison holds, or inward until one fails, by large steps, which are decided quickly;
        // then in between.
        let (best, not) = (best.map(|n| n * inward), not.map(|n| n * inward));
        let asked = match (best, not) {
            (None, None) => 0,
            (Some(best), None) => best * STEP + STEP,
            (None, Some(not)) => not * STEP - STEP,
            (Some(best), Some(not)) if not - best <= 1 => return None,
            (Some(best), Some(not)) => best + (not - best) / 2,
        };
        (asked.abs() < LARGE).then_some(asked * inward)
    }

    fn class(&self) -> Option<Class> {
        let at_least = holds(self.low, self.not_low, 1)?;
        let at_most = holds(self.high, self.not_high, -1)?;
        let first = |loses| if loses { Outcome::Loss } else { Outcome::Win };
        Some(Class::of(first(at_most), first(at_least)))
    }
}

/// The factor by which the next comparison is farther out than all before.
const STEP: i64 = 8;
/// The largest bounds searched.
const LARGE: i64 = 1 << 40;

/// Whether 0 satisfies the comparison, given that `best` does and `not` does not; the more inward a number is, the less
/// likely it holds.
fn holds(best: Option<i64>, not: Option<i64>, inward: i64) -> Option<bool> {
    if best.is_some_and(|n| n * inward >= 0) {
        Some(true)
    } else if not.is_some_and(|n| n * inward <= 0) {
        Some(false)
    } else {
        None
    }
}

/// The proved bounds of the session's position within the limits, after the value was abandoned for `why`.
pub(super) fn told(session: &Session, why: StopReason, limits: &Limits) -> GameValue {
    let mut known = Comparisons::default();
    if why != StopReason::Cancelled {
        let nodes = limits.nodes.map(|nodes| nodes / u64::from(PARTS));
        let rest = Limits {
            nodes,
            ..limits.clone()
        };
        // Earlier results stay true if the rules fail.
        let _ = session.short(&rest, &mut KeptParts::default(), &mut |short| {
            let root = short.root();
            let _ = compare(short, &root, &mut known, &mut rest.meter());
        });
    }
    GameValue {
        class: known.class(),
        at_least: known.low.map(|n| n.to_string()),
        at_most: known.high.map(|n| n.to_string()),
        stopped: Some(why),
        ..GameValue::default()
    }
}

/// Brings the bounds as close to each other as integers allow, alternately.
fn compare(
    short: &mut dyn Short,
    root: &Sum,
    known: &mut Comparisons,
    meter: &mut Meter,
) -> Result<(), StopReason> {
    let mut compared = Compared::default();
    loop {
        let low = Comparisons::next(known.low, known.not_low, 1);
        if let Some(n) = low {
            match compared.is_at_least(short.parts(), root, n, meter)? {
                true => known.low = Some(n),
                false => known.not_low = Some(n),
            }
        }
        let high = Comparisons::next(known.high, known.not_high, -1);
        if let Some(n) = high {
            match compared.is_at_most(short.parts(), root, n, meter)? {
                true => known.high = Some(n),
                false => known.not_high = Some(n),
            }
        }
        if (low, high) == (None, None) {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The best number is found, whatever it is, with few comparisons.
    #[test]
    fn the_best_number_is_found() {
        for best in -40..=40_i64 {
            for inward in [1, -1] {
                let (mut low, mut not, mut asked) = (None, None, 0);
                while let Some(n) = Comparisons::next(low, not, inward) {
                    match n * inward <= best * inward {
                        true => low = Some(n),
                        false => not = Some(n),
                    }
                    asked += 1;
                }
                assert_eq!(low, Some(best));
                assert!(asked <= 14, "{best}: {asked}");
                assert_eq!(holds(low, not, inward), Some(best * inward >= 0));
            }
        }
    }
}
