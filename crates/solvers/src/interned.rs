//! [`Interned`]: a game whose positions are numbers and whose scores are ranks, behind one object-safe face.
//!
//! Code that uses this trait is compiled once, not once for each game. A position is *stored*, once and permanently, under
//! the next number; or *stacked*, each time it is met, until it is forgotten; or *kept* until it is released. [`View`]
//! presents a game of any type in this form. A call costs some nanoseconds more than static code. This suits solvers that
//! keep every position, or that do substantial work for each; it is too slow for the hottest loops.

mod face;
mod line;
mod positions;
mod reached;
mod record;

pub use bouton_core::space::Step;
pub(crate) use face::{BYTES_A_POSITION, BYTES_A_STEP};
pub use face::{
    ENOUGH, Expansion, ExpansionItem, Flow, Fold, GO_ON, Interned, Number, Put, Receiver,
};
pub(crate) use line::LinePositions;
pub use positions::{Namer, Names, Positions, View};
pub use reached::Reached;
pub use record::Record;
