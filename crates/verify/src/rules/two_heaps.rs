//! The common part of games played on two heaps at once.

use super::heaps::{MOST, read};
use super::{Position, Rules, Step};

/// Passes the pairs that a move leads to, to a callback.
type Moves = fn([i64; 2], &mut dyn FnMut([i64; 2]));

/// Two heaps of at least this many tokens, with the pairs that a move leads to.
pub(super) struct TwoHeaps {
    pub(super) least: i64,
    pub(super) moves: Moves,
}

impl Rules for TwoHeaps {
    fn options(&self, at: &[i64], see: &mut dyn FnMut(Step)) {
        (self.moves)([at[0], at[1]], &mut |to| see(to.to_vec().into()));
    }

    fn parse(&self, text: &str, _right: bool) -> Result<Position, String> {
        let heaps = read(text, MOST)?;
        match heaps.len() == 2 && heaps.iter().all(|heap| *heap >= self.least) {
            true => Ok(heaps),
            false => Err(format!("expected two numbers of at least {}", self.least)),
        }
    }

    fn show(&self, at: &[i64]) -> String {
        format!("{},{}", at[0], at[1])
    }

    /// The order of the heaps does not matter.
    fn key(&self, at: &[i64], _misere: bool) -> Position {
        vec![at[0].min(at[1]), at[0].max(at[1])]
    }

    fn is_impartial(&self) -> bool {
        true
    }
}
