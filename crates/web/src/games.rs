//! Descriptions of games, with the pictures that can be drawn of them.

use bouton::answers::Game;
use bouton::{Card, Error, Name, Session, full_name};
use bouton_pictures::Kind;

/// The description of the game with this name.
///
/// # Errors
/// A game or an example that cannot be opened.
pub fn describe(name: &Name) -> Result<Game, Error> {
    bouton::describe(name, &pictures)
}

/// The descriptions of all games of the catalogue.
///
/// # Errors
/// None for the catalogue as it is.
pub fn catalogue() -> Result<Vec<Game>, Error> {
    let cards = bouton::cards().into_iter();
    let game = |card: Card| {
        let game = describe(&Name::read(&card.example[0])?)?;
        // The rules of the whole family, not of its example.
        Ok(Game {
            rules: card.rules,
            called: None,
            ..game
        })
    };
    cards.map(game).collect()
}

/// The rules of a game for a printed page; empty if none are known.
pub fn rules_on_paper(name: &Name) -> String {
    let Ok(card) = name.card() else {
        return String::new();
    };
    let rules = card.rules.replace("--misere", "the opposite aim (misère)");
    if matches!(&*card.name, "octal" | "hex") {
        return rules;
    }
    let full = full_name(name.text()).unwrap_or_default();
    let typed = full.split_once(':').or(card.parameters.split_once(": "));
    match typed {
        None => rules,
        Some((_, typed)) => with_parameters(rules, &card.parameters, typed),
    }
}

/// Rules with the parameters that a board does not show: a letter such as k is replaced by its number, other parameters
/// follow the rules.
fn with_parameters(mut rules: String, told: &str, typed: &str) -> String {
    let what = told.split([':', ';']).next().unwrap_or_default();
    let what = what.split(", like").next().unwrap_or(what);
    for (name, value) in what.split(',').zip(typed.split(',')) {
        if name.len() == 1 {
            rules = rules.replace(&format!(" {name} "), &format!(" {value} "));
        }
    }
    match what.starts_with("rows") {
        true => rules,
        false => format!("{rules} Here {what}: {typed}."),
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
        // "My pupils asked what k is, and what the bits of a digit are."
        let board = rules("tic-tac-toe");
        assert!(board.starts_with("X and O"), "{board}");
        assert!(
            board.contains("the first with 3 in a line, across,"),
            "{board}"
        );
        assert!(!board.contains("rows,columns"), "{board}");
        assert!(rules("connect").contains("the first with 4 in a line, across,"));
        assert_eq!(
            rules("kayles"),
            "Take 1 or 2 from one heap and leave the rest of it as no heap, one heap or two heaps; the last to move wins."
        );
        assert_eq!(
            rules("octal:0.137"),
            "Take 1 from one heap and leave the rest of it as no heap; or take 2 and leave no heap or one heap; or take 3 and leave \
             no heap, one heap or two heaps; the last to move wins."
        );
        assert!(
            rules("subtraction:1,2,3").ends_with(" Here the numbers that may be taken: 1,2,3.")
        );
    }
}
