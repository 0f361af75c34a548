//! Full spaces of positions, solved so that they can be written as a table, and tables checked against the rules.
//!
//! A space is a set of numbered positions: those of a game that numbers them ([`Numbers`]), or those that play can
//! reach, numbered in the order in which they are found ([`reached()`]). Its values are [`Values`]. Outcomes are found
//! backwards from the ends ([`crate::retrograde`]). The best margins of a game of points, whose play ends, are found
//! forwards: from a position to those that its moves lead to, each once. `check` passes a table and its space to the
//! checker of `bouton-verify`, which shares no code with the solvers.

mod check;
mod margins;
mod numbers;
mod reached;
mod table_range;
mod values;

pub use check::{Unchecked, Wrong, check_numbers, check_texts};
pub(crate) use check::{value, values};
pub use numbers::{Numbers, Whole};
pub use reached::reached;
pub(crate) use table_range::TableRange;
pub use values::{Codes, Values};
