//! A row of numbers: take 1 to k of them from the left end and score their sum. Most points win.
//!
//! A position is the rest of the row: `1,2,3,7`; a move is written `take 2`. The parameter is k: `row-front:3`.
//!
//! ```
//! use bouton_core::{Alternating, rows::Taken};
//! use bouton_games::rows::{Row, RowFront};
//! let game = RowFront::new(Row::parse("1,2,3,7").unwrap(), 3);
//! assert_eq!(game.gain(&0, &Taken(3)), 6);
//! assert_eq!(game.moves(&0).count(), 3);
//! ```
//!
//! Source: LeetCode problem 1406, Stone Game III (k = 3).

use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, needed};
use bouton_core::game::{Alternating, Game, ImpartialScoring, Loopfree};
use bouton_core::rows::{FrontLimit, FrontTaking, Taken};
use bouton_core::{InputError, Margin, Notation, declares};
use bouton_texts::text;

use super::fronts;
use super::row::{self, Row};

/// The rules, with the row at the start and the largest number to take. A position is the number of values taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowFront {
    row: Row,
    most: usize,
}

impl RowFront {
    /// The game on this row, of which at most `most` ≥ 1 values are taken at a time.
    pub fn new(row: Row, most: usize) -> Self {
        Self { row, most }
    }

    fn rest(&self, start: usize) -> &[i64] {
        &self.row.values()[start..]
    }
}

impl Game for RowFront {
    type Position = usize;
    type Move = Taken;
}

impl Alternating for RowFront {
    type Score = Margin;
    fn moves<'g>(&'g self, start: &usize) -> impl Iterator<Item = Taken> + use<'g> {
        fronts::takings(self.most.min(self.row.len() - start))
    }
    fn play(&self, start: &usize, Taken(taken): &Taken) -> usize {
        start + taken
    }
    fn gain(&self, start: &usize, Taken(taken): &Taken) -> i128 {
        self.row.sum(*start..start + taken)
    }
    fn score(&self, start: &usize) -> Option<Margin> {
        (*start == self.row.len()).then_some(Margin(0))
    }
    fn at_stake(&self, start: &usize) -> Option<i128> {
        Some(row::sum(self.rest(*start)))
    }
}

impl ImpartialScoring for RowFront {}

impl Loopfree for RowFront {
    type Height = usize;
    fn height(&self, start: &usize) -> usize {
        self.row.len() - start
    }
}

impl FrontTaking for RowFront {
    fn values(&self) -> &[i64] {
        self.row.values()
    }
    fn start(&self, start: &usize) -> usize {
        *start
    }
    fn limit(&self, _start: &usize) -> FrontLimit {
        FrontLimit::Fixed(self.most)
    }
}

impl Notation for RowFront {
    fn parse(&self, text: &str) -> Result<usize, InputError> {
        fronts::parse(&self.row, text)
    }
    fn show(&self, start: &usize) -> String {
        row::show(self.rest(*start))
    }
    fn show_within(&self, start: &usize, longest: usize) -> Option<String> {
        row::show_within(self.rest(*start), longest)
    }
    fn show_move(&self, _start: &usize, taken: &Taken) -> String {
        fronts::show(*taken)
    }
    fn move_called(&self, _start: &usize, text: &str) -> Option<Taken> {
        fronts::called(text)
    }
}

impl Entry for RowFront {
    type Game = Self;
    const CARD: Card = Card {
        name: "row-front",
        kind: Kind::Rows,
        aliases: &[("stone-game-iii", "3")],
        parameters: "the largest number of values to take at a time, like row-front:3",
        text: text("row-front"),
        notation: "the values from left to right, like 1,2,3,7",
        example: Example::new("3", "1,2,3,7"),
        sources: &["LeetCode problem 1406, Stone Game III (k = 3)"],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        const MOST: &str = "the largest number of values to take at a time, like row-front:3";
        let text = parameters.unwrap_or_default();
        let most = fronts::positive(text, MOST).map_err(OpenError::Parameters)?;
        let row =
            Row::parse(needed(position, Self::CARD.notation)?).map_err(OpenError::Position)?;
        Ok((Self::new(row, most), 0))
    }
}

declares!(RowFront: points, impartial_scoring, front_taking);
