//! Whole spaces of positions, solved to be written down as a table, and tables checked against the rules.
//!
//! A space is what is numbered: all positions of a game that numbers them ([`Whole`]), or those that play can reach, numbered as they
//! are found ([`reached`]). Its values are [`Values`]. Who wins is found backwards from the ends ([`crate::retrograde`]); the best
//! margins of a game of points, which ends, from one position to those that it leads to, each once. `check` shows a table and its
//! space to the checker of `bouton-verify`, which shares nothing with how it was found.

mod check;
mod held;
mod margins;
mod numbers;
mod reached;
mod values;

pub use check::{Unchecked, Wrong, check_numbers, check_texts};
pub(crate) use check::{value, values};
pub(crate) use held::Held;
pub use numbers::{All, InSlices, Lead, Seen, Whole, Within};
pub use reached::{Reached, reached};
pub use values::{Codes, Values};
