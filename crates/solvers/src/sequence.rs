//! Grundy sequences of take-and-break games: fast computation, and proofs of periods.
//!
//! The questions are: which Grundy values do heaps 0, 1, 2, … have under a [`Code`](bouton_core::take_and_break::Code), and
//! is there a period that holds forever? A [`run::Run`] computes values with the engine that suits the game and the length,
//! and changes it during the run; [`period::find`] searches for a repetition and says whether a theorem proves it;
//! [`Sequence::compute`] does both, stops computing after a period is proved, and then gives the value of every heap.
//!
//! | engine | for | steps for heap n |
//! |---|---|---|
//! | [`dense`](run::Engine::Dense) | subtraction sets; no useful sparse space | about n/40 |
//! | [`sparse`](run::Engine::Sparse) | few rares | about r/4 for each 64 classes of values |
//! | [`sets`](run::Engine::Sets) | three heaps and more, repeating digits | n for each number of heaps |
//!
//! r is the number of rare heaps of the sparse space (see [`space`]). Memory is one byte a heap while values are below 256.
//!
//! ```
//! use bouton_core::limits::Limits;
//! use bouton_core::take_and_break::Code;
//! use bouton_solvers::sequence::Sequence;
//!
//! let kayles = Sequence::compute(Code::octal("0.77")?, 1000, &Limits::default())?;
//! let period = kayles.status.period().unwrap();
//! assert!(kayles.status.is_proved());
//! assert_eq!((period.period, period.preperiod), (12, 71));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Sources: Guy and Smith (1956); *Winning Ways*, chapters 4 and 7; Flammenkamp, *Octal games*; Gangolli and Plambeck, *A note on
//! periodicity in some octal games* (1989).

mod ahead;
mod answer;
mod arithmetic;
mod cells;
pub mod census;
mod certificate;
pub mod checkpoint;
mod dense;
pub mod export;
mod lane;
pub mod misere;
pub mod partizan;
pub mod period;
pub mod recurrence;
mod rules;
pub mod run;
mod sets;
mod settle;
mod shifts;
pub mod space;
mod sparse;
pub mod stream;
pub mod values;
mod witness;

pub use answer::{Plan, Sequence};
