//! [`Atlas`]: the smallest position of each game with a value.

use std::fmt;

use bouton_core::StopReason;
use derive_where::derive_where;
use serde::Serialize;

use super::columns::Columns;
use super::csv::Csv;

/// The smallest position of each game that has a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Atlas {
    /// The value, as asked for.
    pub value: String,
    /// A row for each game.
    pub games: Vec<AtlasRow>,
    /// The reason why the search ended early, if it did.
    pub stopped: Option<StopReason>,
}

/// A game of an atlas.
#[derive_where(PartialEq)]
#[derive(Clone, Debug, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AtlasRow {
    /// The game with its ranges, as asked for.
    pub game: String,
    /// The smallest position with the value.
    pub smallest: Option<AtlasPlace>,
    /// The number of positions searched.
    #[derive_where(skip(EqHashOrd))]
    pub visited: u64,
    /// Whether the search went to the end of the ranges, or found the position.
    pub complete: bool,
}

/// The smallest position of a game with a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AtlasPlace {
    /// The game, with the parameters of this size.
    pub game: String,
    /// The position.
    pub position: String,
    /// The number of cells of the board, or of tokens of the heap.
    pub size: u64,
}

impl AtlasRow {
    fn cells(&self) -> Vec<String> {
        let (first, rest) = match &self.smallest {
            Some(AtlasPlace {
                game,
                position,
                size,
            }) => (game.clone(), vec![size.to_string(), position.clone()]),
            None if self.complete => (format!("none of {} positions", self.visited), Vec::new()),
            None => (format!("not among {} positions", self.visited), Vec::new()),
        };
        [vec![self.game.clone(), first], rest].concat()
    }
}

const HEAD: [&str; 4] = ["game", "smallest", "size", "position"];

impl Atlas {
    /// The rows as a table for spreadsheets.
    pub fn csv(&self) -> String {
        let mut csv = Csv::new([HEAD[0], HEAD[1], HEAD[2], HEAD[3], "visited", "complete"]);
        for row in &self.games {
            let place = row.smallest.as_ref();
            let size = place.map_or(String::new(), |place| place.size.to_string());
            csv.row([
                row.game.as_str(),
                place.map_or("", |place| &place.game),
                &size,
                place.map_or("", |place| &place.position),
                &row.visited.to_string(),
                if row.complete { "true" } else { "false" },
            ]);
        }
        csv.text()
    }
}

impl fmt::Display for Atlas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = HEAD.map(str::to_owned).to_vec();
        let rows = self.games.iter().map(AtlasRow::cells);
        Columns::from_iter(std::iter::once(head).chain(rows)).fmt(f)
    }
}
