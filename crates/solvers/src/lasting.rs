//! [`Lasting`]: the length of play of one heap, where a move leaves at most one heap.

use bouton_core::{Meter, StopReason};
use num_bigint::BigUint;

/// The limit of moves of all smaller heaps together; a heap beyond it has no answer.
const MOST: u64 = 1 << 20;

/// Plies to the end when the winner hurries and the loser delays, by the size of the heap.
#[derive(Debug, Default)]
pub(crate) struct Lasting(Vec<u32>);

impl Lasting {
    /// The plies of a heap with at most `moves` moves to the heaps `options`; `None` if the table would be too long.
    pub(crate) fn of<I: Iterator<Item = usize>>(
        &mut self,
        heap: &BigUint,
        moves: u64,
        options: impl Fn(usize) -> I,
        wins: impl Fn(usize) -> bool,
        meter: &mut Meter,
    ) -> Result<Option<u32>, StopReason> {
        let size = u64::try_from(heap).ok();
        let near = size.filter(|size| size.saturating_mul(moves.min(*size)) <= MOST);
        let Some(heap) = near.map(|size| size as usize) else {
            return Ok(None);
        };
        while self.0.len() <= heap {
            meter.visit()?;
            let n = self.0.len();
            let plies = if wins(n) {
                let lost = options(n).filter(|to| !wins(*to));
                lost.map(|to| self.0[to] + 1).min()
            } else {
                options(n).map(|to| self.0[to] + 1).max()
            };
            self.0.push(plies.unwrap_or(0));
        }
        Ok(Some(self.0[heap]))
    }
}
