//! Questions about many positions at once, asked over any [`Session`](crate::Session).

mod analyze;
mod enumerate;
mod losing;
mod refute;
mod review;
mod values;

pub use analyze::analyze;
pub use enumerate::Bound;
pub use losing::losing;
pub use refute::{Heaps, Rows, Search, Strategy, refute};
pub use review::review;
pub use values::values;
