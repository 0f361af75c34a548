//! The interpreter against CPython, its limits, and its messages.

mod cases;
mod common;
mod files;
mod random;
