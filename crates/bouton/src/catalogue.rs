//! Games opened by name.

use std::sync::OnceLock;

use bouton_core::entry::{Card, Entry, OpenError, Opened};
use bouton_core::{Alternating, InputError};
use bouton_games::catalogue::{Visitor, each};

use crate::error::Error;
use crate::law;
use crate::menu::{HasMisere, Menu};
use crate::room::{Door, Room};
#[cfg(feature = "rules")]
use crate::rule_file;
use crate::session::Session;
use crate::sum::{self, Part, PartMaker, is_sum};

/// What is asked to be opened.
#[derive(Clone, Debug)]
struct Request<'r> {
    /// As typed: name and parameters.
    game: &'r str,
    parameters: Option<&'r str>,
    position: Option<&'r str>,
    misere: bool,
}

type Open = fn(&Request) -> Result<Box<dyn Session>, Error>;

type OpenPart = fn(&Request) -> Result<(Box<dyn Part>, u32), Error>;

/// A game of the catalogue.
#[derive(Clone, Copy)]
pub struct Listing {
    /// What is told about it.
    pub card: &'static Card,
    open: Open,
    part: OpenPart,
}

#[derive(Default)]
struct Collector(Vec<Listing>);

impl Visitor for Collector {
    fn game<G: Entry + Alternating>(&mut self) {
        self.0.push(Listing {
            card: &G::CARD,
            open: open_entry::<G>,
            part: part_of::<G>,
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
        let alias = listing
            .card
            .aliases
            .iter()
            .find(|(alias, _)| *alias == name)?;
        Some((
            listing,
            Some(alias.1).filter(|parameters| !parameters.is_empty()),
        ))
    })
}

/// Opens `game` (`name` or `name:parameters`) at `position` (`None`: its usual start), for misère play or normal.
///
/// # Errors
/// An unknown game, or parameters or a position that it does not have.
pub fn open(game: &str, position: Option<&str>, misere: bool) -> Result<Box<dyn Session>, Error> {
    if is_sum(game) {
        return sum::open(game, position, misere);
    }
    #[cfg(feature = "rules")]
    if let Some(named) = rule_file::named(game) {
        return rule_file::open(&named, position, misere);
    }
    if law::is_rules_file(game) {
        return law::open(game, position, misere);
    }
    let (listing, request) = look_up(game, position, misere)?;
    (listing.open)(&request)
}

/// Whether a game so named, or a sum with a component so named, is read from a file.
pub fn names_a_file(game: &str) -> bool {
    #[cfg(feature = "rules")]
    if rule_file::is_rule_file(game) {
        return true;
    }
    game.split_whitespace().any(law::is_rules_file)
}

/// Opens a game at some position of it, where none is needed to answer: the example of the catalogue, or the smallest
/// one of a file of rules.
///
/// # Errors
/// As for [`open`].
pub fn open_anywhere(game: &str, misere: bool) -> Result<Box<dyn Session>, Error> {
    if law::is_rules_file(game) {
        return law::open_anywhere(game, misere);
    }
    open(game, example(game), misere)
}

/// The position that the catalogue shows of a game, whatever its parameters.
pub fn example(game: &str) -> Option<&'static str> {
    let name = game.split(':').next().unwrap_or_default();
    find(name).map(|(listing, _)| listing.card.example.position)
}

/// Opens a game as a component of a sum, with the number of its position there.
pub(crate) fn open_part(game: &str, position: Option<&str>) -> Result<(Box<dyn Part>, u32), Error> {
    #[cfg(feature = "rules")]
    if let Some(named) = rule_file::named(game) {
        return rule_file::open_part(&named, position);
    }
    let (listing, request) = look_up(game, position, false)?;
    (listing.part)(&request)
}

/// The game of that name, and what is asked of it.
fn look_up<'r>(
    game: &'r str,
    position: Option<&'r str>,
    misere: bool,
) -> Result<(&'static Listing, Request<'r>), Error> {
    let (name, typed) = match game.split_once(':') {
        Some((name, parameters)) => (name, Some(parameters)),
        None => (game, None),
    };
    let (listing, implied) = find(name).ok_or_else(|| unknown(name, game))?;
    if let (Some(_), Some(text)) = (implied, typed) {
        let start = game.len() - text.len();
        let message = format!(
            "{name} is {}:{} already and takes no parameters",
            listing.card.name,
            implied.unwrap_or("")
        );
        return Err(Error::input(
            "game",
            InputError::new(message, game, start..game.len()),
        ));
    }
    let request = Request {
        game,
        parameters: typed.or(implied),
        position,
        misere,
    };
    Ok((listing, request))
}

/// A game's own name in place of an alias, with its parameters.
pub fn resolved(game: &str) -> Option<String> {
    let (name, typed) = match game.split_once(':') {
        Some((name, parameters)) => (name, Some(parameters)),
        None => (game, None),
    };
    let (listing, implied) = find(name)?;
    let name = listing.card.name;
    Some(typed.or(implied).map_or_else(
        || name.to_owned(),
        |parameters| format!("{name}:{parameters}"),
    ))
}

/// The error for a name that no game has, with the nearest names.
fn unknown(name: &str, text: &str) -> Error {
    let names = listings()
        .iter()
        .flat_map(|l| std::iter::once(l.card.name).chain(l.card.aliases.iter().map(|a| a.0)));
    let mut near: Vec<_> = names.map(|n| (strsim::osa_distance(n, name), n)).collect();
    near.sort();
    let bound = (name.chars().count() / 2).max(2);
    let near: Vec<_> = near
        .into_iter()
        .take_while(|(d, _)| *d <= bound)
        .take(3)
        .map(|(_, n)| n)
        .collect();
    let hint = if near.is_empty() {
        "`bouton games` lists them all".into()
    } else {
        format!("did you mean {}?", near.join(" or "))
    };
    Error::input(
        "game",
        InputError::new(
            format!("no game is called {name:?}; {hint}"),
            text,
            0..name.len(),
        ),
    )
}

fn open_entry<G: Entry + Alternating>(request: &Request) -> Result<Box<dyn Session>, Error> {
    match G::open(request.parameters, request.position) {
        Ok(opened) => seat(opened, request),
        Err(OpenError::Position(error)) if error.is_beyond_64_bits() => {
            let mut wider = Wider {
                request,
                opened: None,
            };
            G::beyond_64_bits(&mut wider);
            wider.opened.unwrap_or(Err(Error::input("position", error)))
        }
        Err(error) => Err(explained(error, request)),
    }
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

fn part_of<G: Entry + Alternating>(request: &Request) -> Result<(Box<dyn Part>, u32), Error> {
    let opened = G::open(request.parameters, request.position);
    let opened = opened.map_err(|error| explained(error, request))?;
    let made = PartMaker::part(request.game, opened);
    made.ok_or_else(|| {
        Error::Unfit(format!(
            "{} cannot be part of a sum: there the last to move wins, or both players earn points by the same moves",
            request.game
        ))
    })
}

/// Opens the form of a game that takes heaps of any size, where there is one.
struct Wider<'r> {
    request: &'r Request<'r>,
    opened: Option<Result<Box<dyn Session>, Error>>,
}

impl Visitor for Wider<'_> {
    fn game<W: Entry + Alternating>(&mut self) {
        self.opened = Some(open_entry::<W>(self.request));
    }
}

fn seat<G: Entry + Alternating>(
    opened: Opened<G>,
    request: &Request,
) -> Result<Box<dyn Session>, Error> {
    let parameters = request.parameters.map(str::to_owned);
    let open = move |position: &str| G::open(parameters.as_deref(), Some(position));
    if !request.misere {
        let door = Door {
            open: Box::new(open),
            menu: |game| Menu::gather(|menu| game.declare(menu)),
        };
        return Ok(Box::new(Room::new(request.game, opened, false, door)));
    }
    let room = HasMisere::of(&opened.0).ok_or_else(|| {
        Error::Unfit(format!(
            "{} has no misère form: --misere means nothing there",
            G::CARD.name
        ))
    })?;
    Ok(room(request.game, opened, Box::new(open)))
}
