//! [`Interned`]: a game whose positions are numbers and whose scores are ranks, behind one object-safe face.
//!
//! What stands on this face is compiled once, not once for each game. A position is *stored*, once and for good, under
//! the next number, or *stacked*, as often as it is met, until it is forgotten. [`View`] is a game of any type seen
//! like that. A call costs some nanoseconds more than static code: right for solvers that keep every position, or that
//! do more for each than to look at it; wrong for the hottest loops.

mod face;
mod positions;
mod record;
mod seen;

pub(crate) use face::BYTES_A_STEP;
pub use face::{ENOUGH, Expansion, Fold, GO_ON, Hear, Heard, Interned, Number, Put, Step, Told};
pub use positions::{Namer, Positions, View, Words};
pub use record::Record;
pub(crate) use seen::Seen;
