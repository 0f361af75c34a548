//! [`Proof`]: the certainty of an answer.

use std::fmt;

use serde::Serialize;

/// The certainty of an answer.
///
/// ```
/// assert_eq!(bouton_answers::Proof::Seen.to_string(), "seen");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Proof {
    /// Proved by a theorem or a complete search.
    Proved,
    /// It relies on a pattern that no theorem covers, or on a table read from disk.
    Seen,
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Proved => "proved",
            Self::Seen => "seen",
        })
    }
}
