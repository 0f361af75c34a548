//! Thirty-one: there are four of each of the cards 1 to 6. Lay one card in turn; a player whose every card makes the total
//! exceed 31 loses.
//!
//! A position is the played cards.

use super::{Named, Position, Rules, Step};

struct ThirtyOne;

pub(super) fn open(_named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Ok(Box::new(ThirtyOne))
}

impl Rules for ThirtyOne {
    fn options(&self, at: &[i64], see: &mut dyn FnMut(Step)) {
        let total: i64 = at.iter().sum();
        for card in 1..=6.min(31 - total) {
            if at.iter().filter(|played| **played == card).count() < 4 {
                let mut to = at.to_vec();
                to.push(card);
                see(to.into());
            }
        }
    }

    fn parse(&self, text: &str, _right: bool) -> Result<Position, String> {
        let cards = text.chars().map(|card| card.to_digit(10).map(i64::from));
        let cards: Option<Position> = cards.collect();
        let cards = cards.ok_or("expected cards from 1 to 6")?;
        let few = (1..=6).all(|card| cards.iter().filter(|played| **played == card).count() <= 4);
        let known = cards.iter().all(|card| (1..=6).contains(card));
        match few && known && cards.iter().sum::<i64>() <= 31 {
            true => Ok(cards),
            false => Err("expected at most four each of the cards 1 to 6, 31 in all".into()),
        }
    }

    fn show(&self, at: &[i64]) -> String {
        at.iter().map(i64::to_string).collect()
    }

    /// The order in which they were played does not matter.
    fn key(&self, at: &[i64], _misere: bool) -> Position {
        let mut cards = at.to_vec();
        cards.sort_unstable();
        cards
    }

    fn is_impartial(&self) -> bool {
        true
    }
}
