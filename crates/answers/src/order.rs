//! [`Order`]: which of two positions is better in every sum.

use std::fmt;

use bouton_core::StopReason;
use derive_where::derive_where;
use serde::Serialize;

use super::answer::scores_in_words;
use super::class::Class;
use super::whole::Whole;

/// Which of two positions is better for Left in every sum, where points decide or the last to move loses.
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
    /// The other parts of the sums: `guaranteed` scoring games, or where the last to move loses, `dicot` or `dead-ending` games.
    pub universe: Option<String>,
    /// Different games among the positions that play can reach.
    #[derive_where(skip(EqHashOrd))]
    pub visited: u64,
    /// Seconds that it took.
    #[derive_where(skip(EqHashOrd))]
    pub seconds: f64,
    /// The limit that stopped it early.
    pub stopped: Option<StopReason>,
}

/// A position that is compared, with either player to move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScoredPosition {
    /// The position.
    pub position: String,
    /// Left's points minus Right's if Left begins, and if Right begins, in a game of points.
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

    /// Its meaning for sums with games of a universe, as a clause.
    pub fn meaning(self, universe: &str) -> String {
        let better = |which: &str| {
            format!(
                "the {which} is better for Left, in every sum of {universe} games at least as good"
            )
        };
        match self {
            Self::Less => better("second"),
            Self::Equal => format!("each can replace the other in every sum of {universe} games"),
            Self::Greater => better("first"),
            Self::Confused => format!("each is better for Left in some sums of {universe} games"),
        }
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = [&self.first, &self.second];
        match (self.relation, self.stopped) {
            (Some(relation), _) => {
                let [one, two] = [first, second].map(|at| &at.position);
                let meaning = relation.meaning(self.universe.as_deref().unwrap_or_default());
                write!(f, "{one} {} {two}: {meaning}", relation.sign())?;
            }
            (None, Some(why)) => write!(f, "not compared: {why}")?,
            (None, None) => f.write_str("not compared")?,
        }
        for at in [first, second] {
            let Some(class) = at.class else { continue };
            let meaning = match &at.scores {
                Some(scores) => scores_in_words(scores),
                None => class.meaning().to_owned(),
            };
            let separator = if at.scores.is_some() { "," } else { ":" };
            write!(f, "\n  {}: class {class}{separator} {meaning}", at.position)?;
        }
        write!(f, "\n  (by comparison, {} different games)", self.visited)
    }
}
