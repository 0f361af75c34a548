//! [`Scored`]: a scoring game of Left and Right played turn by turn.

use super::Adaptor;
use crate::game::{Alternating, Loopfree};
use crate::notation::{InputError, Notation};
use crate::partizan::{Partizan, ScoredSides, Scoring, Side, Sides, Turn};
use crate::powers::{Declares, Powers};
use crate::scene::Look;
use crate::score::Margin;

/// A scoring game of Left and Right played turn by turn; positions are written as those of [`Sided`](super::sided::Sided).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scored<G>(pub G);

impl<G: Scoring> Adaptor for Scored<G> {
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

impl<G: Scoring> Alternating for Scored<G> {
    type Score = Margin<i64>;
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
    fn gain(&self, Turn { side, at }: &Self::Position, mv: &G::Move) -> i64 {
        self.0.gain(at, *side, mv)
    }
    fn score(&self, Turn { side, at }: &Self::Position) -> Option<Margin<i64>> {
        let is_stuck = self.0.moves(at, *side).next().is_none();
        is_stuck.then(|| Margin(self.0.stuck(at, *side)))
    }
}

impl<G: Scoring> Sides for Scored<G> {
    fn with_side(&self, at: &Self::Position, side: Side) -> Self::Position {
        Turn {
            side,
            at: at.at.clone(),
        }
    }
}

impl<G: Scoring> ScoredSides for Scored<G> {}

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
        G: Look,
    {
        self.0.look();
    }
}
