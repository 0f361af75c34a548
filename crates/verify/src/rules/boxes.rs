//! The box game: empty the box with fewer balls (or either, if they are equal), then divide the balls of the other over
//! both boxes, at least one in each. A player who faces one ball in each box has lost.

use super::two_heaps::TwoHeaps;
use super::{Named, Rules};

pub(super) fn open(_named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    let moves = |[a, b]: [i64; 2], see: &mut dyn FnMut([i64; 2])| {
        let larger = a.max(b);
        (1..larger).for_each(|one| see([one, larger - one]));
    };
    Ok(Box::new(TwoHeaps { least: 1, moves }))
}
