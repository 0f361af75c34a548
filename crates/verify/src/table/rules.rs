//! [`Numbered`]: rules written a second time, and the comparison of a table with them.

use std::sync::{Mutex, PoisonError};

use super::lines::Lines;
use super::refuted;
use super::step::{Rules, Steps};
use crate::Refusal;
use crate::bounds::Meter;

/// Rules of a game, written a second time, with a name for every position.
pub trait Numbered: Rules {
    /// The position in words.
    fn show(&self, number: u64) -> String;
}

/// Checks that every value of a table follows by one step of the rules.
pub(super) fn check(
    rules: &dyn Numbered,
    lines: &Lines,
    codes: &[u8],
    work: &mut Meter,
) -> Result<(), Refusal> {
    let values: Vec<_> = lines
        .codes
        .iter()
        .map(|(value, count)| (*value, *count))
        .collect();
    let width = lines.width() as usize;
    let says = |number: u64| {
        let place = usize::try_from(number).ok()?.checked_mul(width)?;
        let code = codes.get(place..place + width)?;
        let code = code
            .iter()
            .rev()
            .fold(0, |code, byte| code << 8 | usize::from(*byte));
        values.get(code).map(|(value, _)| *value)
    };
    let work = Mutex::new(work);
    let pulse = |number: u64| {
        let mut work = work.lock().unwrap_or_else(PoisonError::into_inner);
        work.tell(&format!("number {number} of {}", lines.count));
        work.spend(1 << 14)
    };
    let mut steps = Steps::of(rules, lines.count, &values);
    if !steps.is_wrong() {
        steps
            .go(rules.count(), &says, 1, &pulse)
            .map_err(Refusal::Undecided)?;
    }
    let wrong = steps.end(&pulse).map_err(Refusal::Undecided)?;
    wrong.first().map_or(Ok(()), |wrong| {
        Err(refuted(wrong.told(|number| rules.show(number))))
    })
}
