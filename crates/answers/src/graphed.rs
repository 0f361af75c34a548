//! [`Graphed`]: the report of writing a graph.

use std::fmt;

use bouton_core::StopReason;
use derive_where::derive_where;
use serde::Serialize;

/// The report of writing a graph: the positions reachable from one, and the moves between them.
#[derive_where(PartialEq)]
#[derive(Clone, Debug, Serialize)]
pub struct Graphed {
    /// The game, as named in the query.
    pub game: String,
    /// The position, as typed, or else in the game's notation.
    pub position: String,
    /// The file, as named in the query; "" if there is none.
    pub file: String,
    /// The number of positions; a position that either player can face counts twice if that matters. `None`, as for the
    /// next two, if a limit was reached.
    pub positions: Option<u64>,
    /// The number of moves.
    pub moves: Option<u64>,
    /// The number of positions where play is over.
    pub ends: Option<u64>,
    /// The time taken.
    #[derive_where(skip(EqHashOrd))]
    pub seconds: f64,
    /// The limit because of which nothing was written, if one was reached.
    pub stopped: Option<StopReason>,
}

impl fmt::Display for Graphed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(why) = self.stopped {
            return write!(f, "{why}: nothing was written");
        }
        let counted = |count: Option<u64>, what| match count {
            Some(1) => format!("1 {what}"),
            Some(count) => format!("{count} {what}s"),
            None => format!("some {what}s"),
        };
        let positions = counted(self.positions, "position");
        let (ends, moves) = (counted(self.ends, "end"), counted(self.moves, "move"));
        write!(f, "{}: {positions}, {ends}, {moves}", self.file)
    }
}
