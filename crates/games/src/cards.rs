//! Games with cards.

pub mod thirty_one;

pub use thirty_one::ThirtyOne;
