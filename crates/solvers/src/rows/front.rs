//! **Who wins when each player takes 1 to k values from the left end of a row and scores their sum?**
//! O(n) time and memory for all ends of the row at once, for any k.
//!
//! Let T(i) be the sum of the values from i on and A(i) the part of it that the player to move there gets. The mover gets
//! everything except for the other player's part: `A(i) = T(i) − min A(j)` over i < j ≤ i + k, a minimum over a sliding
//! window.

use super::cell::{Cells, Fill, TableError, Width, afford, filled, suffix_sums};
use super::stripes::Sweep;
use super::window::SlidingMinimum;

/// The points that the player to move gets of every end of a row.
#[derive(Clone, Debug)]
pub struct FrontTable {
    most: usize,
    length: usize,
    totals: Cells,
}

impl FrontTable {
    /// Fills the table of a row of which at most `most` ≥ 1 values are taken at a time. `go_on` is called every 2¹⁶ values.
    ///
    /// # Errors
    /// [`TableError::Memory`] if the tables take more than `memory` bytes, [`TableError::Stopped`] if `go_on` returns
    /// false.
    ///
    /// ```
    /// use bouton_solvers::rows::front::FrontTable;
    /// let margin = |row: &[i64]| FrontTable::fill(row, 3, 1 << 20, || true).unwrap().margin(0);
    /// assert!(margin(&[1, 2, 3, 7]) < 0);
    /// assert!(margin(&[1, 2, 3, -9]) > 0);
    /// assert_eq!(margin(&[1, 2, 3, 6]), 0);
    /// ```
    pub fn fill(
        row: &[i64],
        most: usize,
        memory: u64,
        go_on: impl FnMut() -> bool,
    ) -> Result<Self, TableError> {
        let width = Width::of(row);
        let window = most.min(row.len()) as u128 * (width.bytes() + 16);
        afford(2 * row.len() as u128 * width.bytes() + window, memory)?;
        let totals = filled(width, FromTheEnd { row, most, go_on })?;
        Ok(Self {
            most,
            length: row.len(),
            totals,
        })
    }

    /// The takings that are legal when the row starts at `start`.
    pub fn takings(&self, start: usize) -> impl ExactSizeIterator<Item = usize> + use<> {
        1..self.most.min(self.length - start) + 1
    }

    /// The points that the player to move gets of the values from `start` on; 0 at the end of the row.
    pub fn total(&self, start: usize) -> i128 {
        self.totals.get(start)
    }

    /// The margin for the player to move; O(k).
    pub fn margin(&self, start: usize) -> i128 {
        let others = self
            .takings(start)
            .map(|taken| self.total(start + taken))
            .min();
        self.total(start) - others.unwrap_or_default()
    }

    /// Every taking that reaches the margin, smallest first; O(k).
    pub fn best(&self, start: usize) -> impl Iterator<Item = usize> + '_ {
        let least = self
            .takings(start)
            .map(|taken| self.total(start + taken))
            .min();
        self.takings(start)
            .filter(move |taken| Some(self.total(start + taken)) == least)
    }
}

/// The totals of a row, filled from its right end.
struct FromTheEnd<'r, F> {
    row: &'r [i64],
    most: usize,
    go_on: F,
}

impl<F: FnMut() -> bool> Fill for FromTheEnd<'_, F> {
    fn fill<T: Sweep>(mut self) -> Result<Vec<T>, TableError> {
        let mut totals = suffix_sums::<T>(self.row);
        let mut others = SlidingMinimum::default();
        for start in (0..self.row.len()).rev() {
            if start % (1 << 16) == 0 && !(self.go_on)() {
                return Err(TableError::Stopped);
            }
            others.push(start + 1, totals[start + 1]);
            others.keep(|place| place - start <= self.most);
            let least = others
                .minimum()
                .expect("invariant: the entry just pushed is inside");
            totals[start] = totals[start].minus(least);
        }
        Ok(totals)
    }
}
