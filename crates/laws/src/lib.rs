//! Laws of whole families of positions, found and proved from the rules alone.
//!
//! The rules of a game whose positions are tuples of numbers are formulas ([`read`]). A [`Search`] fills a table of small
//! positions, learns an automaton from it, and proves that the automaton is the set of lost positions (or the Grundy
//! values) **for all sizes**. The result is a [`Law`].
//!
//! # Example
//! ```
//! let rules = bouton_laws::read(&bouton_laws::family("wythoff", 2, false)?)?;
//! let finding = bouton_laws::Search::default().run(&rules)?;
//! let mut law = finding.law.expect("Wythoff's theorem");
//! assert_eq!(law.system().to_string(), "Zeckendorf");
//! let unique = "A a: E b: P(a,b) & (A c: P(a,c) => c = b)";
//! assert_eq!(law.ask(unique)?.truth, Some(true));
//! assert_eq!(law.lost(&[24u32.into(), 39u32.into()]), Some(true));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The parts, and what each costs
//! | part | to | cost |
//! |---|---|---|
//! | [`read`], [`family`](family()) | read rules, or make those of a known family | the length of the text |
//! | [`Search`] | find and prove a law | tables of growing size in each numeration system, then a proof by automata: 2.2 ms for Nim of five heaps, 3.8 s for the ruler (`cargo bench -p bouton-laws`) |
//! | [`Law::lost`], [`Law::grundy`] | look up a position of any size | a step a digit |
//! | [`Law::ask`] | decide a formula about the law | as for `Theory::ask` of `bouton-automata`: at worst exponential |
//! | [`LawStrategy`], [`Winning`] | the winning moves of a position | automata for each kind of move, once; then steps in proportion to the digits |
//! | [`Marks`] | the values of positions with small numbers, without a law | the moves to lost positions among those with numbers up to the largest |
//! | [`Certificate`] | write a law so that `bouton-verify` checks it | the size of its automata |
//!
//! # When not to use it
//! - For positions that are not tuples of a fixed number of natural numbers: boards, graphs, any number of heaps.
//! - For rules with products of variables: they are not formulas of this logic.
//! - For one position: a solver answers it. A search for a law may end without one, since not every game has a law that automata can express.

mod certificate;
mod choices;
mod family;
mod instance;
mod law;
mod learner;
mod marks;
mod memory;
mod play;
mod prover;
mod reader;
mod referee;
mod rules;
mod rules_error;
mod search;
mod sorting;
mod sweep;
mod table;
mod words;

pub use certificate::{Certificate, CertificateError};
pub use family::{FamilyError, family, names};
pub use instance::Instance;
pub use law::Law;
pub use marks::Marks;
pub use memory::{Given, Memory};
pub use play::{Choice, LawStrategy, Winning};
pub use prover::{Equation, equations};
pub use reader::read;
pub use referee::Referee;
pub use rules::{Claim, Mode, Move, Rules};
pub use rules_error::{Example, RulesError};
pub use search::{Finding, Hypothesis, Search, SearchError, Step, Trial};
pub use sweep::random_rules;
pub use table::TableStop;
pub use words::Sentence;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
