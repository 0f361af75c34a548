//! One adapter for rules that are not the program's own: rule files, Python classes, GDL files and graphs.
//!
//! A source of rules implements [`ExternalRules`], which is object-safe, and says with [`Opens`] which kinds of games it
//! can describe. [`open`] makes of it a game of the type that its kind asks for, which declares the powers of that kind.
//! What one source can do, all can where they have the facts.
//!
//! | part | what it is | price |
//! |---|---|---|
//! | [`ExternalRules`] | what a source tells: start, moves, ends, texts, and what it promises | 12 methods; the others have defaults |
//! | [`ExternalGame`] | the rules as a game of one score ([`FromEnd`]), for its own aim or the opposite one | none: it is compiled for each source |
//! | [`ExternalSides`] | the rules as a game of Left and Right | none |
//! | [`Opened`] | one of these, by the kind | the solvers are compiled once for each variant that [`Opens`] allows |
//! | [`Report`] | what looking for mistakes found | |
//! | [`board`] | a picture from rows of marks | |
//!
//! The opposite aim is a field of [`ExternalGame`], not a type: a type would be compiled with all its solvers once more. A
//! game of the program's own has one type for each aim, so that an unsound solver does not compile; here, what rules
//! promise is known only when they have been read, and [`ExternalGame`] declares what is sound for the aim.
//!
//! Not for rules that are written in Rust: these implement the traits of [`bouton_core::game`], which know more powers.

mod board;
mod game;
mod kind;
mod opened;
mod report;
mod rules;
mod score;
mod sides;

pub use board::board;
pub use game::ExternalGame;
pub use kind::Kind;
pub use opened::{Opened, Opens, open};
pub use report::Report;
pub use rules::{End, ExternalRules, Look, Promises, Step};
pub use score::FromEnd;
pub use sides::ExternalSides;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
