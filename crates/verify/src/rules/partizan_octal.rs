//! Partizan octal games: Left and Right take from heaps, each by their own code. A player who cannot take loses.

use super::coded::{MOST_CODED, code};
use super::pieces::{Pieces, See, size};
use super::{Named, Rules};
use crate::Bounds;
use crate::bounds::Meter;

pub(super) fn open(named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    let (left, right) = named
        .parameters
        .and_then(|codes| codes.split_once('/'))
        .ok_or("expected two codes, like 0.3/0.07")?;
    let codes = [code(left)?, code(right)?];
    Ok(Box::new(Pieces {
        read: |text| Some([1, size(text).filter(|heap| *heap <= MOST_CODED)?]),
        show: |[_, heap]| heap.to_string(),
        moves: move |[_, heap]: [i64; 2], side: i64, see: See<'_>| {
            let work = &mut Meter::begin(&Bounds::default());
            let show = &mut |rest: &[usize]| {
                let rest: Vec<[i64; 2]> = rest.iter().map(|heap| [1, *heap as i64]).collect();
                see(&rest);
            };
            // This work has no time limit, so it cannot stop.
            let _ = codes[side as usize].options(heap as usize, work, show);
        },
    }))
}
