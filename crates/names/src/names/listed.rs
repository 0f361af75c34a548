//! Names of the games of the catalogue and their aliases: `wythoff`, `octal:0.77`, `kayles`.

use std::sync::Arc;

use bouton_catalogue::{Listing, Request, find, listings};
use bouton_core::InputError;
use bouton_core::entry::{Card as Entered, Example};
use bouton_engine::{Component, Error, Untyped};

use super::code_in_words::in_words;
use super::{Card, Named, Terms, family, wide};
use crate::text::with_parameters;

/// The descriptions of all games of the catalogue, in the order to list them.
pub fn cards() -> Vec<Card> {
    listings().iter().map(card_of_listing).collect()
}

/// The description of one game, with a good position to begin play at.
fn card_of_listing(listing: &Listing) -> Card {
    let card = card_of(listing.card);
    let to_play = listing
        .to_play
        .as_ref()
        .map(|at| example(listing.card.name, at));
    Card { to_play, ..card }
}

/// An example as a name to open it by, and its position.
fn example(name: &str, at: &Example) -> [String; 2] {
    let named = match at.parameters {
        "" => name.to_owned(),
        parameters => format!("{name}:{parameters}"),
    };
    [named, at.position.to_owned()]
}

/// The catalogue's description of a game.
pub(super) fn card_of(card: &Entered) -> Card {
    Card {
        name: card.name.to_owned(),
        called: None,
        kind: Some(card.kind),
        aliases: card
            .aliases
            .iter()
            .map(|(alias, _)| (*alias).to_owned())
            .collect(),
        parameters: card.parameters.to_owned(),
        rules: card.rules(),
        notation: card.notation.to_owned(),
        to_play: None,
        example: example(card.name, &card.example),
        sources: card
            .sources
            .iter()
            .map(|&source| source.to_owned())
            .collect(),
    }
}

/// A game of the catalogue by its name.
struct Listed {
    listing: &'static Listing,
    game: String,
    parameters: Option<String>,
}

pub(super) fn read(game: &str, _: &Terms) -> Option<Result<Arc<dyn Named>, Error>> {
    let (name, typed) = match game.split_once(':') {
        Some((name, parameters)) => (name, Some(parameters)),
        None => (game, None),
    };
    let (listing, implied) = find(name)?;
    if listing.card.parameters.is_empty() && family::has_parameters(game) {
        // A family of laws may extend the game of its name: `wythoff:2`.
        return None;
    }
    if let (Some(implied), Some(text)) = (implied, typed) {
        let start = game.len() - text.len();
        let message = format!(
            "{name} is {}:{implied} already and takes no parameters",
            listing.card.name
        );
        let error = InputError::new(message, game, start..game.len());
        return Some(Err(Error::input("game", error)));
    }
    Some(Ok(Arc::new(Listed {
        listing,
        game: game.to_owned(),
        parameters: typed.or(implied).map(str::to_owned),
    })))
}

/// The catalogue's full name of a game, with its parameters; `None` if the catalogue has no game of that name.
///
/// ```
/// assert_eq!(bouton_names::full_name("tic-tac-toe").unwrap(), "mnk:3,3,3");
/// ```
pub fn full_name(game: &str) -> Option<String> {
    let (name, typed) = match game.split_once(':') {
        Some((name, parameters)) => (name, Some(parameters)),
        None => (game, None),
    };
    let (listing, implied) = find(name)?;
    let name = listing.card.name;
    Some(match typed.or(implied).filter(|text| !text.is_empty()) {
        Some(parameters) => format!("{name}:{parameters}"),
        None => name.to_owned(),
    })
}

/// Names of games that people look for, and what to ask instead.
const ELSEWHERE: [(&str, &str); 1] = [(
    "treblecross",
    "a row of n cells in it is a heap of n + 2 in the octal game 0.007: for 5 cells `bouton solve octal:0.007 7`",
)];

/// The error for an unknown name, with the nearest names.
pub(super) fn unknown(text: &str) -> Error {
    let name = text.split(':').next().unwrap_or(text);
    if name.trim().is_empty() {
        let message = "expected the name of a game, found nothing; `bouton games` lists them all";
        return Error::input("game", InputError::new(message, text, 0..name.len()));
    }
    let aliases = |card: &'static Entered| card.aliases.iter().map(|alias| alias.0);
    let names = listings()
        .iter()
        .flat_map(|listing| std::iter::once(listing.card.name).chain(aliases(listing.card)));
    let small = name.to_lowercase();
    let length = name.chars().count();
    let bound = (length / 2).max(2);
    // At least so many letters differ: a text of a million letters is compared with none.
    let mut near: Vec<_> = names
        .filter(|n| length.saturating_sub(n.len()) <= bound)
        .map(|n| (strsim::osa_distance(n, &small), n))
        .collect();
    near.sort_unstable();
    near.retain(|(distance, _)| *distance <= bound);
    near.truncate(3);
    let near: Vec<_> = near.into_iter().map(|(_, name)| name).collect();
    let elsewhere = ELSEWHERE.iter().find(|(name, _)| *name == small);
    let hint = match (elsewhere, &near[..]) {
        (Some((_, instead)), _) => (*instead).to_owned(),
        (None, []) => "`bouton games` lists them all".into(),
        (None, near) => format!("did you mean {}?", near.join(" or ")),
    };
    let message = format!("no game is called {name:?}; {hint}");
    Error::input("game", InputError::new(message, text, 0..name.len()))
}

impl Listed {
    /// The usual name of the game with its parameters: the alias that was typed, or else the first.
    fn called(&self, parameters: &str) -> Option<&'static str> {
        let typed = self.game.split(':').next();
        let same = |alias: &&(&'static str, &str)| alias.1 == parameters;
        let mut aliases = self.listing.card.aliases.iter().filter(same);
        let first = aliases.clone().next();
        aliases
            .find(|alias| Some(alias.0) == typed)
            .or(first)
            .map(|alias| alias.0)
    }

    fn request<'r>(&'r self, position: Option<&'r str>, misere: bool) -> Request<'r> {
        Request {
            game: &self.game,
            parameters: self.parameters.as_deref(),
            position,
            misere,
        }
    }
}

impl Named for Listed {
    fn open(&self, position: Option<&str>, misere: bool) -> Result<Untyped, Error> {
        let request = self.request(position, misere);
        match (self.listing.open)(&request) {
            Err(Error::Input { what, error }) if error.is_beyond_64_bits() => {
                let wide = wide::open(self.listing, &request);
                wide.unwrap_or_else(|| Err(Error::input(what, error)))
            }
            opened => opened,
        }
    }

    /// Opens the game at its start, or at the example position of the catalogue.
    fn open_anywhere(&self, misere: bool) -> Result<Untyped, Error> {
        let shown = self.listing.card.example.position;
        let started = self.open(None, misere);
        started.or_else(|_| self.open(Some(shown), misere))
    }

    fn component(&self, position: Option<&str>) -> Result<(Box<dyn Component>, u32), Error> {
        self.open(position, false)?.component()
    }

    fn rule_text(&self) -> Option<Result<String, Error>> {
        let text = self.listing.card.text;
        // The game knows which parameters it takes; not every one has a start. Without parameters the text has its own.
        Some(match &self.parameters {
            None => Ok(text.to_owned()),
            Some(given) => match self.open_anywhere(false) {
                Err(error @ Error::Input { what: "game", .. }) => Err(error),
                _ => Ok(with_parameters(text, given)),
            },
        })
    }

    fn card(&self) -> Result<Card, Error> {
        let card = card_of_listing(self.listing);
        let Some(parameters) = &self.parameters else {
            return Ok(card);
        };
        // For a code, the rules in words are those of this code.
        let code = self
            .open_anywhere(false)
            .ok()
            .and_then(|game| game.face().code());
        let coded = code.filter(|_| matches!(&*card.name, "octal" | "hex"));
        let rules = coded.as_ref().and_then(in_words);
        Ok(Card {
            called: self.called(parameters).map(str::to_owned),
            rules: rules.unwrap_or(card.rules),
            ..card
        })
    }
}
