//! The calculus of partizan games: values of positions in which Left and Right have moves of their own.
//!
//! A game is its options, {L|R}: what Left can make of it and what Right can. Who cannot move loses. Games are added (a move is a move in
//! one of them), turned round (−G: the sides change places), and ordered: G ≥ H if Left wins G − H when Right begins. Games with G = H
//! can stand for each other in every sum, and among them one form is simplest, the *canonical* one. That is a [`Value`]: the name of a
//! canonical form in an [`Arena`], which holds each once. Equal games get equal names.
//!
//! ```
//! use bouton_core::Limits;
//! use bouton_values::{Answer, Arena, Names, Value};
//!
//! let limits = Limits::default();
//! let (mut arena, meter) = (Arena::new(), &mut limits.meter());
//! // From options, as a position's are found:
//! let star = arena.make(&[Value::ZERO], &[Value::ZERO], meter)?;
//! let up = arena.make(&[Value::ZERO], &[star], meter)?;
//! // By calculation:
//! let sum = arena.add(up, star, meter)?;
//! assert_eq!(arena.text(sum, meter)?, "^*");
//! assert_eq!(arena.add(sum, -sum, meter)?, Value::ZERO);
//! // In words:
//! let answer = arena.calculate("cool({3||2*|1*}, 1/2)", &mut Names::default(), meter)?;
//! let Answer::Value(cooled) = answer else { unreachable!() };
//! assert_eq!(arena.text(cooled, meter)?, "{5/2|2*}");
//! # Ok::<(), bouton_values::Fault>(())
//! ```
//!
//! | to | call |
//! |---|---|
//! | make a value | [`Value::ZERO`], [`Arena::number`], [`Arena::integer`], [`Arena::nimber`], [`Arena::make`] from options |
//! | read and write | [`Arena::read`], [`Arena::text`], [`Arena::text_length`], [`Arena::latex`] |
//! | calculate | `-v` (free), [`Arena::add`], [`Arena::subtract`], [`Arena::times`]; in words [`Arena::calculate`] |
//! | compare | `==`, [`Arena::le`], [`Arena::class`] |
//! | look inside | [`Arena::options`], [`Arena::stops`], [`Arena::as_number`], [`Arena::as_nimber`], [`Arena::uptimal`], [`Arena::kind`] |
//! | weigh | [`Arena::thermograph`], [`Arena::mean`], [`Arena::temperature`], [`Arena::incentives`], [`Arena::atomic_weight`] |
//! | change | [`Arena::cool`], [`Arena::freeze`], [`Arena::heat`], [`Arena::overheat`], [`Arena::norton`], [`Arena::ordinal`], [`Arena::reduced`] |
//! | count | [`Arena::birthday`], [`Arena::followers`], [`Arena::stop_count`] |
//! | go round in loops | [`Arena::loopy`] of a [`Graph`], [`Arena::loopy_add`], [`Arena::loopy_le`], [`Arena::loopy_text`], [`Arena::degree`] |
//! | play a sum | [`Arena::class_of_sum`], [`Arena::stop_bounds`], [`Arena::moves_of_sum`] |
//! | share the limit of memory | [`Arena::bytes`], [`Arena::hold_elsewhere`] |
//!
//! # Limits
//! Whatever may take long takes a [`Meter`](bouton_core::Meter) and ends with a [`StopReason`](bouton_core::StopReason) where a limit is
//! reached. The arena stays good, what it has found it keeps, and the question can be asked again. Memory is asked for before it is
//! taken; tables start empty. Nothing calls itself: depth costs memory, never the stack (but for the text of loopy values, at most 200 deep).
//!
//! # What it costs
//! A record is 48 bytes and 4 for each option; G and −G share one. Of the questions G ≤ H that come up, four of five are answered by two
//! stops and two words of a record, most others by memory. The value of the empty 5 × 5 board of domineering, 16,456 positions with 3,624
//! values, takes a twentieth of a second (`cargo bench -p bouton-values`).
//!
//! # Where to read
//! `number` and `stops` know no games; `arena` holds the records; then `order`, `canonical` and `sum` make it a calculus, each on a stack of
//! frames; `recurrence` is how all else is found, from the options up: `thermograph` (of `trajectory`), `infinitesimal`, `operators`,
//! `reduction`, `properties`, `notation`; `parts` plays sums; `loopy` has graphs in which play comes back; `expression` reads. `memo` and `known` remember.
//!
//! # Sources
//! J. H. Conway, *On Numbers and Games*; E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*; A. N. Siegel, *Combinatorial Game Theory*
//! (2013), whose names and, in plain text, whose notation are used.

mod arena;
mod canonical;
mod expression;
mod infinitesimal;
mod known;
mod loopy;
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
pub use loopy::{Graph, Loopy, Place};
pub use number::Number;
pub use order::Class;
pub use parts::MoveInSum;
pub use properties::{Kind, Parity};
pub use thermograph::Thermograph;
pub use trajectory::{Piece, Trajectory};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
