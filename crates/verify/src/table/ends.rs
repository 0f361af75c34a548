//! Checks that play ends, by following every line of play, depth first, each position once.

use super::step::{Move, NumberState, Rules};

/// The state of a position in the search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gone {
    Not,
    /// It is on the current line.
    On,
    Through,
}

/// A position on the line.
struct Frame {
    number: u64,
    /// The index of its first move among all listed ones, and of the next one to follow.
    first: usize,
    next: usize,
}

/// Positions between two calls of `pulse`.
const STRIDE: u64 = 1 << 12;

/// A position that some line of play repeats; `None` if every line ends. Takes a byte a number.
///
/// # Errors
/// The errors of `pulse`.
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
                if look != NumberState::Open {
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
                // A position without an entry is refused elsewhere.
                Some(Gone::Through) | None => frame.next += 1,
            }
        }
    }
    Ok(None)
}
