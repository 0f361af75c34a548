//! The best margin of every number of a space in which play ends.

use bouton_core::{Limits, Mishap, StopReason, fail};

use super::numbers::{Lead, Seen};

/// A number whose margin is not known yet, one that is being worked out, and one that is no position.
const UNKNOWN: i32 = i32::MIN;
const OPEN: i32 = i32::MIN + 1;
pub(super) const HOLE: i32 = i32::MIN + 2;

/// Margins between two looks at the limits.
const STRIDE: u64 = 1 << 12;

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

/// The best margin of each number below `count`, by looking at what its moves lead to first: four bytes a number.
pub(super) fn margins(
    count: u64,
    leads: &mut Leads<'_>,
    limits: &Limits,
) -> Result<Vec<i32>, StopReason> {
    limits.afford(count.saturating_mul(4))?;
    let cells = usize::try_from(count).map_err(|_| StopReason::Memory)?;
    let mut known = vec![UNKNOWN; cells];
    let (mut frames, mut listed, mut done) = (Vec::<Frame>::new(), Vec::new(), 0u64);
    for start in 0..count {
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
                OPEN | HOLE => fail(Mishap::Broken(
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
        fail(Mishap::Broken(format!(
            "a margin of {margin}: tables hold those of 32 bits"
        )))
    })
}
