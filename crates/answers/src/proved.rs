//! [`Proved`]: how the values in a list were found.

use serde::Serialize;

use super::proof::Proof;

/// How the values in a list were found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Proved {
    /// Whether all are proved; some may be seen only.
    pub proof: Proof,
    /// The solver, if one found all.
    pub solver: Option<String>,
    /// The law of all sizes, in words, if one answered in place of a search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

impl Default for Proved {
    /// Nothing was searched.
    fn default() -> Self {
        Self {
            proof: Proof::Proved,
            solver: None,
            why: None,
        }
    }
}
