//! Who wins a two-player game of perfect information, by how much, what to play, and why.
//!
//! Games of points and of last moves, with one kind of move for both players or two, with ends or without, from Nim to nine men's
//! morris; every answer says what proves it.
//!
//! - [A game that has a name](#a-game-that-has-a-name)
//! - [Numbers in answers](#numbers-in-answers)
//! - [The parts, and what each costs](#the-parts-and-what-each-costs)
//! - [A game of one's own](#a-game-of-ones-own)
//! - [Positions that cannot be read](#positions-that-cannot-be-read)
//! - [Which solver answers](#which-solver-answers)
//! - [Limits](#limits)
//! - [Features](#features)
//! - [When not to use it](#when-not-to-use-it)
//!
//! # A game that has a name
//! ```
//! use bouton::{How, Outcome};
//! let mut session = bouton::open("wythoff", "75,90")?;
//! let answer = session.solve(&How::default())?;
//! assert_eq!(answer.outcome, Some(Outcome::Win));
//! assert_eq!(answer.preferred.unwrap().to.as_deref(), Some("24,39"));
//! # Ok::<(), bouton::Error>(())
//! ```
//! [`Open`] says more: misère play, Right to move, a usual start. Names are those of the catalogue ([`cards`]), of sums
//! (`nim 3,4 + kayles 5`), of rule files and files of formulas: [`Name`]. Every answer is plain data with JSON both ways and
//! a text for people: [`answers`].
//!
//! # Numbers in answers
//! Margins, totals and Grundy values are [`Whole`]: they have any size. Where they fit, they turn into numbers of the language:
//! ```
//! use bouton::How;
//! let mut session = bouton::open("row-ends", "4,5,3,1,2")?;
//! let answer = session.solve(&How::default())?;
//! let margin = i64::try_from(answer.margin.expect("coins are points"))?;
//! assert_eq!(margin, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The parts, and what each costs
//! | part | answers | price |
//! |---|---|---|
//! | [`Session::solve`], [`Session::moves`] | who wins, by how much, every best move | a theorem: microseconds; a search: a million positions a second and core, roughly, 13 to 40 bytes each |
//! | [`experiment`] | many positions: lost ones, tables, `find`, puzzles, reviews, strategies to refute | as many solved positions as it looks at |
//! | [`sequences`] | Grundy sequences of heap games, their periods and proofs | Kayles to its proved period: under a millisecond; a code whose period nobody knows: as far as it is asked to go |
//! | [`laws`] | a law of a whole family, proved for all sizes | an automaton is built: from milliseconds to minutes |
//! | [`calculus`] | values of positions of Left and Right, and of expressions | canonical forms of all parts that play reaches |
//! | [`quotients`] | misère quotients of heap games | grows with the quotient, which may have no end |
//! | [`tables`] | a whole game solved into a file, and answers from it | a byte a position while it works, half a byte or less in the file |
//! | [`certificates`], [`mod@verify`] | a proof for others to check, and the check | a walk through the proof, without the solvers |
//! | [`mod@play`], [`fn@view`] | a game between a person and the program | an answer a move |
//!
//! `docs/benchmarks.md` in the repository has the measurements, each with the command that repeats it.
//!
//! # A game of one's own
//! A game is a type with the traits of [`game`]; what it declares brings the solvers that are sound for it. Its `PartialEq`
//! tells whether two games have the same rules. Take one, two or three stones; the player who takes the last one wins:
//! ```
//! use bouton::game::*;
//!
//! #[derive(PartialEq)]
//! struct Stones;
//!
//! impl Game for Stones {
//!     type Position = u32;
//!     type Move = u32;
//! }
//! impl Alternating for Stones {
//!     type Score = WinLoss;
//!     fn moves<'g>(&'g self, at: &u32) -> impl Iterator<Item = u32> + use<'g> { 1..=3.min(*at) }
//!     fn play(&self, at: &u32, taken: &u32) -> u32 { at - taken }
//!     fn score(&self, at: &u32) -> Option<WinLoss> { (*at == 0).then_some(WinLoss::Loss) }
//! }
//! impl Loopfree for Stones {
//!     type Height = u32;
//!     fn height(&self, at: &u32) -> u32 { *at }
//! }
//! impl Impartial for Stones {}
//! impl Notation for Stones {
//!     fn parse(&self, text: &str) -> Result<u32, InputError> { parse_number(text) }
//!     fn show(&self, at: &u32) -> String { at.to_string() }
//!     fn show_move(&self, _at: &u32, taken: &u32) -> String { format!("take {taken}") }
//! }
//! impl Declares for Stones {
//!     fn declare(&self, powers: &mut impl Powers<Self>) { powers.loopfree(); powers.impartial(); }
//! }
//!
//! let answer = bouton::session(Stones, 21).solve(&bouton::How::default())?;
//! assert_eq!(answer.preferred.unwrap().name, "take 1");
//! # Ok::<(), bouton::Error>(())
//! ```
//!
//! # Positions that cannot be read
//! [`Notation::parse`](game::Notation::parse) refuses a text by an [`InputError`](game::InputError): what was expected and found, the
//! whole text, and which bytes of it are meant. Two heaps like `3,4`:
//! ```
//! use bouton::game::{InputError, parse_number};
//!
//! fn parse(text: &str) -> Result<[u32; 2], InputError> {
//!     let Some((first, second)) = text.split_once(',') else {
//!         let message = "expected two heaps like 3,4, found one";
//!         return Err(InputError::new(message, text, 0..text.len()));
//!     };
//!     // What is wrong in a part is shown in the whole text, at its place there.
//!     let second_at = first.len() + 1;
//!     let first = parse_number(first).map_err(|error| error.within(text, 0))?;
//!     let second = parse_number(second).map_err(|error| error.within(text, second_at))?;
//!     Ok([first, second])
//! }
//!
//! assert_eq!(parse("3,4"), Ok([3, 4]));
//! let error = parse("3,x").unwrap_err();
//! assert_eq!(error.span(), 2..3);
//! let shown = error.to_string();
//! assert!(shown.ends_with("\n  3,x\n    ^"), "{shown}");
//! ```
//!
//! # Which solver answers
//! Each power that a game declares brings solvers to its menu, where each has a rank. Asked without the name of a solver,
//! the first on the menu that offers itself at the position answers; a solver asked for by name answers if it accepts the
//! position. The page of [`solvers`] lists them all, with the price of each.
//!
//! # Limits
//! [`Limits`] go in with the question (`Limits::within` a time, memory, positions, a flag that cancels); what stopped it comes out in the answer,
//! with the bounds proved so far:
//! ```
//! use bouton::{How, Limits, StopReason};
//! let mut session = bouton::Open::game("connect:6,7,4").session()?;
//! let how = How { limits: Limits { nodes: Some(1000), ..Limits::default() }, ..How::default() };
//! let answer = session.solve(&how)?;
//! assert_eq!((answer.outcome, answer.stopped), (None, Some(StopReason::Nodes)));
//! # Ok::<(), bouton::Error>(())
//! ```
//!
//! # Features
//! None is on by default. The numbers are packages that are built, this workspace's own among them.
//!
//! | feature | brings | packages |
//! |---|---|---|
//! | – | the catalogue, sums, codes, formulas, values, tables, certificates | 74 |
//! | `rules` | rule files (Starlark), games in GDL, graphs in files: an interpreter | 200 |
//! | `cluster` | tables made by several machines | 90 |
//!
//! Without `rules`, `bouton::open("x.star", …)` is refused by an error that names the feature.
//!
//! # When not to use it
//! - Chance or hidden cards: it knows neither.
//! - Chess, Go or checkers from the start: what is not solved is told to be so, and no move is guessed well. A playing engine is
//!   better there.
//! - A search of your own in a hot loop: a session speaks text. Call the solvers on your own type
//!   ([`session`](session()) for one question, [`solvers`] for the engines themselves).
//! - A small binary or a quick build: the catalogue compiles some fifty games with their solvers. `bouton-core` and
//!   `bouton-solvers` stand alone for a game of your own.

pub mod calculus;
pub mod certificates;
#[cfg(feature = "rules")]
mod check;
mod describe;
pub mod experiment;
pub mod game;
pub mod laws;
mod open;
pub mod play;
pub mod quotients;
mod random;
pub mod sequences;
mod session;
pub mod solvers;
pub mod tables;
pub mod verify;
mod view;
mod words;

pub use bouton_answers::{
    self as answers, Answer, BestMove, Class, Move, Moves, Outcome, Proof, Whole, text,
};
pub use bouton_core::strategy::StrategyCard;
pub use bouton_core::take_and_break;
pub use bouton_core::{Limits, Mishap, Side, StopReason, limits::Progress, scene, solver::About};
pub use bouton_engine::{Choice, Error, Played, RowStrategy};
pub use bouton_games as games;
#[cfg(feature = "rules")]
pub use bouton_names::{Aim, Patience, growth, watch};
pub use bouton_names::{Card, Name, Terms, cards, full_name, games_of_sum};
pub use bouton_solvers::sequence;
#[cfg(feature = "rules")]
pub use check::{check, checked};
pub use describe::{Pictures, describe};
#[cfg(feature = "rules")]
pub use open::session_of_rules;
pub use open::{Open, open, session, session_called};
pub use session::{How, Session, Value};
pub use verify::{verify, verify_from};
pub use view::view;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
