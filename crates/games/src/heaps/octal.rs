//! Octal games: a code says, for each number of tokens taken from a heap, into how many heaps the rest may be left.
//! The last to move wins.
//!
//! The code follows the name, `octal:0.77` for Kayles; a position is the list of sizes, `10,7`. Digit number d is the sum
//! of 1 (taking d may leave no heap), 2 (one heap) and 4 (two heaps). Digits in brackets repeat forever.
//!
//! ```
//! use bouton_core::{entry::Entry, game::Alternating, notation::Notation};
//! use bouton_games::heaps::Octal;
//! let (kayles, at) = <Octal>::open(Some("0.77"), Some("5")).unwrap();
//! let moves: Vec<_> = kayles.moves(&at).map(|mv| kayles.show_move(&at, &mv)).collect();
//! assert_eq!(moves, ["take 1", "take 1 leave 1+3", "take 1 leave 2+2", "take 2", "take 2 leave 1+2"]);
//! ```
//!
//! Sources: R. K. Guy and C. A. B. Smith, The G-values of various games, Proc. Camb. Phil. Soc. 52 (1956), 514–526;
//! Berlekamp, Conway and Guy, Winning Ways, chapter 4.

use bouton_core::entry::{Card, Example, Kind, OpenError};
use bouton_core::scene::Set;
use bouton_core::take_and_break::Code;
use bouton_texts::text;

use super::coded::{Coded, Rules};

/// The rules of octal games.
#[derive(Debug)]
pub struct OctalRules;

/// An octal game.
pub type Octal<H = u64> = Coded<OctalRules, H>;

impl Rules for OctalRules {
    const CARD: Card = Card {
        name: "octal",
        kind: Kind::Heaps,
        aliases: &[
            ("kayles", "0.77"),
            ("dawson-kayles", "0.07"),
            ("dawson-chess", "0.137"),
        ],
        parameters: "an octal code, like octal:0.137; digits in brackets repeat, like octal:0.[7]",
        text: text("octal"),
        notation: "heap sizes, like 10,7",
        example: Example::new("0.77", "10,7"),
        sources: &[
            "R. K. Guy and C. A. B. Smith, The G-values of various games, Proc. Camb. Phil. Soc. 52 (1956)",
        ],
    };
    const DRAWN_WITH: Set = Set::Pins;
    fn code(parameters: Option<&str>) -> Result<Code, OpenError> {
        Code::octal(parameters.unwrap_or("")).map_err(OpenError::Parameters)
    }
}
