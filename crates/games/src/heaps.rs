//! Games on heaps of tokens.

mod boxes;
mod coded;
mod crosses;
mod euclid;
mod fibonacci_nim;
mod grundy;
mod hex;
mod nim;
mod octal;
mod staircase;
mod strategies;
mod subtraction;
mod take_and_break;
pub(crate) mod taking;
mod top_entails;
mod wythoff;

pub use boxes::{Boxes, Divide};
pub use coded::{Break, Coded, CodedHeaps, Rules};
pub use crosses::{Cross, Crosses};
pub use euclid::Euclid;
pub use fibonacci_nim::{FibonacciNim, Limited};
pub use grundy::{GrundyRules, GrundysGame};
pub use hex::{Hex, HexRules};
pub use nim::Nim;
pub use octal::{Octal, OctalRules};
pub use staircase::{Descent, Staircase};
pub use strategies::HeapStrategy;
pub use subtraction::SubtractionGame;
pub use take_and_break::{TakeAndBreakGame, TakeAndBreakRules};
pub use taking::Take;
pub use top_entails::{Cut, Stacks, TopEntails};
pub use wythoff::Wythoff;
