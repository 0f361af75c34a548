//! All tests of the crate in one program, which is linked once: a module for each subject.

mod built_in;
mod cases;
mod faults;
mod limits;
mod slow;
