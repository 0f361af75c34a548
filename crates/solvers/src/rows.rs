//! Rows of numbers that the players take from the ends in turn: the winner, the margin, and the best moves.
//!
//! | method | question | time | memory |
//! |---|---|---|---|
//! | [`fold`] | one row, taken from both ends | O(n) | O(n), mostly far less |
//! | [`diagonal`] | the same by the interval table, one answer | n²/2 cells | O(n) |
//! | [`triangle`] | the same, every sub-row | n²/2 cells | n²/2 cells |
//! | [`front`] | at most k from the left end | O(n) | O(min(k, n)) |
//! | [`doubling`] | at most twice the largest taking so far from the left end | n²/4 states | n²/4 cells |
//!
//! The solvers built on them: [`PeakFolding`] and [`IntervalTable`] for games with the property
//! [`EndTaking`](bouton_core::rows::EndTaking), [`FrontTables`] for [`FrontTaking`](bouton_core::rows::FrontTaking).
//!
//! All methods take plain slices of 64-bit integers and answer in 128-bit integers; nothing overflows silently.

pub mod cell;
pub mod diagonal;
pub mod doubling;
mod ends;
pub mod fold;
pub mod front;
mod front_table;
mod interval_table;
mod peak_folding;
mod stripes;
pub mod triangle;
mod window;

pub use front_table::FrontTables;
pub use interval_table::IntervalTable;
pub use peak_folding::PeakFolding;
