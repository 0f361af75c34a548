//! Several threads on a sparse space: while one settles a stretch of heaps, the others prepare the next one.
//!
//! For the heaps of the next stretch, a rare heap at least two stretches back is paired only with heaps that were known
//! before the present stretch began. The same holds for the witnesses, and for every pair of heaps neither of which is
//! small; some thousands of these pairs are examined. The values that these exclude do not depend on the present stretch,
//! so little is left for settling, which must go one heap after the other. The thread that is ready first takes groups of
//! the next stretch from the other. The threads read a copy of the cells, which grows by a stretch at a time: one more byte
//! a heap, two if values take two.
//! Not for few rares: a stretch is then finished before another thread starts.

use super::cells::{BLOCK, Cells, Unsettled, has_pair_from};
use super::lane::{Lane, MARKED_TOGETHER, Masks, Shift};
use super::rules::Rules;
use super::settle::smallest_free;
use super::space::Space;
use super::sparse;
use super::witness::{HEARD, NEAREST, PendingClasses, Witnesses};
use rayon::ThreadPool;
use rayon::prelude::*;
use std::ops::Range;

/// The number of rares, counted once for every digit that splits, for which a second thread pays.
pub(crate) const WORTH_SHARING: usize = 1000;
/// Heaps in a stretch.
const STRETCH: usize = NEAREST / 2;
/// The distance that a heap must have to be examined in advance.
const DISTANCE: usize = NEAREST;
/// The smaller heaps of the pairs that are examined in advance. A class that none of these pairs has is left to the heap's
/// own search, which begins with the smallest heaps: in some games only those pairs have it, and examining all others would
/// be useless.
/// without effect.
const SEARCHED: Range<usize> = DISTANCE..DISTANCE + (1 << 12);
/// Groups in a block.
const GROUPS: usize = BLOCK / MARKED_TOGETHER;

/// Settles the next heaps up to `end`, excluded, and a few more to fill a block.
pub(crate) fn extend<T: Lane, const W: usize>(
    cells: &mut Cells<T>,
    rules: &Rules,
    end: usize,
    pool: &ThreadPool,
) -> Result<(), Unsettled> {
    if cells.witnesses.nearest() >= DISTANCE && cells.next() + 3 * STRETCH <= end {
        pool.install(|| stretches::<T, W>(cells, rules, end))?;
    }
    sparse::extend::<T, W>(cells, rules, end)
}

/// Settles as many stretches as end before `end`.
fn stretches<T: Lane, const W: usize>(
    cells: &mut Cells<T>,
    rules: &Rules,
    end: usize,
) -> Result<(), Unsettled> {
    let mut copy = std::mem::take(&mut cells.copy);
    let mut witnesses = std::mem::take(&mut cells.witnesses);
    let mut excluded = vec![[[0; MARKED_TOGETHER]; W]; STRETCH / MARKED_TOGETHER];
    witnesses.learn(cells);
    cells.heard = hear(&witnesses, cells.next(), std::mem::take(&mut cells.heard));
    let mut spare = PendingClasses::default();
    while cells.next() + 2 * STRETCH <= end {
        copy.extend_from_slice(&cells.cells[copy.len()..]);
        witnesses.learn(cells);
        let (list, known) = cells.shifts.distant(cells.next(), DISTANCE);
        let next = Next {
            space: cells.space,
            cells: &copy,
            rules,
            list: &list,
            witnesses: &witnesses,
            start: cells.next() + STRETCH,
        };
        let (settled, prepared) = rayon::join(
            || settle(cells, rules, &mut excluded),
            || next.prepare::<W>(spare),
        );
        settled?;
        let heard;
        (excluded, heard) = prepared;
        spare = std::mem::replace(&mut cells.heard, heard);
        cells.shifts.mark_ahead(list, DISTANCE, known);
    }
    (cells.copy, cells.witnesses) = (copy, witnesses);
    settle(cells, rules, &mut excluded)
}

/// Applies the witnesses to a stretch.
fn hear(witnesses: &Witnesses, start: usize, spare: PendingClasses) -> PendingClasses {
    let mut heard = witnesses.empty(start, STRETCH, spare);
    let parts = heard.pending.par_chunks_mut(HEARD);
    parts
        .enumerate()
        .for_each(|(part, pending)| witnesses.fill(start + part * HEARD, pending));
    heard
}

/// Settles a stretch.
fn settle<T: Lane, const W: usize>(
    cells: &mut Cells<T>,
    rules: &Rules,
    excluded: &mut [Masks<W>],
) -> Result<(), Unsettled> {
    excluded
        .chunks_mut(GROUPS)
        .try_for_each(|groups| sparse::block(cells, rules, groups))
}

/// The next stretch, and the data known before the present one is settled.
struct Next<'s, T> {
    space: Space,
    cells: &'s [T],
    rules: &'s Rules,
    /// The rares to mark in advance.
    list: &'s [Shift<T>],
    witnesses: &'s Witnesses,
    /// Its first heap.
    start: usize,
}

impl<T: Lane> Next<'_, T> {
    /// The excluded classes of the common type for each group of heaps, and those of the rare type that are open.
    fn prepare<const W: usize>(&self, spare: PendingClasses) -> (Vec<Masks<W>>, PendingClasses) {
        let groups = (self.start..self.start + STRETCH).into_par_iter();
        let mark = |at| {
            let mut masks = [[0; MARKED_TOGETHER]; W];
            T::mark(self.cells, self.list, at, &mut masks);
            masks
        };
        let (mut heard, excluded) = rayon::join(
            || hear(self.witnesses, self.start, spare),
            || -> Vec<Masks<W>> { groups.step_by(MARKED_TOGETHER).map(mark).collect() },
        );
        let open = heard.pending.par_chunks_mut(MARKED_TOGETHER);
        open.zip(&excluded)
            .enumerate()
            .for_each(|(group, (pending, masks))| {
                self.search(self.start + group * MARKED_TOGETHER, pending, masks)
            });
        (excluded, heard)
    }

    /// Removes the open classes of the rare type that some pair has, for each heap of the group at `first`. Classes larger
    /// than the heap's own class can be are left, since they may not matter.
    fn search<const W: usize>(&self, first: usize, pending: &mut [Vec<u16>], masks: &Masks<W>) {
        for (i, classes) in pending.iter_mut().enumerate() {
            let n = first + i;
            let common = masks.map(|row| row[i]);
            let least = smallest_free(&common).unwrap_or(64 * W as u32);
            let limit = self.space.rares_below(n, least);
            let is_open = |class: u32| {
                let class = T::from_u32(class).filter(|&class| class < T::FLAG);
                class.is_none_or(|class| !has_pair_from(self.cells, self.rules, n, SEARCHED, class))
            };
            classes.retain(|&class| u32::from(class) >= limit || is_open(class.into()));
        }
    }
}
