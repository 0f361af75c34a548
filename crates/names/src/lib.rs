//! The one place where a text that somebody typed becomes a game: [`Name::read`] knows the games of the catalogue, sums, rule
//! files, descriptions in GDL, graphs, files of formulas, families of laws and take-and-break codes. A new kind of name is one file in `names/` and one
//! line in `names.rs`.
//!
//! The types of games that are compiled here do most of their work elsewhere (in an interpreter, in components, on long
//! numbers), so that this crate is built small.

mod covering;
#[cfg(feature = "rules")]
mod external;
mod formulated;
mod names;
mod sum;

#[cfg(feature = "rules")]
pub use bouton_external::Report;
#[cfg(feature = "rules")]
pub use bouton_gdl::Aim;
#[cfg(feature = "rules")]
pub use external::{Again, External};
pub use names::{Card, Language, Name, Source, Terms, cards, full_name};
#[cfg(feature = "rules")]
pub use names::{Checked, Patience, StrategyFile, check, growth, watch};
pub use sum::games_of_sum;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
