//! [`Periodicity`]: the status of a sequence's period.

use std::fmt;

use serde::Serialize;

/// The status of a sequence's period.
///
/// ```
/// use bouton_answers::Periodicity;
/// assert_eq!(serde_json::to_string(&Periodicity::Proved)?, "\"proved\"");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Periodicity {
    /// A theorem proves it for all heaps.
    Proved,
    /// The computed values repeat; no theorem applies.
    Seen,
    /// The computed values do not repeat.
    None,
}

impl fmt::Display for Periodicity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Proved => "proved",
            Self::Seen => "seen",
            Self::None => "none",
        })
    }
}
