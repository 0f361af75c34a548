//! The trait [`Interned`] and its types.

use std::ops::{ControlFlow, Range};

pub use bouton_core::rules::Fold;
use bouton_core::space::Step;
use bouton_core::{Limits, StopReason};
use bouton_tables::{Name, Naming};
use num_bigint::BigUint;

/// The number of a position. Stacked positions have the highest bit set, kept ones the next.
pub type Number = u64;

/// The place where the positions after moves are put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Put {
    /// The representative to put there.
    pub fold: Fold,
    /// Whether they are stored rather than stacked.
    pub store: bool,
}

/// The recorded information about many positions, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpansionItem {
    /// Play is over in the next position, with this rank.
    Over(i128),
    /// The next position has this many moves, which follow.
    Open(usize),
    /// A move of it.
    Step(Step),
}

/// Options for finding the moves of many positions at once.
#[derive(Clone, Copy, Debug)]
pub struct Expansion<'l> {
    /// As for [`Put`].
    pub fold: Fold,
    /// The number of threads to use.
    pub threads: usize,
    /// Bytes that are held already.
    pub held: u64,
    /// Checked from time to time.
    pub limits: &'l Limits,
}

/// Whether to report further moves.
pub type Flow = Result<ControlFlow<()>, StopReason>;

/// For a large position, copying this many bytes takes about as long as a small step.
pub(crate) const BYTES_A_STEP: usize = 64;

/// Bytes of a stacked position of one word.
pub(crate) const BYTES_A_POSITION: usize = 2 * size_of::<u64>();

/// More moves are wanted.
pub const GO_ON: Flow = Ok(ControlFlow::Continue(()));
/// No more moves are wanted.
pub const ENOUGH: Flow = Ok(ControlFlow::Break(()));

/// Receives moves.
pub type Receiver<'h, T> = dyn FnMut(&dyn Interned, T) -> Flow + 'h;

/// A game whose positions are numbers. [`rank`] gives the scores.
///
/// [`rank`]: bouton_core::Score::rank
pub trait Interned {
    /// Whether it is a game of points, rather than one of who wins.
    fn counts_points(&self) -> bool;
    /// Whether it can be a draw.
    fn can_draw(&self) -> bool;

    /// The rank of the position if play is over there.
    fn end(&self, at: Number) -> Option<i128>;
    /// The tokens left; see [`Game::tokens`].
    ///
    /// [`Game::tokens`]: bouton_core::Game::tokens
    fn tokens(&self, at: Number) -> Option<BigUint>;
    /// Reports every move, in the game's own order.
    ///
    /// # Errors
    /// The errors of `hear`.
    fn steps(
        &mut self,
        at: Number,
        put: Put,
        hear: &mut Receiver<'_, Step>,
    ) -> Result<(), StopReason>;
    /// Reports every move of many stored positions, found by several threads; the positions after the moves are stored.
    ///
    /// # Errors
    /// The errors of `hear`; also if a limit is reached.
    fn expand(
        &mut self,
        batch: Range<Number>,
        how: &Expansion<'_>,
        hear: &mut Receiver<'_, ExpansionItem>,
    ) -> Result<(), StopReason>;

    /// The name in a table of this position's canonical representative; `None` if there is none.
    fn name(&self, at: Number, naming: Naming) -> Option<Name>;

    /// The number of stored positions; their numbers are below it.
    fn stored(&self) -> usize;
    /// Bytes held by the stored positions.
    fn bytes(&self) -> u64;
    /// Stores a position, or its representative.
    fn store(&mut self, at: Number, fold: Fold) -> Number;
    /// The stored representative of this position, if there is one.
    fn find(&self, at: Number) -> Option<Number>;
    /// Forgets all stored positions.
    fn clear(&mut self);

    /// Bytes of a position's words beside the first.
    fn beside(&self, at: Number) -> usize;
    /// The number of stacked positions.
    fn stacked(&self) -> usize;
    /// Stacks the representative of this position.
    fn stack_folded(&mut self, at: Number) -> Number;
    /// Forgets the positions stacked after the first `length`.
    fn forget(&mut self, length: usize);
    /// The same, except for one of them, which becomes the last one.
    fn forget_all_but(&mut self, kept: Number, length: usize) -> Number;
    /// A hash of the position, the same for equal ones.
    fn hash(&self, at: Number) -> u64;
    /// Whether two numbers are those of equal positions.
    fn same(&self, one: Number, other: Number) -> bool;

    /// The number of the position as [`Game::key`] has it: equal positions have the same.
    ///
    /// [`Game::key`]: bouton_core::Game::key
    fn key(&self, at: Number) -> Option<u64>;
    /// Keeps a copy of the position until it is released.
    fn keep(&mut self, at: Number) -> Number;
    /// Releases a kept position.
    fn release(&mut self, kept: Number);
}
