//! Chomp: bite off a square of a bar of chocolate and all below it or to the right. The upper left square is poisoned: who has
//! only that left has lost.

use super::board::{listed, numbers};
use super::{Named, Position, Rules, Step};

struct Chomp;

pub(super) fn open(_named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Ok(Box::new(Chomp))
}

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
        let fits = rows.iter().all(|length| (1..256).contains(length));
        match falls && fits && (1..256).contains(&rows.len()) {
            true => Ok(rows),
            false => {
                Err("expected lengths of rows from 1 to 255, none longer than the one above".into())
            }
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
