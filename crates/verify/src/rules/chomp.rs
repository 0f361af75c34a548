//! Chomp: bite off a square of a bar of chocolate and all squares below it or to the right. The upper left square is
//! poisoned: a player who has only that one left loses.

use super::board::{listed, numbers, parameters_or};
use super::{Named, Position, Rules, Step};

/// The most rows and columns.
struct Chomp([usize; 2]);

pub(super) fn open(named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Ok(Box::new(Chomp(parameters_or(named, [LARGEST; 2])?)))
}

/// Bars with more squares in a line have too many moves to examine.
const LARGEST: usize = 255;

impl Rules for Chomp {
    fn options(&self, at: &[i64], see: &mut dyn FnMut(Step)) {
        for row in 0..at.len() {
            for left in i64::from(row == 0)..at[row] {
                let mut to = at.to_vec();
                to[row..]
                    .iter_mut()
                    .for_each(|length| *length = left.min(*length));
                to.retain(|length| *length > 0);
                see(to.into());
            }
        }
    }

    fn parse(&self, text: &str, _right: bool) -> Result<Position, String> {
        let rows = numbers(text)?;
        let falls = rows.windows(2).all(|pair| pair[0] >= pair[1]);
        let [most, longest] = self.0;
        let fits = rows
            .iter()
            .all(|length| (1..=longest as i64).contains(length));
        match falls && fits && (1..=most).contains(&rows.len()) {
            true => Ok(rows),
            false => Err(format!(
                "expected at most {most} lengths of rows from 1 to {longest}, none longer than the one above"
            )),
        }
    }

    fn show(&self, at: &[i64]) -> String {
        listed(at)
    }

    /// Rows and columns may be exchanged.
    fn key(&self, at: &[i64], _misere: bool) -> Position {
        let height = |column: i64| at.iter().filter(|length| **length > column).count() as i64;
        let turned: Position = (0..at[0]).map(height).collect();
        turned.min(at.to_vec())
    }

    fn is_impartial(&self) -> bool {
        true
    }
}
