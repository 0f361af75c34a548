//! Solvers for two-player games without chance, one file each. None of them names a game.
//!
//! # Overview
//! A solver is a type with the trait [`Solver`](bouton_core::Solver). It answers for every game type that has the traits it needs: [`Memo`] for
//! games whose play ends, [`Grundy`] for games in which both players have the same moves, and so on. All solvers have the same methods:
//! `evaluate` (the value), `solve` (also every best move, a line and the reason), `accepts` (whether it can answer at a position), `about` (its name,
//! method, cost and source).
//!
//! The library `bouton` chooses a solver by itself. Use this crate if you have a game type of your own and want to choose the solver.
//!
//! # Example
//! Take one, two or three stones; the player who takes the last one wins:
//! ```
//! use bouton_core::game::{Alternating, Game, Loopfree};
//! use bouton_core::{Limits, Score, Solver, WinLoss};
//! use bouton_solvers::{Memo, OnGraph};
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
//!
//! let limits = Limits::default();
//! let solution = Memo::default().solve(&Stones, &21, &limits).unwrap();
//! assert_eq!(solution.value.score, WinLoss::Win);
//! assert_eq!(solution.best.moves, [1]);
//! assert_eq!(solution.value.remoteness, Some(11));
//!
//! // Another solver gives the same answer.
//! let again = OnGraph::minimax().evaluate(&Stones, &21, &limits).unwrap();
//! assert_eq!(again.score, WinLoss::Win);
//! ```
//!
//! # The solvers, and what each costs
//! | solver | answers | needs | time | memory |
//! |---|---|---|---|---|
//! | [`ByTheorem`] | value, often the Grundy value | `ClosedForm`: a theorem | a few operations | none |
//! | [`Periodic`] | Grundy value of heaps of any size | `TakeAndBreak`: a code | the sequence, until its period is proved; then a lookup | 1 byte a heap |
//! | [`WinningStates`] | value of one heap | `Subtraction`: a set | one step a number that may be taken, until the states repeat | 1 byte a state |
//! | [`rows`] | margin of a row | `EndTaking`, `FrontTaking` | 3.6 ns a value (folding), 0.06 ns a cell (interval table) | the row; 4 or 8 bytes a cell |
//! | [`Grundy`] | Grundy value | `Shared` (or `Impartial`), normal play | the options of all reachable parts | the parts |
//! | [`Entailed`] | Grundy value, or that it is loony | `Entailing` | the options of all reachable parts, times the length of a set | the parts with their sets |
//! | [`Nimber`] | Grundy value | `Impartial`, normal play | from the square root of the time of [`Grundy`] | the parts asked about |
//! | [`ByValues`] | value of Left and Right | `Sides` | every part that play can reach | their canonical forms |
//! | [`Components`] | winner in a game of Left and Right | `Sides` | the sums visited, often far fewer than all | the sums visited |
//! | [`ByQuotient`] | winner in misère play of heaps | `MisereHeaps`: a code | the misère quotient, then a lookup a heap | the quotient |
//! | [`ByGenus`] | winner in misère play of tame games | `MisereParts` | the options of all reachable parts | the parts |
//! | [`Memo`] | value and plies | `Alternating`, play that ends | the options of all reachable positions | 29 to 35 bytes a position |
//! | [`NumberedRetrograde`], [`OnGraph::retrograde`] | value and plies, with cycles | `Reversible`: a numbered space; or any game, as a graph | all moves of all positions | 1 byte a position; the graph |
//! | [`AlphaBeta`] | value | `Loopfree` | from the square root of the tree to all of it | as much as is given |
//! | [`OnGraph::proof_number`] | winner, with cycles | any game without points | depends on the position | as much as is given |
//! | [`OnGraph::minimax`] | value and plies | play that ends | the whole tree | one line of play |
//! | [`Book`] | value | a [`Chapter`]: values of the positions after the first plies | the moves of these plies | some bytes a value |
//! | [`Tables`] | value | a table that was made before | microseconds | none |
//!
//! [`loopy_nim`] finds the nim value of a position to which play can come back. [`sequence`] has the engines for Grundy sequences, [`layers`] and [`whole`] solve spaces that are kept in files.
//!
//! # Which one to use
//! - A theorem, a period or a table first, if there is one.
//! - [`Memo`] if all reachable positions fit in memory; it also counts plies.
//! - [`AlphaBeta`] if they do not fit and play ends; [`OnGraph::retrograde`] or [`OnGraph::proof_number`] if play may never end.
//! - [`Nimber`], [`Components`] or [`ByValues`] if positions split into independent parts.
//!
//! # When not to use it
//! - To ask about a game by its name, or about a rule file: use `bouton`.
//! - For chance or hidden information: no solver knows them.
//! - For a strong guess instead of a proof: every answer here is exact, and a search that reaches a limit says what it proved.
//!
//! # Limits
//! A search checks [`Limits`](bouton_core::Limits) every few steps. At a limit it returns [`Stopped`](bouton_core::Stopped) with the bounds proved so far. No
//! solver is recursive: long lines of play cost memory, not stack.

pub mod alpha_beta;
pub mod atoms;
pub mod bidding;
mod book;
mod bounds;
pub mod closed_form;
pub mod components;
pub mod entailing;
pub mod genus;
pub mod grundy;
mod index;
pub mod interned;
mod keeper;
mod lasting;
pub mod layers;
mod loopy_nim;
pub mod memo;
pub mod minimax;
pub mod nimber;
mod on_graph;
mod pages;
mod parallel;
pub mod parts;
pub mod period;
mod prediction;
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
pub use book::{Book, Chapter};
pub use closed_form::ByTheorem;
pub use components::{Compared, Components};
pub use entailing::Entailed;
pub use genus::ByGenus;
pub use grundy::{Grundy, Parted};
pub use keeper::Keeper;
pub use loopy_nim::{LoopyNim, loopy_nim};
pub use memo::Memo;
pub use nimber::Nimber;
pub use on_graph::OnGraph;
pub use period::Periodic;
pub use prediction::predicted;
pub use quotient::ByQuotient;
pub use retrograde::NumberedRetrograde;
pub use table_file::Tables;
pub use values::ByValues;
pub use winning_states::WinningStates;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
