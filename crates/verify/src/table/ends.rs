//! Whether play ends: by going through every line of play, depth first, each position once.

use super::step::{Look, Move, Rules};

/// How far a position was gone through.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gone {
    Not,
    /// It is on the line that is followed.
    On,
    Through,
}

/// A position on the line.
struct Frame {
    number: u64,
    /// Where its moves begin among all that are listed, and the next one to follow.
    first: usize,
    next: usize,
}

/// Positions between two pulses.
const STRIDE: u64 = 1 << 12;

/// A position to which some line of play comes back; `None` if every line ends. It takes a byte a number.
///
/// # Errors
/// Those of `pulse`.
pub(super) fn comes_back<E>(
    rules: &dyn Rules,
    pulse: &dyn Fn(u64) -> Result<(), E>,
) -> Result<Option<u64>, E> {
    let mut gone = vec![Gone::Not; usize::try_from(rules.count()).unwrap_or(usize::MAX)];
    let (mut line, mut listed, mut done) = (Vec::<Frame>::new(), Vec::new(), 0u64);
    for start in 0..rules.count() {
        let mut enter = (gone[start as usize] == Gone::Not).then_some(start);
        loop {
            if let Some(number) = enter.take() {
                if done.is_multiple_of(STRIDE) {
                    pulse(done)?;
                }
                done += 1;
                gone[number as usize] = Gone::On;
                let first = listed.len();
                let look = rules.look(number, &mut |mv: Move| listed.push(mv.to));
                if look != Look::Open {
                    listed.truncate(first);
                }
                line.push(Frame {
                    number,
                    first,
                    next: first,
                });
            }
            let Some(frame) = line.last_mut() else { break };
            let Some(to) = listed.get(frame.next) else {
                gone[frame.number as usize] = Gone::Through;
                listed.truncate(frame.first);
                line.pop();
                continue;
            };
            match gone.get(*to as usize) {
                Some(Gone::Not) => enter = Some(*to),
                Some(Gone::On) => return Ok(Some(*to)),
                // What has no entry is refused elsewhere.
                Some(Gone::Through) | None => frame.next += 1,
            }
        }
    }
    Ok(None)
}
