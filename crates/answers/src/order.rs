//! [`Order`]: which of two positions of a scoring game is better.

use std::fmt;

use bouton_core::StopReason;
use derive_where::derive_where;
use serde::Serialize;

use super::answer::scores_in_words;
use super::class::Class;
use super::whole::Whole;

/// Which of two positions of a scoring game of Left and Right is better for Left in every sum.
#[derive_where(PartialEq)]
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Order {
    /// The game, as named in the query.
    pub game: String,
    /// The first position.
    pub first: ScoredPosition,
    /// The second position.
    pub second: ScoredPosition,
    /// The relation of the first to the second; `None` if the comparison was stopped.
    pub relation: Option<Relation>,
    /// Different games among the positions that play can reach.
    #[derive_where(skip(EqHashOrd))]
    pub visited: u64,
    /// Seconds that it took.
    #[derive_where(skip(EqHashOrd))]
    pub seconds: f64,
    /// The limit that stopped it early.
    pub stopped: Option<StopReason>,
}

/// A position of a scoring game, with either player to move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScoredPosition {
    /// The position.
    pub position: String,
    /// Left's points minus Right's if Left begins, and if Right begins.
    pub scores: Option<[Whole; 2]>,
    /// The outcome class.
    pub class: Option<Class>,
}

/// The relation of two games, as the calculator writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Relation {
    /// The first is better for Right.
    #[serde(rename = "<")]
    Less,
    /// Each can stand for the other in every sum.
    #[serde(rename = "=")]
    Equal,
    /// The first is better for Left.
    #[serde(rename = ">")]
    Greater,
    /// Each is better in some sums.
    #[serde(rename = "<>")]
    Confused,
}

impl Relation {
    /// Its sign.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::Equal => "=",
            Self::Greater => ">",
            Self::Confused => "<>",
        }
    }

    /// Its meaning, as a clause.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Less => {
                "the second is better for Left, in every sum of guaranteed games at least as good"
            }
            Self::Equal => "each can replace the other in every sum of guaranteed games",
            Self::Greater => {
                "the first is better for Left, in every sum of guaranteed games at least as good"
            }
            Self::Confused => "each is better for Left in some sums of guaranteed games",
        }
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = [&self.first, &self.second];
        match (self.relation, self.stopped) {
            (Some(relation), _) => {
                let [one, two] = [first, second].map(|at| &at.position);
                write!(f, "{one} {} {two}: {}", relation.sign(), relation.meaning())?;
            }
            (None, Some(why)) => write!(f, "not compared: {why}")?,
            (None, None) => f.write_str("not compared")?,
        }
        for at in [first, second] {
            if let (Some(class), Some(scores)) = (at.class, &at.scores) {
                let scores = scores_in_words(scores);
                write!(f, "\n  {}: class {class}, {scores}", at.position)?;
            }
        }
        write!(f, "\n  (by comparison, {} different games)", self.visited)
    }
}
