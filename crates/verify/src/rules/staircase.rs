//! Staircase nim: move any positive number of chips from a step to the next lower one, from the first to the ground. The last
//! to move wins.

use super::board::listed;
use super::heaps::{MOST, read};
use super::{Named, Position, Rules, Step};

struct Staircase;

pub(super) fn open(_named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Ok(Box::new(Staircase))
}

impl Rules for Staircase {
    fn options(&self, at: &[i64], see: &mut dyn FnMut(Step)) {
        for step in 0..at.len() {
            for moved in 1..=at[step] {
                let mut to = at.to_vec();
                to[step] -= moved;
                if step > 0 {
                    to[step - 1] += moved;
                }
                see(to.into());
            }
        }
    }

    fn parse(&self, text: &str, _right: bool) -> Result<Position, String> {
        read(text, MOST)
    }

    fn show(&self, at: &[i64]) -> String {
        match at {
            [] => "0".into(),
            at => listed(at),
        }
    }

    fn is_impartial(&self) -> bool {
        true
    }
}
