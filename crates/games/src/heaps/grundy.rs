//! Grundy's game: split one heap into two unequal heaps; there is no other move. The last to move wins.
//!
//! A position is the list of sizes, `10,7`. The value of n is the mex of g(a) xor g(b) over a + b = n, a ≠ b: of the
//! Grundy values, not of the sizes.
//!
//! ```
//! use bouton_core::{entry::Entry, game::Alternating, notation::Notation};
//! use bouton_games::heaps::GrundysGame;
//! let (game, at) = <GrundysGame>::open(None, Some("7")).unwrap();
//! let moves: Vec<_> = game.moves(&at).map(|mv| game.show_move(&at, &mv)).collect();
//! assert_eq!(moves, ["split into 1+6", "split into 2+5", "split into 3+4"]);
//! ```
//!
//! Source: P. M. Grundy, Mathematics and games, Eureka 2 (1939), 6–8.

use bouton_core::entry::{Card, Example, Kind, OpenError, no_parameters};
use bouton_core::scene::Set;
use bouton_core::take_and_break::Code;
use bouton_texts::text;

use super::coded::{Coded, Rules};

/// The rules of Grundy's game.
#[derive(Debug)]
pub struct GrundyRules;

/// Grundy's game.
pub type GrundysGame<H = u64> = Coded<GrundyRules, H>;

impl Rules for GrundyRules {
    const CARD: Card = Card {
        name: "grundy",
        kind: Kind::Heaps,
        aliases: &[("grundys-game", "")],
        parameters: "",
        text: text("grundy"),
        notation: "heap sizes, like 10,7",
        example: Example::at("10,7"),
        sources: &["P. M. Grundy, Mathematics and games, Eureka 2 (1939)"],
    };
    const DRAWN_WITH: Set = Set::Rows;
    fn code(parameters: Option<&str>) -> Result<Code, OpenError> {
        no_parameters(parameters)?;
        Ok(Code::grundy())
    }
    fn family(_code: &Code) -> String {
        "grundy".into()
    }
}
