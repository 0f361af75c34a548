//! All tests of the crate in one program, which is linked once: a module for each subject.

mod advice;
mod bounds;
mod drawn;
mod forms;
mod kinds;
mod parts;
mod python;
