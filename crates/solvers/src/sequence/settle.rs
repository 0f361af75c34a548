//! Settles one heap, after the excluded classes of the common type are known.

use super::cells::{Cells, Unsettled};
use super::lane::Lane;
use super::rules::Rules;

/// Adds a class to a mask of 64 classes a word; classes beyond its words are dropped.
#[inline(always)]
pub(crate) fn exclude(mask: &mut [u64], class: u32) {
    if let Some(word) = mask.get_mut(class as usize / 64) {
        *word |= 1 << (class % 64);
    }
}

/// The smallest class that is not in a mask.
#[inline(always)]
pub(crate) fn smallest_free(mask: &[u64]) -> Option<u32> {
    let word = mask.iter().position(|&word| word != u64::MAX)?;
    Some(64 * word as u32 + mask[word].trailing_ones())
}

/// Excludes the classes of the simple options of heap `n` that have the common type.
#[inline(always)]
pub(crate) fn exclude_simple<T: Lane>(
    cells: &Cells<T>,
    rules: &Rules,
    n: usize,
    common: &mut [u64],
) {
    for option in rules.simple_options(n, |heap| cells.value(heap)) {
        if !cells.space.is_rare(n, option) {
            exclude(common, cells.space.class(option));
        }
    }
}

/// Settles the next heap, given `class`, the smallest free class of the common type. A class of the rare type with a
/// smaller value is excluded if witnesses were applied for it and it is not pending; the others are searched for. Returns
/// the class of a rare heap.
#[inline(always)]
pub(crate) fn settle<T: Lane>(
    cells: &mut Cells<T>,
    rules: &Rules,
    class: u32,
) -> Result<Option<T>, Unsettled> {
    let heard = cells.heard.planned();
    let pending = cells.heard.pending(cells.next());
    let limit = cells.space.rares_below(cells.next(), class);
    if pending
        .first()
        .is_none_or(|&class| u32::from(class) >= limit)
        && limit as usize <= heard
    {
        cells.cells.push(cell(class)?);
        return Ok(None);
    }
    let pending = pending
        .iter()
        .map(|&class| class.into())
        .take_while(|&class| class < limit);
    for rare in pending.chain(heard as u32..limit) {
        let (rare, heap) = (cell(rare)?, cells.next());
        if !is_option(cells, rules, heap, rare)? {
            cells.cells.push(rare ^ T::FLAG);
            cells.add_rare(rules, heap, rare);
            return Ok(Some(rare));
        }
    }
    cells.cells.push(cell(class)?);
    Ok(None)
}

/// The cell of a common heap of this class.
#[inline(always)]
fn cell<T: Lane>(class: u32) -> Result<T, Unsettled> {
    T::from_u32(class)
        .filter(|&cell| cell < T::FLAG)
        .ok_or(Unsettled::Wide)
}

/// Whether some option of heap `n` has a value of this class and the rare type.
fn is_option<T: Lane>(
    cells: &Cells<T>,
    rules: &Rules,
    n: usize,
    class: T,
) -> Result<bool, Unsettled> {
    let value = cells.space.value(n, class.to_u32(), true);
    let simple = rules
        .simple_options(n, |heap| cells.value(heap))
        .any(|option| option == value);
    Ok(simple || cells.has_rare_pair(rules, n, class)?)
}
