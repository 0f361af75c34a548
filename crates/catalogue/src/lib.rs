//! Every game that has a name, opened.
//!
//! [`Name::read`] is the one place where a text that somebody typed becomes a game: a game of the catalogue, a sum, a rule
//! file, a file of formulas, a family of laws, a take-and-break code. A new kind of name is one file in `names/` and one
//! line in `names.rs`.
//!
//! Here the types of games are compiled with all the solvers that serve them.

mod formulated;
mod names;
mod sum;

#[cfg(feature = "rules")]
pub use names::rule_file::{Checked, check, watch};
pub use names::{Card, Name, cards};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
