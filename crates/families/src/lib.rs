//! The values of families of positions on strips, as formulas in the lengths of their runs.
//!
//! A [`Pattern`] is a word whose letters have exponents: `t^a . f^b`. [`find`] plays small instances, collects the patterns
//! that their parts have after moves, computes the value of each pattern for small exponents, and looks for formulas that
//! agree with all of them. The result is a [`Family`]. Nothing is proved here: [`Family::certificate`] is, by the checker of
//! certificates.
//!
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
mod worth;

pub use family::{Family, FamilyError, Statement, find};
pub use formula::{Case, Condition, Formula, Linear, Number};
pub use pattern::Pattern;
pub use relation::Relation;
pub use rewriting::Rewriting;
pub use strip::Strip;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
