//! Games whose positions lie in layers, solved layer by layer on disk.
//!
//! Forward, what can be reached in the next layer is merged from streams of keys that are in order already, one a kind of
//! move: no hash, no sorting, no read out of order. Backward, the value of a position is the best of those that its moves
//! lead to, which are read from the layer behind by as many cursors, in order. Layers are kept as gaps between keys, packed;
//! a layer that is written is there whole, so that work that was ended anywhere continues with the next one.
//!
//! Time: each move made twice. Memory: some megabytes, whatever the size. Disk: about half a byte a position.
//!
//! Sources: J. Tromp, John's Connect Four playground (counts of positions); R. Korf, Delayed duplicate detection, IJCAI (2003).

mod check;
mod cursor;
mod rules;
mod solve;

pub use check::check_layers;
pub use rules::{InLayers, Layers, NONE};
pub use solve::{LayersError, SolvedLayers, solve_layers};
