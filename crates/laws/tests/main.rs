//! All tests of the crate in one program, which is linked once: a module for each subject.

mod certificates;
mod limits;
mod names;
mod theorems;
