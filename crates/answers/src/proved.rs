//! [`Proved`]: the proved law that a table comes from.

use serde::Serialize;

/// The proved law that a table comes from, in place of a search of its positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Proved {
    /// The solver that answered.
    pub solver: String,
    /// The law, in words.
    pub why: String,
}
