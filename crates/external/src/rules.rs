//! [`ExternalRules`]: rules that are not built in.

use std::fmt::Debug;
use std::hash::Hash;

use bouton_core::scene::Scene;
use bouton_core::strategy::StrategyCard;
use bouton_core::{InputError, Oracle, Origin, Outcome, Packed, RuleError, Side};
use smallvec::{SmallVec, smallvec};

use crate::kind::Kind;

/// A measure that every move lowers; `plies_left` of a rule file may be of any size.
pub type Height = num_bigint::BigInt;

/// The score at the end of play, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Won, drawn or lost.
    Outcome(Outcome),
    /// Points minus the other player's; in a game without points only the sign counts.
    Points(i64),
}

impl End {
    /// The points; in a game without points 1, 0 or -1.
    pub fn rank(self) -> i64 {
        match self {
            Self::Outcome(outcome) => outcome as i64 - 1,
            Self::Points(points) => points,
        }
    }

    /// The end at a position without a move.
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
    /// Its index among the listed moves.
    pub place: u32,
    /// The side that makes it; Left if both players have the same moves.
    pub side: Side,
    /// The position after it.
    pub to: P,
    /// The points that the mover earns.
    pub gain: i64,
    /// Whether the same player moves again.
    pub keeps_turn: bool,
}

bouton_core::packs!(<P: Packed> Step<P> { place, side, to, gain, keeps_turn });

/// The contents of a position: the end or the moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contents<P> {
    /// The score, if play is over; it may be missing for a position without moves.
    pub end: Option<End>,
    /// The moves, if play is not over.
    pub moves: Vec<Step<P>>,
}

/// The promises of rules about their game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Promises {
    /// The kind of game.
    pub kind: Kind,
    /// Every line of play ends: every move lowers [`ExternalRules::height`].
    pub bounded: bool,
    /// In a game of points: all points are earned by moves, and both players have the same moves.
    pub same_points: bool,
    /// In a game of Left and Right: [`ExternalRules::summands`] or [`ExternalRules::negative`] is implemented.
    pub disjunctive: bool,
}

impl Promises {
    /// No promises beyond the kind of game.
    pub fn of(kind: Kind) -> Self {
        Self {
            kind,
            bounded: false,
            same_points: false,
            disjunctive: false,
        }
    }

    /// The kind in words, for rules that use `plies_left` to promise that play ends.
    pub fn in_words(&self) -> &'static str {
        self.kind.in_words(self.bounded)
    }
}

/// Rules that are not built in. They may throw a [`RuleError`] at any call; see [`bouton_core::oracle`].
///
/// Object-safe: `dyn ExternalRules<Position = …, Move = …, Moves = …>` is one type for all rules with the same type of
/// positions.
pub trait ExternalRules: Send + Sync {
    /// All data that best play depends on.
    type Position: Packed + Clone + Eq + Hash + Debug + Send + Sync;
    /// A move, meaningful only at the position it was listed for.
    type Move: Packed + Clone + Eq + Debug + Send + Sync;
    /// Moves, one by one. They borrow nothing, so that a solver can keep them on an explicit stack.
    type Moves: Iterator<Item = Self::Move>;

    /// The name of the rules in messages, such as the file.
    fn name(&self) -> &str;
    /// Their promises.
    fn promises(&self) -> Promises;
    /// The usual start.
    ///
    /// # Errors
    /// If the rules have no start.
    fn start(&self) -> Result<Self::Position, InputError>;

    /// The score of the position if play is over, also if no move is left.
    fn end(&self, at: &Self::Position) -> Option<End>;
    /// The moves, in the rules' own order; those of `side` if Left and Right have different moves.
    fn moves(&self, at: &Self::Position, side: Side) -> Self::Moves;
    /// The position after a listed move.
    fn play(&self, at: &Self::Position, mv: &Self::Move) -> Self::Position;
    /// The points that the mover earns by the move itself.
    fn gain(&self, _mv: &Self::Move) -> i64 {
        0
    }
    /// In a game of points of Left and Right: the points of `side` minus the other player's if play ends because `side` has no move.
    fn stuck(&self, _at: &Self::Position, _side: Side) -> i64 {
        0
    }
    /// Whether the same player moves again.
    fn keeps_turn(&self, _at: &Self::Position, _mv: &Self::Move) -> bool {
        false
    }
    /// A measure that every move lowers; used only if the rules promise that play is bounded.
    fn height(&self, at: &Self::Position) -> Height;

    /// Reads a position.
    ///
    /// # Errors
    /// A text that is not a position.
    fn read(&self, text: &str) -> Result<Self::Position, InputError>;
    /// Writes a position.
    fn show(&self, at: &Self::Position) -> String;
    /// The name of a move.
    fn label(&self, at: &Self::Position, mv: &Self::Move) -> String;
    /// The move with the alternative name `text`, in lower case.
    fn move_called(&self, _at: &Self::Position, _text: &str) -> Option<Self::Move> {
        None
    }
    /// The look of a position.
    fn scene(&self, at: &Self::Position) -> Scene;

    /// The canonical representative of the positions that are equal up to symmetry.
    fn canonical(&self, at: Self::Position) -> Self::Position {
        at
    }
    /// The independent parts of a position, where the last to move wins.
    fn summands(&self, at: &Self::Position) -> SmallVec<[Self::Position; 2]> {
        smallvec![at.clone()]
    }
    /// The position with Left and Right exchanged, if the rules define it.
    fn negative(&self, _at: &Self::Position) -> Option<Self::Position> {
        None
    }
    /// A number that identifies the position.
    fn key(&self, _at: &Self::Position) -> Option<u64> {
        None
    }
    /// The source of the rules, if it can fail.
    fn oracle(&self) -> Option<&dyn Oracle> {
        None
    }
    /// The files that the rules were read from.
    fn origins(&self) -> Vec<Origin> {
        Vec::new()
    }
    /// The error if a position repeats in a game that must end.
    fn endless(&self, at: &Self::Position) -> RuleError {
        RuleError::Broken(format!(
            "{}: play need not end: {} can come back, and here every line of play must come to an end",
            self.name(),
            self.show(at)
        ))
    }

    /// The number of numbers in a position, if it consists of numbers.
    fn heaps(&self) -> Option<usize> {
        None
    }
    /// The position with these numbers, if there is one.
    fn with_heaps(&self, _heaps: &[u64]) -> Option<Self::Position> {
        None
    }
    /// The positions "up to n", if the rules list them.
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
