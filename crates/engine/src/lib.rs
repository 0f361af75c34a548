//! Games of any type behind one object-safe interface: [`Face`] is a game opened at a position, with texts and numbers as
//! arguments and results.
//!
//! This is the only crate in which the type of a game meets the solvers. [`open`] reads the properties that the game
//! declares, makes the solvers that serve it (`menu`), and records the other queries that it can answer (`abilities`). The
//! crates above (names, sessions, pictures, the program) are compiled once, for all games.
//!
//! If the rules of a game can fail, calls of its face may unwind with a [`RuleError`](bouton_core::RuleError). Callers catch it with
//! [`bouton_core::oracle::asked`].

mod abilities;
mod bids;
mod by_law;
mod component;
mod error;
mod explored;
mod face;
mod menu;
mod scoring;
mod short;
mod typed;

pub use abilities::LAYER_BITS;
pub use bids::Bids;
pub use by_law::step;
pub use component::{Component, Convention, Earned, component};
pub use error::Error;
pub use explored::{Explore, Explored};
pub use face::{
    BestMove, Choice, Face, FullValue, LONGEST_POSITION, Played, RowStrategy, SearchResult,
    ShowLayers, ShowWhole, Stop, ValuedMove,
};
pub use scoring::ScoredForm;
pub use short::{Kept, Short, ShortVisit};
pub use typed::{Opener, Opening, no_misere, open, open_as, open_normal};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
