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
