//! The answers of `bouton` in a browser: a worker of the page makes one `Desk` and puts questions to it, one after the other.

#![cfg(target_family = "wasm")]

mod desk;
mod remote;
mod watch;

pub use desk::{Desk, Sent};
