//! Results of the solvers of a game.

use bouton_core::solver::{Evaluation, Stopped};
use bouton_core::{Outcome, Reason, Score, StopReason};
use num_bigint::BigUint;

/// The value of a position, to the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FullValue {
    /// The outcome: a win, a draw or a loss.
    pub outcome: Outcome,
    /// Mover's points minus the other's, in a game of points.
    pub margin: Option<i128>,
    /// Plies to the end.
    pub remoteness: Option<u32>,
    /// The Grundy value.
    pub grundy: Option<BigUint>,
    /// Whether it is loony; see [`Evaluation::loony`](bouton_core::Evaluation::loony).
    pub loony: bool,
}

impl FullValue {
    /// A number that orders the values of a game: the margin, or 1, 0, -1 for a win, a draw, a loss.
    pub fn rank(&self) -> i128 {
        self.margin.unwrap_or(self.outcome as i128 - 1)
    }
}

/// A best move, with the position it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestMove {
    /// The move in the game's notation.
    pub name: String,
    /// The move in words, if its notation is hard to read.
    pub words: Option<String>,
    /// The position as the next player faces it; `None` if it, or the one before it, is longer than [`LONGEST_POSITION`].
    pub to: Option<String>,
    /// In a sum, the component of the move, counted from 0.
    pub component: Option<usize>,
}

/// The result of a solver at a position: the value, and the best moves known when a limit was reached.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The value.
    pub worth: FullValue,
    /// Every best move in the game's own order, or none if there are too many to list.
    pub best: Vec<BestMove>,
    /// The preferred one among them, also if they are not listed.
    pub preferred: Option<BestMove>,
    /// The number of best moves, if it is known without listing them.
    pub count: Option<BigUint>,
    /// The limit because of which some best moves may be missing.
    pub stopped: Option<StopReason>,
    /// Best play as moves, where it was computed.
    pub line: Option<Vec<String>>,
    /// The reason for the value.
    pub reason: Reason,
}

/// The reason why a solver did not find the value, with the proved bounds: margins, or 1, 0, -1 for a win, a draw, a loss.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The limit that was reached.
    pub reason: StopReason,
    /// The value lies between these, both included.
    pub bounds: Option<[i128; 2]>,
}

impl From<StopReason> for Stop {
    fn from(reason: StopReason) -> Self {
        Self {
            reason,
            bounds: None,
        }
    }
}

/// A legal move with its value for the player who makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValuedMove {
    /// The move, with the position after it.
    pub mv: BestMove,
    /// Its value; the Grundy value is that of the position after it.
    pub worth: FullValue,
}

/// The longest position, in bytes, that is written out in answers.
pub const LONGEST_POSITION: usize = 10_000;

pub(crate) fn worth<S: Score>(value: Evaluation<S>) -> FullValue {
    FullValue {
        outcome: value.score.outcome(),
        margin: value.score.margin(),
        remoteness: value.remoteness,
        grundy: value.grundy,
        loony: value.loony,
    }
}

/// A bound as a number: the margin, or 1, 0, -1 for a win, a draw, a loss.
fn bound(score: impl Score) -> i128 {
    score.margin().unwrap_or(score.outcome() as i128 - 1)
}

pub(crate) fn stop<S: Score>(stopped: Stopped<S>) -> Stop {
    Stop {
        reason: stopped.reason,
        bounds: stopped.bounds.map(|(low, high)| [bound(low), bound(high)]),
    }
}
