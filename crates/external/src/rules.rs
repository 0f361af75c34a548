//! [`ExternalRules`]: rules that are not the program's own.

use std::fmt::Debug;
use std::hash::Hash;

use bouton_core::scene::Scene;
use bouton_core::strategy::StrategyCard;
use bouton_core::{InputError, Mishap, Oracle, Origin, Outcome, Side};
use smallvec::{SmallVec, smallvec};

use crate::kind::Kind;

/// What the end of play is worth to the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Won, drawn or lost.
    Outcome(Outcome),
    /// Points, the other player's subtracted; their sign, in a game without points.
    Points(i64),
}

impl End {
    /// Points; of a game without, 1, 0 or -1.
    pub fn rank(self) -> i64 {
        match self {
            Self::Outcome(outcome) => outcome as i64 - 1,
            Self::Points(points) => points,
        }
    }

    /// The end at a position where no move is left.
    pub fn stuck(last_wins: bool) -> Self {
        Self::Outcome(match last_wins {
            true => Outcome::Loss,
            false => Outcome::Win,
        })
    }
}

/// A listed move, for rules that list all moves of a position at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<P> {
    /// Its place among the moves that were listed.
    pub place: u32,
    /// Whose it is; Left's where both players have the same moves.
    pub side: Side,
    /// The position after it.
    pub to: P,
    /// What the mover earns.
    pub gain: i64,
    /// Whether the same player moves again.
    pub keeps_turn: bool,
}

/// All that rules say of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look<P> {
    /// What the end is worth, where the rules say that play is over; a position without moves need not say so.
    pub end: Option<End>,
    /// The moves, if play is not over.
    pub moves: Vec<Step<P>>,
}

/// What rules promise of the game that they describe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Promises {
    /// What kind of game it is.
    pub kind: Kind,
    /// Every line of play ends: every move lowers [`ExternalRules::height`].
    pub bounded: bool,
    /// In a game of points: all are earned by moves, and both players have the same moves.
    pub same_points: bool,
    /// In a game of Left and Right: [`ExternalRules::summands`] or [`ExternalRules::negative`] is told.
    pub disjunctive: bool,
}

impl Promises {
    /// Of a kind of game of which nothing more is known.
    pub fn of(kind: Kind) -> Self {
        Self {
            kind,
            bounded: false,
            same_points: false,
            disjunctive: false,
        }
    }

    /// The kind in words, for rules that promise by `plies_left` that play ends.
    pub fn in_words(&self) -> &'static str {
        self.kind.in_words(self.bounded)
    }
}

/// Rules that are not the program's own. They may throw a [`Mishap`] at any call; see [`bouton_core::oracle`].
///
/// Object-safe: `dyn ExternalRules<Position = …, Move = …, Moves = …>` is one type for rules whose positions are alike.
pub trait ExternalRules: Send + Sync {
    /// All that best play depends on.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;
    /// A move, meaningful only at the position it was listed for.
    type Move: Clone + Eq + Debug + Send + Sync;
    /// Moves, one by one. They borrow nothing, so that a solver can keep them on a stack of its own.
    type Moves: Iterator<Item = Self::Move>;

    /// What messages call the rules: the file, say.
    fn name(&self) -> &str;
    /// What they promise.
    fn promises(&self) -> Promises;
    /// The usual start.
    ///
    /// # Errors
    /// Rules that have none.
    fn start(&self) -> Result<Self::Position, InputError>;

    /// What the position is worth, where play is over; also where no move is left.
    fn end(&self, at: &Self::Position) -> Option<End>;
    /// The moves, in the rules' own order: those of `side`, where Left and Right have moves of their own.
    fn moves(&self, at: &Self::Position, side: Side) -> Self::Moves;
    /// The position after a listed move.
    fn play(&self, at: &Self::Position, mv: &Self::Move) -> Self::Position;
    /// What the mover earns by the move itself.
    fn gain(&self, _mv: &Self::Move) -> i64 {
        0
    }
    /// Whether the same player moves again.
    fn keeps_turn(&self, _at: &Self::Position, _mv: &Self::Move) -> bool {
        false
    }
    /// A measure that every move lowers; it is asked for only where the rules promise that play is bounded.
    fn height(&self, at: &Self::Position) -> i128;

    /// Reads a position.
    ///
    /// # Errors
    /// A text that is no position.
    fn read(&self, text: &str) -> Result<Self::Position, InputError>;
    /// Writes a position.
    fn show(&self, at: &Self::Position) -> String;
    /// What a move is called.
    fn label(&self, at: &Self::Position, mv: &Self::Move) -> String;
    /// The move that people also call `text`, given in small letters.
    fn move_called(&self, _at: &Self::Position, _text: &str) -> Option<Self::Move> {
        None
    }
    /// What a position looks like.
    fn scene(&self, at: &Self::Position) -> Scene;

    /// The canonical representative of the positions that are the same by symmetry.
    fn canonical(&self, at: Self::Position) -> Self::Position {
        at
    }
    /// The independent parts of a position, where the last to move wins.
    fn summands(&self, at: &Self::Position) -> SmallVec<[Self::Position; 2]> {
        smallvec![at.clone()]
    }
    /// The position with Left and Right exchanged, where the rules tell it.
    fn negative(&self, _at: &Self::Position) -> Option<Self::Position> {
        None
    }
    /// Bytes that a position holds beside its own size.
    fn spilled(&self, _at: &Self::Position) -> usize {
        0
    }
    /// A number that no other position has.
    fn key(&self, _at: &Self::Position) -> Option<u64> {
        None
    }
    /// What the rules are asked of, where that can fail.
    fn oracle(&self) -> Option<&dyn Oracle> {
        None
    }
    /// The files that the rules were read from.
    fn origins(&self) -> Vec<Origin> {
        Vec::new()
    }
    /// What is wrong when a position comes back in a game whose plays must end.
    fn endless(&self, at: &Self::Position) -> Mishap {
        Mishap::Broken(format!(
            "{}: play need not end: {} can come back, and here every line of play must come to an end",
            self.name(),
            self.show(at)
        ))
    }

    /// How many numbers a position is, if it is made of numbers.
    fn heaps(&self) -> Option<usize> {
        None
    }
    /// The position with these numbers, if there is one.
    fn with_heaps(&self, _heaps: &[u64]) -> Option<Self::Position> {
        None
    }
    /// The positions "up to n", where the rules list them.
    fn listed(&self, _up_to: u64) -> Option<Vec<Self::Position>> {
        None
    }
    /// The strategies that the rules name.
    fn strategies(&self) -> Vec<StrategyCard<'_>> {
        Vec::new()
    }
    /// The moves that the nth strategy allows at a position.
    fn allowed(&self, _nth: usize, _at: &Self::Position) -> Vec<Self::Move> {
        Vec::new()
    }
}
