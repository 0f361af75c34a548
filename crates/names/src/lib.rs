//! The one place where a typed text becomes a game. [`Name::read`] knows the games of the catalogue, sums, games made from games, rule files, GDL
//! files, graphs, files of formulas, families of laws and take-and-break codes. A new kind of name is one file in `names/`
//! and one line in `names.rs`.
//!
//! The game types compiled here spend most of their time elsewhere (in an interpreter, in parts, on long numbers), so this
//! crate is compiled for size.

mod compound;
mod covering;
#[cfg(feature = "rules")]
mod external;
mod formulated;
mod names;
mod sum;
mod text;

pub use bouton_catalogue::IS_FIRST_MODULE;
#[cfg(feature = "rules")]
pub use bouton_external::Report;
#[cfg(feature = "rules")]
pub use bouton_gdl::Aim;
#[cfg(feature = "rules")]
pub use external::{Again, External};
pub use names::{Card, Language, Name, Source, Terms, cards, full_name};
#[cfg(feature = "rules")]
pub use names::{Checked, StrategyFile, check, growth};
pub use sum::games_of_sum;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
