//! [`MoveMade`]: a move that the program makes at a level.

use bouton_core::{Outcome, StopReason};
use derive_where::derive_where;
use serde::{Deserialize, Serialize};

/// A move that the program makes at a level. The outcome is given only if it was searched to the end.
///
/// ```
/// let text = r#"{"game":"connect:6,7,4","position":"44","level":"perfect","move":"4","depth":6,"outcome":null,"visited":2041,"stopped":"time"}"#;
/// let made: bouton_answers::MoveMade = serde_json::from_str(text)?;
/// assert_eq!((made.depth, made.outcome), (Some(6), None));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive_where(PartialEq)]
#[derive(Clone, Debug, Eq, Serialize, Deserialize)]
pub struct MoveMade {
    /// The game, as named in the query.
    pub game: String,
    /// The position.
    pub position: String,
    /// The level.
    pub level: String,
    /// The move.
    #[serde(rename = "move")]
    pub name: String,
    /// The plies searched completely, if the level looked ahead.
    pub depth: Option<u32>,
    /// The outcome, if looking ahead found a win or a loss, or the end of all play.
    pub outcome: Option<Outcome>,
    /// The number of positions visited while looking ahead.
    #[derive_where(skip(EqHashOrd))]
    pub visited: u64,
    /// The limit that stopped the level; the program then looked ahead as far as it could.
    pub stopped: Option<StopReason>,
}
