//! Games on heaps of tokens.

mod wythoff;

pub use wythoff::Wythoff;
