//! Top entails: split a stack into two, or take the top coin, after which the opponent must move in that stack. The last to
//! move wins.
//!
//! A position is the place of the stack that must be answered, counted from 1, or 0, and then the stacks.

use super::heaps::{MOST, read};
use super::{Named, Position, Rules, Step};

struct TopEntails;

pub(super) fn open(_named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Ok(Box::new(TopEntails))
}

impl Rules for TopEntails {
    fn options(&self, at: &[i64], see: &mut dyn FnMut(Step)) {
        for place in 1..at.len() {
            if at[0] != 0 && at[0] != place as i64 || at[place] == 0 {
                continue;
            }
            let mut entailed = at.to_vec();
            entailed[0] = place as i64;
            entailed[place] -= 1;
            see(entailed.into());
            for first in 1..=at[place] / 2 {
                let two = [first, at[place] - first];
                see([&[0], &at[1..place], &two, &at[place + 1..]]
                    .concat()
                    .into());
            }
        }
    }

    fn parse(&self, text: &str, _right: bool) -> Result<Position, String> {
        let mut marked = 0;
        for (place, stack) in text.split(',').enumerate() {
            if stack.ends_with('!') && marked == 0 {
                marked = place as i64 + 1;
            }
        }
        let plain: Vec<&str> = text
            .split(',')
            .enumerate()
            .map(|(place, stack)| match place as i64 + 1 == marked {
                true => stack.trim_end_matches('!'),
                false => stack,
            })
            .collect();
        let stacks = read(&plain.join(","), MOST)?;
        Ok([&[marked], &stacks[..]].concat())
    }

    fn show(&self, at: &[i64]) -> String {
        let stack = |place: usize| match at[0] == place as i64 {
            true => format!("{}!", at[place]),
            false => at[place].to_string(),
        };
        match at.len() {
            1 => "0".into(),
            length => (1..length).map(stack).collect::<Vec<_>>().join(","),
        }
    }

    fn key(&self, at: &[i64], _misere: bool) -> Position {
        let is_free = |place: &usize| at[0] != *place as i64 && at[*place] > 0;
        let mut free: Position = (1..at.len())
            .filter(is_free)
            .map(|place| at[place])
            .collect();
        free.sort_unstable();
        match at[0] {
            0 => [&[0], &free[..]].concat(),
            place => [&[1, at[place as usize]], &free[..]].concat(),
        }
    }

    fn has_misere(&self) -> bool {
        false
    }
}
