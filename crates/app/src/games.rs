//! What is told about a game, with the pictures that can be drawn of it.

use bouton::answers::Game;
use bouton::take_and_break::Code;
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
    if matches!(&*card.name, "octal" | "hex")
        && let Some(words) = name.code().ok().as_ref().and_then(in_words)
    {
        return words;
    }
    let rules = card.rules.replace("--misere", "the opposite aim (misère)");
    let alias = format!("{} is ", name.text());
    let rules = match rules.split_once(". ") {
        Some((head, rules)) if head.starts_with(&alias) => rules.to_owned(),
        _ => rules,
    };
    let full = full_name(name.text()).unwrap_or_default();
    let typed = full.split_once(':').or(card.parameters.split_once(": "));
    match typed {
        None => rules,
        Some((_, typed)) => with_parameters(rules, &card.parameters, typed),
    }
}

/// Rules with the parameters that a board does not show: a letter such as k becomes its number, others are told behind them.
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

/// What a code allows, in words; `None`: it goes on without end, or asks more of the heaps that are left.
fn in_words(code: &Code) -> Option<String> {
    if code.tail().is_some() {
        return None;
    }
    let mut ways: Vec<(u64, Vec<String>)> = Vec::new();
    for (taken, digit) in code.digits().filter(|(_, digit)| !digit.is_zero()) {
        let (bits, taken) = (digit.bits()?, taken.to_string());
        match ways.iter_mut().find(|way| way.0 == bits) {
            Some((_, all)) => all.push(taken),
            None => ways.push((bits, vec![taken])),
        }
    }
    let left = |bits: u64| {
        let counts = (0..64).filter(|heaps| bits >> heaps & 1 == 1);
        let names = counts.map(|heaps| match heaps {
            0 => "no heap".to_owned(),
            1 => "one heap".to_owned(),
            2 => "two heaps".to_owned(),
            heaps => format!("{heaps} heaps"),
        });
        or(&names.collect::<Vec<_>>())
    };
    let mut ways = ways.iter();
    let (bits, taken) = ways.next()?;
    let (taken, first) = (or(taken), left(*bits));
    let mut words = format!("Take {taken} from one heap and leave the rest of it as {first}");
    for (bits, taken) in ways {
        words += &format!("; or take {} and leave {}", or(taken), left(*bits));
    }
    Some(words + "; the last to move wins.")
}

/// `a, b or c`.
fn or(names: &[String]) -> String {
    match names {
        [names @ .., last] if !names.is_empty() => format!("{} or {last}", names.join(", ")),
        names => names.concat(),
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
        assert!(board.contains("the first with 3 in a line wins"), "{board}");
        assert!(!board.contains("rows,columns"), "{board}");
        assert!(rules("connect").contains("the first with 4 in a line wins"));
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
