//! Games played on a row of numbers. The row belongs to the rules; a position is the remaining part of it.

mod ends;
mod fronts;
mod row;
mod row_doubling;
mod row_ends;
mod row_front;
mod row_rest;
mod strategies;
mod two_values;

pub use ends::{Earning, EndsOf};
pub use row::Row;
pub use row_doubling::{Doubling, RowDoubling};
pub use row_ends::{RowEnds, Taken};
pub use row_front::RowFront;
pub use row_rest::{Rest, RowRest};
pub use strategies::EndStrategy;
pub use two_values::{Removed, TwoValues};
