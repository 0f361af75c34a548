//! [`TableValue`]: the value of a position, and [`Entry`]: the meaning of a code.

use std::fmt;
use std::str::FromStr;

use bouton_core::Outcome;

/// The value of a position, to the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TableValue {
    /// The outcome, and the plies to the end; none if play need not end.
    Outcome(Outcome, Option<u32>),
    /// Mover's points from here on minus the other's.
    Margin(i64),
}

impl TableValue {
    /// The outcome: a win, a draw or a loss.
    pub fn outcome(self) -> Outcome {
        match self {
            Self::Outcome(outcome, _) => outcome,
            Self::Margin(margin) => Outcome::of_margin(margin.into()),
        }
    }

    /// Plies to the end, where they are counted.
    pub fn plies(self) -> Option<u32> {
        match self {
            Self::Outcome(_, plies) => plies,
            Self::Margin(_) => None,
        }
    }
}

/// The meaning of a code. Written as `hole`, `win 3`, `draw` (without end) or `margin -2`.
///
/// ```
/// use bouton_tables::{Entry, TableValue};
/// let entry: Entry = "margin -2".parse().unwrap();
/// assert_eq!(entry, Entry::Value(TableValue::Margin(-2)));
/// assert!("win -2".parse::<Entry>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Entry {
    /// No position has this number.
    Hole,
    /// A position with this value.
    Value(TableValue),
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hole => f.write_str("hole"),
            Self::Value(TableValue::Outcome(outcome, None)) => write!(f, "{outcome}"),
            Self::Value(TableValue::Outcome(outcome, Some(plies))) => {
                write!(f, "{outcome} {plies}")
            }
            Self::Value(TableValue::Margin(margin)) => write!(f, "margin {margin}"),
        }
    }
}

impl FromStr for Entry {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let refused = || format!("expected hole, win 3, draw or margin -2, found {text:?}");
        let (word, number) = match text.split_once(' ') {
            None => (text, None),
            Some((word, number)) => (word, Some(number)),
        };
        let outcome = match word {
            "hole" if number.is_none() => return Ok(Self::Hole),
            "margin" => {
                let margin = number.and_then(|number| number.parse().ok());
                return Ok(Self::Value(TableValue::Margin(margin.ok_or_else(refused)?)));
            }
            "win" => Outcome::Win,
            "loss" => Outcome::Loss,
            "draw" => Outcome::Draw,
            _ => return Err(refused()),
        };
        let plies = match number {
            Some(number) => Some(number.parse().map_err(|_| refused())?),
            None if outcome == Outcome::Draw => None,
            None => return Err(refused()),
        };
        Ok(Self::Value(TableValue::Outcome(outcome, plies)))
    }
}

/// Counts of positions by value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// All positions.
    pub positions: u64,
    /// Won for the player to move.
    pub win: u64,
    /// Lost for the player to move.
    pub loss: u64,
    /// Drawn at the end of play, or even in points.
    pub draw: u64,
    /// Drawn because no player can force an end.
    pub endless: u64,
    /// The most plies of a win or a loss, if plies are counted.
    pub longest: Option<u32>,
}

impl Tally {
    /// The counts with this many further positions.
    #[must_use]
    pub fn with(mut self, entry: Entry, count: u64) -> Self {
        let Entry::Value(worth) = entry else {
            return self;
        };
        self.positions += count;
        let place = match worth {
            TableValue::Outcome(Outcome::Draw, None) => &mut self.endless,
            _ => match worth.outcome() {
                Outcome::Win => &mut self.win,
                Outcome::Loss => &mut self.loss,
                Outcome::Draw => &mut self.draw,
            },
        };
        *place += count;
        if count > 0 && worth.outcome() != Outcome::Draw {
            self.longest = self.longest.max(worth.plies());
        }
        self
    }
}
