//! The interpreter against CPython, its limits, and its messages.

mod api;
mod bounds;
mod cases;
mod common;
mod files;
mod messages;
mod mutants;
mod random;
mod values;
