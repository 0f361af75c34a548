//! The box game: empty the box with fewer balls (of equal ones either), then divide the balls of the other over both, at
//! least one in each. Who faces one ball in each has lost.

use super::two_heaps::TwoHeaps;
use super::{Named, Rules};

pub(super) fn open(_named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    let moves = |[a, b]: [i64; 2], see: &mut dyn FnMut([i64; 2])| {
        let larger = a.max(b);
        (1..larger).for_each(|one| see([one, larger - one]));
    };
    Ok(Box::new(TwoHeaps { least: 1, moves }))
}
