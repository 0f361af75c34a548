//! A row of numbers: take one to k of them from the left end and score their sum. Most points win.

use super::board::parameters;
use super::rows::Row;
use super::{Named, Rules};

pub(super) fn open(named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    let [most] = parameters(named)?;
    Ok(Box::new(Row(
        move |row: &[i64], see: &mut dyn FnMut(&[i64], i64)| {
            for taken in 1..=most.min(row.len()) {
                let (front, rest) = row.split_at(taken);
                see(rest, front.iter().sum());
            }
        },
    )))
}
