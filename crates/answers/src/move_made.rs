//! [`MoveMade`]: a move that the program makes at a level.

use bouton_core::{Outcome, StopReason};
use derive_where::derive_where;
use serde::Serialize;

/// A move that the program makes at a level. The outcome is given only if it was searched to the end.
#[derive_where(PartialEq)]
#[derive(Clone, Debug, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
