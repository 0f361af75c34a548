//! Queries about many positions at once, over any [`Session`](crate::Session).

mod analyze;
mod compare;
mod enumerate;
mod find;
mod graph;
mod puzzles;
mod refute;
mod review;
mod sizes;
mod starts;
mod table_solver;
mod values;

pub use analyze::analyze;
pub use compare::compare;
pub use enumerate::Bound;
pub use find::{ATLAS, Each, Places, Wanted, atlas, find, find_each, losing, losing_each};
pub use graph::graph;
pub use puzzles::{Wish, puzzles};
pub use refute::{Heaps, Heeded, Rows, Search, Strategy, refute};
pub use review::review;
pub use sizes::sizes;
pub use values::values;
