//! [`Cell`]: the value of one position in a table.

use std::fmt;

use bouton_core::Outcome;
use serde::{Serialize, Serializer};

use super::whole::Whole;

/// The contents of a table's cells.
///
/// ```
/// assert_eq!(bouton_answers::CellKind::Grundy.to_string(), "grundy");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum CellKind {
    /// The outcome: a win, a draw or a loss.
    #[default]
    Outcome,
    /// Grundy values.
    Grundy,
}

impl fmt::Display for CellKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Outcome => "outcome",
            Self::Grundy => "grundy",
        })
    }
}

/// The word for a loony position in JSON.
const LOONY: &str = "loony";

/// A cell of a table: in JSON null, a word or a number, in text `·`, a letter, a number or `∞`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// There is no such position.
    None,
    /// The outcome for the player to move.
    Outcome(Outcome),
    /// A Grundy value.
    Number(Whole),
    /// In place of a Grundy value: won together with any other parts.
    Loony,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.pad("·"),
            Self::Outcome(outcome) => outcome.letter().fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Loony => f.pad("∞"),
        }
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::None => serializer.serialize_none(),
            Self::Outcome(outcome) => outcome.serialize(serializer),
            Self::Number(number) => number.serialize(serializer),
            Self::Loony => serializer.serialize_str(LOONY),
        }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Cell {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Cell".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let (outcome, number) = (
            generator.subschema_for::<Outcome>(),
            generator.subschema_for::<Whole>(),
        );
        schemars::json_schema!({ "anyOf": [outcome, number, { "const": LOONY }, { "type": "null" }] })
    }
}
