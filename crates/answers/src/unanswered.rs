//! [`Unanswered`]: a line of a batch that has no answer.

use serde::{Deserialize, Serialize};

/// A position of a batch that has no answer, and why.
///
/// ```
/// let bad = bouton_answers::Unanswered { position: "x".into(), error: "expected heaps".into() };
/// assert_eq!(serde_json::to_string(&bad)?, r#"{"position":"x","error":"expected heaps"}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unanswered {
    /// The line.
    pub position: String,
    /// One sentence.
    pub error: String,
}
