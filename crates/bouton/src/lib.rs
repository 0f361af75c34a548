//! Who wins a two-player game of perfect information, by how much, what to play, and why.
//!
//! ```
//! let mut session = bouton::open("wythoff", Some("75,90"), false)?;
//! let answer = session.solve(&bouton::How::default())?;
//! assert_eq!(answer.outcome, Some(bouton::Outcome::Win));
//! assert_eq!(answer.preferred.unwrap().to.as_deref(), Some("24,39"));
//! # Ok::<(), bouton::Error>(())
//! ```

pub mod catalogue;
#[cfg(feature = "rules")]
mod check;
mod error;
pub mod experiment;
pub mod games;
mod law;
pub mod laws;
mod menu;
pub mod play;
mod room;
#[cfg(feature = "rules")]
pub mod rule_file;
pub mod sequences;
mod session;
mod sum;
mod verify;
mod view;
mod words;

pub use bouton_answers::{self as answers, Answer, BestMove, Move, Outcome, Whole};
pub use bouton_core::strategy::StrategyCard;
pub use bouton_core::take_and_break;
pub use bouton_core::{Limits, Side, StopReason, scene, solver::About};
pub use bouton_solvers::sequence;
pub use catalogue::open;
#[cfg(feature = "rules")]
pub use check::check;
pub use error::Error;
pub use law::is_rules_file;
pub use session::{Choice, How, Played, Session, Value};
pub use sum::has_positions;
pub use verify::verify;
pub use view::view;

#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
