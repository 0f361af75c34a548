//! Euclid's game: subtract a positive multiple of the smaller heap from the larger, staying at 0 or more; of equal heaps
//! either may be taken away. The player who makes a 0 wins.

use super::two_heaps::TwoHeaps;
use super::{Named, Rules};

pub(super) fn open(_named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    let moves = |[a, b]: [i64; 2], see: &mut dyn FnMut([i64; 2])| {
        if a.min(b) == 0 {
            return;
        }
        if a >= b {
            (1..=a / b).for_each(|times| see([a - times * b, b]));
        }
        if b >= a {
            (1..=b / a).for_each(|times| see([a, b - times * a]));
        }
    };
    Ok(Box::new(TwoHeaps { least: 0, moves }))
}
