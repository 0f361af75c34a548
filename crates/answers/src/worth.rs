//! [`PositionValue`]: the value of a position, as a margin or an outcome.

use std::fmt;

use bouton_core::Outcome;
use serde::{Serialize, Serializer};

use super::whole::Whole;

/// The value of a position for a player: the margin in a game of points, otherwise the outcome. In JSON a number or a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionValue {
    /// The player's points minus the other's, from here on.
    Margin(i128),
    /// The outcome: a win, a draw or a loss.
    Outcome(Outcome),
}

impl PositionValue {
    /// The value of the full game for a player with this value from here on and `lead` points more than the other so far.
    ///
    /// ```
    /// use bouton_answers::{Outcome, PositionValue};
    /// assert_eq!(PositionValue::Margin(2).of_whole(-6), PositionValue::Margin(-4));
    /// assert_eq!(PositionValue::Margin(2).of_whole(-6).outcome(), Outcome::Loss);
    /// ```
    pub fn of_whole(self, lead: i128) -> Self {
        match self {
            Self::Margin(margin) => Self::Margin(lead + margin),
            Self::Outcome(_) => self,
        }
    }

    /// The outcome: a win, a draw or a loss.
    pub fn outcome(self) -> Outcome {
        match self {
            Self::Margin(margin) => Outcome::of_margin(margin),
            Self::Outcome(outcome) => outcome,
        }
    }
}

impl fmt::Display for PositionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Margin(margin) => write!(f, "{margin:+}"),
            Self::Outcome(outcome) => f.write_str(outcome.word()),
        }
    }
}

impl Serialize for PositionValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Margin(margin) => Whole::from(*margin).serialize(serializer),
            Self::Outcome(outcome) => outcome.serialize(serializer),
        }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for PositionValue {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "PositionValue".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let (margin, outcome) = (
            generator.subschema_for::<Whole>(),
            generator.subschema_for::<Outcome>(),
        );
        schemars::json_schema!({ "anyOf": [margin, outcome] })
    }
}

/// A number of plies (moves of both players) in words.
///
/// ```
/// use bouton_answers::plies_in_words;
/// assert_eq!([1, 2].map(plies_in_words), ["1 ply", "2 plies"]);
/// ```
pub fn plies_in_words(plies: u32) -> String {
    match plies {
        1 => "1 ply".to_owned(),
        plies => format!("{plies} plies"),
    }
}

/// A number of points in words, without its sign.
///
/// ```
/// use bouton_answers::points_in_words;
/// assert_eq!([1, -2].map(points_in_words), ["1 point", "2 points"]);
/// ```
pub fn points_in_words(points: impl std::fmt::Display) -> String {
    let points = points.to_string();
    match points.trim_start_matches('-') {
        "1" => "1 point".to_owned(),
        points => format!("{points} points"),
    }
}

/// A value in words: `win in 3 plies`, `margin +2`.
///
/// ```
/// use bouton_answers::{Outcome, Whole, worth_in_words};
/// assert_eq!(worth_in_words(Outcome::Win, None, Some(3)), "win in 3 plies");
/// assert_eq!(worth_in_words(Outcome::Win, Some(&Whole::from(2)), None), "margin +2");
/// ```
pub fn worth_in_words(outcome: Outcome, margin: Option<&Whole>, plies: Option<u32>) -> String {
    match (margin, plies) {
        (Some(margin), _) if *margin > Whole::default() => format!("margin +{margin}"),
        (Some(margin), _) => format!("margin {margin}"),
        (None, Some(plies)) => format!("{outcome} in {}", plies_in_words(plies)),
        (None, None) => outcome.to_string(),
    }
}
