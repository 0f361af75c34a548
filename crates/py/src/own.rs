//! Games of one's own, whose rules are Python functions: `rules` calls them, `reading` reads what they return, `space` numbers
//! positions and keeps what was found at each in a `table`, `extent` measures them, `game` shows them as rules that are opened like those of files, and `checking` looks for mistakes.

mod checking;
mod defined;
mod extent;
mod game;
mod numbers;
mod reading;
mod rules;
mod space;
mod table;

pub(crate) use defined::{Opened, define, opened};
pub(crate) use space::Space;
