//! The common part of the engines on a sparse space: the cells of all heaps, the rares, and how one heap is settled.

use super::lane::{Lane, Shift, has_pair};
use super::rules::Rules;
use super::shifts::Shifts;
use super::space::Space;
use super::witness::{PendingClasses, Witnesses};
use std::ops::Range;

/// Heaps that the engines of blocks settle between two looks at earlier heaps. Rares nearer than this are paired heap by
/// heap, which takes the most time if few heaps are rare.
pub(crate) const BLOCK: usize = 32;

/// The reason why a heap could not be settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unsettled {
    /// Its class does not fit its cell.
    Wide,
    /// Its value could be rare, and too few pairs are kept to decide this.
    Forgotten,
}

/// The known heaps as cells of a space (see [`Space::encode`]), with the data that the next heap needs.
#[derive(Clone, Debug)]
pub(crate) struct Cells<T> {
    pub(crate) space: Space,
    /// The cell of heap n is `cells[n - offset]`.
    pub(crate) cells: Vec<T>,
    /// The first heap whose cell is kept.
    pub(crate) offset: usize,
    /// The cells of the first heaps, which are kept when others are dropped.
    pub(crate) head: Vec<T>,
    /// Rare heaps, smallest first.
    pub(crate) rares: Vec<u32>,
    /// Each rare heap with each digit that splits.
    pub(crate) shifts: Shifts<T>,
    /// A copy of the cells that other threads read while the next ones are settled; empty if there are none.
    pub(crate) copy: Vec<T>,
    /// The number of 64-bit words that hold the classes of nearly all commons.
    pub(crate) words: usize,
    /// The witnesses, which exclude values of the rare type.
    pub(crate) witnesses: Witnesses,
    /// The classes that they left open.
    pub(crate) heard: PendingClasses,
}

impl<T: Lane> Cells<T> {
    /// The cells of the values of heaps 0, 1, 2, …, converted in place.
    pub(crate) fn encode(rules: &Rules, space: Space, mut values: Vec<T>) -> Self {
        let mut rares = Vec::new();
        for (heap, value) in values.iter_mut().enumerate() {
            *value = space.encode(heap, value.to_u32());
            if *value >= T::FLAG && heap > 0 {
                rares.push(heap as u32);
            }
        }
        let mut cells = Cells {
            space,
            cells: values,
            offset: 0,
            head: Vec::new(),
            rares: Vec::new(),
            shifts: Shifts::default(),
            copy: Vec::new(),
            words: 1,
            witnesses: Witnesses::default(),
            heard: PendingClasses::default(),
        };
        for rare in rares {
            let class = cells.cells[rare as usize] ^ T::FLAG;
            cells.add_rare(rules, rare as usize, class);
        }
        cells.plan(rules);
        cells
    }

    /// The values, converted back in place.
    pub(crate) fn decode(self) -> Vec<T> {
        let (space, mut cells) = (self.space, self.cells);
        for (heap, cell) in cells.iter_mut().enumerate() {
            *cell =
                T::from_u32(space.decode(heap, *cell)).expect("invariant: the value had fitted");
        }
        cells
    }

    /// The values of the heaps from `start` on, all of which are kept.
    pub(crate) fn values_from(&self, start: usize) -> impl Iterator<Item = u32> {
        let kept = &self.cells[start - self.offset..];
        (start..)
            .zip(kept)
            .map(|(heap, &cell)| self.space.decode(heap, cell))
    }

    /// Bytes that this many cells and the other data of the engines take.
    pub(crate) fn memory(&self, length: usize) -> u64 {
        let copies = if self.copy.is_empty() { 1 } else { 2 };
        let cells = (length as u64).saturating_mul(copies * size_of::<T>() as u64);
        cells.saturating_add(16 * self.rares.len() as u64)
    }

    /// Bytes of a cell.
    pub(crate) fn width(&self) -> usize {
        size_of::<T>()
    }

    /// The next heap to be settled.
    pub(crate) fn next(&self) -> usize {
        self.offset + self.cells.len()
    }

    /// The cell of a heap that is kept.
    #[inline(always)]
    pub(crate) fn cell(&self, heap: usize) -> T {
        self.cells[heap - self.offset]
    }

    /// The value of a heap that is kept.
    #[inline(always)]
    pub(crate) fn value(&self, heap: usize) -> u32 {
        self.space.decode(heap, self.cell(heap))
    }

    /// Applies the witnesses, if they were not yet applied to as many heaps to come.
    pub(crate) fn hear(&mut self, heaps: usize) {
        if !self.heard.has_heard(self.next() + heaps - 1) {
            let mut witnesses = std::mem::take(&mut self.witnesses);
            witnesses.learn(self);
            self.heard = witnesses.hear(self.next(), std::mem::take(&mut self.heard));
            self.witnesses = witnesses;
        }
    }

    pub(crate) fn add_rare(&mut self, rules: &Rules, heap: usize, class: T) {
        self.rares.push(heap as u32);
        for split in &rules.splits {
            self.shifts.add(Shift {
                back: (heap + split.taken) as u32,
                class,
            });
        }
    }

    /// Chooses again how many classes are examined and which witnesses are used, from the classes of the last heaps.
    pub(crate) fn plan(&mut self, rules: &Rules) {
        let density = self.density();
        // Each word costs every heap vector instructions for every rare; a class beyond the words, a pass of its own over the rares.
        self.words = quantile(&density, 0.99).div_ceil(64);
        self.witnesses = Witnesses::plan(self, rules, &density);
        self.heard = PendingClasses::default();
    }

    /// The share of each class among the last common heaps; the number of classes is the next power of two.
    fn density(&self) -> Vec<f64> {
        const SAMPLED: usize = 1 << 16;
        let recent = &self.cells[self.cells.len().saturating_sub(SAMPLED)..];
        let recent: Vec<usize> = recent
            .iter()
            .filter(|&&cell| cell < T::FLAG)
            .map(|cell| cell.to_u32() as usize)
            .collect();
        let classes = recent
            .iter()
            .max()
            .map_or(1, |largest| (largest + 1).next_power_of_two());
        let mut density = vec![0f64; classes];
        recent
            .iter()
            .for_each(|&class| density[class] += 1.0 / recent.len() as f64);
        density
    }

    /// Whether some pair of heaps that a digit leaves of heap `n` has a value of this class and the rare type.
    pub(crate) fn has_rare_pair(
        &self,
        rules: &Rules,
        n: usize,
        class: T,
    ) -> Result<bool, Unsettled> {
        if self.offset > 0 {
            return self
                .has_kept_pair(rules, n, class)
                .then_some(true)
                .ok_or(Unsettled::Forgotten);
        }
        Ok(has_pair_from(&self.cells, rules, n, 1..usize::MAX, class))
    }

    /// The same among the pairs of the first heaps with the last ones.
    fn has_kept_pair(&self, rules: &Rules, n: usize, class: T) -> bool {
        rules.splits.iter().any(|split| {
            let rest = n - split.taken;
            let last = (rest - self.offset).min(self.head.len() - 1);
            let from = rest - last - self.offset;
            has_pair(&self.head[1..=last], &self.cells[from..from + last], class)
        })
    }
}

/// Whether some pair of heaps that a digit leaves of heap `n`, with the smaller one among these, has this cell as its
/// exclusive or.
pub(crate) fn has_pair_from<T: Lane>(
    cells: &[T],
    rules: &Rules,
    n: usize,
    small: Range<usize>,
    class: T,
) -> bool {
    rules.splits.iter().any(|split| {
        let rest = n - split.taken;
        let last = if split.unequal {
            (rest - 1) / 2
        } else {
            rest / 2
        };
        let small = small.start..small.end.min(last + 1);
        let large = rest + 1 - small.end..=rest - small.start;
        has_pair(&cells[small], &cells[large], class)
    })
}

/// The number of classes, counted from 0, that hold this share of the commons.
pub(crate) fn quantile(density: &[f64], share: f64) -> usize {
    let mut sum = 0.0;
    let reached = density.iter().position(|next| {
        sum += next;
        sum >= share
    });
    reached.map_or(density.len(), |last| last + 1)
}
