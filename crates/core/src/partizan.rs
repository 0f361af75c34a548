//! [`Partizan`] games, in which Left and Right may have different moves. [`Sided`](crate::Sided) makes of one a game played
//! turn by turn, by keeping the side to move in the position: a [`Turn`].

use serde::Serialize;
use smallvec::SmallVec;

use crate::game::{Alternating, Game, Loopfree};
use crate::notation::InputError;
use crate::packed::{Packed, Put, Take};
use crate::reason::Reason;
use crate::score::WinLoss;
use crate::shape::Shape;
use crate::take_and_break::Code;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Side {
    /// The player who moves first by default.
    Left,
    /// The other one.
    Right,
}

impl Side {
    /// Both, Left first.
    pub const BOTH: [Self; 2] = [Self::Left, Self::Right];

    /// The other player.
    pub fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

impl Packed for Side {
    #[inline]
    fn pack(&self, to: &mut impl Put) {
        (*self == Self::Right).pack(to);
    }
    #[inline]
    fn unpack(from: &mut impl Take) -> Self {
        Self::BOTH[usize::from(bool::unpack(from))]
    }
}

/// A game in which Left and Right may have different moves, and a player who cannot move loses; see [`Scoring`] for points.
pub trait Partizan: Game {
    /// Every legal move of `side`, in the game's own order; lazy, and not borrowing `at`.
    fn moves<'g>(
        &'g self,
        at: &Self::Position,
        side: Side,
    ) -> impl Iterator<Item = Self::Move> + use<'g, Self>;

    /// The position after a listed move of `side`.
    fn play(&self, at: &Self::Position, side: Side, mv: &Self::Move) -> Self::Position;
}

/// A game of Left and Right whose positions fall into independent parts: disjunctive sums. Played turn by turn, all that it
/// returns has the same side to move.
pub trait Disjunctive: Loopfree {
    /// The position as a sum of parts; parts without moves for either side may be left out.
    fn summands(&self, at: &Self::Position) -> SmallVec<[Self::Position; 2]>;

    /// The position with Left and Right exchanged, where the game has it.
    fn negative(&self, at: &Self::Position) -> Option<Self::Position>;

    /// A position that is at least as good for `side` and is a sum of smaller parts: a few moves of the other player are
    /// removed. `None` if the game knows of none.
    fn cut(&self, _at: &Self::Position, _side: Side) -> Option<SmallVec<[Self::Position; 2]>> {
        None
    }

    /// A part that is not itself a sum, and the rest. `None` for a single part, and for games that define only summands.
    fn part_off(&self, _at: &Self::Position) -> Option<[Self::Position; 2]> {
        None
    }

    /// The codes of Left's and of Right's moves, if every part is a heap that follows them.
    fn codes(&self) -> Option<&[Code; 2]> {
        None
    }

    /// The [canonical](crate::Game::canonical) form of a position that is one of its own summands.
    fn canonical_part(&self, part: Self::Position) -> Self::Position {
        self.canonical(part)
    }

    /// The position with this [key](crate::Game::key); `None` if the game cannot read its keys.
    fn with_key(&self, _key: u64) -> Option<Self::Position> {
        None
    }

    /// A graph that determines the value: positions with isomorphic graphs have equal values, and opposite ones if an
    /// isomorphism exchanges the colours. `None` if the game has no such graph, or one too large.
    fn shape(&self, _at: &Self::Position) -> Option<Shape> {
        None
    }
}

/// A partizan game that knows the values of some of its positions.
pub trait Valued: Partizan {
    /// The value as the calculator writes it, `3/4` or `{2|-1}`; `None` if it is not known without search.
    fn value(&self, at: &Self::Position) -> Option<String>;
}

/// A partizan game with a theorem that decides some of its positions.
pub trait Theorem: Partizan {
    /// Whether the theorem covers the position.
    ///
    /// # Errors
    /// A sentence with the reason, if the theorem does not cover the position.
    fn covers(&self, at: &Self::Position) -> Result<(), String>;

    /// Every winning move of `side` at a position that the theorem covers, in the game's own order, and the reason.
    fn winning(&self, at: &Self::Position, side: Side) -> (Vec<Self::Move>, Reason);
}

/// A game of Left and Right in which points decide, and not the last move: a player to move who cannot move ends play. In a
/// sum, the points of the parts add up.
pub trait Scoring: Partizan {
    /// The points that `side` earns by a listed move.
    fn gain(&self, at: &Self::Position, side: Side, mv: &Self::Move) -> i64;

    /// The points of `side` minus the other player's if play ends because `side` has no move.
    fn stuck(&self, at: &Self::Position, side: Side) -> i64;
}

/// A position of a partizan game with the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn<P> {
    /// The side to move.
    pub side: Side,
    /// The position without the side to move.
    pub at: P,
}

crate::packs!(<P: Packed> Turn<P> { at, side });

impl<P> Turn<P> {
    /// The same side to move in another position.
    #[must_use]
    pub fn map(self, change: impl FnOnce(P) -> P) -> Self {
        Self {
            side: self.side,
            at: change(self.at),
        }
    }

    /// The key, from the key of the position without the side.
    pub(crate) fn key_of(&self, board: u64) -> Option<u64> {
        (board >> 63 == 0).then_some(board << 1 | self.side as u64)
    }

    /// The side to move and the key of the position without it, from the key of both.
    pub(crate) fn of_key(key: u64) -> (Side, u64) {
        (Side::BOTH[(key & 1) as usize], key >> 1)
    }

    /// Reads a position with the side to move.
    pub(crate) fn read(
        text: &str,
        parse: impl FnOnce(&str) -> Result<P, InputError>,
    ) -> Result<Self, InputError> {
        let (board, side) = split_side(text);
        let at = parse(board).map_err(|error| error.within(text, 0))?;
        Ok(Self { side, at })
    }

    /// The text after the position.
    pub(crate) fn suffix(&self) -> &'static str {
        match self.side {
            Side::Left => "",
            Side::Right => " R",
        }
    }

    /// The side to move, in words.
    pub(crate) fn in_words(&self) -> &'static str {
        match self.side {
            Side::Left => "Left is to move",
            Side::Right => "Right is to move",
        }
    }
}

/// A game whose positions contain the side to move, which may be either.
pub trait Sides: Alternating {
    /// The same position with `side` to move.
    fn with_side(&self, at: &Self::Position, side: Side) -> Self::Position;
}

/// A [`Scoring`] game played turn by turn: the score at an end is that of the player who cannot move there.
pub trait ScoredSides: Sides {
    /// The independent parts of a position, in an order that a move keeps: it changes one of them.
    fn parts(&self, at: &Self::Position) -> SmallVec<[Self::Position; 2]> {
        SmallVec::from_iter([at.clone()])
    }
}

/// A [`Disjunctive`] game played turn by turn, in which a player who cannot move loses; its parts have the same side to move.
pub trait Summands: Sides<Score = WinLoss> + Disjunctive {}

impl<G: Sides<Score = WinLoss> + Disjunctive> Summands for G {}

/// A [`Valued`] game played turn by turn.
pub trait KnownValues: Summands {
    /// The value of a position, for either side to move; `None` if it is not known without search.
    fn value(&self, at: &Self::Position) -> Option<String>;
}

/// The text of a position without the side, and the side to move: Right if the text ends with ` R`.
pub fn split_side(text: &str) -> (&str, Side) {
    let text = text.trim_end();
    match text.strip_suffix(" R") {
        Some(board) => (board, Side::Right),
        None => (text.strip_suffix(" L").unwrap_or(text), Side::Left),
    }
}
