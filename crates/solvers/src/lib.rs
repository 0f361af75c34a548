//! The solvers, one file each, none of which names a game.

pub mod alpha_beta;
mod bounds;
pub mod closed_form;
pub mod components;
pub mod grundy;
pub mod memo;
pub mod minimax;
pub mod nimber;
mod pages;
pub mod period;
pub mod proof_number;
mod questions;
mod reach;
pub mod repetition;
pub mod retrograde;
pub mod rows;
pub mod sequence;
pub mod store;
mod table;
pub mod winning_states;

pub use alpha_beta::AlphaBeta;
pub use closed_form::ByTheorem;
pub use components::Components;
pub use grundy::Grundy;
pub use memo::Memo;
pub use minimax::Minimax;
pub use nimber::Nimber;
pub use period::Periodic;
pub use proof_number::ProofNumber;
pub use retrograde::{NumberedRetrograde, Retrograde};
pub use winning_states::WinningStates;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
