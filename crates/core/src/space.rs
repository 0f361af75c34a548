//! Games whose positions are numbers: [`Numbered`], for a game of any type; and the ways in which games number their
//! positions, take moves back, or enumerate positions slice by slice or layer by layer.

use std::ops::Range;

use crate::game::{Alternating, Game};
use crate::score::Score;

/// A move between numbered positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The number of the position that it leads to.
    pub to: u64,
    /// The points that the mover earns, in a game of points.
    pub gain: i128,
    /// Whether the same player moves again.
    pub keeps_turn: bool,
}

/// The state of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberState {
    /// There is no position.
    Hole,
    /// Play is over, with a score of this [rank](Score::rank).
    Over(i128),
    /// A position with its moves.
    Open,
}

/// A finite set of positions numbered from 0, with the moves between them.
pub trait Numbered: Sync {
    /// Whether it is a game of points.
    fn counts_points(&self) -> bool;
    /// The number of numbers.
    fn count(&self) -> u64;
    /// The state of a number; reports its moves.
    fn look(&self, number: u64, tell: &mut dyn FnMut(Step)) -> NumberState;
}

/// A game that numbers its positions, so that a table can stand for them: `position(index(p)) = Some(p)`, or the
/// representative of p.
pub trait Indexed: Game {
    /// The number of a position; `None` where it has none.
    fn index(&self, at: &Self::Position) -> Option<u64>;

    /// The position of a number; `None` if the number is that of none.
    fn position(&self, number: u64) -> Option<Self::Position>;
}

/// A game whose positions all have a number below `count`, and whose moves can be taken back; no move of it keeps the turn.
pub trait Reversible: Indexed + Alternating {
    /// How many numbers there are, including those without a position.
    fn count(&self) -> u64;

    /// The positions from which a move leads to `at`, each as often as there are such moves; only positions that
    /// have a number and where play is not over. Those that are [won at once](Reversible::wins_at_once) may be left out.
    fn predecessors<'g>(
        &'g self,
        at: &Self::Position,
    ) -> impl Iterator<Item = Self::Position> + use<'g, Self>;

    /// Whether a move from here, where play is not over, is known to win at once. Games define it if too many such moves
    /// lead to the same end to take them all back.
    fn wins_at_once(&self, _at: &Self::Position) -> bool {
        false
    }
}

/// Positions numbered by their tokens: positions with fewer tokens have lower numbers, so that all positions up to a total
/// can be enumerated, wherever play began. No move adds tokens. A position has no number where 64 bits do not hold it.
pub trait Ranked: Indexed {
    /// The number of positions with at most this many tokens, whose numbers are below it; `None` if it does not fit in 64
    /// bits.
    fn within(&self, total: u64) -> Option<u64>;
}

/// A slice of a [`Sliced`] game: positions with consecutive numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slice {
    /// Their numbers, which follow those of the slice before.
    pub numbers: Range<u64>,
    /// The most tokens in a position: no fewer than in the slice before.
    pub total: u64,
    /// The slices to which moves lead out of this one: all of them come before.
    pub feeds: Vec<usize>,
}

/// A game whose numbered positions fall into slices, by the pieces or seeds left. Play can repeat within a slice and leaves
/// it only to earlier ones, so that a slice can be solved once those are. No move keeps the turn.
///
/// Positions without a number (pieces are still to be placed) cannot be reached from those with one, and never repeat.
/// Positions that are equal by symmetry, or that ended for the same reason, share the number of their representative.
pub trait Sliced: Indexed + Alternating<Score: Score<Gain = ()>> {
    /// All slices, in order, from number 0 on.
    fn slices(&self) -> Vec<Slice>;

    /// The most tokens in any position reachable from this one, as [`Slice::total`] counts them.
    fn total(&self, at: &Self::Position) -> u64;

    /// How many moves lead from a position of a slice to the same slice; reports the numbers that the others lead to.
    fn moves_out(
        &self,
        numbers: &Range<u64>,
        at: &Self::Position,
        tell: &mut impl FnMut(u64),
    ) -> u32;

    /// Reports each number of the slice from which a move leads to this number of the same slice, once per move.
    fn take_back(&self, numbers: &Range<u64>, number: u64, tell: &mut impl FnMut(u64));
}

/// A game whose positions lie in layers. Each move leads to the next layer and keeps the order of keys: of two positions of
/// a layer, moves of the same kind lead from the larger key to the larger key.
///
/// So the next layer is merged from streams that are already sorted, one for each kind of move.
pub trait Layered: Alternating<Score: Score<Gain = ()>> {
    /// How many layers there are, including the first.
    fn layers(&self) -> u32;

    /// How many kinds of moves there are.
    fn kinds(&self) -> u32;

    /// The layer of a position, and its key there, below 2⁵⁶.
    fn place(&self, at: &Self::Position) -> (u32, u64);

    /// The position of a layer with this key, which must exist.
    fn of_key(&self, layer: u32, key: u64) -> Self::Position;

    /// The key that a move of this kind leads to, from a position where play is not over.
    fn onwards(&self, layer: u32, key: u64, kind: u32) -> Option<u64>;
}
