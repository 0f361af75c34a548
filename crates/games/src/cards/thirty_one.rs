//! Thirty-one: there are four of each of the cards 1 to 6; the players lay one card in turn, and a player who cannot keep
//! the total within 31 loses.
//!
//! A position is the cards played so far, in their order: `35362`; no card is the empty text.
//!
//! ```
//! use bouton_core::{Alternating, Notation};
//! use bouton_games::cards::ThirtyOne;
//! let at = ThirtyOne.parse("6666").unwrap();
//! let cards: Vec<u8> = ThirtyOne.moves(&at).collect();
//! assert_eq!(cards, [1, 2, 3, 4, 5]);
//! ```
//!
//! Source: H. E. Dudeney, The Canterbury Puzzles (1907), no. 79, "The thirty-one game".

use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, plain};
use bouton_core::game::{Alternating, Game, Impartial, Loopfree};
use bouton_core::scene::{Drawn, Figure, Scene};
use bouton_core::{InputError, Notation, WinLoss, declares};
use bouton_texts::text;

/// The rules, without parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThirtyOne;

/// The cards played so far, as the octal digits of a number: at most 13 cards stay within 31.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct History(u64);

bouton_core::packs!(History { 0 });

/// The total that no card may exceed.
const MOST: u8 = 31;
/// The number of cards of each kind.
const COPIES: usize = 4;

impl History {
    /// The cards, the last one first.
    fn cards(self) -> impl Iterator<Item = u8> {
        std::iter::successors(Some(self.0), |left| Some(left >> 3))
            .take_while(|left| *left > 0)
            .map(|left| (left & 7) as u8)
    }

    fn total(self) -> u8 {
        self.cards().sum()
    }

    fn with(self, card: u8) -> Self {
        Self(self.0 << 3 | u64::from(card))
    }

    fn may_follow(self, card: u8) -> bool {
        self.total() + card <= MOST
            && self.cards().filter(|played| *played == card).count() < COPIES
    }
}

impl Game for ThirtyOne {
    type Position = History;
    type Move = u8;
    /// Best play depends on the set of played cards, not on their order.
    fn canonical(&self, at: History) -> History {
        let mut cards: Vec<u8> = at.cards().collect();
        cards.sort_unstable();
        cards.into_iter().fold(History(0), History::with)
    }
}

impl Alternating for ThirtyOne {
    type Score = WinLoss;
    fn moves<'g>(&'g self, at: &History) -> impl Iterator<Item = u8> + use<'g> {
        let at = *at;
        (1..=6).filter(move |card| at.may_follow(*card))
    }
    fn play(&self, at: &History, card: &u8) -> History {
        at.with(*card)
    }
    fn score(&self, at: &History) -> Option<WinLoss> {
        self.moves(at).next().is_none().then_some(WinLoss::Loss)
    }
}

impl Loopfree for ThirtyOne {
    type Height = u8;
    fn height(&self, at: &History) -> u8 {
        MOST - at.total()
    }
}

impl Impartial for ThirtyOne {}

impl Notation for ThirtyOne {
    fn parse(&self, text: &str) -> Result<History, InputError> {
        let mut at = History(0);
        for (place, sign) in text.char_indices() {
            let error =
                |message: String| InputError::new(message, text, place..place + sign.len_utf8());
            let card = match sign.to_digit(10) {
                Some(card @ 1..=6) => card as u8,
                _ => {
                    return Err(error(format!(
                        "expected a card from 1 to 6, found {sign:?}"
                    )));
                }
            };
            if at.cards().filter(|played| *played == card).count() == COPIES {
                return Err(error(format!(
                    "expected at most four cards {card}, found a fifth"
                )));
            }
            if at.total() + card > MOST {
                let total = at.total() + card;
                return Err(error(format!(
                    "expected a total of at most {MOST}, found {total}"
                )));
            }
            at = at.with(card);
        }
        Ok(at)
    }
    fn show(&self, at: &History) -> String {
        match at.0 {
            0 => String::new(),
            digits => format!("{digits:o}"),
        }
    }
    fn show_move(&self, _at: &History, card: &u8) -> String {
        card.to_string()
    }
    fn move_in_words(&self, _at: &History, card: &u8) -> Option<String> {
        Some(format!("card {card}"))
    }
}

impl Drawn for ThirtyOne {
    fn scene(&self, at: &History) -> Scene {
        let mut laid: Vec<String> = at.cards().map(|card| card.to_string()).collect();
        laid.reverse();
        let left = |kind: u8| COPIES - at.cards().filter(|card| *card == kind).count();
        let piles = (1..=6).map(|kind| (kind.to_string(), left(kind)));
        Scene::of(Figure::Cards {
            laid,
            piles: piles.collect(),
        })
        .noted(format!("total {} of {MOST}", at.total()))
    }
}

impl Entry for ThirtyOne {
    type Game = Self;
    const CARD: Card = Card {
        name: "thirty-one",
        kind: Kind::Cards,
        aliases: &[("31", "")],
        parameters: "",
        text: text("thirty-one"),
        notation: "the cards played so far, in order",
        example: Example::at("35362"),
        sources: &["H. E. Dudeney, The Canterbury Puzzles (1907), no. 79"],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        plain(parameters, position)
    }
    fn start(&self) -> Option<<Self as Game>::Position> {
        Some(History(0))
    }
}

declares!(ThirtyOne: impartial, loopfree, look);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_card_is_pointed_at() {
        let place = |text| ThirtyOne.parse(text).unwrap_err().span();
        assert_eq!(place("11117"), 4..5);
        assert_eq!(place("1211311"), 6..7);
        assert_eq!(place("6666553"), 5..6);
        assert_eq!(place("66665é"), 5..7);
        assert!(ThirtyOne.parse("6666511").is_ok());
    }

    #[test]
    fn order_does_not_matter() {
        let at = |text| ThirtyOne.canonical(ThirtyOne.parse(text).unwrap());
        assert_eq!(at("35362"), at("23356"));
        assert_ne!(at("35362"), at("3536"));
    }
}
