//! [`SizeTable`]: fields of the boards of a game, by size.

use std::fmt;

use bouton_core::StopReason;
use serde::Serialize;

use super::columns::Columns;

/// Fields of the empty board of each size.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SizeTable {
    /// The game.
    pub game: String,
    /// The first and the last number of rows.
    pub rows: [u32; 2],
    /// The first and the last number of columns.
    pub columns: [u32; 2],
    /// The fields of each board.
    pub show: Vec<String>,
    /// A row for each number of rows; `None` if there is no such board.
    pub values: Vec<Vec<Option<SizeCell>>>,
    /// The limit because of which some of it is missing.
    pub stopped: Option<StopReason>,
}

/// The fields of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum SizeCell {
    /// The only requested field.
    One(String),
    /// All requested fields.
    Many(Vec<String>),
}

impl fmt::Display for SizeCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One(text) => text.fmt(f),
            Self::Many(texts) => texts.join(" ").fmt(f),
        }
    }
}

impl fmt::Display for SizeTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, last] = self.columns;
        let head = (first..=last).map(|columns| columns.to_string());
        let head = std::iter::once(String::new()).chain(head).collect();
        let rows = (self.rows[0]..).zip(&self.values).map(|(rows, cells)| {
            let cells = cells.iter().map(|cell| match cell {
                Some(cell) => cell.to_string(),
                None => "-".to_owned(),
            });
            std::iter::once(rows.to_string()).chain(cells).collect()
        });
        Columns::from_iter(std::iter::once(head).chain(rows)).fmt(f)
    }
}
