//! A row of numbers: take the left or the right one and score the sum of what remains. Most points win.
//!
//! A position is the row that is left: `5,3,1,4,2`; moves are `L` and `R`.
//!
//! It is `row-ends` in disguise. Let E = 2D − S, where D is the margin of a row and S its sum. Taking v leaves a row of sum
//! S − v and margin D', so that D = (S − v) − D' turns into E = −v − E': the rule of `row-ends` on the row of flipped signs.
//! Hence D = (S + E)/2, and the same ends are best.
//!
//! ```
//! use bouton_core::{Alternating, rows::{End, Span}};
//! use bouton_games::rows::{Row, RowRest};
//! let game = RowRest::new(Row::parse("5,3,1,4,2").unwrap());
//! assert_eq!(game.gain(&Span { start: 0, end: 5 }, &End::Right), 13);
//! ```
//!
//! Source: LeetCode problem 1690, Stone Game VII, for the rules; the identity is proved above and tested against search.

use bouton_core::entry::{Card, Entry, Example, OpenError, Opened, needed, no_parameters};
use bouton_core::game::{Alternating, Game, Loopfree};
use bouton_core::rows::{Earned, End, EndTaking, Span};
use bouton_core::{InputError, Margin, Notation, Powers};

use super::ends;
use super::row::{self, Row};

/// The rules, with the row that play begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowRest {
    row: Row,
}

impl RowRest {
    /// The game on this row.
    pub fn new(row: Row) -> Self {
        Self { row }
    }
}

impl Game for RowRest {
    type Position = Span;
    type Move = End;
}

impl Alternating for RowRest {
    type Score = Margin;
    fn moves<'g>(&'g self, at: &Span) -> impl Iterator<Item = End> + use<'g> {
        ends::moves(*at)
    }
    fn play(&self, at: &Span, end: &End) -> Span {
        ends::without(*at, *end)
    }
    fn gain(&self, at: &Span, end: &End) -> i128 {
        let left = ends::without(*at, *end);
        self.row.sum(left.start..left.end)
    }
    fn score(&self, at: &Span) -> Option<Margin> {
        at.is_empty().then_some(Margin(0))
    }
}

impl Loopfree for RowRest {
    type Height = usize;
    fn height(&self, at: &Span) -> usize {
        at.len()
    }
}

impl EndTaking for RowRest {
    const EARNED: Earned = Earned::Rest;
    fn values(&self) -> &[i64] {
        self.row.values()
    }
}

impl Notation for RowRest {
    fn parse(&self, text: &str) -> Result<Span, InputError> {
        ends::parse(&self.row, text)
    }
    fn show(&self, at: &Span) -> String {
        row::show(at.of(self.row.values()))
    }
    fn show_within(&self, at: &Span, longest: usize) -> Option<String> {
        row::show_within(at.of(self.row.values()), longest)
    }
    fn show_move(&self, _at: &Span, end: &End) -> String {
        ends::show(*end)
    }
    fn move_called(&self, at: &Span, text: &str) -> Option<End> {
        ends::called(*at, text)
    }
}

impl Entry for RowRest {
    const CARD: Card = Card {
        name: "row-rest",
        aliases: &[("stone-game-vii", "")],
        parameters: "",
        rules: "Take the left or the right number of a row and score the sum of what remains; most points win.",
        notation: "the values from left to right, like 5,3,1,4,2",
        example: Example {
            parameters: "",
            position: "5,3,1,4,2",
        },
        sources: &["LeetCode problem 1690, Stone Game VII"],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        no_parameters(parameters)?;
        let row =
            Row::parse(needed(position, Self::CARD.notation)?).map_err(OpenError::Position)?;
        let start = Span::whole(row.values());
        Ok((Self::new(row), start))
    }
    fn powers(powers: &mut impl Powers<Self>) {
        powers.loopfree();
        powers.end_taking();
    }
}
