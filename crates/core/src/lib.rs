//! The types and traits of the field: players, outcomes, scores, games, limits and solutions.
//!
//! The crate contains no game and no solver. Games implement the traits of [`game`] and declare their other properties as
//! [`powers`]. Solvers require these properties and answer with the types of [`solver`].
//!
//! A file imports from those before it in this order: `hashing`, `limits`, `packed`, `oracle`, `origin`, `reason`, `score`, `set`, `rules`, `game`, `solver`, `notation`,
//! `erased`, `cursor`, `scene`, `space`, `strategy`, `heaps`, `take_and_break`, `lawful`, `subtraction`, `rows`, `shape`, `partizan`, `powers`, `entry`,
//! `adaptors`.

pub mod adaptors;
mod cursor;
pub mod entry;
pub mod erased;
pub mod game;
pub mod hashing;
pub mod heaps;
pub mod lawful;
pub mod limits;
pub mod notation;
pub mod oracle;
pub mod origin;
pub mod packed;
pub mod partizan;
pub mod powers;
pub mod reason;
pub mod rows;
pub mod rules;
pub mod scene;
pub mod score;
mod set;
pub mod shape;
pub mod solver;
pub mod space;
pub mod strategy;
pub mod subtraction;
pub mod take_and_break;

pub use adaptors::misere::{self, Misere};
pub use adaptors::sided::{Decides, LastMove, Points, Scored, Sided};
pub use cursor::Cursor;
pub use entry::{Card, Entry, Opened, Visitor};
pub use erased::Erased;
pub use game::{Alternating, Game, Impartial, Loopfree};
pub use heaps::{Heap, Heaps};
pub use lawful::{Formulas, Lawful, Step};
pub use limits::{Limits, Meter, StopReason};
pub use notation::{InputError, Notation};
pub use oracle::{Oracle, RuleError, asked, fail};
pub use origin::Origin;
pub use packed::Packed;
pub use partizan::{
    Disjunctive, KnownValues, Partizan, ScoredSides, Scoring, Side, Sides, Summands,
};
pub use powers::{Declares, Powers};
pub use reason::{Counted, Reason};
pub use rules::{Fold, Rules};
pub use score::{Margin, Outcome, Payoff, Plied, Score, Timed, WinDrawLoss, WinLoss};
pub use shape::Shape;
pub use solver::{Best, Evaluation, Solution, Solver, Stopped};
pub use space::{Indexed, Layered, Numbered, Ranked, Reversible, Slice, Sliced};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
