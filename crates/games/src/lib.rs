//! The games, one file each, and their [`catalogue`].
//!
//! To add one: write its file beside the others, and add its line to the catalogue.

pub mod boards;
pub mod cards;
pub mod catalogue;
pub mod graphs;
pub mod heaps;
pub mod rows;
pub mod sides;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
