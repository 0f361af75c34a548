//! Spaces of positions that can be numbered, walked backwards, or gone through layer by layer.

use std::ops::Range;

use crate::game::{Alternating, Game};
use crate::score::Score;

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
    /// have a number and where play is not over. Those that are [won at once](Reversible::wins_at_once) may be left out.
    fn predecessors<'g>(
        &'g self,
        at: &Self::Position,
    ) -> impl Iterator<Item = Self::Position> + use<'g, Self>;

    /// Whether a move from here, where play is not over, is known to end it with a win: told in games where so many such moves lead
    /// to the same end that they are not all taken back.
    fn wins_at_once(&self, _at: &Self::Position) -> bool {
        false
    }
}

/// Positions numbered by how much lies on the table: those with less have lower numbers, so that all with at most so much can
/// be gone through, wherever play began.
///
/// `unrank(rank(p)) = Some(p)`, and `rank(p) < within(n)` exactly when at most `n` lies on the table at `p`; no move adds to it.
pub trait Ranked: Game {
    /// How many positions have at most so much on the table; `None` where 64 bits do not hold it.
    fn within(&self, total: u64) -> Option<u64>;

    /// The number of a position; `None` where 64 bits do not hold it.
    fn rank(&self, at: &Self::Position) -> Option<u64>;

    /// The position of a number.
    fn unrank(&self, number: u64) -> Option<Self::Position>;
}

/// Some of the positions of a [`Sliced`] game, whose numbers lie behind one another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slice {
    /// Their numbers, the first of which comes behind the last one of the slice before.
    pub numbers: Range<u64>,
    /// The most that lies on the table: no less than in the slice before.
    pub total: u64,
    /// The slices to which moves lead out of this one: all of them come before.
    pub feeds: Vec<usize>,
}

/// A game whose numbered positions fall into slices, by the men or seeds that are left: play goes back and forth within a slice, and
/// leads out of it to earlier ones only, so that each can be solved when those are. No move of it keeps the turn.
///
/// Positions that have no number (men are still to be put on the board) are led to by no move from one that has, and play comes back
/// to none of them. Positions that are the same by symmetry, or where play has ended for the same reason, have one number: that of the
/// position that it tells.
pub trait Sliced: Alternating<Score: Score<Gain = ()>> {
    /// All slices, in order, from number 0 on.
    fn slices(&self) -> Vec<Slice>;

    /// The most that lies on the table in any position to which play leads from this one, as [`Slice::total`] counts it.
    fn total(&self, at: &Self::Position) -> u64;

    /// The number of a position; `None` where it has none.
    fn rank(&self, at: &Self::Position) -> Option<u64>;

    /// The position of a number, `None` if the number is that of none.
    fn unrank(&self, number: u64) -> Option<Self::Position>;

    /// How many moves lead from a position of a slice to the same one; tells the numbers that the others lead to.
    fn moves_out(
        &self,
        numbers: &Range<u64>,
        at: &Self::Position,
        tell: &mut impl FnMut(u64),
    ) -> u32;

    /// Tells each number of a slice from which a move leads to this one, a number of the same slice, as often as there are such moves.
    fn take_back(&self, numbers: &Range<u64>, number: u64, tell: &mut impl FnMut(u64));
}

/// A game whose positions lie in layers, each move leading to the next one, and have keys whose order moves keep: where moves of
/// the same kind lead on from two positions of a layer, the one with the larger key leads to the larger key.
///
/// So what can be reached in the next layer is merged from streams that are sorted already, one a kind.
pub trait Layered: Alternating<Score: Score<Gain = ()>> {
    /// How many layers there are, the first one among them.
    fn layers(&self) -> u32;

    /// How many kinds of moves there are.
    fn kinds(&self) -> u32;

    /// The layer of a position, and its key there, below 2⁵⁶.
    fn place(&self, at: &Self::Position) -> (u32, u64);

    /// The position of a layer with this key, which is that of one.
    fn of_key(&self, layer: u32, key: u64) -> Self::Position;

    /// The key that a move of this kind leads to, from a position where play is not over.
    fn onwards(&self, layer: u32, key: u64, kind: u32) -> Option<u64>;
}
