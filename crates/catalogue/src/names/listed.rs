//! Names of the games of the catalogue and their aliases: `wythoff`, `octal:0.77`, `kayles`.

use std::sync::{Arc, OnceLock};

use bouton_core::entry::{Card as Entered, Entry, OpenError};
use bouton_core::{Alternating, InputError};
use bouton_engine::{Component, Error, Face, Opening, component, open};
use bouton_games::catalogue::{Visitor, each};

use super::{Card, Named, family};

/// What is asked to be opened.
#[derive(Clone, Copy, Debug)]
pub(super) struct Request<'r> {
    /// As typed: name and parameters.
    pub(super) game: &'r str,
    pub(super) parameters: Option<&'r str>,
    pub(super) position: Option<&'r str>,
    pub(super) misere: bool,
}

/// A game of the catalogue.
#[derive(Clone, Copy)]
struct Listing {
    card: &'static Entered,
    open: fn(&Request) -> Result<Box<dyn Face>, Error>,
    component: fn(&Request) -> Result<(Box<dyn Component>, u32), Error>,
}

#[derive(Default)]
struct Collector(Vec<Listing>);

impl Visitor for Collector {
    fn game<G: Entry + Alternating>(&mut self) {
        self.0.push(Listing {
            card: &G::CARD,
            open: open_entry::<G>,
            component: component_of::<G>,
        });
    }
}

/// Every game, in the order to list them.
fn listings() -> &'static [Listing] {
    static LISTINGS: OnceLock<Vec<Listing>> = OnceLock::new();
    LISTINGS.get_or_init(|| {
        let mut collector = Collector::default();
        each(&mut collector);
        collector.0
    })
}

/// What is told about every game of the catalogue, in the order to list them.
pub fn cards() -> Vec<Card> {
    listings()
        .iter()
        .map(|listing| card_of(listing.card))
        .collect()
}

/// What the catalogue tells about a game.
pub(super) fn card_of(card: &Entered) -> Card {
    let parameters = card.example.parameters;
    let named = if parameters.is_empty() {
        card.name.to_owned()
    } else {
        format!("{}:{parameters}", card.name)
    };
    Card {
        name: card.name.to_owned(),
        aliases: card
            .aliases
            .iter()
            .map(|(alias, _)| (*alias).to_owned())
            .collect(),
        parameters: card.parameters.to_owned(),
        rules: card.rules.to_owned(),
        notation: card.notation.to_owned(),
        example: [named, card.example.position.to_owned()],
        sources: card
            .sources
            .iter()
            .map(|&source| source.to_owned())
            .collect(),
    }
}

/// A game of the catalogue by its name.
struct Listed {
    listing: Listing,
    game: String,
    parameters: Option<String>,
}

/// The game of this name or alias, with the parameters that an alias stands for.
fn find(name: &str) -> Option<(&'static Listing, Option<&'static str>)> {
    listings().iter().find_map(|listing| {
        if listing.card.name == name {
            return Some((listing, None));
        }
        let mut aliases = listing.card.aliases.iter();
        let alias = aliases.find(|(alias, _)| *alias == name)?;
        Some((listing, Some(alias.1).filter(|implied| !implied.is_empty())))
    })
}

pub(super) fn read(game: &str) -> Option<Result<Arc<dyn Named>, Error>> {
    let (name, typed) = match game.split_once(':') {
        Some((name, parameters)) => (name, Some(parameters)),
        None => (game, None),
    };
    let (listing, implied) = find(name)?;
    if listing.card.parameters.is_empty() && family::has_parameters(game) {
        // A family of laws goes beyond the game of its name: `wythoff:2`.
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
        listing: *listing,
        game: game.to_owned(),
        parameters: typed.or(implied).map(str::to_owned),
    })))
}

/// The error for a name that no game has, with the nearest names.
pub(super) fn unknown(text: &str) -> Error {
    let name = text.split(':').next().unwrap_or(text);
    let aliases = |card: &'static Entered| card.aliases.iter().map(|alias| alias.0);
    let names = listings()
        .iter()
        .flat_map(|listing| std::iter::once(listing.card.name).chain(aliases(listing.card)));
    let mut near: Vec<_> = names.map(|n| (strsim::osa_distance(n, name), n)).collect();
    near.sort_unstable();
    let bound = (name.chars().count() / 2).max(2);
    near.retain(|(distance, _)| *distance <= bound);
    near.truncate(3);
    let near: Vec<_> = near.into_iter().map(|(_, name)| name).collect();
    let hint = if near.is_empty() {
        "`bouton games` lists them all".into()
    } else {
        format!("did you mean {}?", near.join(" or "))
    };
    let message = format!("no game is called {name:?}; {hint}");
    Error::input("game", InputError::new(message, text, 0..name.len()))
}

impl Listed {
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
    fn open(&self, position: Option<&str>, misere: bool) -> Result<Box<dyn Face>, Error> {
        (self.listing.open)(&self.request(position, misere))
    }

    /// At the position that the catalogue shows, whatever the parameters.
    fn open_anywhere(&self, misere: bool) -> Result<Box<dyn Face>, Error> {
        self.open(Some(self.listing.card.example.position), misere)
    }

    fn component(&self, position: Option<&str>) -> Result<(Box<dyn Component>, u32), Error> {
        (self.listing.component)(&self.request(position, false))
    }

    fn card(&self) -> Result<Card, Error> {
        Ok(card_of(self.listing.card))
    }
}

/// Opens a game that the catalogue could list.
pub(super) fn open_entry<G: Entry + Alternating>(
    request: &Request,
) -> Result<Box<dyn Face>, Error> {
    match G::open(request.parameters, request.position) {
        Ok(opened) => {
            let parameters = request.parameters.map(str::to_owned);
            let again = move |position: &str| G::open(parameters.as_deref(), Some(position));
            let opening = Opening {
                name: request.game.to_owned(),
                opened,
                again: Some(Box::new(again)),
            };
            open(opening, request.misere)
        }
        Err(OpenError::Position(error)) if error.is_beyond_64_bits() => {
            open_wider::<G>(request).unwrap_or_else(|| Err(Error::input("position", error)))
        }
        Err(error) => Err(explained(error, request)),
    }
}

/// Opens the form of a game that takes heaps of any size, where there is one.
fn open_wider<G: Entry + Alternating>(request: &Request) -> Option<Result<Box<dyn Face>, Error>> {
    let mut wider = Wider {
        request,
        opened: None,
    };
    G::beyond_64_bits(&mut wider);
    wider.opened
}

struct Wider<'r> {
    request: &'r Request<'r>,
    opened: Option<Result<Box<dyn Face>, Error>>,
}

impl Visitor for Wider<'_> {
    fn game<W: Entry + Alternating>(&mut self) {
        self.opened = Some(open_entry::<W>(self.request));
    }
}

/// Opens such a game as a component of a sum.
pub(super) fn component_of<G: Entry + Alternating>(
    request: &Request,
) -> Result<(Box<dyn Component>, u32), Error> {
    let opened = G::open(request.parameters, request.position);
    let opened = opened.map_err(|error| explained(error, request))?;
    component(request.game, opened)
}

/// The error with the text as it was typed.
fn explained(error: OpenError, request: &Request) -> Error {
    match error {
        OpenError::Position(error) => Error::input("position", error),
        OpenError::Parameters(error) => {
            let offset = request.game.find(':').map_or(0, |colon| colon + 1);
            Error::input("game", error.within(request.game, offset))
        }
    }
}
