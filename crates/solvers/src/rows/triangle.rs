//! **Who wins each sub-row of a row when coins are taken from its ends, and by which end?**
//! The full interval table by increasing width: n²/2 cells of time and memory, no recursion.
//!
//! Cells are in one flat array, width by width, in the narrowest integers that cannot overflow. The best ends are not
//! stored: they follow from a cell, its two values and the two cells below it.
//!
//! Not for one answer: [`fold`](super::fold) gives it in O(n), [`diagonal`](super::diagonal) with O(n) memory.

use super::cell::{Cells, Fill, TableError, Width, afford, cells, filled};
use super::fold::Ends;
use super::stripes::Sweep;
use std::ops::Range;

/// The margins of all sub-rows of a row.
#[derive(Clone, Debug)]
pub struct Triangle {
    row: Vec<i64>,
    margins: Cells,
}

/// The index of the first sub-row of `width` values in the flat array of a row of `length` values.
fn start_of(width: usize, length: usize) -> usize {
    (width - 1) * length - (width - 1) * width.saturating_sub(2) / 2
}

/// The bytes that the table of a row takes.
pub fn bytes_needed(row: &[i64]) -> u128 {
    let length = row.len() as u128;
    length * (length + 1) / 2 * Width::of(row).bytes()
}

impl Triangle {
    /// Fills the table, if it takes at most `memory` bytes. `go_on` is called before each width.
    ///
    /// # Errors
    /// [`TableError::Memory`] if the table is too large, [`TableError::Stopped`] if `go_on` returns false.
    ///
    /// ```
    /// use bouton_solvers::rows::triangle::Triangle;
    /// let triangle = Triangle::fill(&[4, 5, 3, 1, 2], 1 << 20, || true).unwrap();
    /// assert_eq!(triangle.margin(0..5), 1);
    /// assert_eq!(triangle.margin(1..4), 3);
    /// ```
    pub fn fill(row: &[i64], memory: u64, go_on: impl FnMut() -> bool) -> Result<Self, TableError> {
        afford(bytes_needed(row), memory)?;
        let margins = filled(Width::of(row), ByWidth { row, go_on })?;
        Ok(Self {
            row: row.to_vec(),
            margins,
        })
    }

    /// The row.
    pub fn row(&self) -> &[i64] {
        &self.row
    }

    /// The integers that the table is stored in.
    pub fn width(&self) -> Width {
        self.margins.width()
    }

    /// The margin of the sub-row `at` for the player to move, 0 for an empty one; O(1).
    ///
    /// # Panics
    /// If `at` ends past the end of the row.
    pub fn margin(&self, at: Range<usize>) -> i128 {
        assert!(
            at.end <= self.row.len(),
            "the sub-row {at:?} ends past the row"
        );
        if at.is_empty() {
            return 0;
        }
        let index = start_of(at.len(), self.row.len()) + at.start;
        self.margins.get(index)
    }

    /// The values of the two first moves in the sub-row `at`, `None` for an empty one; O(1).
    ///
    /// # Panics
    /// If `at` ends past the end of the row.
    pub fn ends(&self, at: Range<usize>) -> Option<Ends> {
        let values = self.row[at.clone()]
            .first()
            .zip(self.row[at.clone()].last());
        values.map(|(&first, &last)| Ends {
            left: i128::from(first) - self.margin(at.start + 1..at.end),
            right: i128::from(last) - self.margin(at.start..at.end - 1),
        })
    }
}

/// The table of a row, filled by increasing width.
struct ByWidth<'r, F> {
    row: &'r [i64],
    go_on: F,
}

impl<F: FnMut() -> bool> Fill for ByWidth<'_, F> {
    fn fill<T: Sweep>(mut self) -> Result<Vec<T>, TableError> {
        let row: Vec<T> = cells(self.row);
        let length = row.len();
        let mut margins = vec![T::default(); length * (length + 1) / 2];
        margins[..length].copy_from_slice(&row);
        for width in 2..=length {
            if !(self.go_on)() {
                return Err(TableError::Stopped);
            }
            let count = length + 1 - width;
            let (below, above) = margins[start_of(width - 1, length)..].split_at_mut(count + 1);
            // One width at a time: a sweep keeps only the last of its eight, and here each is stored.
            T::widen(&row, width, below, &mut above[..count]);
        }
        Ok(margins)
    }
}
