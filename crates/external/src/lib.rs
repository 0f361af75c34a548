//! One adapter for external rules: rule files, Python classes, GDL files and graphs.
//!
//! A source of rules implements [`ExternalRules`], which is object-safe, and states with [`Opens`] which kinds of games it can
//! describe. [`open`] turns it into a game of the right type, which declares the properties of its kind. All sources have the same
//! features, as far as they have the data.
//!
//! | part | purpose | cost |
//! |---|---|---|
//! | [`ExternalRules`] | the data of a source: start, moves, ends, texts, promises | 12 methods; the others have defaults |
//! | [`ExternalGame`] | the rules as a game of one score ([`FromEnd`]), for its own objective or the opposite one | none: it is compiled for each source |
//! | [`ExternalSides`] | the rules as a game of Left and Right, won by the last move or by points | none |
//! | [`Opened`] | one of these, by the kind | the solvers are compiled once for each variant that [`Opens`] allows |
//! | [`Report`] | the mistakes that a check found | |
//! | [`board`], [`cell`] | a picture from marks | |
//!
//! The opposite objective is a field of [`ExternalGame`], not a type, because a type would be compiled with all its solvers again. A
//! game in Rust has one type for each objective, so that an unsound solver does not compile. Here the promises of rules are known only
//! after they are read, so [`ExternalGame`] declares the properties that are sound for the objective.
//!
//! Do not use it for rules in Rust: implement the traits of [`bouton_core::game`], which have more properties.

mod board;
mod game;
mod kind;
mod opened;
mod report;
mod rules;
mod score;
mod sides;

pub use board::{board, cell};
pub use game::ExternalGame;
pub use kind::Kind;
pub use opened::{Opened, Opens, open};
pub use report::Report;
pub use rules::{Contents, End, ExternalRules, Height, Promises, Step};
pub use score::FromEnd;
pub use sides::ExternalSides;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
