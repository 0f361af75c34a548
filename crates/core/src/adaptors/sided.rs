//! [`Sided`]: a partizan game played turn by turn, won by the last move or by points.

use std::fmt::Debug;
use std::marker::PhantomData;

use smallvec::SmallVec;

use super::Adaptor;
use crate::entry::{Card, Entry, Example, OpenError, Opened, Visitor};
use crate::game::{Alternating, Closed, ClosedForm, Game, Loopfree};
use crate::notation::{InputError, Notation};
use crate::partizan::{
    Disjunctive, KnownValues, Partizan, ScoredSides, Scoring, Side, Sides, Theorem, Turn, Valued,
    split_side,
};
use crate::powers::{Declares, Powers};
use crate::scene::Drawn;
use crate::score::{Margin, Score, WinLoss};
use crate::shape::Shape;
use crate::take_and_break::Code;

/// A partizan game played turn by turn; `D` decides it.
///
/// A position is written as the game writes it when Left moves, with ` R` after it when Right does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sided<G, D = LastMove>(pub G, pub PhantomData<D>);

impl<G> Sided<G> {
    /// The game, in which a player who cannot move loses.
    pub const fn of(game: G) -> Self {
        Self(game, PhantomData)
    }
}

/// Decides a game that is played turn by turn.
pub trait Decides<G: Partizan>: Clone + Debug + Eq + Send + Sync {
    /// The score.
    type Score: Score;
    /// The points that `side` earns by a move.
    fn gain(game: &G, at: &G::Position, side: Side, mv: &G::Move) -> <Self::Score as Score>::Gain;
    /// The score of `side` if it has no move.
    fn stuck(game: &G, at: &G::Position, side: Side) -> Self::Score;
}

/// The last move: a player who cannot move loses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastMove;

impl<G: Partizan> Decides<G> for LastMove {
    type Score = WinLoss;
    fn gain(_: &G, _: &G::Position, _: Side, _: &G::Move) -> <WinLoss as Score>::Gain {
        Default::default()
    }
    fn stuck(_: &G, _: &G::Position, _: Side) -> WinLoss {
        WinLoss::Loss
    }
}

/// The points that the players earn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Points;

impl<G: Scoring> Decides<G> for Points {
    type Score = Margin<i64>;
    fn gain(game: &G, at: &G::Position, side: Side, mv: &G::Move) -> i64 {
        game.gain(at, side, mv)
    }
    fn stuck(game: &G, at: &G::Position, side: Side) -> Margin<i64> {
        Margin(game.stuck(at, side))
    }
}

/// A scoring game played turn by turn.
pub type Scored<G> = Sided<G, Points>;

impl<G: Partizan, D: Decides<G>> Adaptor for Sided<G, D> {
    type Base = G;
    type Position = Turn<G::Position>;
    const KEEPS_LOSSES: bool = true;
    fn base(&self) -> &G {
        &self.0
    }
    fn bare(at: &Self::Position) -> &G::Position {
        &at.at
    }
    fn with_bare(
        at: Self::Position,
        change: impl FnOnce(G::Position) -> G::Position,
    ) -> Self::Position {
        at.map(change)
    }
    fn key_of(&self, board: u64, at: &Self::Position) -> Option<u64> {
        at.key_of(board)
    }
    fn read(&self, text: &str) -> Result<Self::Position, InputError>
    where
        G: Notation,
    {
        Turn::read(text, |board| self.0.parse(board))
    }
    fn suffix(at: &Self::Position) -> &'static str {
        at.suffix()
    }
    fn turn(at: &Self::Position) -> Option<&'static str> {
        Some(at.in_words())
    }
}

impl<G: Partizan, D: Decides<G>> Alternating for Sided<G, D> {
    type Score = D::Score;
    fn moves<'g>(
        &'g self,
        Turn { side, at }: &Self::Position,
    ) -> impl Iterator<Item = G::Move> + use<'g, G, D> {
        self.0.moves(at, *side)
    }
    fn play(&self, Turn { side, at }: &Self::Position, mv: &G::Move) -> Self::Position {
        Turn {
            side: side.other(),
            at: self.0.play(at, *side, mv),
        }
    }
    fn gain(&self, Turn { side, at }: &Self::Position, mv: &G::Move) -> <D::Score as Score>::Gain {
        D::gain(&self.0, at, *side, mv)
    }
    fn score(&self, Turn { side, at }: &Self::Position) -> Option<D::Score> {
        let is_stuck = self.0.moves(at, *side).next().is_none();
        is_stuck.then(|| D::stuck(&self.0, at, *side))
    }
}

impl<G: Partizan, D: Decides<G>> Sides for Sided<G, D> {
    fn with_side(&self, at: &Self::Position, side: Side) -> Self::Position {
        Turn {
            side,
            at: at.at.clone(),
        }
    }
}

impl<G: Scoring> ScoredSides for Scored<G> {}

impl<G: Disjunctive + Partizan> Disjunctive for Sided<G> {
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
    fn cut(&self, at: &Self::Position, side: Side) -> Option<SmallVec<[Self::Position; 2]>> {
        let turn = |part| Turn {
            side: at.side,
            at: part,
        };
        let pieces = self.0.cut(&at.at, side)?;
        Some(pieces.into_iter().map(turn).collect())
    }
    fn part_off(&self, at: &Self::Position) -> Option<[Self::Position; 2]> {
        let side = at.side;
        let pieces = self.0.part_off(&at.at)?;
        Some(pieces.map(|at| Turn { side, at }))
    }
    fn codes(&self) -> Option<&[Code; 2]> {
        self.0.codes()
    }
    fn canonical_part(&self, part: Self::Position) -> Self::Position {
        part.map(|at| self.0.canonical_part(at))
    }
    fn with_key(&self, key: u64) -> Option<Self::Position> {
        let (side, board) = Turn::<G::Position>::of_key(key);
        let at = self.0.with_key(board)?;
        Some(Turn { side, at })
    }
    fn shape(&self, at: &Self::Position) -> Option<Shape> {
        self.0.shape(&at.at)
    }
}

impl<G: Valued + Disjunctive> KnownValues for Sided<G> {
    fn value(&self, at: &Self::Position) -> Option<String> {
        self.0.value(&at.at)
    }
}

impl<G: Theorem> ClosedForm for Sided<G> {
    fn covers(&self, at: &Self::Position) -> Result<(), String> {
        self.0.covers(&at.at)
    }
    fn closed_form(&self, Turn { side, at }: &Self::Position) -> Closed<Self> {
        let (winning, reason) = self.0.winning(at, *side);
        Closed::by_winning_moves(winning, None, reason)
    }
}

impl<E: Entry<Game: Partizan>> Entry for Sided<E> {
    type Game = Sided<E::Game>;
    const CARD: Card = E::CARD;
    const USUAL: Option<&'static str> = E::USUAL;
    const TO_PLAY: Option<Example> = E::TO_PLAY;
    fn open(
        parameters: Option<&str>,
        position: Option<&str>,
    ) -> Result<Opened<Self::Game>, OpenError> {
        let (board, side) = match position.map(split_side) {
            Some((board, side)) => (Some(board), side),
            None => (None, Side::Left),
        };
        let (game, at) = E::open(parameters, board)?;
        Ok((Sided::of(game), Turn { side, at }))
    }
    fn start(&self) -> Option<Turn<<E::Game as Game>::Position>> {
        let side = Side::Left;
        self.0.start().map(|at| Turn { side, at })
    }
    fn beyond_64_bits(visitor: &mut impl Visitor) {
        E::beyond_64_bits(visitor);
    }
}

impl<G: Declares + Partizan> Declares for Sided<G> {
    fn declare(&self, powers: &mut impl Powers<Self>) {
        self.0.declare(&mut SidedPowers(powers));
    }
}

/// Declares to `P` the properties of a partizan game that is played turn by turn.
struct SidedPowers<'p, P>(&'p mut P);

impl<G: Partizan, P: Powers<Sided<G>>> Powers<G> for SidedPowers<'_, P> {
    fn partizan(&mut self)
    where
        G: Partizan + Loopfree,
    {
        self.0.loopfree();
        self.0.misere();
        self.0.sides();
        self.0.short();
    }
    fn partizan_ending(&mut self)
    where
        G: Partizan,
    {
        self.0.ending();
        self.0.misere();
        self.0.sides();
        self.0.short();
    }
    fn disjunctive(&mut self)
    where
        G: Disjunctive,
    {
        self.0.summands();
    }
    fn disjunctive_ending(&mut self)
    where
        G: Disjunctive,
    {
        self.0.parts();
    }
    fn valued(&mut self)
    where
        G: Valued + Disjunctive,
    {
        self.0.known_values();
    }
    fn theorem(&mut self)
    where
        G: Theorem,
    {
        self.0.closed_form();
    }
    fn look(&mut self)
    where
        G: Drawn,
    {
        self.0.look();
    }
}

impl<G: Declares + Scoring> Declares for Scored<G> {
    fn declare(&self, powers: &mut impl Powers<Self>) {
        self.0.declare(&mut ScoredPowers(powers));
    }
}

/// Declares to `P` the properties of a scoring game that is played turn by turn. Parts and values are those of normal play.
struct ScoredPowers<'p, P>(&'p mut P);

impl<G: Scoring, P: Powers<Scored<G>>> Powers<G> for ScoredPowers<'_, P> {
    fn partizan(&mut self)
    where
        G: Partizan + Loopfree,
    {
        self.0.points();
        self.0.sides();
        self.0.scored_sides();
    }
    fn partizan_ending(&mut self)
    where
        G: Partizan,
    {
        self.0.ending();
        self.0.sides();
        self.0.scored_sides();
    }
    fn look(&mut self)
    where
        G: Drawn,
    {
        self.0.look();
    }
}
