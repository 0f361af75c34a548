//! Hexadecimal games: octal games in which a digit may also allow to leave three heaps, by its bit 8. The last to move
//! wins.
//!
//! The code follows the name, `hex:0.3F`; a position is the list of sizes, `10,7`.
//!
//! ```
//! use bouton_core::{entry::Entry, game::Alternating};
//! use bouton_games::heaps::Hex;
//! let (game, at) = <Hex>::open(Some("0.8"), Some("7")).unwrap();
//! assert_eq!(game.moves(&at).count(), 3); // 1+1+4, 1+2+3, 2+2+2
//! ```
//!
//! Source: S. Howse and R. J. Nowakowski, Periodicity and arithmetic-periodicity in hexadecimal games, Theoretical
//! Computer Science 313 (2004), 463–472.

use bouton_core::entry::{Card, Example, Kind, OpenError};
use bouton_core::scene::Set;
use bouton_core::take_and_break::Code;
use bouton_texts::text;

use super::coded::{Coded, Rules};

/// The rules of hexadecimal games.
#[derive(Debug)]
pub struct HexRules;

/// A hexadecimal game.
pub type Hex<H = u64> = Coded<HexRules, H>;

impl Rules for HexRules {
    const CARD: Card = Card {
        name: "hex",
        kind: Kind::Heaps,
        aliases: &[],
        parameters: "a hexadecimal code, like hex:0.3F; digits in brackets repeat, like hex:0.[7] (the board game Hex is not in the catalogue)",
        text: text("hex"),
        notation: "heap sizes, like 10,7",
        example: Example::new("0.3F", "10,7"),
        sources: &[
            "S. Howse and R. J. Nowakowski, Periodicity and arithmetic-periodicity in hexadecimal games, \
                    Theoretical Computer Science 313 (2004)",
        ],
    };
    const DRAWN_WITH: Set = Set::Pins;
    fn code(parameters: Option<&str>) -> Result<Code, OpenError> {
        Code::hexadecimal(parameters.unwrap_or("")).map_err(OpenError::Parameters)
    }
}
