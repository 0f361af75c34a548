//! A row of numbers: take X of them from the left end, 1 ≤ X ≤ 2M, and score their sum; then M becomes the larger of M and
//! X. Most points win.
//!
//! A position is the rest of the row with M, the largest taking so far: `2,7,9,4,4/1`; without M it is 1, as at the start.
//! A move is written `take 2`.
//!
//! ```
//! use bouton_core::{Alternating, rows::Taken};
//! use bouton_games::rows::{Doubling, Row, RowDoubling};
//! let game = RowDoubling::new(Row::parse("2,7,9,4,4").unwrap());
//! let start = Doubling { start: 0, largest: 1 };
//! assert_eq!(game.gain(&start, &Taken(2)), 9);
//! assert_eq!(game.play(&start, &Taken(2)), Doubling { start: 2, largest: 2 });
//! ```
//!
//! Source: LeetCode problem 1140, Stone Game II.

use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, needed, no_parameters};
use bouton_core::game::{Alternating, Game, ImpartialScoring, Loopfree};
use bouton_core::rows::{FrontLimit, FrontTaking, Taken};
use bouton_core::scene::{Drawn, Scene};
use bouton_core::{InputError, Margin, Notation, declares};
use bouton_texts::text;

use super::fronts;
use super::row::{self, Row};

/// The rules, with the row at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowDoubling {
    row: Row,
}

/// The rest of the row, and M.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Doubling {
    /// The number of values taken.
    pub start: usize,
    /// M, the largest number taken at once so far, at least 1.
    pub largest: usize,
}

bouton_core::packs!(Doubling { start, largest });

impl RowDoubling {
    /// The game on this row.
    pub fn new(row: Row) -> Self {
        Self { row }
    }

    fn rest(&self, at: &Doubling) -> &[i64] {
        &self.row.values()[at.start..]
    }

    /// The most values that may be taken now.
    fn most(&self, at: &Doubling) -> usize {
        at.largest.saturating_mul(2).min(self.rest(at).len())
    }
}

impl Game for RowDoubling {
    type Position = Doubling;
    type Move = Taken;
    /// If everything may be taken, M no longer matters.
    fn canonical(&self, at: Doubling) -> Doubling {
        let enough = self.rest(&at).len().div_ceil(2).max(1);
        Doubling {
            largest: at.largest.min(enough),
            ..at
        }
    }
    /// If nothing is left, M does not matter.
    fn merged(&self, at: Doubling) -> Doubling {
        let largest = if self.rest(&at).is_empty() {
            1
        } else {
            at.largest
        };
        Doubling { largest, ..at }
    }
}

impl Alternating for RowDoubling {
    type Score = Margin;
    fn moves<'g>(&'g self, at: &Doubling) -> impl Iterator<Item = Taken> + use<'g> {
        fronts::takings(self.most(at))
    }
    fn play(&self, at: &Doubling, Taken(taken): &Taken) -> Doubling {
        Doubling {
            start: at.start + taken,
            largest: at.largest.max(*taken),
        }
    }
    fn gain(&self, at: &Doubling, Taken(taken): &Taken) -> i128 {
        self.row.sum(at.start..at.start + taken)
    }
    fn score(&self, at: &Doubling) -> Option<Margin> {
        self.rest(at).is_empty().then_some(Margin(0))
    }
    fn at_stake(&self, at: &Doubling) -> Option<i128> {
        Some(row::sum(self.rest(at)))
    }
}

impl ImpartialScoring for RowDoubling {}

impl Loopfree for RowDoubling {
    type Height = usize;
    fn height(&self, at: &Doubling) -> usize {
        self.rest(at).len()
    }
}

impl FrontTaking for RowDoubling {
    fn values(&self) -> &[i64] {
        self.row.values()
    }
    fn start(&self, at: &Doubling) -> usize {
        at.start
    }
    fn limit(&self, at: &Doubling) -> FrontLimit {
        FrontLimit::Doubling(at.largest)
    }
}

/// The row and M as two texts, M with its offset.
fn split(text: &str) -> (&str, Option<(usize, &str)>) {
    match text.split_once('/') {
        Some((row, largest)) => (row, Some((row.len() + 1, largest))),
        None => (text, None),
    }
}

/// M as typed, or 1.
fn largest(text: &str) -> Result<usize, InputError> {
    split(text).1.map_or(Ok(1), |(offset, largest)| {
        fronts::positive(largest, "the largest number taken so far")
            .map_err(|error| error.within(text, offset))
    })
}

impl Notation for RowDoubling {
    fn parse(&self, text: &str) -> Result<Doubling, InputError> {
        let start =
            fronts::parse(&self.row, split(text).0).map_err(|error| error.within(text, 0))?;
        Ok(Doubling {
            start,
            largest: largest(text)?,
        })
    }
    fn show(&self, at: &Doubling) -> String {
        format!("{}/{}", row::show(self.rest(at)), at.largest)
    }
    fn show_within(&self, at: &Doubling, longest: usize) -> Option<String> {
        let text = format!(
            "{}/{}",
            row::show_within(self.rest(at), longest)?,
            at.largest
        );
        Some(text).filter(|text| text.len() <= longest)
    }
    fn show_move(&self, _at: &Doubling, taken: &Taken) -> String {
        fronts::show(*taken)
    }
    fn move_called(&self, _at: &Doubling, text: &str) -> Option<Taken> {
        fronts::called(text)
    }
}

impl Drawn for RowDoubling {
    fn scene(&self, at: &Doubling) -> Scene {
        let scene = Scene::of_notation(&row::show(self.rest(at)), false);
        match self.most(at) {
            0 => scene,
            most => scene.noted(format!("at most {most} may be taken")),
        }
    }
}

impl Entry for RowDoubling {
    type Game = Self;
    const CARD: Card = Card {
        name: "row-doubling",
        kind: Kind::Rows,
        aliases: &[("stone-game-ii", "")],
        parameters: "",
        text: text("row-doubling"),
        notation: "the values from left to right, like 2,7,9,4,4, or with M, like 9,4,4/2",
        example: Example::at("2,7,9,4,4"),
        sources: &["LeetCode problem 1140, Stone Game II"],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        no_parameters(parameters)?;
        let text = needed(position, Self::CARD.notation)?;
        let row = Row::parse(split(text).0)
            .map_err(|error| OpenError::Position(error.within(text, 0)))?;
        let largest = largest(text).map_err(OpenError::Position)?;
        Ok((Self::new(row), Doubling { start: 0, largest }))
    }
}

declares!(RowDoubling: points, impartial_scoring, front_taking, look);
