//! Games with rules in Python: `rules` calls the functions, `reading` reads their results, `space` numbers positions and
//! stores results in a `table`, `extent` measures positions, `game` implements external rules, and `checking` checks for
//! mistakes.

mod checking;
mod defined;
mod extent;
mod game;
mod reading;
mod rules;
mod space;
mod table;

pub(crate) use defined::{Opened, define, opened};
pub(crate) use space::Space;
