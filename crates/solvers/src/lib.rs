//! The solvers, one file each, none of which names a game.

pub mod alpha_beta;
pub mod atoms;
mod bounds;
pub mod closed_form;
pub mod components;
pub mod genus;
pub mod grundy;
pub mod interned;
mod keeper;
mod lasting;
pub mod layers;
pub mod memo;
pub mod minimax;
pub mod nimber;
mod on_graph;
mod pages;
mod parallel;
pub mod parts;
pub mod period;
pub mod proof_number;
mod questions;
pub mod quotient;
mod reach;
pub mod repetition;
pub mod retrograde;
pub mod rows;
mod searcher;
pub mod sequence;
mod sort;
pub mod store;
mod table;
mod table_file;
pub mod values;
pub mod whole;
pub mod winning_states;
mod worth;

pub use alpha_beta::AlphaBeta;
pub use closed_form::ByTheorem;
pub use components::{Compared, Components};
pub use genus::ByGenus;
pub use grundy::Grundy;
pub use keeper::Keeper;
pub use memo::Memo;
pub use nimber::Nimber;
pub use on_graph::OnGraph;
pub use period::Periodic;
pub use quotient::ByQuotient;
pub use retrograde::NumberedRetrograde;
pub use table_file::Tables;
pub use values::ByValues;
pub use winning_states::WinningStates;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
