//! Take-and-break games: any code of the extended grammar of [`Code`], also by name. The last to move wins.
//!
//! The parameter is the full name of the code: `take-and-break:4!.0`, `all-but:1,2`, `couples-are-forever`; a position is
//! the list of sizes, `10,7`.
//!
//! ```
//! use bouton_core::{entry::Entry, game::Alternating, notation::Notation};
//! use bouton_games::heaps::TakeAndBreakGame;
//! let (game, at) = <TakeAndBreakGame>::open(Some("take-and-break:4!.0"), Some("5")).unwrap();
//! let moves: Vec<_> = game.moves(&at).map(|mv| game.show_move(&at, &mv)).collect();
//! assert_eq!(moves, ["split into 1+4", "split into 2+3"]);
//! ```
//!
//! Source: A. N. Siegel, Combinatorial Game Theory (2013), chapter IV; the grammar is that of CGSuite.

use bouton_core::entry::{Card, Example, Kind, OpenError};
use bouton_core::take_and_break::Code;

use super::coded::{Coded, Rules};

/// The rules of a take-and-break code.
#[derive(Debug)]
pub struct TakeAndBreakRules;

/// A take-and-break game.
pub type TakeAndBreakGame<H = u64> = Coded<TakeAndBreakRules, H>;

impl Rules for TakeAndBreakRules {
    const CARD: Card = Card {
        name: "take-and-break",
        kind: Kind::Heaps,
        aliases: &[],
        parameters: "a take-and-break code, like take-and-break:4!.0",
        text: "# Take d tokens from one heap and leave the rest of it as so many heaps as digit d of the code allows; the last to move wins.",
        notation: "heap sizes, like 10,7",
        example: Example::new("4!.0", "10,7"),
        sources: &["A. N. Siegel, Combinatorial Game Theory (2013), chapter IV"],
    };
    fn code(parameters: Option<&str>) -> Result<Code, OpenError> {
        let text = parameters.unwrap_or("");
        text.parse().map_err(OpenError::Parameters)
    }
    fn family(code: &Code) -> String {
        format!("take-and-break:{code}")
    }
}
