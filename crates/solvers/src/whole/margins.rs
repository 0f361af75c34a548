//! The best margin of every number of a space in which play ends.

use std::io;

use bouton_core::{Limits, RuleError, StopReason, fail};

use super::numbers::{Lead, Seen};
use crate::keeper::{Keeper, or_broken};

/// A number whose margin is not known yet, one that is being worked out, and one that is not a position.
const UNKNOWN: i32 = i32::MIN;
const OPEN: i32 = i32::MIN + 1;
pub(super) const HOLE: i32 = i32::MIN + 2;

/// Margins between two checks of the limits.
const STRIDE: u64 = 1 << 12;
/// Numbers between two looks at whether it is time to keep the margins.
const KEPT: u64 = 1 << 14;

/// What tells what a number is, and lists its moves.
pub(super) type Leads<'l> = dyn FnMut(u64, &mut Vec<Lead>) -> Seen + 'l;

/// A position on the way.
struct Frame {
    number: u64,
    /// Where its moves begin among all that are listed, and the next one to look at.
    first: usize,
    next: usize,
    best: i128,
}

/// The best margin of each number below `count`, by looking at what its moves lead to first: four bytes a number. Those up to some
/// number are kept from time to time, and are not worked out again.
pub(super) fn margins(
    count: u64,
    leads: &mut Leads<'_>,
    limits: &Limits,
    mut keeper: Option<&mut Keeper>,
) -> Result<Vec<i32>, StopReason> {
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
                known[number as usize] = match leads(number, &mut listed) {
                    Seen::Hole => HOLE,
                    Seen::Over(rank) => narrow(rank),
                    Seen::Open => {
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
            let Some(lead) = listed.get(frame.next) else {
                known[frame.number as usize] = narrow(frame.best);
                listed.truncate(frame.first);
                frames.pop();
                continue;
            };
            match known[lead.to as usize] {
                UNKNOWN => enter = Some(lead.to),
                OPEN | HOLE => fail(RuleError::Broken(
                    "play comes back to a position, though it was said to end".into(),
                )),
                margin => {
                    let after = i128::from(margin);
                    let after = if lead.keeps_turn { after } else { -after };
                    frame.best = frame.best.max(lead.gain + after);
                    frame.next += 1;
                }
            }
        }
    }
    Ok(known)
}

/// A margin as it is held.
fn narrow(margin: i128) -> i32 {
    let held = i32::try_from(margin).ok().filter(|margin| *margin > HOLE);
    held.unwrap_or_else(|| {
        fail(RuleError::Broken(format!(
            "a margin of {margin}: tables hold those of 32 bits"
        )))
    })
}

/// A margin as it is kept: small ones first.
fn folded(margin: i32) -> u64 {
    u64::from((margin << 1 ^ margin >> 31) as u32)
}

/// Puts the margins that were kept; how many they are.
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
