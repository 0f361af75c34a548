//! The searched games: known counts and outcomes, and what searches tell within limits.

mod facts;
mod learnt;
mod limits;
mod threads;
