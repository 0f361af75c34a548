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

mod certificate;
mod choices;
mod family;
mod instance;
mod law;
mod learner;
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
