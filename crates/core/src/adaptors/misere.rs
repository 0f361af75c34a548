//! [`Misere`]: the same game with win and loss exchanged at the end.

use std::sync::Arc;

use num_bigint::BigUint;
use smallvec::SmallVec;

use super::Adaptor;
use crate::game::{
    Alternating, Closed, ClosedForm, Game, Impartial, MisereClosedForm, MisereParts,
};
use crate::heaps::Heap;
use crate::lawful::{Formulas, Lawful, Step};
use crate::notation::{InputError, Notation};
use crate::score::Score;
use crate::space::{Indexed, Layered, Reversible};
use crate::subtraction::Subtraction;
use crate::take_and_break::{Code, MisereHeaps, TakeAndBreak};

/// `G` in misère play: the player who makes the last move, or the line, loses.
///
/// It exists only if moves earn nothing: points have no opposite. It is [`Alternating`] but never `Impartial`: Grundy values
/// do not decide misère play, so asking for them does not compile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misere<G>(pub Arc<G>);

impl<G> Misere<G> {
    /// The misère form of a game.
    pub fn of(game: G) -> Self {
        Self(Arc::new(game))
    }
}

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
