//! Crosses: on strips of free cells, a cross in a cell whose neighbours have none. The last to move wins. A cross takes its
//! cell and those beside it.

use super::heaps::{Heaps, MOST};
use super::{Named, Rules};

pub(super) fn open(_named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Ok(Box::new(Heaps {
        most: MOST,
        moves: |strip: i64, left: &mut dyn FnMut(&[i64])| {
            for cell in 0..strip {
                let parts = [cell - 1, strip - cell - 2];
                let parts: Vec<i64> = parts.into_iter().filter(|part| *part > 0).collect();
                left(&parts);
            }
        },
    }))
}
