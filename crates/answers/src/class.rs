//! [`Class`]: the outcome class of a position of Left and Right.

use std::fmt;

use bouton_core::Side;
use serde::{Deserialize, Serialize};

/// The outcome class of a position of Left and Right (*Winning Ways*, chapter 2).
///
/// ```
/// use bouton_answers::Class;
/// assert_eq!(Class::of(true, false), Class::L);
/// assert_eq!(Class::L.meaning(), "Left wins, whoever moves first");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Class {
    /// Whoever moves first wins.
    N,
    /// Whoever moves first loses.
    P,
    /// Left wins.
    L,
    /// Right wins.
    R,
}

impl Class {
    /// The class of a position where who moves first wins, when that is Left and when that is Right.
    pub fn of(left: bool, right: bool) -> Self {
        match (left, right) {
            (true, true) => Self::N,
            (false, false) => Self::P,
            (true, false) => Self::L,
            (false, true) => Self::R,
        }
    }

    /// Whether `side` wins by moving first.
    pub fn is_won_by(self, side: Side) -> bool {
        match self {
            Self::N => true,
            Self::P => false,
            Self::L => side == Side::Left,
            Self::R => side == Side::Right,
        }
    }

    /// What it means, as a clause.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::N => "whoever moves first wins",
            Self::P => "whoever moves first loses",
            Self::L => "Left wins, whoever moves first",
            Self::R => "Right wins, whoever moves first",
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
        })
    }
}
