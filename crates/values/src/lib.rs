//! The calculus of partizan games: values of positions in which Left and Right have moves of their own.
//!
//! An [`Arena`] holds canonical forms, each once; a [`Value`] is the name of one. Ask through a [`Meter`](bouton_core::Meter):
//! whatever may take long ends with a [`StopReason`](bouton_core::StopReason) where a limit is reached, and the arena stays good.
//!
//! | to | call |
//! |---|---|
//! | make a value | [`Value::ZERO`], [`Arena::number`], [`Arena::integer`], [`Arena::nimber`], [`Arena::make`] from options |
//! | calculate | `-v` (free), [`Arena::add`], [`Arena::subtract`], [`Arena::times`] |
//! | compare | `==` (equal values have equal ids), [`Arena::le`], [`Arena::class`] |
//! | look inside | [`Arena::options`], [`Arena::stops`], [`Arena::as_number`] |
//! | share the limit of memory | [`Arena::bytes`], [`Arena::hold_elsewhere`] |

mod arena;
mod canonical;
mod expression;
mod infinitesimal;
mod known;
mod memo;
mod memory;
mod notation;
mod number;
mod operators;
mod order;
mod parts;
mod properties;
mod recurrence;
mod reduction;
mod signature;
mod stops;
mod sum;

mod thermograph;
mod trajectory;

pub use arena::{Arena, Options, Player, Value};
pub use expression::{Answer, FUNCTIONS, Fault, FunctionCard, Names};
pub use infinitesimal::Uptimal;
pub use number::Number;
pub use order::Class;
pub use parts::MoveInSum;
pub use properties::{Kind, Parity};
pub use thermograph::Thermograph;
pub use trajectory::{Piece, Trajectory};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
