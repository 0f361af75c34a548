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
pub use find::{ATLAS, Each};
pub use graph::graph;
pub use refute::Strategy;
pub use review::review;
pub use sizes::sizes;
