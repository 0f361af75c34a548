//! Spaces of positions that can be numbered, and walked backwards.

use crate::game::{Alternating, Game};

/// All positions of the game numbered from 0, so that a table can stand for them.
///
/// `position(index(p)) = Some(p)`, and every position that play can reach has a number below `count`: properties
/// that the tests check.
pub trait Indexed: Game {
    /// How many numbers there are, those of no position included.
    fn count(&self) -> u64;

    /// The number of a position.
    fn index(&self, at: &Self::Position) -> u64;

    /// The position of a number, or `None` if the number is that of none.
    fn position(&self, index: u64) -> Option<Self::Position>;
}

/// A numbered game whose moves can be taken back; no move of it keeps the turn.
pub trait Reversible: Indexed + Alternating {
    /// The positions from which a move leads to `at`, each as often as there are such moves; only positions that
    /// have a number and where play is not over.
    fn predecessors<'g>(
        &'g self,
        at: &Self::Position,
    ) -> impl Iterator<Item = Self::Position> + use<'g, Self>;
}
