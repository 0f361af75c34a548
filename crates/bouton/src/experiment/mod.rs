//! Questions about many positions at once, asked over any [`Session`](crate::Session).

mod analyze;
mod enumerate;
mod losing;
mod refute;
mod review;
mod values;

pub use analyze::{Analysis, Counts, Row, analyze};
pub use enumerate::Bound;
pub use losing::losing;
pub use refute::{By, Counterexample, Heaps, Refutation, Rows, Search, refute};
pub use review::{Review, Step, Worth, review};
pub use values::{Cell, Kind, Table, values};
