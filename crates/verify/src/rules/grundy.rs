//! Grundy's game: split a heap into two unequal ones. The last to move wins.

use super::heaps::{Heaps, MOST};
use super::{Named, Rules};

pub(super) fn open(_named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Ok(Box::new(Heaps {
        most: MOST,
        moves: |heap: i64, left: &mut dyn FnMut(&[i64])| {
            (1..(heap + 1) / 2).for_each(|one| left(&[one, heap - one]));
        },
    }))
}
