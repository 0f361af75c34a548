//! Determines which smaller values of the rare type are excluded, for a range of heaps at once.
//!
//! A value of the rare type is excluded by a common heap paired with a common heap. For each class of the rare type a plan
//! lists common heaps near the beginning (the witnesses): the class is excluded if the partner of a witness has one of the
//! densest classes. The witnesses are chosen one by one, since pairs are far from independent: each must exclude the class
//! for one of the last heaps that few earlier witnesses excluded. For 0.16 that leaves one heap in a hundred undecided,
//! where as many witnesses chosen by density alone leave nine in ten. The dense classes have bit rows, a bit for each heap
//! of a window, and a witness excludes the class for 512 heaps with a handful of vector instructions. The few heaps that no
//! witness excludes stay pending and are searched one by one.

use super::cells::{Cells, quantile};
use super::lane::Lane;
use super::rules::Rules;
use multiversion::multiversion;

/// The number of heaps for which witnesses are applied at once.
pub(crate) const HEARD: usize = 512;
/// The distance of the nearest witnesses, if there are enough heaps.
pub(crate) const NEAREST: usize = 4 * HEARD;
/// The number of classes with a bit row.
const ROWS: usize = 24;
/// The number of heaps that a bit row covers.
const WINDOW: usize = 1 << 14;
/// The number of witnesses that should exclude a class for each heap of the sample, so that searches for undecided classes
/// take little time. Measured on .16 and .37.
const COVERAGE: usize = 3;
/// The last heaps, on which witnesses are tried.
const SAMPLED: usize = NEAREST;
/// The number of witnesses of a class that are tried for each dense class of partners.
const EACH: usize = 64;

/// A witness: it excludes a class for a heap if the heap `back` before has the row's class.
#[derive(Clone, Copy, Debug)]
struct Witness {
    row: u8,
    back: u16,
}

/// The plan and the bit rows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Witnesses {
    /// The witnesses for each class of the rare type that is frequent enough.
    plan: Vec<Vec<Witness>>,
    /// The row of a class, or `ROWS` if it has none.
    row_of: Vec<u8>,
    rows: Vec<Row>,
    /// The heap of the first bit of every row.
    start: usize,
    /// The heaps below this one have their bits.
    known: usize,
    /// The smallest distance of a witness.
    nearest: usize,
}

/// The classes that the witnesses left open, for the heaps that they were last applied to.
#[derive(Clone, Debug, Default)]
pub(crate) struct PendingClasses {
    planned: usize,
    first: usize,
    /// For each heap from the first on, the classes that are not excluded yet.
    pub(crate) pending: Vec<Vec<u16>>,
}

impl PendingClasses {
    /// The number of classes in the plan: pending classes are reported for these only.
    pub(crate) fn planned(&self) -> usize {
        self.planned
    }

    /// The classes in the plan that are not excluded for heap `n`, to which witnesses were applied.
    #[inline(always)]
    pub(crate) fn pending(&self, n: usize) -> &[u16] {
        &self.pending[n - self.first]
    }

    /// Whether witnesses were applied to heap `n`.
    pub(crate) fn has_heard(&self, n: usize) -> bool {
        n >= self.first && n < self.first + self.pending.len()
    }
}

/// The copies of a row. With eight, the bits from any place on are whole bytes of one copy: vectors of WebAssembly, which cannot
/// shift, take 2.5 ns for a witness and not 8. Where they can shift one is as fast, and stays in the first cache.
const COPIES: usize = if cfg!(target_family = "wasm") { 8 } else { 1 };

/// The bits of a class. The copies are shifted by 0, 1, … bits.
#[derive(Clone, Debug)]
struct Row<const N: usize = COPIES> {
    copies: [Vec<u8>; N],
}

impl<const N: usize> Default for Row<N> {
    fn default() -> Self {
        Self {
            copies: std::array::from_fn(|_| Vec::new()),
        }
    }
}

impl<const N: usize> Row<N> {
    /// Drops the first bits.
    fn forget(&mut self, bytes: usize) {
        for copy in &mut self.copies {
            copy.drain(..bytes);
        }
    }

    fn resize(&mut self, bytes: usize) {
        self.copies
            .iter_mut()
            .for_each(|copy| copy.resize(bytes, 0));
    }

    fn set(&mut self, bit: usize) {
        for (shift, copy) in self.copies.iter_mut().enumerate() {
            if let Some(bit) = bit.checked_sub(shift) {
                copy[bit / 8] |= 1 << (bit % 8);
            }
        }
    }

    /// Adds the bits from this one on.
    #[inline(always)]
    fn hear<const WORDS: usize>(&self, from: usize, heard: &mut [u64; WORDS]) {
        let bytes = &self.copies[from % N][from / 8..][..8 * WORDS + 8];
        let words = bytes.as_chunks().0;
        let word = |at: usize| u64::from_le_bytes(words[at]);
        let shift = from as u64 % 8;
        for (at, heard) in heard.iter_mut().enumerate() {
            *heard |= match N {
                1 => word(at) >> shift | (word(at + 1) << 1) << (63 - shift),
                _ => word(at),
            };
        }
    }
}

impl Witnesses {
    /// Makes a plan for the present cells.
    pub(crate) fn plan<T: Lane>(cells: &Cells<T>, rules: &Rules, density: &[f64]) -> Self {
        let classes = density.len();
        let mut dense: Vec<usize> = (0..classes).filter(|&class| density[class] > 0.0).collect();
        dense.sort_by(|&left, &right| density[right].total_cmp(&density[left]));
        dense.truncate(ROWS);
        let nearest = if cells.next() < 2 * WINDOW {
            HEARD
        } else {
            NEAREST
        };
        let mut row_of = vec![ROWS as u8; classes];
        (0..)
            .zip(&dense)
            .for_each(|(row, &class)| row_of[class] = row);
        let start = first_bit(cells);
        let rows = vec![Row::default(); dense.len()];
        let mut all = Witnesses {
            plan: Vec::new(),
            row_of,
            rows,
            start,
            known: start,
            nearest,
        };
        all.learn(cells);
        // A common value may have this many more classes of rares below it than its own class suggests.
        let looked_for = quantile(density, 0.998) + (1 << cells.space.dropped());
        let at = commons_by_class(cells, rules, classes, nearest);
        let first = (all.known - all.start).checked_sub(SAMPLED);
        if let Some(first) = first.filter(|first| *first >= most_back(cells)) {
            all.plan = (0..looked_for.min(classes))
                .map(|class| witnesses(class, &dense, &all.rows, first, &at))
                .collect();
        }
        all
    }

    /// The same plan for cells from elsewhere.
    pub(crate) fn at<T: Lane>(mut self, cells: &Cells<T>) -> Self {
        self.start = first_bit(cells);
        self.known = self.start;
        self.rows.fill(Row::default());
        self.learn(cells);
        self
    }

    /// The smallest distance of a witness: witnesses can be applied to this many heaps before they have cells.
    pub(crate) fn nearest(&self) -> usize {
        self.nearest
    }

    /// Applies the witnesses to the heaps from `first` on, after [`Witnesses::learn`].
    pub(crate) fn hear(&self, first: usize, heard: PendingClasses) -> PendingClasses {
        let mut heard = self.empty(first, HEARD, heard);
        self.fill(first, &mut heard.pending);
        heard
    }

    /// Empty lists for the classes of this many heaps from `first` on.
    pub(crate) fn empty(
        &self,
        first: usize,
        heaps: usize,
        mut heard: PendingClasses,
    ) -> PendingClasses {
        (heard.first, heard.planned) = (first, self.plan.len());
        heard.pending.resize(heaps, Vec::new());
        heard
    }

    /// Applies the witnesses to [`HEARD`] heaps from `first` on.
    pub(crate) fn fill(&self, first: usize, pending: &mut [Vec<u16>]) {
        pending.iter_mut().for_each(Vec::clear);
        for (class, witnesses) in self.plan.iter().enumerate() {
            let excluded = excluded(&self.rows, witnesses, first - self.start);
            for (word, bits) in excluded.iter().enumerate() {
                let mut missing = !bits;
                while missing != 0 {
                    pending[64 * word + missing.trailing_zeros() as usize].push(class as u16);
                    missing &= missing - 1;
                }
            }
        }
    }

    /// Sets the bits of the heaps that have got cells since the last call.
    pub(crate) fn learn<T: Lane>(&mut self, cells: &Cells<T>) {
        let end = cells.next();
        if end - self.start > 4 * WINDOW {
            let forget = (end - WINDOW - self.start) / 64;
            self.rows.iter_mut().for_each(|row| row.forget(8 * forget));
            self.start += 64 * forget;
        }
        let bytes = 8 * ((end - self.start) / 64 + 2);
        self.rows.iter_mut().for_each(|row| row.resize(bytes));
        for heap in self.known..end {
            let class = cells.cell(heap).to_u32() as usize;
            let row = self.row_of.get(class).map(|&row| usize::from(row));
            if let Some(row) = row.and_then(|row| self.rows.get_mut(row)) {
                row.set(heap - self.start);
            }
        }
        self.known = end;
    }
}

/// The heap of the first bit of rows that begin now.
fn first_bit<T: Lane>(cells: &Cells<T>) -> usize {
    cells.next().saturating_sub(WINDOW).max(cells.offset) & !63
}

/// Common heaps that can be witnesses, by class, each with the digits that split: far enough back, and within the window.
fn commons_by_class<T: Lane>(
    cells: &Cells<T>,
    rules: &Rules,
    classes: usize,
    nearest: usize,
) -> Vec<Vec<u16>> {
    let most = most_back(cells);
    let kept = if cells.offset == 0 {
        &cells.cells
    } else {
        &cells.head
    };
    let mut at: Vec<Vec<u16>> = vec![Vec::new(); classes];
    for (heap, cell) in kept.iter().enumerate().take(most).skip(nearest) {
        if let Some(heaps) = at.get_mut(cell.to_u32() as usize) {
            heaps.extend(
                rules
                    .splits
                    .iter()
                    .map(|split| heap + split.taken)
                    .filter(|&back| back < most)
                    .map(|back| back as u16),
            );
        }
    }
    at
}

/// Witnesses are nearer than this.
fn most_back<T: Lane>(cells: &Cells<T>) -> usize {
    (cells.next() / 4).min(WINDOW - NEAREST)
}

/// Witnesses for a class, the densest partners first. Each excludes the class for one of the heaps from bit `first` on that
/// fewer than [`COVERAGE`] earlier ones excluded.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512vl+avx512dq+avx512vbmi+avx512vbmi2+bmi1+bmi2+popcnt+lzcnt",
    "x86_64+avx512f+avx512bw+avx512vl+avx512dq+bmi1+bmi2+popcnt+lzcnt",
    "x86_64+avx2+bmi1+bmi2+popcnt+lzcnt"
))]
fn witnesses(
    class: usize,
    dense: &[usize],
    rows: &[Row],
    first: usize,
    at: &[Vec<u16>],
) -> Vec<Witness> {
    // The heaps that are not excluded by one witness, by two, …
    let mut left = [[u64::MAX; SAMPLED / 64]; COVERAGE];
    let mut plan = Vec::new();
    for (row, &partner) in (0..).zip(dense) {
        let heaps = at.get(class ^ partner).map_or(&[][..], Vec::as_slice);
        let tried = heaps.len().min(EACH);
        // Nearby witnesses exclude nearly the same heaps, so the candidates are spread.
        for back in (0..tried).map(|n| heaps[n * heaps.len() / tried]) {
            let mut heard = [0; SAMPLED / 64];
            rows[usize::from(row)].hear(first - usize::from(back), &mut heard);
            let pairs = heard.iter().zip(&left[COVERAGE - 1]);
            if pairs.fold(0, |gain, (heard, left)| gain | heard & left) == 0 {
                continue;
            }
            plan.push(Witness { row, back });
            for level in (0..COVERAGE).rev() {
                for word in 0..SAMPLED / 64 {
                    let before = if level == 0 { 0 } else { left[level - 1][word] };
                    left[level][word] &= !heard[word] | before;
                }
            }
            if left[COVERAGE - 1] == [0; SAMPLED / 64] {
                return plan;
            }
        }
    }
    plan
}

/// The heaps from bit `at` on that a witness excludes.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512vl+avx512dq+avx512vbmi+avx512vbmi2+bmi1+bmi2+popcnt+lzcnt",
    "x86_64+avx512f+avx512bw+avx512vl+avx512dq+bmi1+bmi2+popcnt+lzcnt",
    "x86_64+avx2+bmi1+bmi2+popcnt+lzcnt"
))]
#[inline(never)] // What it is inlined into is not compiled to vectors for WebAssembly.
fn excluded(rows: &[Row], witnesses: &[Witness], at: usize) -> [u64; HEARD / 64] {
    let mut heard = [0u64; HEARD / 64];
    for some in witnesses.chunks(16) {
        for witness in some {
            let from = at - witness.back as usize;
            rows[witness.row as usize].hear(from, &mut heard);
        }
        if heard == [u64::MAX; HEARD / 64] {
            break;
        }
    }
    heard
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard<const N: usize>(bits: &[usize], forgotten: usize, from: usize) -> [u64; 8] {
        let mut row = Row::<N>::default();
        row.resize(400);
        bits.iter().for_each(|&bit| row.set(bit));
        row.forget(forgotten);
        let mut heard = [0; 8];
        row.hear(from - 8 * forgotten, &mut heard);
        heard
    }

    #[test]
    fn a_row_is_read_as_one_by_one_from_any_bit() {
        let bits: Vec<usize> = (0..2000).filter(|bit| bit * bit % 7 < 2).collect();
        for from in (800..900).chain([1000]) {
            let mut slow = [0; 8];
            let read = bits.iter().filter_map(|bit| bit.checked_sub(from));
            read.filter(|at| *at < 512)
                .for_each(|at| slow[at / 64] |= 1 << (at % 64));
            for forgotten in [0, 80] {
                assert_eq!(heard::<1>(&bits, forgotten, from), slow);
                assert_eq!(heard::<8>(&bits, forgotten, from), slow);
            }
        }
    }
}
