//! Games in rule files: one text file in a part of Python describes a game. The game declares only
//! the properties that its rules have. `docs/your-own-game.md` teaches how to write one.
//!
//! ```
//! use bouton_core::{Alternating, Notation};
//! use bouton_external::{Opened, open};
//! use bouton_rules::{RuleFile, Rules};
//! let text = "
//! start = 21
//! def moves(n):
//!     return [n - k for k in (1, 2, 3) if k <= n]
//! ";
//! let file = RuleFile::of("subtraction.star", text, None).unwrap();
//! let Opened::Outcome(game) = open(Rules::of(file)) else { panic!("nothing vouches for its end") };
//! let at = game.parse("21").unwrap();
//! assert_eq!(game.moves(&at).map(|mv| game.show_move(&at, &mv)).collect::<Vec<_>>(), ["20", "19", "18"]);
//! ```
//!
//! The traits of games have no errors. Rules that fail at a move unwind through the solver with a [`bouton_core::RuleError`], which the
//! caller catches with [`bouton_core::asked`].
//!
//! A file imports from those before it in this order: `words`, `function`, `fault`, `nearly`, `growth`, `plain`, `notation`,
//! `printing`, `library`, `form`, `rewriting`, `reading`, `script`, `large`, `file`, `request`, `machine`, `rules`, `strategy`,
//! `ruled`, `subject`, `slow`, `parts`, `check`.

pub mod check;
mod fault;
mod file;
pub mod form;
mod function;
pub mod growth;
mod large;
mod library;
mod machine;
mod nearly;
mod notation;
mod parts;
mod plain;
mod printing;
mod reading;
mod request;
mod rewriting;
mod ruled;
mod rules;
pub mod script;
mod slow;
mod strategy;
pub mod subject;

pub use fault::{Fault, Trouble};
pub use file::{RuleFile, growth};
pub use library::Parameter;
pub use plain::{Item, Plain, Reader};

pub use rules::{Moves, Rules, is_turned};
pub use strategy::StrategyFile;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
