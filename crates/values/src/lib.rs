//! The calculus of partizan games: values of positions in which Left and Right have different moves.
//!
//! A game is written by its options, {L|R}: the games that Left can move to, and those that Right can move to. A player with no move loses.
//! Games are added (a move is a move in one of them), negated (−G exchanges the players), and ordered: G ≥ H if Left wins G − H when
//! Right begins. Games with G = H can replace each other in every sum. Among them one form is simplest, the *canonical* one. A [`Value`] is
//! the index of a canonical form in an [`Arena`], which holds each form once. Equal games have equal indices.
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
//! | inspect | [`Arena::options`], [`Arena::stops`], [`Arena::as_number`], [`Arena::as_nimber`], [`Arena::uptimal`], [`Arena::kind`] |
//! | measure | [`Arena::thermograph`], [`Arena::mean`], [`Arena::temperature`], [`Arena::incentives`], [`Arena::atomic_weight`] |
//! | transform | [`Arena::cool`], [`Arena::freeze`], [`Arena::heat`], [`Arena::overheat`], [`Arena::norton`], [`Arena::ordinal`], [`Arena::reduced`] |
//! | count | [`Arena::birthday`], [`Arena::followers`], [`Arena::stop_count`] |
//! | handle loopy games | [`Arena::loopy`] of a [`Graph`], [`Arena::loopy_add`], [`Arena::loopy_le`], [`Arena::loopy_text`], [`Arena::degree`] |
//! | play a sum | [`Arena::class_of_sum`], [`Arena::stop_bounds`], [`Arena::moves_of_sum`] |
//! | compare and value games in which points decide | [`ScoringGames`] |
//! | find the canonical form of a game in which the last to move loses | [`MisereGames`] |
//! | share the limit of memory | [`Arena::bytes`], [`Arena::hold_elsewhere`] |
//!
//! # Limits
//! Every call that may take long has a [`Meter`](bouton_core::Meter) and returns a [`StopReason`](bouton_core::StopReason) at a limit. The
//! arena stays valid and keeps its results, and the question can be asked again. Memory is counted before it is allocated; tables start
//! empty. Nothing is recursive, so depth costs memory and not stack (except the text of loopy values, at most 200 deep).
//!
//! # What it costs
//! A record takes 48 bytes, and 4 for each option; G and −G share one. Four of five comparisons G ≤ H are answered by two stops and two words
//! of a record, most others by the cache. The value of the empty 5 × 5 board of domineering, 16,456 positions with 3,624
//! values, takes a twentieth of a second.
//!
//! | part | time | memory |
//! |---|---|---|
//! | `-v`, `==` | an instruction or two | none |
//! | [`Arena::le`], [`Arena::add`], [`Arena::make`] | the pairs of followers that are not in a cache | records for new values; caches of at most 2²⁰ slots each |
//! | [`Arena::thermograph`], [`Arena::mean`], [`Arena::temperature`] | once for each follower; then kept | the thermographs of the followers |
//! | [`Arena::calculate`] | the operations of the text, one after the other | their values |
//!
//! # When not to use it
//! - If both players have the same moves: a Grundy value is a number, but the value *n here has n options.
//! - If only the winner of one large sum is asked: a search by components often visits far fewer sums than all values need.
//! - If moves earn points and the highest score wins: values assume that the last move decides. See [`ScoringGames`].
//!
//! # Where to read
//! `number`, `nim` and `stops` are independent of games. `arena` holds the records. `order`, `canonical` and `sum` are the calculus, each on an
//! explicit stack. `scoring` and `misere` stand alone: games in which points decide or the last to move loses, and canonical forms of the
//! latter if both players have the same moves. `recurrence` computes everything else from the
//! options up: `thermograph` (of `trajectory`), `infinitesimal`, `operators`, `reduction`, `properties`, `notation`. `parts` plays sums.
//! `loopy` has graphs in which play can return. `expression` reads text. `memo` and `known` are caches.
//!
//! # Sources
//! J. H. Conway, *On Numbers and Games*; E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*; A. N. Siegel, *Combinatorial Game Theory*
//! (2013), whose names and, in plain text, whose notation are used.

mod arena;
mod canonical;
mod expression;
mod facts;
mod infinitesimal;
mod known;
mod loopy;
mod memo;
mod memory;
mod misere;
mod nim;
mod notation;
mod number;
mod operators;
mod order;
mod parts;
mod properties;
mod recurrence;
mod reduction;
mod scoring;
mod signature;
mod stops;
mod sum;

mod thermograph;
mod trajectory;

pub use arena::{Arena, Options, Value};
pub use bouton_core::Side;
pub use expression::{
    Answer, FUNCTIONS, Fault, FunctionCard, LARGEST_NIMBER, LONGEST_SCRIPT, Names, function,
    is_script, is_value_name,
};
pub use infinitesimal::Uptimal;
pub use loopy::{Graph, Loopy, Place};
pub use misere::{Genus, MisereGame, MisereGames, MisereText};
pub use number::Number;
pub use order::{Class, Relation};
pub use parts::MoveInSum;
pub use properties::{Kind, Parity};
pub use scoring::{ScoringGame, ScoringGames, ScoringMove, Universe};
pub use thermograph::Thermograph;
pub use trajectory::{Piece, Trajectory};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
