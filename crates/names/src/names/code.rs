//! Names of codes that are not games of the catalogue: `take-and-break:4!.0`, `all-but:1,2`, `couples-are-forever`.

use std::sync::Arc;

use bouton_catalogue::{Request, open_entry};
use bouton_core::InputError;
use bouton_core::entry::Entry;
use bouton_core::take_and_break::Code;
use bouton_engine::{Component, Error, Untyped};
use bouton_games::heaps::TakeAndBreakGame;
use num_bigint::BigUint;

use super::listed::card_of;
use super::{Card, Named, Terms};

/// A code, with the text that it was read from.
struct Coded {
    text: String,
    code: Code,
}

pub(super) fn read(text: &str, _: &Terms) -> Option<Result<Arc<dyn Named>, Error>> {
    let is_meant = ["take-and-break:", "all-but:"]
        .iter()
        .any(|name| text.starts_with(name));
    match text.parse() {
        Ok(code) => {
            let text = text.to_owned();
            Some(Ok(Arc::new(Coded { text, code })))
        }
        Err(error) if is_meant => {
            let error: InputError = error;
            Some(Err(Error::input("game", error)))
        }
        Err(_) => None,
    }
}

impl Coded {
    fn request<'r>(&'r self, position: Option<&'r str>, misere: bool) -> Request<'r> {
        Request {
            game: &self.text,
            parameters: Some(&self.text),
            position,
            misere,
        }
    }
}

impl Named for Coded {
    fn open(&self, position: Option<&str>, misere: bool) -> Result<Untyped, Error> {
        let request = self.request(position, misere);
        match open_entry::<TakeAndBreakGame>(&request) {
            Err(Error::Input { error, .. }) if error.is_beyond_64_bits() => {
                open_entry::<TakeAndBreakGame<BigUint>>(&request)
            }
            opened => opened,
        }
    }

    fn open_anywhere(&self, misere: bool) -> Result<Untyped, Error> {
        self.open(Some(<TakeAndBreakGame>::CARD.example.position), misere)
    }

    fn component(&self, position: Option<&str>) -> Result<(Box<dyn Component>, u32), Error> {
        self.open(position, false)?.component()
    }

    fn card(&self) -> Result<Card, Error> {
        let mut card = card_of(&<TakeAndBreakGame>::CARD);
        card.example[0].clone_from(&self.text);
        Ok(card)
    }

    fn code(&self) -> Option<Result<Code, Error>> {
        Some(Ok(self.code.clone()))
    }
}
