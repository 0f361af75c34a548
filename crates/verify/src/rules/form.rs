//! Games given by their options: `:;0:;0:0/2` lists the games 0 = {|}, 1 = {0|}, 2 = {0|0}, each by the options of Left and
//! of Right among those before it, and selects number 2. A player who cannot move loses.
//!
//! A position is the side to move, and the number.

use super::{Position, Rules, Step};
use crate::shown::quoted;

pub(crate) struct Form {
    text: String,
    games: Vec<[Vec<usize>; 2]>,
}

pub(super) fn open(position: &str) -> Result<Box<dyn Rules>, String> {
    Ok(Box::new(Form::read(position)?.0))
}

/// More games than the followers of any value that could be examined.
const MOST: usize = 1 << 16;

impl Form {
    /// A list of games, and the selected number.
    pub(crate) fn read(text: &str) -> Result<(Self, usize), String> {
        let wrong = || "expected games by their options, like :;0:;0:0/2".to_owned();
        let (list, number) = text.split_once('/').ok_or_else(wrong)?;
        let mut games: Vec<[Vec<usize>; 2]> = Vec::new();
        for game in list.split(';') {
            let (left, right) = game.split_once(':').ok_or_else(wrong)?;
            let options = |list: &str| -> Option<Vec<usize>> {
                let items = list.split(',').filter(|item| !item.is_empty());
                let known = |item: &str| item.parse().ok().filter(|option| *option < games.len());
                items.map(known).collect()
            };
            let both = [
                options(left).ok_or_else(wrong)?,
                options(right).ok_or_else(wrong)?,
            ];
            games.push(both);
            if games.len() > MOST {
                return Err(format!("expected at most {MOST} games"));
            }
        }
        let number = number.parse().ok().filter(|number| *number < games.len());
        let text = list.to_owned();
        Ok((Self { text, games }, number.ok_or_else(wrong)?))
    }

    /// The options of each game, by the numbers of earlier ones.
    pub(crate) fn games(&self) -> &[[Vec<usize>; 2]] {
        &self.games
    }

    /// The game whose negative has this number, in braces; whole numbers and nimbers by their names. If that is long, the list of
    /// games tells it.
    pub(crate) fn negative(&self, number: usize) -> String {
        let braces = self.braces(number);
        braces.unwrap_or_else(|| {
            let list = quoted(&format!("{}/{number}", self.text));
            format!("minus the game {list}, each by the options of Left and of Right among those before it")
        })
    }

    fn braces(&self, number: usize) -> Option<String> {
        // Of those that are too long there is none.
        let mut names: Vec<Option<String>> = Vec::new();
        let mut known: Vec<Option<i64>> = Vec::new();
        for [right, left] in &self.games[..=number] {
            let one = |options: &[usize]| match options {
                [only] => known[*only],
                _ => None,
            };
            let whole = match (left.is_empty(), right.is_empty()) {
                (true, true) => Some(0),
                (false, true) => one(left).filter(|n| *n >= 0).map(|n| n + 1),
                (true, false) => one(right).filter(|n| *n <= 0).map(|n| n - 1),
                (false, false) => None,
            };
            let list = |options: &[usize]| -> Option<String> {
                let named = options.iter().map(|option| names[*option].as_deref());
                let list = named.collect::<Option<Vec<&str>>>()?.join(",");
                (list.len() <= LONGEST).then_some(list)
            };
            let both = || Some(format!("{{{}|{}}}", list(left)?, list(right)?));
            names.push(match whole {
                Some(whole) => Some(whole.to_string()),
                None if left == right && one(left) == Some(0) => Some("*".into()),
                None => both(),
            });
            known.push(whole);
        }
        names.pop().flatten()
    }
}

/// The longest list that is written in braces, in bytes.
const LONGEST: usize = 600;

impl Rules for Form {
    fn options(&self, at: &[i64], see: &mut dyn FnMut(Step)) {
        for option in &self.games[at[1] as usize][at[0] as usize] {
            see(vec![1 - at[0], *option as i64].into());
        }
    }

    fn parse(&self, text: &str, right: bool) -> Result<Position, String> {
        let (same, number) = Self::read(text)?;
        match same.games == self.games {
            true => Ok(vec![right.into(), number as i64]),
            false => Err("expected the same games in every claim".into()),
        }
    }

    fn show(&self, at: &[i64]) -> String {
        format!("{}/{}", self.text, at[1])
    }

    fn is_rights(&self, at: &[i64]) -> bool {
        at[0] == 1
    }

    fn has_sides(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each game has the one before it on both sides, so that braces double in length.
    #[test]
    fn a_value_is_told_whole() {
        let games = |count: usize| {
            let more = (1..count).map(|n| format!(";{0}:{0}", n - 1));
            format!(":{}/{}", more.collect::<String>(), count - 1)
        };
        for count in 1..40 {
            let text = games(count);
            let (form, number) = Form::read(&text).unwrap();
            let told = form.negative(number);
            assert!(
                !told.contains('…') && told.len() < 2 * LONGEST + 99,
                "{told}"
            );
            assert_eq!(told.contains(&text), count > 10, "{told}");
        }
    }
}
