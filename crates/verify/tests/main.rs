//! All tests of the crate in one program, which is linked once: a module for each subject.

mod attacks;
mod positions;
mod quotients;
mod steps;
