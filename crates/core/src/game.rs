//! The traits of a game. A game implements the traits of this module that hold for it. A solver names the traits it needs as
//! bounds, so that an unsound pair of game and solver does not compile.

use std::fmt::Debug;
use std::hash::Hash;

use num_bigint::BigUint;
use smallvec::{SmallVec, smallvec};

use crate::oracle::{Oracle, RuleError};
use crate::origin::Origin;
use crate::packed::Packed;
use crate::reason::Reason;
use crate::rules::Rules;
use crate::score::{Score, WinLoss};
use crate::set::Set;

/// The rules of one game. `&self` holds its parameters; positions and moves are plain data.
pub trait Game: Send + Sync {
    /// All data that best play depends on, and nothing else: points scored so far do not belong to it.
    type Position: Packed + Clone + Eq + Hash + Debug + Send + Sync;
    /// A move, as words, too; meaningful only at the position it was listed for.
    type Move: Packed + Clone + Eq + Debug + Send + Sync;

    /// The canonical representative up to symmetry; tables store only this one.
    fn canonical(&self, at: Self::Position) -> Self::Position {
        at
    }

    /// The canonical representative of positions that people consider the same: for example, heaps in ascending order
    /// without empty ones, if their order does not matter. Such positions are counted once; positions that only symmetry
    /// makes equal are counted apart.
    fn merged(&self, at: Self::Position) -> Self::Position {
        at
    }

    /// A number unique to this position, if 64 bits suffice for it and for every position that play can reach from it.
    /// Without it a transposition table stores the position itself.
    fn key(&self, _at: &Self::Position) -> Option<u64> {
        None
    }

    /// The number of tokens left, in a game where moves remove something. Among equally good moves of a game without
    /// remoteness, the winner prefers to remove the most and the loser the least.
    fn tokens(&self, _at: &Self::Position) -> Option<BigUint> {
        None
    }

    /// How many of the [`Game::tokens`] a move removes, if that is known without making it.
    fn removed(&self, _mv: &Self::Move) -> Option<BigUint> {
        None
    }

    /// The source of the rules, if it can fail: it receives the limits of each query and may throw a [`RuleError`] at any call;
    /// see [`crate::oracle`].
    fn oracle(&self) -> Option<&dyn Oracle> {
        None
    }

    /// The files that the rules were read from; none for built-in rules.
    fn origins(&self) -> Vec<Origin> {
        Vec::new()
    }

    /// The error if this position repeats in a game that was assumed to end; see [`Powers::ending`].
    ///
    /// [`Powers::ending`]: crate::Powers::ending
    fn endless(&self, at: &Self::Position) -> RuleError {
        RuleError::Broken(format!("play need not end: {at:?} can come back"))
    }
}

/// A game played turn by turn, with the same rules for both sides (or with the side in the position).
pub trait Alternating: Game {
    /// The type of the score at the end.
    type Score: Score;

    /// Every legal move, in the game's own order; none when play is over.
    ///
    /// Lazy, and not borrowing `at`, so that a solver can keep it on a stack of its own.
    fn moves<'g>(&'g self, at: &Self::Position)
    -> impl Iterator<Item = Self::Move> + use<'g, Self>;

    /// The position after a listed move, as the next player faces it.
    fn play(&self, at: &Self::Position, mv: &Self::Move) -> Self::Position;

    /// The same up to symmetry.
    fn after(&self, at: &Self::Position, mv: &Self::Move) -> Self::Position {
        self.canonical(self.play(at, mv))
    }

    /// The points that the mover earns by the move itself.
    fn gain(&self, _at: &Self::Position, _mv: &Self::Move) -> <Self::Score as Score>::Gain {
        Default::default()
    }

    /// Whether the same player moves again.
    fn keeps_turn(&self, _at: &Self::Position, _mv: &Self::Move) -> bool {
        false
    }

    /// The score for the player to move; `Some` exactly when play is over.
    fn score(&self, at: &Self::Position) -> Option<Self::Score>;

    /// In a game of points: the sum of both players' points still to come, where play cannot change it.
    fn at_stake(&self, _at: &Self::Position) -> Option<i128> {
        None
    }

    /// The same rules on words.
    fn words(&self) -> &dyn Rules<Self::Score>
    where
        Self: Sized,
    {
        self
    }
}

/// Both players share every move and the last to move wins: Grundy values exist (Sprague, Grundy).
pub trait Impartial: Alternating<Score = WinLoss> + Loopfree {
    /// The position as a sum of independent parts, at least one. A part that is its own only summand is an atom.
    fn summands(&self, at: &Self::Position) -> SmallVec<[Self::Position; 2]> {
        smallvec![at.clone()]
    }
}

/// Both players share every move and the last to move wins, but it is not known whether play ends: Grundy values exist if no
/// position repeats.
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

/// Both players share every move and the last to move wins, but not every move leaves the opponent free: after an entailing
/// move the opponent must move in one part, and after a complimenting move ([`Alternating::keeps_turn`]) the same player
/// moves again, in any part. Each free part has a Grundy value or is loony (Winning Ways, chapter 12).
pub trait Entailing: Alternating<Score = WinLoss> {
    /// The parts of a position.
    fn apart(&self, at: &Self::Position) -> Apart<Self::Position>;
}

/// The parts of a position of an [`Entailing`] game, each a position of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Apart<P> {
    /// The part in which the player to move must move, if there is one.
    pub bound: Option<P>,
    /// The other parts.
    pub free: SmallVec<[P; 2]>,
}

/// A game of points in which both players have the same moves and earn the same by them, and the end itself earns nothing:
/// the points of a sum of such games add up.
pub trait ImpartialScoring: Alternating {}

/// No line of play is endless: every move lowers the height.
pub trait Loopfree: Game {
    /// A measure that every move by either player lowers strictly.
    type Height: Ord;
    /// The height of a position.
    fn height(&self, at: &Self::Position) -> Self::Height;
}

/// A game with a heuristic: an order of moves and bounds of the value, without search.
pub trait Hinted: Alternating {
    /// The heuristic's result at a position where play is not over.
    fn glance<'g>(
        &'g self,
        at: &Self::Position,
    ) -> Glance<Self::Score, impl Iterator<Item = (Self::Move, i32)> + use<'g, Self>>;
}

/// The result of a heuristic at a position.
#[derive(Clone, Debug)]
pub struct Glance<S, I> {
    /// The value is proved to be at least this.
    pub low: S,
    /// The value is proved to be at most this.
    pub high: S,
    /// Moves with their priority, the highest tried first. If `low` is not the value, one of them is best.
    pub moves: I,
}

/// A theorem that gives the value without search.
pub trait ClosedForm: Alternating {
    /// Whether the theorem covers the position; it is used only for such positions.
    ///
    /// # Errors
    /// A sentence with the reason, if the theorem does not cover the position.
    fn covers(&self, _at: &Self::Position) -> Result<(), String> {
        Ok(())
    }

    /// The value, every best move and the reason.
    fn closed_form(&self, at: &Self::Position) -> Closed<Self>;

    /// The moves to positions of this Grundy value, if the theorem lists them all; they are the winning moves of sums.
    fn moves_to_grundy(&self, _at: &Self::Position, _grundy: &BigUint) -> Option<Vec<Self::Move>> {
        None
    }
}

/// A theorem for misère play: the last to move loses.
pub trait MisereClosedForm: Alternating {
    /// The value under misère play, every best move and the reason.
    fn misere_closed_form(&self, at: &Self::Position) -> Closed<Self>;
}

/// The result of a closed form at a position.
#[derive(Debug)]
pub struct Closed<G: Alternating + ?Sized> {
    /// The score for the player to move.
    pub score: G::Score,
    /// The Grundy value, where the theorem gives it.
    pub grundy: Option<BigUint>,
    /// The best moves.
    pub best: ClosedBest<G::Move>,
    /// The reason for the value.
    pub reason: Reason,
}

/// The best moves according to a theorem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClosedBest<M> {
    /// Exactly these, in the game's own order of moves.
    Only(Vec<M>),
    /// Every legal move, with their number (`None`: only listing them would tell).
    Every(Option<BigUint>),
    /// This one, of more than are listed.
    One(M),
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

/// Positions that are lists of heaps, so that all of them up to a bound can be enumerated.
pub trait HeapGame: Game {
    /// How many heaps a position has; `None`: any number.
    const HEAPS: Option<usize>;
    /// Whether the order of the heaps does not matter.
    const UNORDERED: bool;
    /// The number of heaps and whether their order matters, for rules that are read at run time; `None` if the positions
    /// are not heaps.
    fn shape(&self) -> Option<(Option<usize>, bool)> {
        Some((Self::HEAPS, Self::UNORDERED))
    }
    /// The positions up to a bound, in a game that lists them itself.
    fn listed(&self, _up_to: u64) -> Option<Vec<Self::Position>> {
        None
    }
    /// The position with these heaps, if there is one.
    fn with_heaps(&self, heaps: &[u64]) -> Option<Self::Position>;
    /// How heaps are drawn, if the game defines no drawing of its own.
    fn drawn_with(&self) -> Set {
        Set::Letters
    }
}
