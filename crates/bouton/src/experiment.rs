//! Queries about many positions at once, over any [`Session`](crate::Session).

mod analyze;
mod compare;
mod enumerate;
mod find;
mod graph;
mod losing;
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
pub use find::{ATLAS, Places, Wanted, atlas, find};
pub use graph::graph;
pub use losing::losing;
pub use puzzles::{Wish, puzzles};
pub use refute::{Heaps, Heeded, Rows, Search, Strategy, refute};
pub use review::review;
pub use sizes::sizes;
pub use values::values;
