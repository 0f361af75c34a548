//! [`Unanswered`]: a line of a batch that has no answer.

use bouton_core::StopReason;
use serde::Serialize;

/// A position of a batch that has no answer, with the reason.
///
/// ```
/// let bad = bouton_answers::Unanswered { position: "x".into(), error: "expected heaps".into(), stopped: None };
/// assert_eq!(serde_json::to_string(&bad)?, r#"{"position":"x","error":"expected heaps"}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unanswered {
    /// The line, or its beginning if it is long.
    pub position: String,
    /// One sentence.
    pub error: String,
    /// The limit that was reached; not in JSON if there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<StopReason>,
}
