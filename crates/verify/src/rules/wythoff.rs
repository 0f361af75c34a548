//! Wythoff's game: take any positive number from one of two heaps, or the same from both. The last to move wins.

use super::two_heaps::TwoHeaps;
use super::{Named, Rules};

pub(super) fn open(_named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    let moves = |[a, b]: [i64; 2], see: &mut dyn FnMut([i64; 2])| {
        (0..a).for_each(|rest| see([rest, b]));
        (0..b).for_each(|rest| see([a, rest]));
        (1..=a.min(b)).for_each(|taken| see([a - taken, b - taken]));
    };
    Ok(Box::new(TwoHeaps { least: 0, moves }))
}
