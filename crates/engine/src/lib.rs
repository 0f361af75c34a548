//! Games of any type behind one face: [`Face`] is a game opened at a position, spoken to in text and numbers.
//!
//! Here, and only here, a game's type meets the solvers: [`open`] looks up what the game declares, makes the solvers that
//! serve it (`menu`) and notes what else can be asked of it (`abilities`). What comes out is object-safe, so that
//! whoever stands above (names, sessions, pictures, the program) is compiled once, whatever games there are.
//!
//! Calls of a face may unwind with a [`Mishap`](bouton_core::Mishap), where the rules of the game are asked of something
//! that can fail: whoever asks does so through [`bouton_core::oracle::asked`].

mod abilities;
mod by_law;
mod component;
mod error;
mod explored;
mod face;
mod menu;
mod short;
mod typed;

pub use abilities::LAYER_BITS;
pub use by_law::step;
pub use component::{Component, Convention, Earned, component};
pub use error::Error;
pub use explored::{Explore, Explored};
pub use face::{
    BestMove, Choice, Face, Found, LONGEST_POSITION, Played, RowStrategy, ShowLayers, ShowWhole,
    Stop, ValuedMove, Worth,
};
pub use short::{Kept, Short, Work};
pub use typed::{Opener, Opening, no_misere, open, open_as, open_normal};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
