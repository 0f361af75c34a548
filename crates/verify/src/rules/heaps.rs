//! The common part of games in which each heap of a list is played separately, and the last to move wins.

use super::board::{listed, numbers};
use super::{Position, Rules, Step};

/// Heaps of at most this many tokens in all, with the options of one heap.
pub(super) struct Heaps<F> {
    pub(super) most: i64,
    pub(super) moves: F,
}

/// Every move of a position is examined: with more tokens or heaps there are too many.
pub(super) const MOST: i64 = 1 << 16;
const MOST_HEAPS: usize = 64;

/// The heaps of a list, of at most this many tokens in all; `0` and the empty text are no heaps.
pub(super) fn read(text: &str, most: i64) -> Result<Position, String> {
    let heaps = numbers(text)?;
    let mut all = 0i64;
    let fits = heaps.iter().all(|heap| {
        all = all.saturating_add(*heap);
        *heap >= 0 && all <= most
    });
    match fits && heaps.len() <= MOST_HEAPS {
        true => Ok(heaps),
        false => Err(format!(
            "expected at most {MOST_HEAPS} heaps, of {most} tokens in all"
        )),
    }
}

impl<F> Rules for Heaps<F>
where
    F: Fn(i64, &mut dyn FnMut(&[i64])),
{
    fn options(&self, at: &[i64], see: &mut dyn FnMut(Step)) {
        for (place, heap) in at.iter().enumerate() {
            (self.moves)(*heap, &mut |left| {
                // An emptied heap stays in its place.
                let left = if left.is_empty() { &[0] } else { left };
                let to = [&at[..place], left, &at[place + 1..]].concat();
                see(to.into());
            });
        }
    }

    fn parse(&self, text: &str, _right: bool) -> Result<Position, String> {
        read(text, self.most)
    }

    fn show(&self, at: &[i64]) -> String {
        match at {
            [] => "0".into(),
            at => listed(at),
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
