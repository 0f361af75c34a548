//! Questions and answers of the pages and the JSON API: from a path and parameters to the bytes of an answer.
//!
//! ```
//! use bouton_web::{LastGame, Limits, Question};
//!
//! let question = Question::read("/api/solve", b"game=wythoff&position=75,90").expect("a question");
//! let reply = question.answer(&mut LastGame::default(), Limits::default());
//! assert!(reply.is_answer() && reply.head.mime == "application/json");
//! ```
//!
//! | part | what it is |
//! |---|---|
//! | [`ROUTES`] | one table of all questions; the server's router and the description of the API are made from it |
//! | [`Question`] | a path and parameters, checked against the table |
//! | [`LastGame`] | the game that a question was about stays open for the next |
//! | [`Reply`], [`Refusal`] | an answer, and why there is none |
//! | [`FILES`], [`PAGES`] | the pages and all they are made of |
//! | `book` | the pages of help, made of `docs/` (with the feature `book`) |
//!
//! Nothing here listens, waits or starts a thread: the server and the browser do that, each in its own way.

mod assets;
#[cfg(feature = "book")]
mod book;
mod calculus;
mod certificates;
mod draw;
#[cfg(feature = "rules")]
mod examples;
#[cfg(feature = "api")]
mod forms;
mod frame;
mod games;
mod last_game;
mod laws;
#[cfg(feature = "api")]
mod openapi;
mod play;
mod position;
mod puzzles;
mod query;
mod question;
mod refusal;
mod reply;
mod routes;
mod tables;
mod words;

pub use bouton::{Limits, StopReason};

pub use assets::{FILES, PAGES, PICTURE_STYLE, mime};
#[cfg(feature = "book")]
pub use book::book;
pub use games::{catalogue, describe, rules_on_paper};
pub use last_game::LastGame;
pub use query::Query;
pub use question::{FIXED, Fixed, Question, tabulated, to_tabulate};
pub use refusal::Refusal;
pub use reply::{Head, Reply};
pub use routes::{Delivery, ROUTES, Route};
pub use words::in_other_words;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
