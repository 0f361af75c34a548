//! Subtraction games: take from one heap a number that is in a set. The last to move wins.

use super::board::numbers;
use super::heaps::{Heaps, MOST};
use super::{Named, Rules};

pub(super) fn open(named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    let mut set = numbers(named.parameters.unwrap_or(""))?;
    set.sort_unstable();
    set.dedup();
    if set.is_empty() || set[0] < 1 {
        return Err("expected a set of positive numbers to take".into());
    }
    Ok(Box::new(Heaps {
        most: MOST,
        moves: move |heap: i64, left: &mut dyn FnMut(&[i64])| {
            let fit = set.iter().take_while(|taken| **taken <= heap);
            fit.for_each(|taken| left(&[heap - taken]));
        },
    }))
}
