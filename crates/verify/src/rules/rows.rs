//! The common part of games in which two players take numbers from a row and score.

use super::board::{listed, numbers};
use super::{Position, Rules, Step};

/// A row, with the result and the points of each move.
pub(super) struct Row<F>(pub(super) F);

/// The sum of as many such numbers fits in 64 bits.
const FARTHEST: i64 = 1 << 40;
const LONGEST: usize = 1 << 12;

pub(super) fn read(text: &str) -> Result<Position, String> {
    let row = numbers(text)?;
    match row.len() <= LONGEST && row.iter().all(|value| value.abs() <= FARTHEST) {
        true => Ok(row),
        false => Err("expected at most 4096 numbers from -2^40 to 2^40".into()),
    }
}

impl<F> Rules for Row<F>
where
    F: Fn(&[i64], &mut dyn FnMut(&[i64], i64)),
{
    fn options(&self, at: &[i64], see: &mut dyn FnMut(Step)) {
        (self.0)(at, &mut |left, gain| {
            let to = left.to_vec();
            see(Step {
                to,
                gain,
                again: false,
            });
        });
    }

    fn end(&self, at: &[i64]) -> Option<i64> {
        at.is_empty().then_some(0)
    }

    fn parse(&self, text: &str, _right: bool) -> Result<Position, String> {
        read(text)
    }

    fn show(&self, at: &[i64]) -> String {
        listed(at)
    }

    fn has_points(&self) -> bool {
        true
    }

    fn is_played_in_sums(&self) -> bool {
        true
    }
}
