//! Games of any type behind one object-safe interface: [`Face`] is a game opened at a position, with texts and numbers as
//! arguments and results.
//!
//! This is the only crate in which the type of a game meets the solvers. [`Untyped::face`] reads the properties that the game
//! declares, makes the solvers that serve it (`menu`), and records the other queries that it can answer (`abilities`). From then on the
//! game is an [`Erased`](bouton_core::Erased) one: its type is known no more. The crates above (names, sessions, pictures, the program) are
//! compiled once, for all games.
//!
//! A face answers queries of seven kinds. The properties that a kind reads, and its answers, are in a file of their own:
//!
//! | file | about |
//! |---|---|
//! | `playing` | the position, its moves, going on from it |
//! | `searching` | the solvers, and what they find |
//! | `looking` | the look of the position |
//! | `experimenting` | positions to try, strategies to try there |
//! | `surveying` | all positions: counted, explored, numbered |
//! | `valuing` | partizan values, scoring games, prices |
//! | `proving` | laws, codes, misère quotients |
//!
//! # Example
//! ```
//! use bouton_core::Entry;
//! use bouton_engine::{Opening, Untyped};
//! use bouton_games::heaps::Wythoff;
//!
//! let opened = <Wythoff>::open(None, Some("75,90")).unwrap();
//! let face = Untyped::of(Opening { name: "wythoff".into(), opened, again: None }).face();
//! assert_eq!(face.solvers()[0].id, "closed-form");
//! ```
//!
//! # What it costs
//! - A query is one dynamic call, and its answers are texts. Searches run below the face, on words.
//! - Of each type of game its rules are compiled, and the solvers that need the type. All else is compiled here, once for each type of score.
//! - [`Untyped::face`] makes the solvers empty: their tables begin with the first query.
//!
//! # When not to use it
//! - To ask about games by name, or about rule files: `bouton` is built on this crate and opens them.
//! - To call one solver with a game type of your own: `bouton-solvers` does so without texts.
//!
//! # Rules that fail
//! If the rules of a game can fail, calls of its face may unwind with a [`RuleError`](bouton_core::RuleError). Callers catch it with
//! [`bouton_core::oracle::asked`].

mod abilities;
mod behind;
mod bids;
mod by_law;
mod by_marks;
mod component;
mod error;
mod experimenting;
mod explored;
mod face;
mod looking;
mod menu;
mod misere;
mod playing;
mod proving;
mod scoring;
mod searching;
mod short;
mod surveying;
mod through;
mod typed;
mod valuing;
mod variants;
mod with_draws;

pub use bids::Bids;
pub use by_law::step;
pub use component::{Component, Convention, Earned};
pub use error::{Error, Sentence};
pub use experimenting::RowStrategy;
pub use explored::{Explore, Explored};
pub use face::Face;
pub use playing::{Choice, Played};
pub use scoring::{ScoredForm, ScoredMove};
pub use searching::{BestMove, FullValue, LONGEST_POSITION, SearchResult, Stop, ValuedMove};
pub use short::{KeptParts, Ply, Short, ShortVisit};
pub use surveying::{LAYER_BITS, ShowLayers, ShowWhole};
pub use typed::{Opener, Opening, Untyped};
pub use variants::Way;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
