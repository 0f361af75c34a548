//! The sparse space one heap at a time: a mark for every rare heap.
//!
//! Answers codes of at most two heaps that split, if few heaps are rare. Heap n takes as many steps as there are rare
//! heaps, and a search for every smaller value of the rare type, which ends after few vectors. It is the simplest engine on
//! a sparse space, with which the others are compared.

use super::cells::{Cells, Unsettled};
use super::lane::Lane;
use super::rules::Rules;
use super::settle::{exclude, exclude_simple, settle_unheard, smallest_free};

/// Settles the next heaps up to `end`, excluded.
pub(crate) fn extend<T: Lane>(
    cells: &mut Cells<T>,
    rules: &Rules,
    end: usize,
) -> Result<(), Unsettled> {
    for n in cells.next()..end {
        let class = smallest_class(cells, rules, n)?;
        settle_unheard(cells, rules, class)?;
    }
    Ok(())
}

/// The smallest class of the common type that no option of heap `n` has; examines every rare heap.
pub(crate) fn smallest_class<T: Lane>(
    cells: &Cells<T>,
    rules: &Rules,
    n: usize,
) -> Result<u32, Unsettled> {
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
