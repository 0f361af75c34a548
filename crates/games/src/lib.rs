//! Two-player games without chance, one file each, and their [`catalogue`].
//!
//! A file has the rules, the notation, the picture of a position, and the theorem of the game if there is one. It declares which
//! solvers are sound for the game, and contains no solver. `CONTRIBUTING.md` adds a game step by step.

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
