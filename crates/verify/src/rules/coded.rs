//! Take-and-break games by their code: octal, hexadecimal, and those of the wider grammar. The last to move wins.

use super::heaps::Heaps;
use super::{Named, Rules};
use crate::Bounds;
use crate::bounds::Meter;
use crate::code::Code;

/// Every way to leave heaps is examined: with more tokens, or more heaps, there are too many.
pub(super) const MOST_CODED: i64 = 512;
const MOST_LEFT: u64 = 3;

/// A code that leaves at most three heaps.
pub(super) fn code(text: &str) -> Result<Code, String> {
    let code = Code::read(text)?;
    match code.most_heaps() <= MOST_LEFT {
        true => Ok(code),
        false => Err(format!(
            "expected a code by which at most {MOST_LEFT} heaps are left"
        )),
    }
}

pub(super) fn open(named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    let code = code(named.parameters.unwrap_or(""))?;
    Ok(Box::new(Heaps {
        most: MOST_CODED,
        moves: move |heap: i64, left: &mut dyn FnMut(&[i64])| {
            let work = &mut Meter::begin(&Bounds::default());
            let show = &mut |rest: &[usize]| {
                let rest: Vec<i64> = rest.iter().map(|heap| *heap as i64).collect();
                left(&rest);
            };
            // This work has no time limit, so it cannot stop.
            let _ = code.options(heap as usize, work, show);
        },
    }))
}
