//! The sparse space for a block of heaps at once.
//!
//! Answers codes of at most two heaps that split, where few heaps are rare: the engine for long runs of most octal games.
//! For a block of heaps the rares that lie a block or more back meet heaps that are all known: what they exclude is marked in a
//! mask for each heap, eight heaps in a few vector instructions, with as many words of 64 classes as nearly all heaps need.
//! What is nearer than a block, the simple moves and the rares found on the way are then added heap by heap. A heap whose class is
//! beyond the words is settled by [`super::sparse_scalar`]'s pass over all rares.
//! Heap n takes about r/2 vector instructions for r rares and each word. Groups of heaps run on threads where there are enough
//! rares.

use super::cells::{BLOCK, Cells, Unsettled};
use super::lane::{Lane, MARKED_TOGETHER, Masks, Shift};
use super::rules::Rules;
use super::settle::{exclude, exclude_simple, settle, smallest_free};
use super::sparse_scalar;
use super::witness::HEARD;
use rayon::prelude::*;

/// Rares for which a second thread pays.
const SHARED: usize = 500;

/// The excluded classes of the heaps of a group, 64 a word.
type Excluded<const W: usize> = [[u64; W]; BLOCK];

/// Settles the next heaps up to `end`, excluded, and a few more to fill a block.
pub(crate) fn extend<T: Lane, const W: usize>(
    cells: &mut Cells<T>,
    rules: &Rules,
    end: usize,
    threads: usize,
) -> Result<(), Unsettled> {
    let together = if cells.shifts.len() < SHARED {
        1
    } else {
        threads.clamp(1, HEARD / BLOCK)
    };
    cells.shifts.set_length(together * BLOCK);
    while cells.next() < end {
        cells.hear(together * BLOCK);
        block::<T, W>(cells, rules, together)?;
    }
    Ok(())
}

/// Settles a block of so many groups.
pub(crate) fn block<T: Lane, const W: usize>(
    cells: &mut Cells<T>,
    rules: &Rules,
    together: usize,
) -> Result<(), Unsettled> {
    let start = cells.next();
    cells.shifts.settle_late(start);
    let mut close = Close::of(cells, rules);
    if together == 1 {
        let far = excluded_by_far::<T, W>(cells, start);
        return settle_group(cells, rules, &far, &mut close);
    }
    let groups: Vec<Excluded<W>> = (0..together)
        .into_par_iter()
        .map(|group| excluded_by_far(cells, start + group * BLOCK))
        .collect();
    groups
        .iter()
        .try_for_each(|far| settle_group(cells, rules, far, &mut close))
}

/// What is met heap by heap.
struct Close<T> {
    /// Rares less than a block back, and the moves that leave one heap: as if that heap were paired with one of value 0.
    near: Vec<Shift<T>>,
    /// Rares whose partners begin within the block.
    late: Vec<Shift<T>>,
    /// Whether heaps may be halved, which is looked at anew for each heap.
    halves: bool,
}

impl<T: Lane> Close<T> {
    fn of(cells: &Cells<T>, rules: &Rules) -> Self {
        let takes = rules.takes.iter().map(|&taken| Shift {
            back: taken as u32,
            class: cells.space.taking(taken),
        });
        Close {
            near: cells.shifts.near().iter().copied().chain(takes).collect(),
            late: cells.shifts.late().to_vec(),
            halves: rules.has_halves(),
        }
    }

    /// Excludes what these exclude for heap `n`.
    #[inline(always)]
    fn exclude<const W: usize>(
        &self,
        cells: &Cells<T>,
        rules: &Rules,
        n: usize,
        common: &mut [u64; W],
    ) {
        let end = &cells.cells[..];
        for shift in &self.near {
            exclude(
                common,
                (end[end.len() - shift.back as usize] ^ shift.class).to_u32(),
            );
        }
        for shift in self.late.iter().filter(|shift| (shift.back as usize) < n) {
            exclude(
                common,
                (cells.cell(n - shift.back as usize) ^ shift.class).to_u32(),
            );
        }
        if self.halves {
            exclude_simple(cells, rules, n, common);
        }
    }
}

/// The classes of the common type that the far rares exclude for each heap of the group from `start` on.
fn excluded_by_far<T: Lane, const W: usize>(cells: &Cells<T>, start: usize) -> Excluded<W> {
    let mut all = [[0; W]; BLOCK];
    for (part, found) in all.chunks_exact_mut(MARKED_TOGETHER).enumerate() {
        let mut masks: Masks<W> = [[0; MARKED_TOGETHER]; W];
        T::mark(
            &cells.cells,
            cells.shifts.far(),
            start - cells.offset + part * MARKED_TOGETHER,
            &mut masks,
        );
        for (i, mask) in found.iter_mut().enumerate() {
            *mask = masks.map(|row| row[i]);
        }
    }
    all
}

/// Settles the heaps of a group one by one; rares found are added to the close ones.
fn settle_group<T: Lane, const W: usize>(
    cells: &mut Cells<T>,
    rules: &Rules,
    far: &Excluded<W>,
    close: &mut Close<T>,
) -> Result<(), Unsettled> {
    for excluded in far {
        let n = cells.next();
        let mut common = *excluded;
        close.exclude(cells, rules, n, &mut common);
        let class = match smallest_free(&common) {
            Some(class) => class,
            None => sparse_scalar::smallest_class(cells, rules, n)?,
        };
        if let Some(class) = settle(cells, rules, class)? {
            close.late.extend(rules.splits.iter().map(|split| Shift {
                back: (n + split.taken) as u32,
                class,
            }));
        }
    }
    Ok(())
}
