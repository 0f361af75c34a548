//! [`Calculation`]: the answer to an expression of values.

use std::fmt;

use serde::Serialize;

use super::game_value::GameValue;
use super::worked::Worked;

/// The answer to an expression.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
