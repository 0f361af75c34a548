//! [`Class`]: the outcome class of a position of Left and Right.

use std::fmt;

use bouton_core::{Outcome, Side};
use serde::Serialize;

/// The outcome class of a position of Left and Right (*Winning Ways*, chapter 2; with draws A. N. Siegel, *Combinatorial Game
/// Theory*, chapter VI, and CGSuite, from which the names are).
///
/// ```
/// use bouton_answers::Class;
/// use bouton_core::Outcome;
/// assert_eq!(Class::of(Outcome::Win, Outcome::Loss), Class::L);
/// assert_eq!(Class::of(Outcome::Draw, Outcome::Loss), Class::PHat);
/// assert_eq!(Class::L.meaning(), "Left wins, moving first or second");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Class {
    /// The first player wins.
    N,
    /// The first player loses.
    P,
    /// Left wins.
    L,
    /// Right wins.
    R,
    /// In a scoring game: a tie, with either player to begin.
    T,
    /// A draw, with either player to begin.
    D,
    /// Left wins moving first, and draws moving second.
    NHat,
    /// Left draws moving first, and wins moving second.
    PHat,
    /// Right wins moving first, and draws moving second.
    NCheck,
    /// Right draws moving first, and wins moving second.
    PCheck,
}

impl Class {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::N,
        Self::P,
        Self::L,
        Self::R,
        Self::T,
        Self::D,
        Self::NHat,
        Self::PHat,
        Self::NCheck,
        Self::PCheck,
    ];

    /// The class of a position, given the outcome for the first player if that is Left and if that is Right.
    pub fn of(left: Outcome, right: Outcome) -> Self {
        match (left, right) {
            (Outcome::Win, Outcome::Win) => Self::N,
            (Outcome::Loss, Outcome::Loss) => Self::P,
            (Outcome::Win, Outcome::Loss) => Self::L,
            (Outcome::Loss, Outcome::Win) => Self::R,
            (Outcome::Draw, Outcome::Draw) => Self::D,
            (Outcome::Win, Outcome::Draw) => Self::NHat,
            (Outcome::Draw, Outcome::Loss) => Self::PHat,
            (Outcome::Draw, Outcome::Win) => Self::NCheck,
            (Outcome::Loss, Outcome::Draw) => Self::PCheck,
        }
    }

    /// The class of a position of a scoring game (F. Stewart, *Scoring play combinatorial games*, 2012), given Left's points minus
    /// Right's if Left begins and if Right does. Left and Right also have the positions that are tied for one of the two beginners.
    ///
    /// ```
    /// use bouton_answers::Class;
    /// assert_eq!(Class::of_scores([3, 0]), Class::L);
    /// assert_eq!(Class::of_scores([3, -1]), Class::N);
    /// ```
    pub fn of_scores(scores: [i128; 2]) -> Self {
        match scores.map(i128::signum) {
            [1, -1] => Self::N,
            [-1, 1] => Self::P,
            [0, 0] => Self::T,
            [1, _] | [_, 1] => Self::L,
            _ => Self::R,
        }
    }

    /// Whether `side` wins by moving first.
    pub fn is_won_by(self, side: Side) -> bool {
        match self {
            Self::N => true,
            Self::P | Self::T | Self::D | Self::PHat | Self::PCheck => false,
            Self::L | Self::NHat => side == Side::Left,
            Self::R | Self::NCheck => side == Side::Right,
        }
    }

    /// Its meaning, as a clause.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::N => "the first player wins",
            Self::P => "the second player wins",
            Self::L => "Left wins, moving first or second",
            Self::R => "Right wins, moving first or second",
            Self::T => "a tie, with either player to begin",
            Self::D => "a draw, with either player to begin",
            Self::NHat => "Left wins moving first, and draws moving second",
            Self::PHat => "Left draws moving first, and wins moving second",
            Self::NCheck => "Right wins moving first, and draws moving second",
            Self::PCheck => "Right draws moving first, and wins moving second",
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{self:?}"))
    }
}
