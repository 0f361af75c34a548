//! Numbers, formulas and automata: a decision procedure for first-order statements about the natural numbers with addition,
//! order, and any sets that automata recognise by digits.
//!
//! A [`Numeration`] writes numbers as words; an [`Automaton`] is a set of tuples of numbers; a
//! [`Theory`] turns formulas into automata, and so decides them. Each theory proves its own order and
//! addition before it is used.
//!
//! # Example
//! ```
//! use bouton_automata::{Numeration, Theory};
//! use bouton_core::Limits;
//!
//! let mut theory = Theory::new(Numeration::zeckendorf(), Limits::default())?;
//! assert_eq!(theory.ask("A n: E k: n = 2*k | n = 2*k + 1")?.truth, Some(true));
//! let wrong = theory.ask("A a, b: a + b >= 2*a")?;
//! assert_eq!(wrong.truth, Some(false));
//! assert_eq!(wrong.example.unwrap()[0].1, 1u32.into()); // a = 1, b = 0
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The parts, and what each costs
//! A table of transitions has dᵏ columns for k variables in a system with d digits: 4 bytes a cell, and up to [`BYTES_A_CELL`] while it is
//! minimised.
//!
//! | part | to | cost |
//! |---|---|---|
//! | [`Numeration`] | write numbers as words: in a base, by Fibonacci numbers, by another recurrence | – |
//! | [`Theory::new`] | prove the order and the addition of a numeration | once for each theory |
//! | [`Automaton::and`], [`Theory::or`] | join two sets | at most the product of their states |
//! | [`Theory::not`] | complement a set | at most the product of its states and those of the valid words |
//! | [`Automaton::project`], [`Theory::eliminate`] | remove a variable (a quantifier) | sets of states: at worst 2ⁿ for n states |
//! | [`Theory::ask`] | decide a formula, with an example | one of these steps for each sign; exponential again for each change between “all” and “some” |
//! | [`Relation::contains`] | look up a tuple | a step a digit |
//! | [`Relation::count`] | count the tuples up to a bound | for each digit, the table of transitions |
//!
//! # When not to use it
//! - For products of two variables: a formula has sums, and products with constants.
//! - For many variables at once: each multiplies the columns by d.
//! - If the question is about one small tuple: computing it is faster than an automaton of all.

mod arithmetic;
mod automaton;
mod compile;
mod completion;
mod formula;
mod linear;
mod minimise;
mod numeration;
mod operations;
mod relation;
mod size;
mod syntax;
mod theory;

pub use automaton::{Automaton, TableError, Variable};
pub use completion::Completions;
pub use formula::{Comparison, Formula, Name, Term};
pub use numeration::{Numeration, NumerationError};
pub use relation::Relation;
pub use size::BYTES_A_CELL;
pub use syntax::{Reader, SyntaxError, parse};
pub use theory::{Answer, AskError, Theory, TheoryError};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
