//! A row of numbers: take X of them from the left end, 1 ≤ X ≤ 2M, and score their sum; then M becomes the larger of M and
//! X. Most points win. M is written before the row.

use super::board::listed;
use super::rows::read;
use super::{Named, Position, Rules, Step};

struct Doubling;

pub(super) fn open(_named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Ok(Box::new(Doubling))
}

impl Rules for Doubling {
    fn options(&self, at: &[i64], see: &mut dyn FnMut(Step)) {
        let (largest, row) = (at[0], &at[1..]);
        for taken in 1..=row.len().min(2 * largest as usize) {
            let (front, rest) = row.split_at(taken);
            let mut to = vec![largest.max(taken as i64)];
            to.extend(rest);
            see(Step {
                to,
                gain: front.iter().sum(),
                again: false,
            });
        }
    }

    fn end(&self, at: &[i64]) -> Option<i64> {
        (at.len() == 1).then_some(0)
    }

    fn parse(&self, text: &str, _right: bool) -> Result<Position, String> {
        let (row, largest) = text.split_once('/').unwrap_or((text, "1"));
        let largest: i64 = largest
            .parse()
            .map_err(|_| "expected a number after the /")?;
        if !(1..1 << 40).contains(&largest) {
            return Err("expected a largest taking of 1 to 2^40".into());
        }
        let mut at = read(row)?;
        at.insert(0, largest);
        Ok(at)
    }

    fn show(&self, at: &[i64]) -> String {
        format!("{}/{}", listed(&at[1..]), at[0])
    }

    /// If M is as large as the rest, all may be taken.
    fn key(&self, at: &[i64], _misere: bool) -> Position {
        let mut key = at.to_vec();
        key[0] = at[0].min(at.len() as i64);
        key
    }

    fn has_points(&self) -> bool {
        true
    }

    fn is_played_in_sums(&self) -> bool {
        true
    }
}
