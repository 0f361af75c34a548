//! The interpreter against CPython, its limits, and its messages.

mod bounds;
mod cases;
mod common;
mod files;
mod machine;
mod mutants;
mod random;
