//! Few rares and small values: the mask of a heap is one register.
//!
//! Answers codes of at most two heaps that split, if at most `MOST_RARES` heaps are rare and all values are below 128. A
//! block is settled as by `sparse`, with a mask of a single word. [`super::stream`] keeps only a window of the heaps.

use super::cells::{Cells, Unsettled};
use super::lane::Lane;
use super::rules::Rules;
use super::sparse;

/// The most rares with which this engine is chosen.
pub(crate) const MOST_RARES: usize = 128;

/// Settles the next heaps up to `end`, excluded, and a few more to fill a block.
pub(crate) fn extend<T: Lane>(
    cells: &mut Cells<T>,
    rules: &Rules,
    end: usize,
) -> Result<(), Unsettled> {
    sparse::extend::<T, 1>(cells, rules, end)
}
