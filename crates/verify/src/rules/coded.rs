//! Take-and-break games by a code of the wider grammar, which is the whole of their rules: a move changes one heap, and the last to
//! move wins.

use super::{Position, Rules, Step};
use crate::Bounds;
use crate::bounds::Meter;
use crate::code::Code;

struct Coded(Code);

/// Every way to leave heaps is examined: with more tokens, or more heaps, there are too many.
const MOST: i64 = 512;
const MOST_LEFT: u64 = 3;
const MOST_HEAPS: usize = 64;

/// The game of a code that leaves at most three heaps.
pub(super) fn open(text: &str) -> Result<Box<dyn Rules>, String> {
    let code = Code::read(text)?;
    match code.most_heaps() <= MOST_LEFT {
        true => Ok(Box::new(Coded(code))),
        false => Err(format!(
            "expected a code by which at most {MOST_LEFT} heaps are left"
        )),
    }
}

impl Rules for Coded {
    fn options(&self, at: &[i64], see: &mut dyn FnMut(Step)) {
        for (place, heap) in at.iter().enumerate() {
            let show = &mut |rest: &[usize]| {
                let rest = rest.iter().map(|heap| *heap as i64);
                let to = at[..place].iter().copied().chain(rest);
                see(to
                    .chain(at[place + 1..].iter().copied())
                    .collect::<Position>()
                    .into());
            };
            // This work has no time limit, so it cannot stop.
            let work = &mut Meter::begin(&Bounds::default());
            let _ = self.0.options(*heap as usize, work, show);
        }
    }

    fn parse(&self, text: &str, _right: bool) -> Result<Position, String> {
        let heaps = text.split(',').map(|heap| heap.trim().parse::<i64>());
        let heaps: Position = heaps
            .collect::<Result<_, _>>()
            .map_err(|_| "expected heaps, like 7,4")?;
        let is_heap = |heap: &i64| (0..=MOST).contains(heap);
        let fits = heaps.len() <= MOST_HEAPS && heaps.iter().all(is_heap);
        match fits && heaps.iter().sum::<i64>() <= MOST {
            true => Ok(heaps),
            false => Err(format!(
                "expected at most {MOST_HEAPS} heaps, of {MOST} tokens in all"
            )),
        }
    }

    fn show(&self, at: &[i64]) -> String {
        match at {
            [] => "0".into(),
            at => at.iter().map(i64::to_string).collect::<Vec<_>>().join(","),
        }
    }

    fn key(&self, at: &[i64], _misere: bool) -> Position {
        let mut heaps: Position = at.iter().copied().filter(|heap| *heap > 0).collect();
        heaps.sort_unstable();
        heaps
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn parts(&self, at: &[i64]) -> Vec<Position> {
        let heaps = self.key(at, false);
        heaps.into_iter().map(|heap| vec![heap]).collect()
    }
}
