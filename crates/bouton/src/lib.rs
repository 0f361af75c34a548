//! Finds the winner of a two-player game of perfect information, the margin, the best moves, and the reasons.
//!
//! The library serves games in which the last move or the points decide, with the same moves for both players or different ones, whether
//! play ends or not: from Nim to nine men's morris. Every answer says whether it is proved, and by which solver.
//!
//! - [A game that has a name](#a-game-that-has-a-name)
//! - [Numbers in answers](#numbers-in-answers)
//! - [The parts, and what each costs](#the-parts-and-what-each-costs)
//! - [A game of your own](#a-game-of-your-own)
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
//! [`Open`] has options: misère play, Right to move, a usual start. A [`Name`] is one of the catalogue ([`cards`]), a sum
//! (`nim 3,4 + kayles 5`), a rule file or a file of formulas. Every answer is plain data that converts to and from JSON, with a text for
//! people ([`answers`]).
//!
//! # Numbers in answers
//! Margins, totals and Grundy values are [`Whole`], numbers of any size. They convert to primitive integers if they fit:
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
//! | part | answers | cost |
//! |---|---|---|
//! | [`Session::solve`], [`Session::moves`] | who wins, by how much, every best move | a theorem: microseconds; a search: about a million positions a second and core, 13 to 40 bytes each |
//! | [`experiment`] | many positions: lost ones, tables, `find`, puzzles, reviews, strategies to refute | one solved position for each that it looks at |
//! | [`sequences`] | Grundy sequences of heap games, their periods and proofs | Kayles to its proved period: under a millisecond; a code without a known period: as far as you ask |
//! | [`laws`] | a law of a full family, proved for all sizes | building an automaton: milliseconds to minutes |
//! | [`families`] | the values of families of positions on strips, proved for all lengths | milliseconds to seconds |
//! | [`calculus`] | values of positions of Left and Right, and of expressions | the canonical forms of all reachable parts |
//! | [`bidding`] | the price of a position where both players bid for each move | each reachable position once, for either player to move |
//! | [`quotients`] | misère quotients of heap games | grows with the quotient, which may be infinite |
//! | [`tables`] | a full game solved into a file, and answers from it | 1 byte a position during the work, half a byte or less in the file |
//! | [`certificates`], [`mod@verify`] | an independently checkable proof, and its check | time proportional to the proof |
//! | [`mod@play`], [`fn@view`] | a game between a person and the program | one answer a move |
//!
//! `docs/benchmarks.md` in the repository has the measurements, each with the command that repeats it.
//!
//! # A game of your own
//! A game is a type with the traits of [`game`]. The properties that it declares bring the solvers that are sound for it. Its
//! `PartialEq` states whether two games have the same rules. Take one, two or three stones; the player who takes the last one wins:
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
//! [`Notation::parse`](game::Notation::parse) refuses a text with an [`InputError`](game::InputError): what was expected and found, the
//! whole text, and the range of bytes in question. Two heaps like `3,4`:
//! ```
//! use bouton::game::{InputError, parse_number};
//!
//! fn parse(text: &str) -> Result<[u32; 2], InputError> {
//!     let Some((first, second)) = text.split_once(',') else {
//!         let message = "expected two heaps like 3,4, found one";
//!         return Err(InputError::whole(message, text));
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
//! Each property that a game declares brings solvers to its menu, where each has a rank. Without a solver's name, the first on the menu
//! that offers itself at the position answers. A solver that is named answers if it accepts the position. The page of [`solvers`] lists
//! all of them with their costs.
//!
//! # Limits
//! [`Limits`] are part of a question: time, memory, positions, a flag that cancels. An answer that was stopped says by what, with the
//! bounds proved so far:
//! ```
//! use bouton::{How, Limits, StopReason};
//! let mut session = bouton::Open::game("connect:6,8,4").session()?;
//! let how = How { limits: Limits::of_nodes(1000), ..How::default() };
//! let answer = session.solve(&how)?;
//! assert_eq!((answer.outcome, answer.stopped), (None, Some(StopReason::Nodes)));
//! # Ok::<(), bouton::Error>(())
//! ```
//!
//! # Features
//! No feature is on by default. The numbers count the packages that are built, this workspace's own included.
//!
//! | feature | brings | packages |
//! |---|---|---|
//! | – | the catalogue, sums, codes, formulas, values, tables, certificates | 71 |
//! | `rules` | rule files, games in GDL, graphs in files | 77 |
//! | `cluster` | tables made by several machines | 88 |
//!
//! Without `rules`, `bouton::open("x.star", …)` returns an error that names the feature.
//!
//! # When not to use it
//! - For chance or hidden information: the library has neither.
//! - For chess, Go or checkers from the start: an unsolved position is reported as such, and the library makes no good guesses. Use a
//!   playing engine.
//! - In a hot loop: a session works with texts. Call the solvers on your own type ([`session`](session()) for one question, [`solvers`]
//!   for the solvers themselves).
//! - For a small binary or a quick build: the catalogue compiles all games with their solvers. `bouton-core` and `bouton-solvers` are
//!   enough for a game of your own.

mod bidding;
mod book;
pub mod calculus;
pub mod certificates;
#[cfg(feature = "rules")]
mod check;
mod course;
mod describe;
pub mod experiment;
pub mod families;
mod fault;
pub mod game;
pub mod laws;
mod open;
pub mod play;
pub mod questions;
pub mod quotients;
mod random;
pub mod scoring;
pub mod sequences;
mod session;
pub mod solvers;
pub mod tables;
pub mod verify;
mod view;
mod words;

pub use bidding::bidding;
pub use bouton_answers::{
    self as answers, Answer, BestMove, Class, Move, Moves, Outcome, Proof, Whole, text,
};
pub use bouton_core::entry::Kind as GameKind;
pub use bouton_core::strategy::StrategyCard;
pub use bouton_core::take_and_break;
pub use bouton_core::{
    Limits, RuleError, Side, StopReason, limits::Progress, scene, solver::About,
};
pub use bouton_engine::{Choice, Error, Played, RowStrategy, Sentence};
pub use bouton_games as games;
#[cfg(feature = "rules")]
pub use bouton_names::{Aim, growth};
pub use bouton_names::{Card, IS_FIRST_MODULE, Name, Terms, cards, full_name, games_of_sum};
pub use bouton_solvers::sequence;
#[cfg(feature = "rules")]
pub use check::{check, checked};
pub use course::{Course, Part, Ply};
pub use describe::{Pictures, describe};
pub use fault::fault;
#[cfg(feature = "rules")]
pub use open::session_of_rules;
pub use open::{Open, open, session, session_called};
pub use session::{How, Session, Value};
pub use verify::{verify, verify_from};
pub use view::{view, view_after};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
