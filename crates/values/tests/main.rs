//! All tests of the crate in one program, which is linked once: a module for each subject.

mod algebra;
mod calculations;
mod census;
mod common;
mod facts;
mod limits;
mod loopy;
mod misere;
mod parts;
mod reference;
mod scoring;
mod universes;
