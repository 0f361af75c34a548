//! The values of families of positions on strips, as formulas in the lengths of their runs.
//!
//! A [`Pattern`] is a word whose letters have exponents: `t^a . f^b`. [`find`] plays small instances, collects the patterns
//! that their parts have after moves, computes the value of each pattern for small exponents, and looks for formulas that
//! agree with all of them. The result is a [`Family`]. Nothing is proved here: [`Family::certificate`] is, by the checker of
//! certificates.
//!
//! # Example
//! ```
//! use bouton_core::Limits;
//! use bouton_families::{Pattern, Strip, find};
//!
//! let strip = Strip::named("toppling-dominoes").unwrap();
//! let pattern = Pattern::read("l^a r^b", &strip)?;
//! let family = find(&strip, &pattern, &Limits::default())?;
//! assert_eq!(family.theorem.cases.last().unwrap().to_string(), "a >= 1, b >= 1 -> {a - 1 | -b + 1}");
//! # Ok::<(), bouton_families::FamilyError>(())
//! ```
//!
//! # What it costs
//! - [`find`]: the values of all patterns that play reaches, for small exponents; each exponent of a pattern is one more dimension of its table.
//! - [`Family::certificate`]: the patterns and their cases, written once. Their proof is the checker's work.
//! - [`Family::ask`]: a formula for `bouton-automata`, at worst exponential in the formula.
//!
//! # When not to use it
//! - For one position: `bouton value` computes it, without a formula.
//! - For games that are not words on a strip, and for families in which play reaches patterns without end ([`FamilyError::NotClosed`]).
//!
//! # The files
//! | file | contents |
//! |---|---|
//! | `strip` | the games: moves of words, and their parts |
//! | `rewriting` | moves of words as data: what they can cross, and why play ends |
//! | `pattern` | patterns with variables, and the shapes of words |
//! | `worth` | the values of words, and their trees |
//! | `formula` | formulas, conditions and cases |
//! | `fit` | cases of formulas that agree with a table |
//! | `powers` | sums of powers of 1/2 that agree with a table |
//! | `family` | the search, and the certificate |
//! | `relation`, `bounds` | lemmas that are inequalities, where play reaches too many patterns for values |
//! | `cuts` | outcomes of one long run, by words that are cut in two |
//! | `proof` | the proof, told step by step |
//! | `ask`, `question` | first-order formulas about the values, decided by automata |

mod ask;
mod bounds;
mod cuts;
mod family;
mod fit;
mod formula;
mod pattern;
mod powers;
mod proof;
mod question;
mod relation;
mod rewriting;
mod strip;
mod word_values;

pub use family::{Family, FamilyError, Statement, find};
pub use formula::{Case, Condition, Formula, Linear, Number};
pub use pattern::Pattern;
pub use relation::Relation;
pub use rewriting::Rewriting;
pub use strip::Strip;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
