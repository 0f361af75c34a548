//! [`Refutation`]: the result of a search for a strategy's mistake.

use std::fmt;

use bouton_core::StopReason;
use derive_where::derive_where;
use serde::Serialize;

use super::text::listed;
use super::worth::PositionValue;

/// The measure of a best move.
///
/// ```
/// assert_eq!(bouton_answers::By::default(), bouton_answers::By::Outcome);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// Win, draw or loss.
    #[default]
    Outcome,
    /// The margin, in games of points.
    Margin,
}

/// The promise of a strategy.
///
/// ```
/// assert_eq!(serde_json::to_string(&bouton_answers::Promise::NeverLoses)?, "\"never-loses\"");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Promise {
    /// Every move that it allows is best.
    #[default]
    BestAlways,
    /// A player who always follows it never loses a game that could be held, whatever the other player does.
    NeverLoses,
}

/// The result of always following a strategy, against the best replies to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Guarantee {
    /// The promise.
    pub promise: Promise,
    /// Whether it holds at all positions within the bounds; `None` if not all were tried.
    pub holds: Option<bool>,
    /// The worst result for the player who follows it: over all positions tried, or at the counterexample.
    pub worst: Option<PositionValue>,
    /// The first position with that result.
    pub position: Option<String>,
    /// The line of play that leads to it.
    pub line: Option<Vec<String>>,
}

/// A position where a strategy fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Counterexample {
    /// The position, in the game's notation.
    pub position: String,
    /// A move that the strategy allows there and that is not best.
    #[serde(rename = "move")]
    pub name: String,
    /// All moves that it allows there; some of them are best only if no position was found where all fail.
    pub allowed: Vec<String>,
    /// The best moves.
    pub best: Vec<String>,
}

impl Counterexample {
    /// Whether the strategy allows a best move, too: it does not say which to take.
    pub fn is_tie(&self) -> bool {
        self.allowed.iter().any(|name| self.best.contains(name))
    }

    /// The remark on a tie.
    fn tie(&self) -> String {
        match self.allowed.len() {
            _ if !self.is_tie() => String::new(),
            2 => " (a tie: it allows both)".into(),
            many => format!(" (a tie: it allows {many} moves)"),
        }
    }
}

/// The result of a search for the smallest position where a strategy is not best.
///
/// ```
/// use bouton_answers::{By, Guarantee, Promise, Refutation};
/// let refutation = Refutation {
///     game: "row-ends".into(),
///     strategy: "larger-end".into(),
///     by: By::Outcome,
///     refuted: false,
///     visited: 5,
///     counterexample: None,
///     guarantee: Guarantee { promise: Promise::BestAlways, holds: Some(true), worst: None, position: None, line: None },
///     stopped: None,
/// };
/// assert!(!refutation.refuted);
/// assert_eq!(refutation.to_string(), "larger-end holds at all 5 positions tried; that is no proof for others");
/// ```
#[derive_where(PartialEq)]
#[derive(Clone, Debug, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Refutation {
    /// The game, as named in the query.
    pub game: String,
    /// The strategy.
    pub strategy: String,
    /// The measure of its moves.
    pub by: By,
    /// Whether the promise fails.
    pub refuted: bool,
    /// The number of positions at which the strategy was tried, including the counterexample.
    #[derive_where(skip(EqHashOrd))]
    pub visited: u64,
    /// The smallest counterexample at which no allowed move is best; without one, the smallest.
    pub counterexample: Option<Counterexample>,
    /// The result of always following it.
    pub guarantee: Guarantee,
    /// The reason why the search stopped before its end; not in JSON if it did not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<StopReason>,
}

impl Refutation {
    /// The line of play that leads to the worst result.
    fn worst(&self) -> Option<String> {
        let Guarantee {
            worst,
            position,
            line,
            ..
        } = &self.guarantee;
        let (position, line) = (position.as_ref()?, listed(line.as_ref()?));
        Some(match worst.as_ref()? {
            PositionValue::Margin(margin) => format!("{margin:+} at {position}, by {line}"),
            PositionValue::Outcome(outcome) => format!("a {outcome} at {position}, by {line}"),
        })
    }
}

impl fmt::Display for Refutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (strategy, tried) = (&self.strategy, self.visited);
        let claim = match self.guarantee.promise {
            Promise::BestAlways => "holds",
            Promise::NeverLoses => "never loses",
        };
        match (self.refuted, self.stopped) {
            (true, _) => write!(f, "{strategy} is refuted")?,
            (false, Some(why)) => {
                write!(
                    f,
                    "{why}: {strategy} {claim} at the {tried} positions tried"
                )?;
            }
            (false, None) => write!(
                f,
                "{strategy} {claim} at all {tried} positions tried; that is no proof for others"
            )?,
        }
        if let Some(found) = &self.counterexample {
            write!(
                f,
                " at {}: it allows {}, best is {}{} ({tried} positions tried)",
                found.position,
                found.name,
                found.best.join(" or "),
                found.tie()
            )?;
        }
        match self.worst() {
            Some(worst) => write!(f, "\nfollowed throughout, the worst is {worst}"),
            None => Ok(()),
        }
    }
}
