//! A row of coins: take the left or the right one and score it. Most points win.

use super::rows::Row;
use super::{Named, Rules};

pub(super) fn open(_named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Ok(Box::new(Row(
        |row: &[i64], see: &mut dyn FnMut(&[i64], i64)| {
            if let [left, rest @ ..] = row {
                see(rest, *left);
            }
            if let [rest @ .., right] = row {
                see(rest, *right);
            }
        },
    )))
}
