//! [`Misere`]: the same game with win and loss exchanged at the end.

use crate::scene::Set;
use num_bigint::BigUint;
use smallvec::SmallVec;

use super::Adaptor;
use crate::game::{
    Alternating, Closed, ClosedForm, Game, HeapGame, Impartial, Loopfree, MisereClosedForm,
    MisereParts,
};
use crate::heaps::Heap;
use crate::lawful::{Formulas, Lawful, Step};
use crate::notation::{InputError, Notation};
use crate::partizan::{Side, Sides};
use crate::powers::{Declares, Powers};
use crate::scene::Drawn;
use crate::score::{Outcome, Score, WinDrawLoss};
use crate::space::{Indexed, Layered, Reversible};
use crate::subtraction::Subtraction;
use crate::take_and_break::{Code, MisereHeaps, TakeAndBreak};

/// `G` in misère play: the player who makes the last move, or the line, loses.
///
/// It exists only if moves earn nothing: points have no opposite. It is [`Alternating`] but never `Impartial`: Grundy values
/// do not decide misère play, so asking for them does not compile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misere<G>(pub G);

impl<G: Game> Adaptor for Misere<G> {
    type Base = G;
    type Position = G::Position;
    const KEEPS_LOSSES: bool = false;
    fn base(&self) -> &G {
        &self.0
    }
    fn bare(at: &Self::Position) -> &G::Position {
        at
    }
    fn with_bare(
        at: Self::Position,
        change: impl FnOnce(G::Position) -> G::Position,
    ) -> Self::Position {
        change(at)
    }
    fn read(&self, text: &str) -> Result<Self::Position, InputError>
    where
        G: Notation,
    {
        self.0.parse(text)
    }
}

impl<G: Alternating> Alternating for Misere<G>
where
    G::Score: Score<Gain = ()>,
{
    type Score = G::Score;
    fn moves<'g>(&'g self, at: &Self::Position) -> impl Iterator<Item = Self::Move> + use<'g, G> {
        self.0.moves(at)
    }
    fn play(&self, at: &Self::Position, mv: &Self::Move) -> Self::Position {
        self.0.play(at, mv)
    }
    fn keeps_turn(&self, at: &Self::Position, mv: &Self::Move) -> bool {
        self.0.keeps_turn(at, mv)
    }
    fn score(&self, at: &Self::Position) -> Option<G::Score> {
        self.0.score(at).map(|score| -score)
    }
    fn at_stake(&self, at: &Self::Position) -> Option<i128> {
        self.0.at_stake(at).map(|points| -points)
    }
}

impl<G: Indexed> Indexed for Misere<G> {
    fn index(&self, at: &Self::Position) -> Option<u64> {
        self.0.index(at)
    }
    fn position(&self, number: u64) -> Option<Self::Position> {
        self.0.position(number)
    }
}

impl<G: Reversible> Reversible for Misere<G>
where
    G::Score: Score<Gain = ()>,
{
    fn count(&self) -> u64 {
        self.0.count()
    }
    fn predecessors<'g>(
        &'g self,
        at: &Self::Position,
    ) -> impl Iterator<Item = Self::Position> + use<'g, G> {
        self.0.predecessors(at)
    }
}

impl<G: Layered> Layered for Misere<G> {
    fn layers(&self) -> u32 {
        self.0.layers()
    }
    fn kinds(&self) -> u32 {
        self.0.kinds()
    }
    fn place(&self, at: &Self::Position) -> (u32, u64) {
        self.0.place(at)
    }
    fn of_key(&self, layer: u32, key: u64) -> Self::Position {
        self.0.of_key(layer, key)
    }
    fn onwards(&self, layer: u32, key: u64, kind: u32) -> Option<u64> {
        self.0.onwards(layer, key, kind)
    }
}

impl<G: MisereClosedForm> ClosedForm for Misere<G>
where
    G::Score: Score<Gain = ()>,
{
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

impl<G: Subtraction> Subtraction for Misere<G> {
    type Size = G::Size;
    const LAST_LOSES: bool = !G::LAST_LOSES;
    fn set(&self) -> &[u64] {
        self.0.set()
    }
    fn heaps<'p>(&self, at: &'p Self::Position) -> &'p [G::Size] {
        self.0.heaps(at)
    }
    fn taking(&self, heap: usize, taken: u64) -> Self::Move {
        self.0.taking(heap, taken)
    }
}

impl<G: TakeAndBreak> MisereHeaps for Misere<G> {
    fn heap_code(&self) -> &Code {
        self.0.code()
    }
    fn heaps_of(&self, at: &Self::Position) -> Vec<BigUint> {
        self.0.sizes(at).iter().map(Heap::big).collect()
    }
    fn breaking_of(
        &self,
        at: &Self::Position,
        heap: usize,
        taken: u64,
        left: &[BigUint],
    ) -> SmallVec<[Self::Move; 2]> {
        let size = |part| G::Size::from_big(part).expect("invariant: parts are no larger");
        let left: SmallVec<[G::Size; 3]> = left.iter().map(size).collect();
        self.0.breaking(at, heap, taken, &left)
    }
}

impl<G: Impartial> MisereParts for Misere<G> {
    fn summed(&self, at: &Self::Position) -> SmallVec<[Self::Position; 2]> {
        self.0.summands(at)
    }
}

impl<G: Sides> Sides for Misere<G>
where
    G::Score: Score<Gain = ()>,
{
    fn with_side(&self, at: &Self::Position, side: Side) -> Self::Position {
        self.0.with_side(at, side)
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
    fn drawn_with(&self) -> Set {
        self.0.drawn_with()
    }
}

impl<G: Declares + Alternating> Declares for Misere<G>
where
    G::Score: Score<Gain = ()>,
{
    fn declare(&self, powers: &mut impl Powers<Self>) {
        self.0.declare(&mut MiserePowers(powers));
    }
}

/// Declares to `P` the properties of the misère form, derived from those of the game.
#[derive(Debug)]
pub struct MiserePowers<'p, P>(pub &'p mut P);

impl<G: Alternating, P: Powers<Misere<G>>> Powers<G> for MiserePowers<'_, P>
where
    G::Score: Score<Gain = ()>,
{
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
    fn layered(&mut self)
    where
        G: Layered + Loopfree,
    {
        self.0.layered();
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
    fn impartial(&mut self)
    where
        G: Impartial,
    {
        self.0.misere_parts();
    }
    fn take_and_break(&mut self)
    where
        G: TakeAndBreak,
    {
        self.0.misere_heaps();
    }
    fn subtraction(&mut self)
    where
        G: Subtraction,
    {
        self.0.subtraction();
    }
    fn look(&mut self)
    where
        G: Drawn,
    {
        self.0.look();
    }
}
