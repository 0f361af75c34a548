//! A row of numbers: take the left or the right one and score the sum of the rest. Most points win.
//!
//! A position is the rest of the row: `5,3,1,4,2`; moves are `L` and `R`.
//!
//! It is equivalent to `row-ends`. Let E = 2D − S, where D is the margin of a row and S its sum. Taking v leaves a row of
//! sum S − v and margin D', so that D = (S − v) − D' becomes E = −v − E': the rule of `row-ends` on the row with negated
//! values. Hence D = (S + E)/2, and the same ends are best.
//!
//! ```
//! use bouton_core::{Alternating, rows::{End, Span}};
//! use bouton_games::rows::{Row, RowRest};
//! let game = RowRest::new(Row::parse("5,3,1,4,2").unwrap());
//! assert_eq!(game.gain(&Span { start: 0, end: 5 }, &End::Right), 13);
//! ```
//!
//! Source: LeetCode problem 1690, Stone Game VII, for the rules; the identity is proved above and tested against search.

use bouton_core::declares;
use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened};
use bouton_core::rows::{Earned, Span};
use bouton_texts::text;

use super::ends::{self, Earning, EndsOf};
use super::row::Row;

/// The rules, with the row at the start.
pub type RowRest = EndsOf<Rest>;

/// The mover earns the sum of the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rest;

impl Earning for Rest {
    const EARNED: Earned = Earned::Rest;
    fn gain(row: &Row, _place: usize, left: Span) -> i128 {
        row.sum(left.start..left.end)
    }
}

impl Entry for RowRest {
    type Game = Self;
    const CARD: Card = Card {
        name: "row-rest",
        kind: Kind::Rows,
        aliases: &[("stone-game-vii", "")],
        parameters: "",
        text: text("row-rest"),
        notation: "the values from left to right, like 5,3,1,4,2",
        example: Example::at("5,3,1,4,2"),
        sources: &["LeetCode problem 1690, Stone Game VII"],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        ends::opened(parameters, position)
    }
}

declares!(RowRest: points, impartial_scoring, end_taking);
