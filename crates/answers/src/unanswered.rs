//! [`Unanswered`]: a line of a batch that has no answer.

use bouton_core::StopReason;
use serde::Serialize;

use crate::Fault;

/// A position of a batch that has no answer, with the reason.
///
/// ```
/// use bouton_answers::{Fault, FaultKind, Unanswered};
/// let error = Fault::new(FaultKind::Input, "expected heaps");
/// let bad = Unanswered { position: "x".into(), error, stopped: None };
/// let json = r#"{"position":"x","error":{"kind":"input","message":"expected heaps","where":null,"expected":"heaps","try":[]}}"#;
/// assert_eq!(serde_json::to_string(&bad)?, json);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unanswered {
    /// The line, or its beginning if it is long.
    pub position: String,
    /// Why it has none.
    pub error: Fault,
    /// The limit that was reached; not in JSON if there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<StopReason>,
}
