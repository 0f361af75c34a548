//! [`PlyValue`]: the value of a position with the plies to the end, for games with any kind of score.

use bouton_core::solver::Evaluation;
use bouton_core::{Outcome, Plied, Timed, WinDrawLoss};

use crate::interned::{Interned, Step};

/// A value in the order of best play, as [`Timed`]; all those of one game are of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum PlyValue {
    /// The outcome with the plies.
    Plied(Plied<WinDrawLoss>),
    /// The margin for the player to move.
    Points(i128),
}

impl PlyValue {
    /// Play is over with this rank.
    pub(crate) fn over(game: &dyn Interned, rank: i128) -> Self {
        if game.counts_points() {
            Self::Points(rank)
        } else {
            Self::Plied(Plied::new(Outcome::of_margin(rank), 0))
        }
    }

    /// The same play seen one ply earlier.
    pub(crate) fn before(self, step: Step) -> Self {
        match self {
            Self::Plied(value) => Self::Plied(value.before((), step.keeps_turn)),
            Self::Points(rank) if step.keeps_turn => Self::Points(rank + step.gain),
            Self::Points(rank) => Self::Points(step.gain - rank),
        }
    }

    /// The outcome by which moves are preferred: a draw in games of points, where nothing but the points counts.
    pub(crate) fn preference(self) -> Outcome {
        match self {
            Self::Plied(value) => value.outcome(),
            Self::Points(_) => Outcome::Draw,
        }
    }

    /// The rank with the plies, if they are counted.
    pub(crate) fn evaluation(self) -> Evaluation<i128> {
        let (score, remoteness) = match self {
            Self::Plied(value) => (value.outcome() as i128 - 1, value.plies()),
            Self::Points(rank) => (rank, None),
        };
        Evaluation {
            remoteness,
            ..Evaluation::of(score)
        }
    }
}
