//! The face: the trait [`Interned`], and what it tells.

use std::ops::{ControlFlow, Range};

use bouton_core::{Limits, StopReason};
use bouton_tables::{Name, Naming};
use num_bigint::BigUint;

/// The number of a position. Those of stacked positions have the highest bit set.
pub type Number = u32;

/// What a move brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The position it leads to.
    pub to: Number,
    /// The points that the mover earns by it, in a game of points.
    pub gain: i128,
    /// Whether the same player moves again.
    pub keeps_turn: bool,
}

/// Which position is taken instead of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// Each stands for itself.
    Nothing,
    /// The canonical representative of a position.
    Same,
    /// One for all that are equal up to symmetry, too.
    Symmetric,
}

/// Where the positions that moves lead to are put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Put {
    /// Which position is put there.
    pub fold: Fold,
    /// Whether they are stored rather than stacked.
    pub store: bool,
}

/// The information about many positions, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// In the next one play is over, with this rank.
    Over(i128),
    /// The next one has this many moves, which come next.
    Open(usize),
    /// A move of it.
    Step(Step),
}

/// How the moves of many positions are found at once.
#[derive(Clone, Copy, Debug)]
pub struct Expansion<'l> {
    /// As for [`Put`].
    pub fold: Fold,
    /// How many threads to use.
    pub threads: usize,
    /// Bytes that are held already.
    pub held: u64,
    /// Looked at every now and then.
    pub limits: &'l Limits,
}

/// Whether to go on telling.
pub type Heard = Result<ControlFlow<()>, StopReason>;

/// Of a large position this many bytes are copied in about the time of a small step.
pub(crate) const BYTES_A_STEP: usize = 64;

/// More moves are wanted.
pub const GO_ON: Heard = Ok(ControlFlow::Continue(()));
/// No more moves are wanted.
pub const ENOUGH: Heard = Ok(ControlFlow::Break(()));

/// Receives moves.
pub type Hear<'h, T> = dyn FnMut(&dyn Interned, T) -> Heard + 'h;

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
    /// How much lies on the table; see [`Game::tokens`].
    ///
    /// [`Game::tokens`]: bouton_core::Game::tokens
    fn tokens(&self, at: Number) -> Option<BigUint>;
    /// Reports every move, in the game's own order.
    ///
    /// # Errors
    /// Those of `hear`.
    fn steps(&mut self, at: Number, put: Put, hear: &mut Hear<'_, Step>) -> Result<(), StopReason>;
    /// Reports every move of many stored positions, which are found on several threads; where they lead is stored.
    ///
    /// # Errors
    /// Those of `hear`, and when a limit is reached.
    fn expand(
        &mut self,
        batch: Range<Number>,
        how: &Expansion<'_>,
        hear: &mut Hear<'_, Told>,
    ) -> Result<(), StopReason>;

    /// The name in a table of this position's canonical representative; `None` if there is none.
    fn name(&self, at: Number, naming: Naming) -> Option<Name>;

    /// How many positions are stored: they have the numbers below this.
    fn stored(&self) -> usize;
    /// Bytes held by the stored positions, without what they hold beside their own size.
    fn bytes(&self) -> u64;
    /// Bytes that they hold beside it, but for the first one.
    fn spilled(&self) -> u64;
    /// Stores a position, or the one that stands for it.
    fn store(&mut self, at: Number, fold: Fold) -> Number;
    /// The stored position that stands for this one, if there is one.
    fn find(&self, at: Number) -> Option<Number>;
    /// Forgets all that are stored.
    fn clear(&mut self);

    /// Bytes of a position, without what it holds elsewhere.
    fn size(&self) -> usize;
    /// Bytes that a position holds elsewhere.
    fn spilled_of(&self, at: Number) -> usize;
    /// How many positions are stacked.
    fn stacked(&self) -> usize;
    /// Stacks the position that stands for this one.
    fn stack_folded(&mut self, at: Number) -> Number;
    /// Forgets the positions stacked after the first `length`.
    fn forget(&mut self, length: usize);
    /// The same but for one of them, which is the last one now.
    fn forget_all_but(&mut self, kept: Number, length: usize) -> Number;
    /// A hash of the position, the same for equal ones.
    fn hash(&self, at: Number) -> u64;
    /// Whether two numbers are those of equal positions.
    fn same(&self, one: Number, other: Number) -> bool;

    /// Makes sure that each of two transposition tables serves questions about this position; one that does, and is no
    /// larger than `allowed` bytes, is kept.
    fn open_tables(&mut self, at: Number, allowed: u64);
    /// What was noted of a position.
    fn noted(&self, table: usize, at: Number) -> Option<u64>;
    /// Notes a word that says in its highest bits how much work it took; whether another position had to give way.
    fn note(&self, table: usize, at: Number, word: u64) -> bool;
    /// Bytes held by a table, and how many entries it has.
    fn table_size(&self, table: usize) -> (u64, u64);
    /// Makes a table as large as this, in bytes.
    fn resize_table(&mut self, table: usize, bytes: u64);
}
