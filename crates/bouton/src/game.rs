//! What a game is: the traits that games implement, and what they are made of.
//!
//! A game of one's own implements [`Game`], [`Alternating`], [`Notation`] and what else is true of it, and says so once with
//! [`Declares`]; [`session`](crate::session) opens it. The front page of this library has one in full.

pub use bouton_core::game::{
    Alternating, Closed, ClosedBest, ClosedForm, Game, Glance, HeapGame, Hinted, Impartial,
    ImpartialScoring, Loopfree, MisereClosedForm, Shared,
};
pub use bouton_core::notation::{InputError, Notation, parse_number};
pub use bouton_core::partizan::{Disjunctive, Partizan, Side, Sides, Summands, Turn};
pub use bouton_core::powers::{Declares, Powers};
pub use bouton_core::score::{Margin, Outcome, Score, WinDrawLoss, WinLoss};
pub use bouton_core::space::{Indexed, Reversible};
pub use bouton_core::{Misere, Sided};
