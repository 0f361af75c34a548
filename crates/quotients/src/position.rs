//! A sum of heaps.

use smallvec::SmallVec;

/// The heaps of a sum, smallest first, each as often as it occurs.
pub type Position = SmallVec<[u32; 8]>;

/// The sum of two positions.
pub(crate) fn sum(left: &[u32], right: &[u32]) -> Position {
    let mut heaps = Position::with_capacity(left.len() + right.len());
    heaps.extend_from_slice(left);
    heaps.extend_from_slice(right);
    heaps.sort_unstable();
    heaps
}

/// The first place of each distinct heap in a position.
pub(crate) fn places(at: &[u32]) -> impl Iterator<Item = usize> {
    (0..at.len()).filter(|&index| index == 0 || at[index - 1] != at[index])
}

/// The position with one heap replaced by the heaps that a move leaves.
pub(crate) fn after(at: &[u32], index: usize, left: &[u32]) -> Position {
    let mut heaps = Position::with_capacity(at.len() - 1 + left.len());
    heaps.extend_from_slice(&at[..index]);
    heaps.extend_from_slice(&at[index + 1..]);
    heaps.extend_from_slice(left);
    heaps.sort_unstable();
    heaps
}
