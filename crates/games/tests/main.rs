//! All tests of the crate in one program, which is linked once: a module for each subject.

mod cuts;
mod dobutsu_shogi;
mod first_moves;
mod hackenbush;
mod loopy;
mod misere;
mod morris;
mod packed;
mod sides;
mod sides_and_graphs;
mod tables;
mod texts;
mod wide;
