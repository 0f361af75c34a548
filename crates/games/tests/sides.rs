//! Games of Left and Right whose positions are marks or pieces, against slow references, and the values known of them.

mod boards;
mod graphs;
pub(crate) mod held;
mod known;
mod pieces;
mod refusals;
mod slow;
