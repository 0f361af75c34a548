//! Questions about many positions at once, asked over any [`Session`](crate::Session).

mod enumerate;
mod losing;
mod review;
mod values;

pub use enumerate::Bound;
pub use losing::losing;
pub use review::{Review, Step, Worth, review};
pub use values::{Cell, Kind, Table, values};
