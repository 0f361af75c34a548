//! What a game is: the traits that games implement, and what they are made of.
//!
//! A game of one's own implements [`Game`], [`Alternating`], [`Notation`] and what else is true of it, and says so once with
//! [`Declares`]; [`session`](crate::session) opens it. The front page of this library has one in full. Whatever can be declared
//! can be implemented with what is here alone: [`Powers`] names the trait of each power, and the numbers and lists of other
//! crates that those traits speak of ([`BigUint`], [`SmallVec`]) are here, too.

pub use bouton_core::game::{
    Alternating, Closed, ClosedBest, ClosedForm, Game, Glance, HeapGame, Hinted, Impartial,
    ImpartialScoring, Loopfree, MisereClosedForm, MisereParts, Shared,
};
pub use bouton_core::lawful::{Formulas, Lawful, Step};
pub use bouton_core::notation::{InputError, Notation, parse_number};
pub use bouton_core::partizan::{
    Disjunctive, KnownValues, Partizan, Side, Sides, Summands, Theorem, Turn, Valued,
};
pub use bouton_core::powers::{Declares, Powers};
pub use bouton_core::reason::{Counted, Reason};
pub use bouton_core::rows::{
    AllowedEnds, Earned, End, EndStrategies, EndTaking, FrontLimit, FrontTaking, Span, Taken,
};
pub use bouton_core::scene::Look;
pub use bouton_core::score::{Margin, Outcome, Score, WinDrawLoss, WinLoss};
pub use bouton_core::solver::Solver;
pub use bouton_core::space::{Indexed, Layered, Ranked, Reversible, Slice, Sliced};
pub use bouton_core::strategy::{Strategies, StrategyCard};
pub use bouton_core::subtraction::Subtraction;
pub use bouton_core::take_and_break::{Code, HeapCode, MisereHeaps, TakeAndBreak};
pub use bouton_core::{Misere, Sided};
pub use num_bigint::{BigInt, BigUint};
pub use smallvec::{SmallVec, smallvec};
