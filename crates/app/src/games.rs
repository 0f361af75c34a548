//! What is told about a game, with the pictures that can be drawn of it.

use bouton::answers::Game;
use bouton::catalogue::Listing;
use bouton::{Error, Session, games};
use bouton_pictures::Kind;

/// All about a game of the catalogue.
pub(crate) fn describe(listing: &Listing) -> Result<Game, Error> {
    games::describe(listing, &pictures)
}

/// All about the game of a rule file.
#[cfg(feature = "rules")]
pub(crate) fn of_rule_file(named: &str, card: bouton::rule_file::RuleCard) -> Game {
    games::of_rule_file(named, card, &pictures)
}

fn pictures(session: &Session) -> Vec<String> {
    let fits = Kind::ALL.into_iter().filter(|(_, kind)| kind.fits(session));
    fits.map(|(name, _)| name.to_owned()).collect()
}
