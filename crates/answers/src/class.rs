//! [`Class`]: the outcome class of a position of Left and Right.

use std::fmt;

use bouton_core::Side;
use serde::Serialize;

/// The outcome class of a position of Left and Right (*Winning Ways*, chapter 2).
///
/// ```
/// use bouton_answers::Class;
/// assert_eq!(Class::of(true, false), Class::L);
/// assert_eq!(Class::L.meaning(), "Left wins, moving first or second");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
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
}

impl Class {
    /// The class of a position, given whether the first player wins if that is Left and if that is Right.
    pub fn of(left: bool, right: bool) -> Self {
        match (left, right) {
            (true, true) => Self::N,
            (false, false) => Self::P,
            (true, false) => Self::L,
            (false, true) => Self::R,
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
            Self::P | Self::T => false,
            Self::L => side == Side::Left,
            Self::R => side == Side::Right,
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
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::N => "N",
            Self::P => "P",
            Self::L => "L",
            Self::R => "R",
            Self::T => "T",
        })
    }
}
