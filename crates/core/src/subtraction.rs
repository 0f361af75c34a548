//! [`Subtraction`]: a game in which only numbers of one finite set may be taken from a heap.

use crate::game::Alternating;
use crate::heaps::Heap;
use crate::score::WinLoss;

/// Take a number of a finite set from a heap; a player who cannot move loses, or wins in misère play.
pub trait Subtraction: Alternating<Score = WinLoss> {
    /// The size of a heap.
    type Size: Heap;
    /// Whether a player who cannot move wins: misère play.
    const LAST_LOSES: bool = false;
    /// The numbers that may be taken, ascending, each positive.
    fn set(&self) -> &[u64];
    /// The heaps of a position, in their places.
    fn heaps<'p>(&self, at: &'p Self::Position) -> &'p [Self::Size];
    /// The move that takes `taken` from heap number `heap`.
    fn taking(&self, heap: usize, taken: u64) -> Self::Move;
}
