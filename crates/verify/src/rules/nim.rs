//! Nim: take any positive number from one heap. The last to move wins.

use super::heaps::{Heaps, MOST};
use super::{Named, Rules};

pub(super) fn open(_named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Ok(Box::new(Heaps {
        most: MOST,
        moves: |heap: i64, left: &mut dyn FnMut(&[i64])| {
            (0..heap).for_each(|rest| left(&[rest]));
        },
    }))
}
