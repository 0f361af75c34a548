//! The best margin of every number of a space whose play ends.

use std::io;

use bouton_core::space::{NumberState, Numbered};
use bouton_core::{Limits, RuleError, StopReason, fail};

use crate::keeper::{Keeper, or_broken};

/// The marks of a number whose margin is unknown, of one that is being computed, and of one without a position.
const UNKNOWN: i32 = i32::MIN;
const OPEN: i32 = i32::MIN + 1;
pub(super) const HOLE: i32 = i32::MIN + 2;

/// Margins between two checks of the limits.
const STRIDE: u64 = 1 << 12;
/// Numbers between two checks whether it is time to save the margins.
const KEPT: u64 = 1 << 14;

/// A position on the current line.
struct Frame {
    number: u64,
    /// The index of its first move among all listed ones, and of the next one to examine.
    first: usize,
    next: usize,
    best: i128,
}

/// The best margin of each number, by examining the positions after its moves first: four bytes a number. The
/// margins below some number are saved from time to time, and are not computed again.
pub(super) fn margins(
    space: &dyn Numbered,
    limits: &Limits,
    mut keeper: Option<&mut Keeper>,
) -> Result<Vec<i32>, StopReason> {
    let count = space.count();
    limits.afford(count.saturating_mul(4))?;
    let cells = usize::try_from(count).map_err(|_| StopReason::Memory)?;
    let mut known = vec![UNKNOWN; cells];
    let (mut frames, mut listed, mut done) = (Vec::<Frame>::new(), Vec::new(), 0u64);
    let done_before = match &mut keeper {
        Some(keeper) => or_broken(kept(&mut known, keeper)),
        None => 0,
    };
    done += done_before;
    for start in done_before..count {
        if let Some(keeper) = keeper.as_deref_mut().filter(|_| start.is_multiple_of(KEPT)) {
            let margins = &known[..start as usize];
            or_broken(keeper.keep(|numbers| {
                numbers.put(start)?;
                margins
                    .iter()
                    .try_for_each(|margin| numbers.put(folded(*margin)))
            }));
        }
        let mut enter = (known[start as usize] == UNKNOWN).then_some(start);
        loop {
            if let Some(number) = enter.take() {
                if done.is_multiple_of(STRIDE) {
                    limits.check()?;
                    limits.progress.set(done, count);
                }
                done += 1;
                let first = listed.len();
                known[number as usize] = match space.look(number, &mut |step| listed.push(step)) {
                    NumberState::Hole => HOLE,
                    NumberState::Over(rank) => narrow(rank),
                    NumberState::Open => {
                        let (next, best) = (first, i128::MIN);
                        frames.push(Frame {
                            number,
                            first,
                            next,
                            best,
                        });
                        OPEN
                    }
                };
            }
            let Some(frame) = frames.last_mut() else {
                break;
            };
            let Some(step) = listed.get(frame.next) else {
                known[frame.number as usize] = narrow(frame.best);
                listed.truncate(frame.first);
                frames.pop();
                continue;
            };
            match known[step.to as usize] {
                UNKNOWN => enter = Some(step.to),
                OPEN | HOLE => fail(RuleError::Broken(
                    "play comes back to a position, though it was said to end".into(),
                )),
                margin => {
                    let after = i128::from(margin);
                    let after = if step.keeps_turn { after } else { -after };
                    frame.best = frame.best.max(step.gain + after);
                    frame.next += 1;
                }
            }
        }
    }
    Ok(known)
}

/// A margin in the form in which it is held.
fn narrow(margin: i128) -> i32 {
    let held = i32::try_from(margin).ok().filter(|margin| *margin > HOLE);
    held.unwrap_or_else(|| {
        fail(RuleError::Broken(format!(
            "a margin of {margin}: tables hold those of 32 bits"
        )))
    })
}

/// A margin as it is saved: small ones as small numbers.
fn folded(margin: i32) -> u64 {
    u64::from((margin << 1 ^ margin >> 31) as u32)
}

/// Restores the saved margins; returns their number.
fn kept(known: &mut [i32], keeper: &mut Keeper) -> io::Result<u64> {
    let Some(mut numbers) = keeper.kept()? else {
        return Ok(0);
    };
    let mut taken = Vec::new();
    numbers.take(1, &mut taken)?;
    let count = taken.pop().unwrap_or(0);
    let damaged = || io::Error::from(io::ErrorKind::InvalidData);
    let place = usize::try_from(count)
        .ok()
        .and_then(|count| known.get_mut(..count));
    for chunk in place.ok_or_else(damaged)?.chunks_mut(1 << 16) {
        taken.clear();
        if numbers.take(chunk.len(), &mut taken)? != chunk.len() {
            return Err(damaged());
        }
        for (margin, number) in chunk.iter_mut().zip(&taken) {
            let number = u32::try_from(*number).map_err(|_| damaged())?;
            *margin = (number >> 1) as i32 ^ -((number & 1) as i32);
        }
    }
    keeper.resumed = count > 0;
    Ok(count)
}
