//! Who wins a two-player game of perfect information, by how much, what to play, and why.
//!
//! # A game that has a name
//! ```
//! use bouton::{How, Outcome};
//! let mut session = bouton::open("wythoff", "75,90")?;
//! let answer = session.solve(&How::default())?;
//! assert_eq!(answer.outcome, Some(Outcome::Win));
//! assert_eq!(answer.preferred.unwrap().to.as_deref(), Some("24,39"));
//! # Ok::<(), bouton::Error>(())
//! ```
//! [`Open`] says more: misère play, Right to move, a usual start. Names are those of the catalogue, of sums
//! (`nim 3,4 + kayles 5`), of rule files and files of formulas: [`Name`]. Every answer is plain data with JSON both ways and
//! a text for people: [`answers`].
//!
//! # A game of one's own
//! A game is a type with the traits of [`game`]; what it declares brings the solvers that are sound for it. Take one, two or
//! three stones, and who takes the last one wins:
//! ```
//! use bouton::game::*;
//!
//! #[derive(PartialEq)]
//! struct Stones;
//!
//! impl Game for Stones {
//!     type Position = u32;
//!     type Move = u32;
//! }
//! impl Alternating for Stones {
//!     type Score = WinLoss;
//!     fn moves<'g>(&'g self, at: &u32) -> impl Iterator<Item = u32> + use<'g> { 1..=3.min(*at) }
//!     fn play(&self, at: &u32, taken: &u32) -> u32 { at - taken }
//!     fn score(&self, at: &u32) -> Option<WinLoss> { (*at == 0).then_some(WinLoss::Loss) }
//! }
//! impl Loopfree for Stones {
//!     type Height = u32;
//!     fn height(&self, at: &u32) -> u32 { *at }
//! }
//! impl Impartial for Stones {}
//! impl Notation for Stones {
//!     fn parse(&self, text: &str) -> Result<u32, InputError> { parse_number(text) }
//!     fn show(&self, at: &u32) -> String { at.to_string() }
//!     fn show_move(&self, _at: &u32, taken: &u32) -> String { format!("take {taken}") }
//! }
//! impl Declares for Stones {
//!     fn declare(&self, powers: &mut impl Powers<Self>) { powers.loopfree(); powers.impartial(); }
//! }
//!
//! let answer = bouton::session(Stones, 21).solve(&bouton::How::default())?;
//! assert_eq!(answer.preferred.unwrap().name, "take 1");
//! # Ok::<(), bouton::Error>(())
//! ```
//!
//! # Which solver answers
//! Each power that a game declares brings solvers to its menu, where each has a rank. Asked without the name of a solver,
//! the first on the menu that offers itself at the position answers; a solver asked for by name answers if it accepts the
//! position. The page of [`solvers`] lists them all, with the price of each.

pub mod calculus;
pub mod certificates;
#[cfg(feature = "rules")]
mod check;
mod describe;
pub mod experiment;
pub mod game;
pub mod laws;
mod open;
pub mod play;
pub mod quotients;
mod random;
pub mod sequences;
mod session;
pub mod solvers;
pub mod tables;
pub mod verify;
mod view;
mod words;

pub use bouton_answers::{
    self as answers, Answer, BestMove, Class, Move, Moves, Outcome, Proof, Whole, text,
};
pub use bouton_core::strategy::StrategyCard;
pub use bouton_core::take_and_break;
pub use bouton_core::{Limits, Mishap, Side, StopReason, scene, solver::About};
pub use bouton_engine::{Choice, Error, Played, RowStrategy};
pub use bouton_games as games;
#[cfg(feature = "rules")]
pub use bouton_names::{Aim, Patience, growth, watch};
pub use bouton_names::{Card, Name, Terms, cards};
pub use bouton_solvers::sequence;
#[cfg(feature = "rules")]
pub use check::check;
pub use describe::{Pictures, describe};
pub use open::{Open, open, session, session_called, session_played};
pub use session::{How, Session, Value};
pub use verify::{verify, verify_from};
pub use view::view;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
