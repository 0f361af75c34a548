//! [`Graphed`]: the report of writing a graph.

use std::fmt;

use bouton_core::StopReason;
use derive_where::derive_where;
use serde::{Deserialize, Serialize};

/// The report of writing a graph: the positions reachable from one, and the moves between them.
///
/// ```
/// let text = r#"{"game":"nim","position":"1","file":"one.jsonl","positions":2,"moves":1,"ends":1,"seconds":0.1,"stopped":null}"#;
/// let graphed: bouton_answers::Graphed = serde_json::from_str(text)?;
/// assert_eq!(graphed.to_string(), "one.jsonl: 2 positions, 1 end, 1 move");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive_where(PartialEq)]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Graphed {
    /// The game, as it was named.
    pub game: String,
    /// The position, as it was typed; else in the game's notation.
    pub position: String,
    /// The file, as it was named; "" where there is none.
    pub file: String,
    /// How many positions there are; one that either player can face, where that matters, is two. `None`, as the next two, where a
    /// limit was reached.
    pub positions: Option<u64>,
    /// How many moves.
    pub moves: Option<u64>,
    /// At how many positions play is over.
    pub ends: Option<u64>,
    /// The time taken.
    #[derive_where(skip(EqHashOrd))]
    pub seconds: f64,
    /// Why nothing was written, if a limit was reached.
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
