#![doc = include_str!("solvers.md")]

pub use bouton_solvers::*;
