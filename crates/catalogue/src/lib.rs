//! The games of the catalogue, each compiled with the solvers that need its type.
//!
//! Typed names are read by `bouton-names`, which uses this crate.

use std::sync::OnceLock;

use bouton_core::entry::{Card, Entry, Example, OpenError, Opened, Visitor, otherwise};
use bouton_core::{Alternating, InputError};
use bouton_engine::{Error, Opening, Untyped};
use bouton_games::catalogue::each;

/// A request to open a game.
#[derive(Clone, Copy, Debug)]
pub struct Request<'r> {
    /// The typed name, with its parameters.
    pub game: &'r str,
    /// The parameters, including those that an alias implies.
    pub parameters: Option<&'r str>,
    /// The position; `None`: the usual start.
    pub position: Option<&'r str>,
    /// Whether it is in misère play.
    pub misere: bool,
}

/// A game of the catalogue.
#[derive(Clone, Copy, Debug)]
pub struct Listing {
    /// Its description.
    pub card: &'static Card,
    /// A position that is pleasant to play, where that is not the example of the card.
    pub to_play: Option<Example>,
    /// Opens it.
    pub open: fn(&Request<'_>) -> Result<Untyped, Error>,
}

/// The games that the module which a browser loads first can open.
pub const FEW: [&str; 7] = [
    "wythoff",
    "nim",
    "subtraction",
    "octal",
    "row-ends",
    "mnk",
    "connect",
];

/// Whether this is the module that a browser loads first: with [`FEW`] games, and without what none of them has.
pub const IS_FIRST_MODULE: bool = cfg!(all(feature = "few", target_family = "wasm"));

/// Whether a game is compiled in.
const fn is_here(name: &str) -> bool {
    if !IS_FIRST_MODULE {
        return true;
    }
    let mut n = 0;
    while n < FEW.len() {
        if is_same(FEW[n].as_bytes(), name.as_bytes()) {
            return true;
        }
        n += 1;
    }
    false
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut n = 0;
    while n < one.len() && n < other.len() && one[n] == other[n] {
        n += 1;
    }
    n == one.len() && n == other.len()
}

/// The error for a game that is not compiled in.
fn elsewhere(request: &Request<'_>) -> Result<Untyped, Error> {
    Err(Error::Unfit(format!(
        "{}: this game is in the module with all games",
        request.game
    )))
}

#[derive(Default)]
struct Collector(Vec<Listing>);

impl Visitor for Collector {
    fn game<E: Entry<Game: Alternating>>(&mut self) {
        // Nothing is compiled of a game on the other side of this condition.
        let open = if const { is_here(E::CARD.name) } {
            open_entry::<E>
        } else {
            elsewhere
        };
        self.0.push(Listing {
            card: &E::CARD,
            to_play: E::TO_PLAY,
            open,
        });
    }
}

/// Every game, in the order to list them.
pub fn listings() -> &'static [Listing] {
    static LISTINGS: OnceLock<Vec<Listing>> = OnceLock::new();
    LISTINGS.get_or_init(|| {
        let mut collector = Collector::default();
        each(&mut collector);
        collector.0
    })
}

/// The game of this name or alias, with the parameters that an alias stands for.
pub fn find(name: &str) -> Option<(&'static Listing, Option<&'static str>)> {
    listings().iter().find_map(|listing| {
        if listing.card.name == name {
            return Some((listing, None));
        }
        let mut aliases = listing.card.aliases.iter();
        let alias = aliases.find(|(alias, _)| *alias == name)?;
        Some((listing, Some(alias.1).filter(|implied| !implied.is_empty())))
    })
}

/// Opens a game that the catalogue could list.
///
/// # Errors
/// Parameters or a position that it does not have, no misère form.
pub fn open_entry<E: Entry<Game: Alternating>>(request: &Request<'_>) -> Result<Untyped, Error> {
    open_where::<E>(request, Box::new(|_| true))
}

/// The same for one form of the game: positions of other forms are refused.
///
/// # Errors
/// As for [`open_entry`].
pub fn open_where<E: Entry<Game: Alternating>>(
    request: &Request<'_>,
    is_for_it: Box<dyn Fn(&str) -> bool + Send>,
) -> Result<Untyped, Error> {
    let opening = opened::<E>(request.parameters, request.position);
    let found = opening.map_err(|error| explained(error, request, &E::CARD))?;
    let parameters = request.parameters.map(str::to_owned);
    let again = move |position: &str| {
        if !is_for_it(position) {
            let message = "this position is opened as another form of the game";
            let error = InputError::whole(message, position);
            return Err(OpenError::Position(error));
        }
        opened::<E>(parameters.as_deref(), Some(position))
    };
    let game = Untyped::of(Opening {
        name: request.game.to_owned(),
        opened: found,
        again: Some(Box::new(again)),
    });
    match request.misere {
        true => game.misere(),
        false => Ok(game),
    }
}

/// The game at a position, which may also be written in another unambiguous way.
fn opened<E: Entry>(
    parameters: Option<&str>,
    position: Option<&str>,
) -> Result<Opened<E::Game>, OpenError> {
    let mut opened = E::open(parameters, position);
    let mut parameters = parameters;
    if let (None, Err(OpenError::Parameters(_)), Some(usual)) = (parameters, &opened, E::USUAL) {
        parameters = Some(usual);
        opened = E::open(parameters, position);
    }
    if let (Err(OpenError::Position(error)), Some(text)) = (&opened, position)
        && !error.is_beyond_64_bits()
    {
        let meant = otherwise(text);
        let found = meant
            .iter()
            .find_map(|text| E::open(parameters, Some(text)).ok());
        opened = found.map_or(opened, Ok);
    }
    opened
}

/// The error with the text as it was typed.
fn explained(error: OpenError, request: &Request<'_>, card: &Card) -> Error {
    let (what, error): (_, InputError) = match error {
        OpenError::Position(error) => ("position", error),
        OpenError::Parameters(error) => {
            let game = request.game;
            let Some(colon) = game.find(':') else {
                let message = format!("{} needs parameters: {}", card.name, card.parameters);
                return Error::input("game", InputError::whole(message, game));
            };
            ("game", error.within(game, colon + 1))
        }
    };
    Error::input(what, error)
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
