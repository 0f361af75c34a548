//! Stones that each player values differently: take any one and score it by your own valuation. Most points win.
//!
//! A position is the stones, for each the mover's value and the other's; the two change places after a move.

use super::board::listed;
use super::rows::read;
use super::{Named, Position, Rules, Step};

struct TwoValues;

pub(super) fn open(_named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Ok(Box::new(TwoValues))
}

impl Rules for TwoValues {
    fn options(&self, at: &[i64], see: &mut dyn FnMut(Step)) {
        for taken in 0..at.len() / 2 {
            let stones = at.chunks(2).enumerate().filter(|(n, _)| *n != taken);
            see(Step {
                to: stones.flat_map(|(_, stone)| [stone[1], stone[0]]).collect(),
                gain: at[2 * taken],
                again: false,
            });
        }
    }

    fn end(&self, at: &[i64]) -> Option<i64> {
        at.is_empty().then_some(0)
    }

    fn parse(&self, text: &str, _right: bool) -> Result<Position, String> {
        let (mover, other) = text
            .split_once('/')
            .ok_or("expected the values of both players")?;
        let (mover, other) = (read(mover)?, read(other)?);
        if mover.len() != other.len() {
            return Err("expected as many values of both players".into());
        }
        Ok(mover
            .into_iter()
            .zip(other)
            .flat_map(|(a, b)| [a, b])
            .collect())
    }

    fn show(&self, at: &[i64]) -> String {
        let of =
            |player: usize| -> Vec<i64> { at.iter().copied().skip(player).step_by(2).collect() };
        format!("{}/{}", listed(&of(0)), listed(&of(1)))
    }

    /// The order of the stones does not matter.
    fn key(&self, at: &[i64], _misere: bool) -> Position {
        let mut stones: Vec<&[i64]> = at.chunks(2).collect();
        stones.sort_unstable();
        stones.concat()
    }

    fn has_points(&self) -> bool {
        true
    }
}
