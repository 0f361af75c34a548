//! The sparse space for a block of heaps at once.
//!
//! Answers codes of at most two heaps that split, if few heaps are rare: the engine for long runs of most octal games. The
//! rares at least a block back are paired, for all heaps of the block, with heaps that are already known. The classes they
//! exclude are marked in a mask for each heap, eight heaps in a few vector instructions, with as many words of 64 classes
//! as nearly all heaps need. Nearer rares, the simple moves and the rares found in the block are then added heap by heap. A
//! heap whose class is beyond the words is settled by a pass over all rares. Heap n takes about r/2 vector instructions for r
//! rares and each word. With more threads [`super::ahead`] marks the rares that are far back
//! before their block is reached.

use super::cells::{BLOCK, Cells, Unsettled};
use super::lane::{Lane, MARKED_TOGETHER, Masks, Shift};
use super::rules::Rules;
use super::settle::{exclude, exclude_simple, settle, smallest_free};

/// Settles the next heaps up to `end`, excluded, and a few more to fill a block.
pub(crate) fn extend<T: Lane, const W: usize>(
    cells: &mut Cells<T>,
    rules: &Rules,
    end: usize,
) -> Result<(), Unsettled> {
    cells.shifts.take_back();
    while cells.next() < end {
        let mut excluded = [[[0; MARKED_TOGETHER]; W]; BLOCK / MARKED_TOGETHER];
        block(cells, rules, &mut excluded)?;
    }
    Ok(())
}

/// Settles a block of heaps, in groups with these classes already excluded.
pub(crate) fn block<T: Lane, const W: usize>(
    cells: &mut Cells<T>,
    rules: &Rules,
    excluded: &mut [Masks<W>],
) -> Result<(), Unsettled> {
    let start = cells.next();
    cells.hear(BLOCK);
    cells.shifts.settle_late(start);
    let groups = (start - cells.offset..).step_by(MARKED_TOGETHER);
    for (at, masks) in groups.zip(excluded.iter_mut()) {
        T::mark(&cells.cells, cells.shifts.far(), at, masks);
    }
    settle_block(cells, rules, excluded)
}

/// The pairs that are examined heap by heap.
struct Close<T> {
    /// Rares less than a block back, and the moves that leave one heap, as if that heap were paired with one of value 0.
    near: Vec<Shift<T>>,
    /// Rares whose partners begin within the block.
    late: Vec<Shift<T>>,
    /// Whether heaps may be halved, which is examined for each heap.
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

    /// Excludes the classes of these pairs for heap `n`.
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

/// Settles the heaps of a block one by one; rares found are added to the close ones.
fn settle_block<T: Lane, const W: usize>(
    cells: &mut Cells<T>,
    rules: &Rules,
    excluded: &[Masks<W>],
) -> Result<(), Unsettled> {
    let mut close = Close::of(cells, rules);
    for i in 0..BLOCK {
        let n = cells.next();
        let mut common = excluded[i / MARKED_TOGETHER].map(|row| row[i % MARKED_TOGETHER]);
        close.exclude(cells, rules, n, &mut common);
        let class = match smallest_free(&common) {
            Some(class) => class,
            // Seldom: the words hold the classes of 99 of 100 heaps.
            None => smallest_class(cells, rules, n)?,
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

/// The smallest class of the common type that no option of heap `n` has; examines every rare heap.
fn smallest_class<T: Lane>(cells: &Cells<T>, rules: &Rules, n: usize) -> Result<u32, Unsettled> {
    let mut common = vec![0; T::FLAG.to_u32() as usize / 64];
    exclude_simple(cells, rules, n, &mut common);
    for shift in cells.shifts.iter() {
        let back = shift.back as usize;
        if back < n {
            exclude(&mut common, (cells.cell(n - back) ^ shift.class).to_u32());
        }
    }
    smallest_free(&common).ok_or(Unsettled::Wide)
}
