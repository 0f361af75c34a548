//! Games: the traits that games implement, and their types.
//!
//! A game of your own implements [`Game`], [`Alternating`], [`Notation`] and the other traits that hold for it, and declares
//! them once with [`Declares`]; [`session`](crate::session) opens it. The front page of this library has a full example.
//! This module has everything that is needed: [`Powers`] names the trait of each property, and the types of other crates in
//! those traits ([`BigUint`], [`SmallVec`]) are re-exported.

pub use bouton_core::game::{
    Alternating, Apart, Closed, ClosedBest, ClosedForm, Entailing, Game, Glance, HeapGame, Hinted,
    Impartial, ImpartialScoring, Loopfree, MisereClosedForm, MisereParts, Shared,
};
pub use bouton_core::lawful::{Formulas, Lawful, Step};
pub use bouton_core::notation::{InputError, Notation, parse_number};
pub use bouton_core::partizan::{
    Disjunctive, KnownValues, Partizan, ScoredSides, Scoring, Side, Sides, Summands, Theorem, Turn,
    Valued,
};
pub use bouton_core::powers::{Declares, Powers};
pub use bouton_core::reason::{Counted, Reason};
pub use bouton_core::rows::{
    AllowedEnds, Earned, End, EndStrategies, EndTaking, FrontLimit, FrontTaking, Span, Taken,
};
pub use bouton_core::scene::Drawn;
pub use bouton_core::score::{Margin, Outcome, Score, WinDrawLoss, WinLoss};
pub use bouton_core::solver::Solver;
pub use bouton_core::space::{Indexed, Layered, Ranked, Reversible, Slice, Sliced};
pub use bouton_core::strategy::{Strategies, StrategyCard};
pub use bouton_core::subtraction::Subtraction;
pub use bouton_core::take_and_break::{Code, HeapCode, MisereHeaps, TakeAndBreak};
pub use bouton_core::{Misere, Sided};
pub use num_bigint::{BigInt, BigUint};
pub use smallvec::{SmallVec, smallvec};
