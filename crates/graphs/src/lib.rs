//! Any game as a graph: a line of JSON for each position.
//!
//! ```text
//! {"id": "a", "to": [["left", "b"], ["right", "c", 3]], "turn": 0}
//! {"id": "b", "win": 0}
//! ```
//!
//! A position has moves, each with a name, the position that it leads to, and the points that it earns for the mover. Or it
//! is an end, with the player who wins (`"win": 0`, `1`, or `null` for a draw) or with points (`"points": n`, player 0's
//! minus player 1's). The first line is the start. `turn` names the player to move. If no line has it, players alternate,
//! player 0 begins, and `"to": []` is an end that the player to move loses.
//!
//! A graph is stored in arrays: 8 bytes a move (16 if moves earn points), about 30 a position, and each name of a position
//! or a move once. The crate determines whether play ends. If it does, the game is searched depth-first, otherwise from the
//! ends backwards.
//!
//! A file imports from those before it in this order: `fault`, `names`, `source`, `lines`, `record`, `graph`, `course`,
//! `reading`, `game`, `opened`, `check`.

mod check;
mod course;
mod fault;
mod game;
mod graph;
mod lines;
mod names;
mod opened;
mod reading;
mod record;
mod source;

pub use fault::Refusal;
pub use game::GameGraph;
pub use opened::{open, read, text};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
