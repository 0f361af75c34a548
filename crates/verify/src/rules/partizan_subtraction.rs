//! Partizan subtraction games: each player takes from a heap a number of their own set. A player who cannot take loses.

use super::board::numbers;
use super::pieces::{Pieces, See, size};
use super::{Named, Rules};

pub(super) fn open(named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    let (left, right) = named
        .parameters
        .and_then(|sets| sets.split_once('/'))
        .ok_or("expected two sets, like 1,3/2")?;
    let sets = [numbers(left)?, numbers(right)?];
    if sets.concat().iter().any(|taken| *taken < 1) {
        return Err("expected positive numbers to take".into());
    }
    Ok(Box::new(Pieces {
        read: |text| Some([1, size(text)?]),
        show: |[_, heap]| heap.to_string(),
        moves: move |[_, heap]: [i64; 2], side: i64, see: See<'_>| {
            let mut set = sets[side as usize].clone();
            set.sort_unstable();
            set.dedup();
            let fit = set.into_iter().filter(|taken| *taken <= heap);
            fit.for_each(|taken| see(&[[1, heap - taken]]));
        },
    }))
}
