//! [`Values`]: a table of outcomes or Grundy values.

use std::fmt;

use serde::Serialize;

use super::cell::{Cell, CellKind};
use super::columns::Columns;
use super::csv::Csv;
use super::proved::Proved;

/// For one heap a line, by its size; for positions that a game lists itself a line, in their order; for two heaps a grid,
/// with rows by the first and columns by the second.
///
/// ```
/// use bouton_answers::{Cell, Outcome, Table};
/// let [win, loss] = [Outcome::Win, Outcome::Loss].map(Cell::Outcome);
/// assert_eq!(Table::Line(vec![loss.clone(), win.clone()]).to_string(), "L W");
/// assert_eq!(Table::Grid(vec![vec![loss, win]]).to_string(), "   0  1\n0  L  W");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Table {
    /// One heap.
    Line(Vec<Cell>),
    /// Two heaps.
    Grid(Vec<Vec<Cell>>),
}

impl Table {
    fn csv(&self) -> String {
        match self {
            Self::Line(cells) => {
                let mut csv = Csv::new(["heap", "value"]);
                for (n, cell) in cells.iter().enumerate() {
                    csv.row([n.to_string(), cell.to_string()]);
                }
                csv.text()
            }
            Self::Grid(rows) => {
                let mut csv = Csv::new(head(rows, "heap"));
                rows.iter()
                    .enumerate()
                    .for_each(|row| csv.row(numbered(row)));
                csv.text()
            }
        }
    }
}

/// The names of a grid's columns, above the numbers of its rows.
fn head(rows: &[Vec<Cell>], corner: &str) -> Vec<String> {
    let columns = 0..rows.first().map_or(0, Vec::len);
    let columns = columns.map(|n| n.to_string());
    std::iter::once(corner.to_owned()).chain(columns).collect()
}

fn numbered((n, row): (usize, &Vec<Cell>)) -> Vec<String> {
    let cells = row.iter().map(Cell::to_string);
    std::iter::once(n.to_string()).chain(cells).collect()
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(cells) => {
                let cells: Vec<_> = cells.iter().map(Cell::to_string).collect();
                f.write_str(&cells.join(" "))
            }
            Self::Grid(rows) => {
                let shown = rows.iter().enumerate().map(numbered);
                let head = std::iter::once(head(rows, ""));
                head.chain(shown).collect::<Columns>().fmt(f)
            }
        }
    }
}

/// The values of all positions with heaps up to a bound, shown as their table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Values {
    /// The game, as named in the query.
    pub game: String,
    /// Whether it is misère play.
    pub misere: bool,
    /// The largest heap.
    pub up_to: u64,
    /// The contents of the cells.
    pub kind: CellKind,
    /// The cells.
    pub values: Table,
    /// How they were found.
    #[serde(flatten)]
    pub proved: Proved,
}

impl Values {
    /// The table for spreadsheets.
    pub fn csv(&self) -> String {
        self.values.csv()
    }
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.values.fmt(f)
    }
}
