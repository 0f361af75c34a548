//! [`Refutation`]: what a search for a strategy's mistake came to.

use std::fmt;

use bouton_core::StopReason;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

/// What a best move is measured by.
///
/// ```
/// assert_eq!(bouton_answers::By::default(), bouton_answers::By::Outcome);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// Win, draw or loss.
    #[default]
    Outcome,
    /// The margin, in games of points.
    Margin,
}

/// A position where a strategy goes wrong.
///
/// ```
/// let text = r#"{"position":"2,1,2,3,3,3","move":"L","best":["R"]}"#;
/// let found: bouton_answers::Counterexample = serde_json::from_str(text)?;
/// assert!(!found.best.contains(&found.name));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counterexample {
    /// The position, in the game's notation.
    pub position: String,
    /// A move that the strategy allows there and that is not best.
    #[serde(rename = "move")]
    pub name: String,
    /// The best moves.
    pub best: Vec<String>,
}

/// What a search for the smallest position where a strategy is not best came to.
///
/// ```
/// use bouton_answers::{By, Refutation};
/// let stands = Refutation {
///     game: "row-ends".into(),
///     strategy: "larger-end".into(),
///     by: By::Outcome,
///     tried: 5,
///     counterexample: None,
///     stopped: None,
/// };
/// assert!(!stands.is_refuted());
/// assert_eq!(stands.to_string(), "larger-end stands at all 5 positions tried; that is no proof for others");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Refutation {
    /// The game, as it was named.
    pub game: String,
    /// The strategy.
    pub strategy: String,
    /// What its moves were measured by.
    pub by: By,
    /// At how many positions the strategy had something to say and was tried, the counterexample included.
    pub tried: u64,
    /// The smallest counterexample, if there is one where it was looked for.
    pub counterexample: Option<Counterexample>,
    /// Why the search stopped before its end; not in JSON where it did not.
    pub stopped: Option<StopReason>,
}

impl Refutation {
    /// Whether a counterexample was found.
    pub fn is_refuted(&self) -> bool {
        self.counterexample.is_some()
    }
}

impl Serialize for Refutation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = 6 + usize::from(self.stopped.is_some());
        let mut object = serializer.serialize_struct("Refutation", fields)?;
        object.serialize_field("game", &self.game)?;
        object.serialize_field("strategy", &self.strategy)?;
        object.serialize_field("by", &self.by)?;
        object.serialize_field("refuted", &self.is_refuted())?;
        object.serialize_field("tried", &self.tried)?;
        object.serialize_field("counterexample", &self.counterexample)?;
        if self.stopped.is_some() {
            object.serialize_field("stopped", &self.stopped)?;
        }
        object.end()
    }
}

impl fmt::Display for Refutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (strategy, tried) = (&self.strategy, self.tried);
        match (&self.counterexample, self.stopped) {
            (Some(found), _) => write!(
                f,
                "{strategy} is refuted at {}: it allows {}, best is {} ({tried} positions tried)",
                found.position,
                found.name,
                found.best.join(" or ")
            ),
            (None, Some(why)) => {
                write!(f, "{why}: {strategy} stands at the {tried} positions tried")
            }
            (None, None) => write!(
                f,
                "{strategy} stands at all {tried} positions tried; that is no proof for others"
            ),
        }
    }
}
