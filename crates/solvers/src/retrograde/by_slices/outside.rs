//! [`Outside`]: what the moves that lead out of a slice make of a position.

use bouton_core::Outcome;
use bouton_tables::{Entry, Worth};

use crate::retrograde::space::{Backwards, Look};

/// The best and the worst of such moves, in plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Outside {
    /// The fewest plies of one that wins.
    pub(super) win: Option<u32>,
    /// The most plies of one that loses.
    pub(super) loss: Option<u32>,
    pub(super) draws: bool,
    /// The fewest plies to a drawn end.
    pub(super) draw: Option<u32>,
}

impl Outside {
    /// Adds a move to what stands for this.
    pub(super) fn add(&mut self, to: Entry) {
        let Entry::Worth(Worth::Outcome(outcome, plies)) = to else {
            unreachable!(
                "invariant: a move leads to a position of a game that is won, lost or drawn"
            );
        };
        let after = plies.map(|plies| plies + 1);
        match outcome {
            Outcome::Loss => self.win = self.win.into_iter().chain(after).min(),
            Outcome::Win => self.loss = self.loss.max(after),
            Outcome::Draw => {
                self.draws = true;
                self.draw = self.draw.into_iter().chain(after).min();
            }
        }
    }
}

/// A slice, its positions numbered from 0.
pub(super) trait OneSlice: Backwards {
    /// What a number stands for, with the moves that stay in the slice, and what the others make of it.
    fn see(&self, number: u64) -> (Look, Outside);
    /// Bytes that the earlier slices take.
    fn held(&self) -> u64;
    /// Whether a draw in an earlier slice comes to an end.
    fn draws_end_outside(&self) -> bool;
}
