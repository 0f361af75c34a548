//! [`Worked`]: what statements of the calculator show.

use std::fmt;

use bouton_core::StopReason;
use serde::Serialize;

use super::columns::Columns;
use super::game_value::GameValue;

/// The output that statements of the calculator show, in order.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Worked {
    /// The statements.
    pub expression: String,
    /// Their output.
    pub shown: Vec<Piece>,
}

/// A piece of what statements show.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Piece {
    /// A line: printed, or an item of a list.
    Line(String),
    /// A value, with what there is to say about it.
    Value(Box<GameValue>),
    /// A table.
    Table {
        /// The heads of its columns.
        head: Vec<String>,
        /// The cells of each row.
        rows: Vec<Vec<String>>,
    },
    /// Points of a picture.
    Plot {
        /// x and y of each point, as numbers.
        points: Vec<[String; 2]>,
    },
}

impl Worked {
    /// The limit that was reached before a value in it was written in full.
    pub fn stopped(&self) -> Option<StopReason> {
        self.shown.iter().find_map(|piece| match piece {
            Piece::Value(value) => value.stopped,
            _ => None,
        })
    }
}

impl fmt::Display for Worked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pieces: Vec<_> = self.shown.iter().map(Piece::to_string).collect();
        f.write_str(&pieces.join("\n"))
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => f.write_str(line),
            Self::Value(value) => value.fmt(f),
            Self::Table { head, rows } => {
                let head = (!head.is_empty()).then(|| head.clone());
                head.into_iter()
                    .chain(rows.iter().cloned())
                    .collect::<Columns>()
                    .fmt(f)
            }
            Self::Plot { points } => f.write_str(&plotted(points)),
        }
    }
}

/// Columns and rows of a plot as text.
const COLUMNS: usize = 60;
const ROWS: usize = 15;

/// A number `n` or `n/d`.
fn real(text: &str) -> f64 {
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    let [above, below] = [above, below].map(|part| part.parse().unwrap_or(f64::NAN));
    above / below
}

/// The points as stars, between the least and the greatest x and y.
fn plotted(points: &[[String; 2]]) -> String {
    let mut places: Vec<[f64; 2]> = points.iter().map(|[x, y]| [real(x), real(y)]).collect();
    places.retain(|place| place.iter().all(|at| at.is_finite()));
    let extent = |axis: usize| {
        let along = || places.iter().map(|place| place[axis]);
        (
            along().fold(f64::INFINITY, f64::min),
            along().fold(f64::NEG_INFINITY, f64::max),
        )
    };
    if places.is_empty() {
        return "no points".into();
    }
    let ([left, right], [bottom, top]) = ([extent(0).0, extent(0).1], [extent(1).0, extent(1).1]);
    let place = |at: f64, least: f64, most: f64, cells: usize| match most > least {
        true => ((at - least) / (most - least) * (cells - 1) as f64).round() as usize,
        false => 0,
    };
    let rows = if top > bottom { ROWS } else { 1 };
    let mut cells = vec![[' '; COLUMNS]; rows];
    for [x, y] in &places {
        let row = rows - 1 - place(*y, bottom, top, rows);
        cells[row][place(*x, left, right, COLUMNS)] = '*';
    }
    let labels = [top, bottom].map(|y| y.to_string());
    let width = labels.iter().map(String::len).max().unwrap_or(0);
    let mut lines: Vec<String> = Vec::new();
    for (n, row) in cells.iter().enumerate() {
        let label = match n {
            0 => labels[0].as_str(),
            _ if n == rows - 1 => labels[1].as_str(),
            _ => "",
        };
        let row: String = row.iter().collect();
        lines.push(format!("{label:>width$} |{}", row.trim_end()));
    }
    let (from, to) = (left.to_string(), right.to_string());
    let room = COLUMNS.saturating_sub(from.len());
    lines.push(format!("{:width$} +{}", "", "-".repeat(COLUMNS)));
    lines.push(format!("{:width$}  {from}{to:>room$}", ""));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::Piece;

    #[test]
    fn points_are_stars_between_the_ends_of_the_axes() {
        let points = [["0", "-1/2"], ["1", "0"], ["2", "1/2"]];
        let points = points.map(|point| point.map(str::to_owned)).to_vec();
        let text = Piece::Plot { points }.to_string();
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines.len(), 17);
        assert!(lines[0].starts_with(" 0.5 |") && lines[0].ends_with('*'));
        assert_eq!(lines[14], "-0.5 |*");
        assert!(lines[7].trim_start().starts_with("| ") && lines[7].ends_with('*'));
        assert!(lines[16].ends_with('2') && lines[16].trim_start().starts_with('0'));
        let flat = Piece::Plot {
            points: vec![["3".into(), "7".into()]],
        };
        assert_eq!(flat.to_string().lines().count(), 3);
    }
}
