//! [`Calculation`]: the answer to an expression of values.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{DeserializeOwned, Error, IgnoredAny};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

use super::game_value::GameValue;
use super::worked::Worked;

/// The answer to an expression.
///
/// ```
/// use bouton_answers::Calculation;
/// let text = r#"{"expression":"{1|0} <= ^","truth":false}"#;
/// let answer: Calculation = serde_json::from_str(text)?;
/// assert_eq!(answer.to_string(), "false");
/// assert_eq!(serde_json::to_string(&answer)?, text);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Calculation {
    /// The truth of a relation.
    Truth {
        /// The expression.
        expression: String,
        /// Whether it holds.
        truth: bool,
    },
    /// Information about a value: a number, stops, a thermograph.
    Told {
        /// The expression.
        expression: String,
        /// The result as text.
        answer: String,
    },
    /// The output of statements, if it is more than an answer to an expression.
    Worked(Worked),
    /// A value.
    Value(Box<GameValue>),
}

/// The fields tell which answer it is. The text of it is kept until then: serde's own reader of untagged answers keeps their
/// numbers in a form from which none is read where another crate asks for numbers of any precision.
impl<'de> Deserialize<'de> for Calculation {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Truth {
            expression: String,
            truth: bool,
        }
        #[derive(Deserialize)]
        struct Told {
            expression: String,
            answer: String,
        }
        let text = Box::<RawValue>::deserialize(deserializer)?;
        let fields: BTreeMap<String, IgnoredAny> = read(&text)?;
        Ok(if fields.contains_key("truth") {
            let Truth { expression, truth } = read(&text)?;
            Self::Truth { expression, truth }
        } else if fields.contains_key("answer") {
            let Told { expression, answer } = read(&text)?;
            Self::Told { expression, answer }
        } else if fields.contains_key("shown") {
            Self::Worked(read(&text)?)
        } else {
            Self::Value(read(&text)?)
        })
    }
}

fn read<T: DeserializeOwned, E: Error>(text: &RawValue) -> Result<T, E> {
    serde_json::from_str(text.get()).map_err(E::custom)
}

impl fmt::Display for Calculation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truth { truth, .. } => truth.fmt(f),
            Self::Told { answer, .. } => answer.fmt(f),
            Self::Worked(worked) => worked.fmt(f),
            Self::Value(value) => value.fmt(f),
        }
    }
}
