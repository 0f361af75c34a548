//! What is told about a game, with the pictures that can be drawn of it.

use bouton::answers::Game;
use bouton::{Error, Name, Session, full_name};
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

/// The rules of a game for a page on paper; empty where nothing is told about it.
pub(crate) fn rules_on_paper(name: &Name) -> String {
    let Ok(card) = name.card() else {
        return String::new();
    };
    let rules = card.rules.replace("--misere", "the opposite aim (misère)");
    let parameters = full_name(name.text());
    match parameters.as_deref().and_then(|full| full.split_once(':')) {
        None => rules,
        Some((_, typed)) => {
            let what = card.parameters.split([':', ';']).next().unwrap_or_default();
            let what = what.split(", like").next().unwrap_or(what);
            format!("{rules} Here {what}: {typed}.")
        }
    }
}

fn pictures(session: &Session) -> Vec<String> {
    let fits = Kind::ALL.into_iter().filter(|(_, kind)| kind.fits(session));
    fits.map(|(name, _)| name.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_on_paper_need_no_command_line() {
        for card in bouton::cards() {
            let rules = rules_on_paper(&Name::read(&card.example[0]).unwrap());
            assert!(!rules.contains("--") && rules.len() > 20, "{rules}");
        }
        let rules = |name| rules_on_paper(&Name::read(name).unwrap());
        assert!(rules("tic-tac-toe").ends_with(" Here rows,columns,k: 3,3,3."));
        assert!(
            rules("subtraction:1,2,3").ends_with(" Here the numbers that may be taken: 1,2,3.")
        );
    }
}
