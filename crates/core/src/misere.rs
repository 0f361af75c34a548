//! [`Misere`]: the same game with the ends turned round.

use crate::game::{Alternating, Closed, ClosedForm, Game, HeapGame, Loopfree, MisereClosedForm};
use crate::lawful::{Formulas, Lawful, Step};
use crate::notation::{InputError, Notation};
use crate::oracle::{Mishap, Oracle};
use crate::partizan::Sides;
use crate::powers::{Declares, Powers};
use crate::scene::{Look, Scene};
use crate::score::{Outcome, Score, WinDrawLoss};
use crate::space::{Indexed, Reversible};
use crate::subtraction::Subtraction;
use num_bigint::BigUint;

/// `G` played for the opposite aim: the last to move loses, or who makes the line loses.
///
/// It is [`Alternating`] but never `Impartial`: Grundy values do not decide misère play, and asking for
/// them does not compile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misere<G>(pub G);

impl<G: Game> Game for Misere<G> {
    type Position = G::Position;
    type Move = G::Move;
    fn canonical(&self, at: Self::Position) -> Self::Position {
        self.0.canonical(at)
    }
    fn key(&self, at: &Self::Position) -> Option<u64> {
        self.0.key(at)
    }
    fn spilled(&self, at: &Self::Position) -> usize {
        self.0.spilled(at)
    }
    fn tokens(&self, at: &Self::Position) -> Option<BigUint> {
        self.0.tokens(at)
    }
    fn oracle(&self) -> Option<&dyn Oracle> {
        self.0.oracle()
    }
    fn endless(&self, at: &Self::Position) -> Mishap {
        self.0.endless(at)
    }
}

impl<G: Alternating> Alternating for Misere<G> {
    type Score = G::Score;
    fn moves<'g>(&'g self, at: &Self::Position) -> impl Iterator<Item = Self::Move> + use<'g, G> {
        self.0.moves(at)
    }
    fn play(&self, at: &Self::Position, mv: &Self::Move) -> Self::Position {
        self.0.play(at, mv)
    }
    fn gain(&self, at: &Self::Position, mv: &Self::Move) -> <G::Score as Score>::Gain {
        self.0.gain(at, mv)
    }
    fn keeps_turn(&self, at: &Self::Position, mv: &Self::Move) -> bool {
        self.0.keeps_turn(at, mv)
    }
    fn score(&self, at: &Self::Position) -> Option<G::Score> {
        self.0.score(at).map(|score| -score)
    }
}

impl<G: Loopfree> Loopfree for Misere<G> {
    type Height = G::Height;
    fn height(&self, at: &Self::Position) -> G::Height {
        self.0.height(at)
    }
}

impl<G: Indexed> Indexed for Misere<G> {
    fn count(&self) -> u64 {
        self.0.count()
    }
    fn index(&self, at: &Self::Position) -> u64 {
        self.0.index(at)
    }
    fn position(&self, index: u64) -> Option<Self::Position> {
        self.0.position(index)
    }
}

impl<G: Reversible> Reversible for Misere<G> {
    fn predecessors<'g>(
        &'g self,
        at: &Self::Position,
    ) -> impl Iterator<Item = Self::Position> + use<'g, G> {
        self.0.predecessors(at)
    }
}

impl<G: MisereClosedForm> ClosedForm for Misere<G> {
    fn closed_form(&self, at: &Self::Position) -> Closed<Self> {
        let Closed {
            score,
            grundy,
            best,
            reason,
        } = self.0.misere_closed_form(at);
        Closed {
            score,
            grundy,
            best,
            reason,
        }
    }
}

impl<G: Lawful> Lawful for Misere<G> {
    const MISERE: bool = true;
    fn formulas(&self) -> Formulas {
        self.0.formulas()
    }
    fn tuples(&self, at: &Self::Position) -> Vec<Vec<BigUint>> {
        self.0.tuples(at)
    }
    fn moves_of(&self, at: &Self::Position, step: &Step) -> Vec<Self::Move> {
        self.0.moves_of(at, step)
    }
}

impl<G: HeapGame> HeapGame for Misere<G> {
    const HEAPS: Option<usize> = G::HEAPS;
    const UNORDERED: bool = G::UNORDERED;
    fn shape(&self) -> Option<(Option<usize>, bool)> {
        self.0.shape()
    }
    fn listed(&self, up_to: u64) -> Option<Vec<Self::Position>> {
        self.0.listed(up_to)
    }
    fn with_heaps(&self, heaps: &[u64]) -> Option<Self::Position> {
        self.0.with_heaps(heaps)
    }
}

// Neither families nor slopes: those of misère play are others.
impl<G: Look> Look for Misere<G> {
    fn scene(&self, at: &Self::Position) -> Scene {
        self.0.scene(at)
    }
    fn changes(&self, at: &Self::Position, mv: &Self::Move) -> Option<Vec<usize>> {
        self.0.changes(at, mv)
    }
}

impl<G: Notation> Notation for Misere<G> {
    fn parse(&self, text: &str) -> Result<Self::Position, InputError> {
        self.0.parse(text)
    }
    fn show(&self, at: &Self::Position) -> String {
        self.0.show(at)
    }
    fn show_move(&self, at: &Self::Position, mv: &Self::Move) -> String {
        self.0.show_move(at, mv)
    }
    fn show_within(&self, at: &Self::Position, longest: usize) -> Option<String> {
        self.0.show_within(at, longest)
    }
    fn move_called(&self, at: &Self::Position, text: &str) -> Option<Self::Move> {
        self.0.move_called(at, text)
    }
    fn component(&self, mv: &Self::Move) -> Option<usize> {
        self.0.component(mv)
    }
}

impl<G: Declares + Alternating> Declares for Misere<G> {
    fn declare(&self, powers: &mut impl Powers<Self>) {
        self.0.declare(&mut MiserePowers(powers));
    }
}

/// Declares to `P` what the misère form of a game can do, from what the game itself declares.
#[derive(Debug)]
pub struct MiserePowers<'p, P>(pub &'p mut P);

impl<G: Game, P: Powers<Misere<G>>> Powers<G> for MiserePowers<'_, P> {
    fn loopfree(&mut self)
    where
        G: Alternating<Score: From<Outcome>> + Loopfree,
    {
        self.0.loopfree();
    }
    fn points(&mut self)
    where
        G: Alternating + Loopfree,
    {
        self.0.points();
    }
    fn loopy(&mut self)
    where
        G: Alternating<Score = WinDrawLoss>,
    {
        self.0.loopy();
    }
    fn ending(&mut self)
    where
        G: Alternating,
    {
        self.0.ending();
    }
    fn reversible(&mut self)
    where
        G: Reversible,
    {
        self.0.reversible();
    }
    fn sides(&mut self)
    where
        G: Sides,
    {
        self.0.sides();
    }
    fn misere_closed_form(&mut self)
    where
        G: MisereClosedForm,
    {
        self.0.closed_form();
    }
    fn lawful(&mut self)
    where
        G: Lawful,
    {
        self.0.lawful();
    }
    fn heaps(&mut self)
    where
        G: HeapGame,
    {
        self.0.heaps();
    }
    fn subtraction(&mut self)
    where
        G: Subtraction,
    {
        self.0.subtraction();
    }
    fn look(&mut self)
    where
        G: Look,
    {
        self.0.look();
    }
}
