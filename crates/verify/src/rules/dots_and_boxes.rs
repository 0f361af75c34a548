//! Dots and boxes: draw a line between neighbouring dots. A player who draws the fourth side of a box gets the box and
//! draws again. The margin of boxes counts.
//!
//! A position is the lines, 1 if drawn: rows of horizontal and of vertical ones in turn from the top.

use super::board::parameters_or;
use super::{Named, Position, Rules, Step};
use crate::shown::brief;

pub(super) struct Boxes {
    rows: usize,
    columns: usize,
}

pub(super) fn open(named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Ok(Box::new(board(named)?))
}

/// The board of a position.
pub(super) fn board(named: &Named<'_>) -> Result<Boxes, String> {
    let written: Vec<&str> = named.position.split('/').collect();
    let found = [written.len() / 2, written[0].len()];
    let [rows, columns] = parameters_or(named, found)?;
    match rows.saturating_mul(columns) <= MOST {
        true => Ok(Boxes { rows, columns }),
        false => Err(format!("expected at most {MOST} boxes")),
    }
}

/// More boxes than can be examined.
const MOST: usize = 64;

impl Boxes {
    fn level(&self, row: usize, column: usize) -> usize {
        row * (2 * self.columns + 1) + column
    }

    fn upright(&self, row: usize, column: usize) -> usize {
        self.level(row, column) + self.columns
    }

    fn closed(&self, at: &[i64]) -> usize {
        let boxes =
            (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (row, column)));
        boxes
            .filter(|(row, column)| {
                let sides = [
                    self.level(*row, *column),
                    self.level(row + 1, *column),
                    self.upright(*row, *column),
                    self.upright(*row, column + 1),
                ];
                sides.iter().all(|line| at[*line] == 1)
            })
            .count()
    }

    fn widths(&self) -> impl Iterator<Item = (char, usize)> {
        let columns = self.columns;
        (0..2 * self.rows + 1).map(move |row| match row % 2 {
            0 => ('-', columns),
            _ => ('|', columns + 1),
        })
    }

    /// The lines mirrored, vertically or horizontally.
    fn mirrored(&self, at: &[i64], upside: bool) -> Position {
        let mut image = vec![0; at.len()];
        for row in 0..=self.rows {
            for column in 0..=self.columns {
                if column < self.columns {
                    let to = match upside {
                        true => self.level(self.rows - row, column),
                        false => self.level(row, self.columns - 1 - column),
                    };
                    image[to] = at[self.level(row, column)];
                }
                if row < self.rows {
                    let to = match upside {
                        true => self.upright(self.rows - 1 - row, column),
                        false => self.upright(row, self.columns - column),
                    };
                    image[to] = at[self.upright(row, column)];
                }
            }
        }
        image
    }
}

impl Rules for Boxes {
    fn options(&self, at: &[i64], see: &mut dyn FnMut(Step)) {
        let before = self.closed(at);
        for line in (0..at.len()).filter(|line| at[*line] == 0) {
            let mut to = at.to_vec();
            to[line] = 1;
            let gain = (self.closed(&to) - before) as i64;
            let again = gain > 0;
            see(Step { to, gain, again });
        }
    }

    fn end(&self, at: &[i64]) -> Option<i64> {
        (!at.contains(&0)).then_some(0)
    }

    fn parse(&self, text: &str, _right: bool) -> Result<Position, String> {
        let rows: Vec<&str> = text.split('/').collect();
        let mut at = Vec::new();
        for ((sign, width), row) in self.widths().zip(&rows) {
            if row.chars().count() != width || row.chars().any(|c| c != sign && c != '.') {
                return Err(format!(
                    "expected a row of {width} signs {sign} or ., found {}",
                    brief(row)
                ));
            }
            at.extend(row.chars().map(|found| i64::from(found == sign)));
        }
        match rows.len() == 2 * self.rows + 1 {
            true => Ok(at),
            false => Err(format!("expected {} rows of lines", 2 * self.rows + 1)),
        }
    }

    fn show(&self, at: &[i64]) -> String {
        let mut lines = at.iter();
        let rows = self.widths().map(|(sign, width)| {
            let row = lines.by_ref().take(width);
            row.map(|line| if *line == 1 { sign } else { '.' })
                .collect::<String>()
        });
        rows.collect::<Vec<_>>().join("/")
    }

    fn key(&self, at: &[i64], _misere: bool) -> Position {
        let upside = self.mirrored(at, true);
        let both = self.mirrored(&upside, false);
        at.to_vec()
            .min(self.mirrored(at, false))
            .min(both)
            .min(upside)
    }

    fn bounds(&self, at: &[i64]) -> Option<(i64, i64)> {
        let left = (self.rows * self.columns - self.closed(at)) as i64;
        Some((-left, left))
    }

    fn has_points(&self) -> bool {
        true
    }
}
