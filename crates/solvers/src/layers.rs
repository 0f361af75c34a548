//! Games whose positions lie in layers, solved layer by layer on disk.
//!
//! Forward: the reachable positions of the next layer are merged from sorted streams of keys, one for each kind of move,
//! without hashing, sorting or random reads. Backward: the value of a position is the best of those that its moves lead to;
//! as many cursors read them from the next layer, in order. Layers are stored as packed gaps between keys. A layer is
//! written completely or not at all, so that interrupted work continues with the next one.
//!
//! Time: each move is made twice. Memory: some megabytes, whatever the size. Disk: about half a byte a position.
//!
//! Sources: J. Tromp, John's Connect Four playground (counts of positions); R. Korf, Delayed duplicate detection, IJCAI (2003).

mod check;
mod cursor;
mod rules;
mod solve;

pub use check::check_layers;
pub use rules::{InLayers, Layers, NONE};
pub use solve::{LayersError, SolvedLayers, solve_layers};
