//! The traits of a game. A game that can do more says so with the traits of this module that it implements;
//! a solver that needs a power names it as a bound, so that an unsound pair does not compile.

use std::fmt::Debug;
use std::hash::Hash;

use num_bigint::BigUint;
use smallvec::{SmallVec, smallvec};

use crate::oracle::{Mishap, Oracle};
use crate::origin::Origin;
use crate::reason::Reason;
use crate::score::{Score, WinLoss};
use crate::set::Set;

/// The rules of one game. `&self` holds its parameters; positions and moves are plain data.
pub trait Game: Send + Sync {
    /// All that best play depends on, and nothing else: points scored so far are no part of it.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;
    /// A move, meaningful only at the position it was listed for.
    type Move: Clone + Eq + Debug + Send + Sync;

    /// One position to stand for all that are the same by symmetry; tables store only this one.
    fn canonical(&self, at: Self::Position) -> Self::Position {
        at
    }

    /// One position to stand for all that people take for the same one: heaps in ascending order and without empty
    /// ones, say, where their order means nothing. It is counted once; what only symmetry makes the same is not.
    fn merged(&self, at: Self::Position) -> Self::Position {
        at
    }

    /// Bytes that a position holds beside its own size: a list of heaps that grew, say. Tables count them.
    fn spilled(&self, _at: &Self::Position) -> usize {
        0
    }

    /// A number that no other position of this game has, where 64 bits hold one for this and every position that
    /// play can reach from here; without it a transposition table has to store the position itself.
    fn key(&self, _at: &Self::Position) -> Option<u64> {
        None
    }

    /// How much lies on the table, where moves remove something; among equally good moves of a game that
    /// counts no plies the winner prefers to remove the most and the loser the least.
    fn tokens(&self, _at: &Self::Position) -> Option<BigUint> {
        None
    }

    /// How many of its [`Game::tokens`] a move takes off the table, where that is known without making it.
    fn removed(&self, _mv: &Self::Move) -> Option<BigUint> {
        None
    }

    /// What the rules are asked of, where that can fail: it hears the limits of each question, and may throw a
    /// [`Mishap`] at any call; see [`crate::oracle`].
    fn oracle(&self) -> Option<&dyn Oracle> {
        None
    }

    /// The files that the rules were read from; none where they are the program's own.
    fn origins(&self) -> Vec<Origin> {
        Vec::new()
    }

    /// What is wrong when this position comes back in a game that was thought to end; see [`Powers::ending`].
    ///
    /// [`Powers::ending`]: crate::Powers::ending
    fn endless(&self, at: &Self::Position) -> Mishap {
        Mishap::Broken(format!("play need not end: {at:?} can come back"))
    }
}

/// A game played turn by turn, with the same rules for both sides (or with the side in the position).
pub trait Alternating: Game {
    /// What the end is worth.
    type Score: Score;

    /// Every legal move, in the game's own order; none when play is over.
    ///
    /// Lazy, and not borrowing `at`, so that a solver can keep it on a stack of its own.
    fn moves<'g>(&'g self, at: &Self::Position)
    -> impl Iterator<Item = Self::Move> + use<'g, Self>;

    /// The position after a listed move, as the next player faces it.
    fn play(&self, at: &Self::Position, mv: &Self::Move) -> Self::Position;

    /// What the mover earns by the move itself.
    fn gain(&self, _at: &Self::Position, _mv: &Self::Move) -> <Self::Score as Score>::Gain {
        Default::default()
    }

    /// Whether the same player moves again.
    fn keeps_turn(&self, _at: &Self::Position, _mv: &Self::Move) -> bool {
        false
    }

    /// The worth to the player to move; `Some` exactly when play is over.
    fn score(&self, at: &Self::Position) -> Option<Self::Score>;

    /// In a game of points: the sum of both players' points still to come, where play cannot change it.
    fn at_stake(&self, _at: &Self::Position) -> Option<i128> {
        None
    }
}

/// Both players share every move and the last to move wins: Grundy values exist (Sprague, Grundy).
pub trait Impartial: Alternating<Score = WinLoss> + Loopfree {
    /// The position as a sum of independent parts, at least one. A part that is its own only summand is an atom.
    fn summands(&self, at: &Self::Position) -> SmallVec<[Self::Position; 2]> {
        smallvec![at.clone()]
    }
}

/// Both players share every move and the last to move wins, but whether play ends is found out by playing: Grundy values
/// exist where no position comes back.
pub trait Shared: Alternating {
    /// The position as a sum of independent parts, at least one, as for [`Impartial`].
    fn parts(&self, at: &Self::Position) -> SmallVec<[Self::Position; 2]>;
}

impl<G: Impartial> Shared for G {
    fn parts(&self, at: &G::Position) -> SmallVec<[G::Position; 2]> {
        self.summands(at)
    }
}

/// Both players share every move, the last to move loses, and positions fall into independent parts.
pub trait MisereParts: Alternating<Score = WinLoss> {
    /// The position as a sum of independent parts, at least one, as for [`Impartial`].
    fn summed(&self, at: &Self::Position) -> SmallVec<[Self::Position; 2]>;
}

/// A game of points in which both players have the same moves and earn the same by them, and the end itself is worth
/// nothing: such games can be played side by side, their points added up.
pub trait ImpartialScoring: Alternating {}

/// No line of play is endless: every move lowers the height.
pub trait Loopfree: Game {
    /// A measure that every move lowers strictly, whoever makes it.
    type Height: Ord;
    /// The height of a position.
    fn height(&self, at: &Self::Position) -> Self::Height;
}

/// A game that knows at a glance which moves look best and within which bounds the value lies.
pub trait Hinted: Alternating {
    /// What a glance tells of a position where play is not over.
    fn glance<'g>(
        &'g self,
        at: &Self::Position,
    ) -> Glance<Self::Score, impl Iterator<Item = (Self::Move, i32)> + use<'g, Self>>;
}

/// What a glance tells of a position.
#[derive(Clone, Debug)]
pub struct Glance<S, I> {
    /// The value is proved to be at least this.
    pub low: S,
    /// The value is proved to be at most this.
    pub high: S,
    /// Moves with how promising they look, higher first to be tried. If `low` is not the value, one of them is best.
    pub moves: I,
}

/// A theorem that gives the value without search.
pub trait ClosedForm: Alternating {
    /// Whether the theorem tells of the position; of no other one is it asked.
    ///
    /// # Errors
    /// A sentence that says why not.
    fn covers(&self, _at: &Self::Position) -> Result<(), String> {
        Ok(())
    }

    /// The value, every best move and the reason.
    fn closed_form(&self, at: &Self::Position) -> Closed<Self>;

    /// The moves to positions of this Grundy value, where the theorem names them all; for sums, in which such moves win.
    fn moves_to_grundy(&self, _at: &Self::Position, _grundy: &BigUint) -> Option<Vec<Self::Move>> {
        None
    }
}

/// A theorem for misère play: the last to move loses.
pub trait MisereClosedForm: Alternating {
    /// The value under misère play, every best move and the reason.
    fn misere_closed_form(&self, at: &Self::Position) -> Closed<Self>;
}

/// What a closed form says of a position.
#[derive(Debug)]
pub struct Closed<G: Alternating + ?Sized> {
    /// The worth to the player to move.
    pub score: G::Score,
    /// The Grundy value, where the theorem gives it.
    pub grundy: Option<BigUint>,
    /// The best moves.
    pub best: ClosedBest<G::Move>,
    /// Why.
    pub reason: Reason,
}

/// The best moves as a theorem names them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClosedBest<M> {
    /// Exactly these, in the game's own order of moves.
    Only(Vec<M>),
    /// Every legal move, this many (`None`: only listing them would tell).
    Every(Option<BigUint>),
}

impl<G: Alternating> Closed<G> {
    /// The answer of a last-mover theorem: the winning moves, or every move when there is none.
    pub fn by_winning_moves(winning: Vec<G::Move>, every: Option<BigUint>, reason: Reason) -> Self
    where
        G: Alternating<Score = WinLoss>,
    {
        let (score, best) = if winning.is_empty() {
            (WinLoss::Loss, ClosedBest::Every(every))
        } else {
            (WinLoss::Win, ClosedBest::Only(winning))
        };
        Self {
            score,
            grundy: None,
            best,
            reason,
        }
    }

    /// The same with its Grundy value.
    pub fn with_grundy(self, grundy: BigUint) -> Self {
        Self {
            grundy: Some(grundy),
            ..self
        }
    }
}

/// Positions that are lists of heaps, so that all of them up to a bound can be gone through.
pub trait HeapGame: Game {
    /// How many heaps a position has; `None`: any number.
    const HEAPS: Option<usize>;
    /// Whether the order of the heaps does not matter.
    const UNORDERED: bool;
    /// Both, for rules that are read at run time; `None`: the positions are no heaps after all.
    fn shape(&self) -> Option<(Option<usize>, bool)> {
        Some((Self::HEAPS, Self::UNORDERED))
    }
    /// The positions up to a bound, in a game that lists them itself.
    fn listed(&self, _up_to: u64) -> Option<Vec<Self::Position>> {
        None
    }
    /// The position with these heaps, if there is one.
    fn with_heaps(&self, heaps: &[u64]) -> Option<Self::Position>;
    /// With what heaps are drawn, where the game has no look of its own.
    fn drawn_with(&self) -> Set {
        Set::Letters
    }
}
