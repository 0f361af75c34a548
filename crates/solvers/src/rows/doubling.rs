//! **Who wins when a player may take up to twice the largest number taken so far from the left end of a row?**
//! Every state (values left, largest taking M) in O(1) amortised: n²/4 cells.
//!
//! With r values left let T(r) be their sum and A(r, M) the part of it that the player to move gets. The mover gets
//! everything except for the other player's part: `A(r, M) = T(r) − min A(r−X, max(M, X))` over 1 ≤ X ≤ min(2M, r).
//!
//! * If 2M ≥ r, every taking is legal, now and later, and M no longer matters: it is clamped to ⌈r/2⌉.
//! * The takings X ≤ M keep M: for each M they are a window over r that slides as r grows.
//! * The takings M < X ≤ 2M lead to (r−X, X): for each r they are a window over X that slides as M grows.
//!
//! Not for more than some ten thousand values, when the table exceeds the memory.

use super::cell::{Cell, Cells, Fill, TableError, Width, afford, filled, suffix_sums};
use super::stripes::Sweep;
use super::window::SlidingMinimum;

/// The points that the player to move gets in every state of a row.
#[derive(Clone, Debug)]
pub struct DoublingTable {
    length: usize,
    totals: Cells,
}

/// The largest M that is distinguished when `left` values are left: with it all of them may be taken.
fn largest_kept(left: usize) -> usize {
    left.div_ceil(2).max(1)
}

/// The index of the first state with `left` values in the flat array; with no values left there is one state, worth
/// nothing.
fn start_of(left: usize) -> usize {
    // 1 + the sum of ⌈q/2⌉ over 1 ≤ q < left
    if left == 0 { 0 } else { 1 + left * left / 4 }
}

/// The index of the state with `left` values and the largest taking `largest` ≥ 1 in the flat array.
fn index(left: usize, largest: usize) -> usize {
    start_of(left) + largest.min(largest_kept(left)) - 1
}

/// The most bytes that filling the table of a row takes: the states, and windows which together hold at most half as many
/// entries, in buffers of up to twice their size.
pub fn bytes_needed(row: &[i64]) -> u128 {
    bytes_of(row.len(), Width::of(row).bytes())
}

/// A sentence with the longest row whose table fits in these bytes, if this one does not; its values are assumed to be no
/// larger.
///
/// ```
/// use bouton_solvers::rows::doubling::would_fit;
/// assert_eq!(would_fit(&[1; 100], 1 << 20), None);
/// let told = "the table of a row of 100000 values takes 46.6 GB; within 2.0 GB one of up to 20722 would go";
/// assert_eq!(would_fit(&[1; 100_000], 2 << 30).unwrap(), told);
/// ```
pub fn would_fit(row: &[i64], memory: u64) -> Option<String> {
    let needed = bytes_needed(row);
    if needed <= memory.into() {
        return None;
    }
    let cell = Width::of(row).bytes();
    let (mut longest, mut too_long) = (0, row.len());
    while too_long - longest > 1 {
        let length = longest.midpoint(too_long);
        match bytes_of(length, cell) <= memory.into() {
            true => longest = length,
            false => too_long = length,
        }
    }
    let size = |bytes: u128| match bytes as f64 / f64::from(1 << 20) {
        megabytes if megabytes < 512.0 => format!("{megabytes:.1} MB"),
        megabytes => format!("{:.1} GB", megabytes / 1024.0),
    };
    Some(format!(
        "the table of a row of {} values takes {}; within {} one of up to {longest} would go",
        row.len(),
        size(needed),
        size(memory.into())
    ))
}

fn bytes_of(length: usize, cell: u128) -> u128 {
    let length = length as u128;
    let states = length * length / 4 + length + 2;
    let entry = (8 + cell).next_multiple_of(cell.max(8));
    states * (cell + entry)
}

impl DoublingTable {
    /// Fills the table, if that takes at most `memory` bytes. `go_on` is called once for each value of the row.
    ///
    /// # Errors
    /// [`TableError::Memory`] if the table is too large, [`TableError::Stopped`] if `go_on` returns false.
    ///
    /// ```
    /// use bouton_solvers::rows::doubling::DoublingTable;
    /// let table = DoublingTable::fill(&[2, 7, 9, 4, 4], 1 << 20, || true).unwrap();
    /// assert_eq!(table.total(0, 1), 10);
    /// ```
    pub fn fill(row: &[i64], memory: u64, go_on: impl FnMut() -> bool) -> Result<Self, TableError> {
        afford(bytes_needed(row), memory)?;
        let totals = filled(Width::of(row), ByLength { row, go_on })?;
        Ok(Self {
            length: row.len(),
            totals,
        })
    }

    /// The takings that are legal when the row starts at `start` and `largest` ≥ 1 is the largest so far.
    pub fn takings(
        &self,
        start: usize,
        largest: usize,
    ) -> impl ExactSizeIterator<Item = usize> + use<> {
        1..largest.saturating_mul(2).min(self.length - start) + 1
    }

    /// The points that the player to move gets of the values from `start` on; 0 at the end of the row.
    pub fn total(&self, start: usize, largest: usize) -> i128 {
        self.totals.get(index(self.length - start, largest))
    }

    /// The margin for the player to move. O(the number of takings).
    pub fn margin(&self, start: usize, largest: usize) -> i128 {
        self.total(start, largest) - self.least_left(start, largest).unwrap_or_default()
    }

    /// Every taking that reaches the margin, smallest first; O(the number of takings).
    pub fn best(&self, start: usize, largest: usize) -> impl Iterator<Item = usize> + '_ {
        let least = self.least_left(start, largest);
        let left = move |taken: &usize| self.total(start + taken, largest.max(*taken));
        self.takings(start, largest)
            .filter(move |taken| Some(left(taken)) == least)
    }

    /// The least that the mover can leave to the other player.
    fn least_left(&self, start: usize, largest: usize) -> Option<i128> {
        self.takings(start, largest)
            .map(|taken| self.total(start + taken, largest.max(taken)))
            .min()
    }
}

/// The totals of a row, filled by the number of values left.
struct ByLength<'r, F> {
    row: &'r [i64],
    go_on: F,
}

impl<F: FnMut() -> bool> Fill for ByLength<'_, F> {
    fn fill<T: Sweep>(mut self) -> Result<Vec<T>, TableError> {
        let sums = suffix_sums::<T>(self.row);
        let length = self.row.len();
        let mut states = States {
            totals: vec![T::default()],
            windows: vec![],
        };
        for left in 1..=length {
            if !(self.go_on)() {
                return Err(TableError::Stopped);
            }
            states.append(left, sums[length - left]);
        }
        Ok(states.totals)
    }
}

/// The table while it is being filled.
struct States<T> {
    totals: Vec<T>,
    /// For M = 1, 2, …: the totals of the states that takings of at most M lead to.
    windows: Vec<SlidingMinimum<T>>,
}

impl<T: Cell> States<T> {
    fn at(&self, left: usize, largest: usize) -> T {
        self.totals[index(left, largest)]
    }

    /// Adds the states with `left` values, whose sum is `sum`.
    fn append(&mut self, left: usize, sum: T) {
        self.open_windows(left);
        let mut larger = SlidingMinimum::default();
        let mut seen = 1;
        for largest in 1..=largest_kept(left) {
            for taken in seen + 1..=(2 * largest).min(left) {
                larger.push(taken, self.at(left - taken, taken));
                seen = taken;
            }
            larger.keep(|taken| taken > largest);
            let entry = self.at(left - 1, largest);
            let window = &mut self.windows[largest - 1];
            window.push(left - 1, entry);
            window.keep(|place| left - place <= largest);
            let least = window.minimum().into_iter().chain(larger.minimum()).min();
            let least = least.expect("invariant: the entry just pushed is inside");
            self.totals.push(sum.minus(least));
        }
    }

    /// Starts the windows that are first needed by the states with `left` values: before, M was clamped.
    fn open_windows(&mut self, left: usize) {
        for largest in self.windows.len() + 1..=largest_kept(left) {
            let mut window = SlidingMinimum::default();
            for place in left.saturating_sub(largest)..left - 1 {
                window.push(place, self.at(place, largest));
            }
            self.windows.push(window);
        }
    }
}
