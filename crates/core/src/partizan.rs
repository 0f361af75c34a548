//! [`Partizan`] games, in which Left and Right may have different moves, and [`Sided`], which makes of one a game
//! played turn by turn by keeping the side to move in the position.

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::entry::{Card, Entry, OpenError, Opened};
use crate::game::{Alternating, Game, Loopfree};
use crate::misere::Misere;
use crate::notation::{InputError, Notation};
use crate::oracle::{Mishap, Oracle};
use crate::powers::{Declares, Powers};
use crate::scene::{Look, Scene};
use crate::score::WinLoss;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Side {
    /// The player who moves first if nothing else is said.
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

/// A game in which Left and Right may have different moves, and in which who cannot move has lost.
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

/// A partizan game whose positions fall into independent parts: disjunctive sums.
pub trait Disjunctive: Partizan + Loopfree {
    /// The position as a sum of parts; none are needed for what is over for both.
    fn summands(&self, at: &Self::Position) -> SmallVec<[Self::Position; 2]>;

    /// The position with Left and Right exchanged, where the game has it.
    fn negative(&self, at: &Self::Position) -> Option<Self::Position>;
}

/// A position of a partizan game with the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn<P> {
    /// Who moves.
    pub side: Side,
    /// What lies on the board.
    pub at: P,
}

/// A partizan game played turn by turn.
///
/// A position is written as the game writes it when Left moves, with ` R` after it when Right does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sided<G>(pub G);

/// A game whose positions hold the side to move, which may have been either.
pub trait Sides: Alternating {
    /// The same position with `side` to move.
    fn with_side(&self, at: &Self::Position, side: Side) -> Self::Position;
}

/// A [`Disjunctive`] game played turn by turn, in which who cannot move has lost.
pub trait Summands: Sides<Score = WinLoss> + Loopfree {
    /// The parts of a position, each with the same side to move.
    fn summands(&self, at: &Self::Position) -> SmallVec<[Self::Position; 2]>;

    /// The position with Left and Right exchanged, where the game has it, and the same side to move.
    fn negative(&self, at: &Self::Position) -> Option<Self::Position>;
}

impl<G: Partizan> Game for Sided<G> {
    type Position = Turn<G::Position>;
    type Move = G::Move;
    fn canonical(&self, Turn { side, at }: Self::Position) -> Self::Position {
        Turn {
            side,
            at: self.0.canonical(at),
        }
    }
    fn spilled(&self, at: &Self::Position) -> usize {
        self.0.spilled(&at.at)
    }
    fn key(&self, at: &Self::Position) -> Option<u64> {
        let board = self.0.key(&at.at).filter(|key| key >> 63 == 0)?;
        Some(board << 1 | at.side as u64)
    }
    fn tokens(&self, at: &Self::Position) -> Option<BigUint> {
        self.0.tokens(&at.at)
    }
    fn oracle(&self) -> Option<&dyn Oracle> {
        self.0.oracle()
    }
    fn endless(&self, at: &Self::Position) -> Mishap {
        self.0.endless(&at.at)
    }
}

impl<G: Partizan> Alternating for Sided<G> {
    type Score = WinLoss;
    fn moves<'g>(
        &'g self,
        Turn { side, at }: &Self::Position,
    ) -> impl Iterator<Item = G::Move> + use<'g, G> {
        self.0.moves(at, *side)
    }
    fn play(&self, Turn { side, at }: &Self::Position, mv: &G::Move) -> Self::Position {
        Turn {
            side: side.other(),
            at: self.0.play(at, *side, mv),
        }
    }
    fn score(&self, Turn { side, at }: &Self::Position) -> Option<WinLoss> {
        self.0
            .moves(at, *side)
            .next()
            .is_none()
            .then_some(WinLoss::Loss)
    }
}

impl<G: Partizan + Loopfree> Loopfree for Sided<G> {
    type Height = G::Height;
    fn height(&self, at: &Self::Position) -> G::Height {
        self.0.height(&at.at)
    }
}

impl<G: Partizan> Sides for Sided<G> {
    fn with_side(&self, at: &Self::Position, side: Side) -> Self::Position {
        Turn {
            side,
            at: at.at.clone(),
        }
    }
}

impl<G: Disjunctive> Summands for Sided<G> {
    fn summands(&self, at: &Self::Position) -> SmallVec<[Self::Position; 2]> {
        let summands = self.0.summands(&at.at).into_iter();
        let side = at.side;
        summands.map(|at| Turn { side, at }).collect()
    }
    fn negative(&self, at: &Self::Position) -> Option<Self::Position> {
        let negative = self.0.negative(&at.at)?;
        Some(Turn {
            at: negative,
            side: at.side,
        })
    }
}

impl<G: Sides> Sides for Misere<G> {
    fn with_side(&self, at: &Self::Position, side: Side) -> Self::Position {
        self.0.with_side(at, side)
    }
}

/// The text of a position without the side, and who is to move: Right if ` R` ends it.
pub fn split_side(text: &str) -> (&str, Side) {
    let text = text.trim_end();
    match text.strip_suffix(" R") {
        Some(board) => (board, Side::Right),
        None => (text.strip_suffix(" L").unwrap_or(text), Side::Left),
    }
}

impl<G: Partizan + Notation> Notation for Sided<G> {
    fn parse(&self, text: &str) -> Result<Self::Position, InputError> {
        let (board, side) = split_side(text);
        let at = self.0.parse(board).map_err(|error| error.within(text, 0))?;
        Ok(Turn { side, at })
    }
    fn show(&self, Turn { side, at }: &Self::Position) -> String {
        let board = self.0.show(at);
        match side {
            Side::Left => board,
            Side::Right => board + " R",
        }
    }
    fn show_move(&self, at: &Self::Position, mv: &G::Move) -> String {
        self.0.show_move(&at.at, mv)
    }
}

impl<G: Partizan + Look> Look for Sided<G> {
    fn scene(&self, Turn { side, at }: &Self::Position) -> Scene {
        self.0.scene(at).noted(match side {
            Side::Left => "Left is to move",
            Side::Right => "Right is to move",
        })
    }
    fn changes(&self, Turn { at, .. }: &Self::Position, mv: &G::Move) -> Option<Vec<usize>> {
        self.0.changes(at, mv)
    }
}

impl<G: Entry + Partizan> Entry for Sided<G> {
    const CARD: Card = G::CARD;
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        let (board, side) = match position.map(split_side) {
            Some((board, side)) => (Some(board), side),
            None => (None, Side::Left),
        };
        let (game, at) = G::open(parameters, board)?;
        Ok((Self(game), Turn { side, at }))
    }
}

impl<G: Declares + Partizan> Declares for Sided<G> {
    fn declare(&self, powers: &mut impl Powers<Self>) {
        self.0.declare(&mut SidedPowers(powers));
    }
}

/// Declares to `P` what a partizan game can do when it is played turn by turn.
struct SidedPowers<'p, P>(&'p mut P);

impl<G: Partizan, P: Powers<Sided<G>>> Powers<G> for SidedPowers<'_, P> {
    fn partizan(&mut self)
    where
        G: Partizan + Loopfree,
    {
        self.0.loopfree();
        self.0.misere();
        self.0.sides();
    }
    fn partizan_ending(&mut self)
    where
        G: Partizan,
    {
        self.0.ending();
        self.0.misere();
        self.0.sides();
    }
    fn disjunctive(&mut self)
    where
        G: Disjunctive,
    {
        self.0.summands();
    }
    fn look(&mut self)
    where
        G: Look,
    {
        self.0.look();
    }
}
