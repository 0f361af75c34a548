//! [`Near`]: a move found by looking a few plies ahead.

use bouton_core::{Outcome, StopReason};
use derive_where::derive_where;
use serde::{Deserialize, Serialize};

/// A move that looking so far ahead finds nothing against. Nothing is claimed of the position but what was seen to its end.
///
/// ```
/// let text = r#"{"game":"connect:6,7,4","position":"44","move":"4","depth":6,"outcome":null,"visited":2041,"stopped":"time"}"#;
/// let near: bouton_answers::Near = serde_json::from_str(text)?;
/// assert_eq!((near.depth, near.outcome), (6, None));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive_where(PartialEq)]
#[derive(Clone, Debug, Eq, Serialize, Deserialize)]
pub struct Near {
    /// The game, as it was named.
    pub game: String,
    /// The position.
    pub position: String,
    /// The move; none where play is over.
    #[serde(rename = "move")]
    pub name: Option<String>,
    /// So many plies were looked at to their end.
    pub depth: u32,
    /// Who wins, where a win or a loss, or the end of all play, was seen within them.
    pub outcome: Option<Outcome>,
    /// How many positions were looked at.
    #[derive_where(skip(EqHashOrd))]
    pub visited: u64,
    /// Which limit ended the search.
    pub stopped: Option<StopReason>,
}
