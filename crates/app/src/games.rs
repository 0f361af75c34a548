//! What is told about a game, with the pictures that can be drawn of it.

use bouton::answers::Game;
use bouton::{Error, Name, Session};
use bouton_pictures::Kind;

/// All about the game of a name.
pub(crate) fn describe(name: &Name) -> Result<Game, Error> {
    bouton::describe(name, &pictures)
}

/// All about every game of the catalogue.
pub(crate) fn catalogue() -> Result<Vec<Game>, Error> {
    let cards = bouton::cards().into_iter();
    cards
        .map(|card| describe(&Name::read(&card.example[0])?))
        .collect()
}

fn pictures(session: &Session) -> Vec<String> {
    let fits = Kind::ALL.into_iter().filter(|(_, kind)| kind.fits(session));
    fits.map(|(name, _)| name.to_owned()).collect()
}
