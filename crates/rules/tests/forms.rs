//! How entries of lists are read: as `(label, position)` or as positions.

use bouton_core::{RuleError, Side, asked};
use bouton_external::ExternalRules;
use bouton_reference::messages;
use bouton_rules::{RuleFile, Rules};

/// The moves at the start, or at `at` if there is no start.
fn listed(text: &str, at: &str) -> String {
    let file = match RuleFile::of("game.star", text, None) {
        Ok(file) => file,
        Err(fault) => return fault.to_string(),
    };
    let at = file.start().cloned().map_or_else(|| file.parse(at), Ok);
    let (at, rules) = (at.unwrap(), Rules::of(file));
    let found = asked(|| {
        let shown = |mv: &_| {
            format!(
                "{} → {}",
                rules.label(&at, mv),
                rules.show(&rules.play(&at, mv))
            )
        };
        let moves: Vec<_> = rules.moves(&at, Side::Left).collect();
        moves.iter().map(shown).collect::<Vec<_>>().join("; ")
    });
    match found {
        Ok(moves) => moves,
        Err(RuleError::Broken(message)) => message,
        Err(other) => panic!("{other:?}"),
    }
}

#[test]
fn the_start_tells_what_a_move_is() {
    messages("moves as they are read", |text| {
        listed(
            &text.replace("return", "def moves(p): return"),
            "(\"a\", \"b\")",
        )
    });
}

/// A tree of pairs is a position of any depth, and the rest of a move. One that is deeper than the start is refused.
#[test]
fn a_position_that_does_not_look_like_the_start_is_not_guessed() {
    let text = "start = (\"a\", (\"a\", \"b\"))\ndef moves(p): return [p[1]] if p[0] else []\n";
    let deep = "(\"a\", (\"a\", (\"a\", (\"a\", \"b\"))))";
    let moves = |more| {
        let file = RuleFile::of("game.star", &format!("{text}{more}"), None).unwrap();
        let (at, rules) = (file.parse(deep).unwrap(), Rules::of(file));
        asked(|| rules.moves(&at, Side::Left).count())
    };
    assert!(
        matches!(moves(""), Err(RuleError::Broken(why)) if why.contains("can be read in two ways"))
    );
    assert_eq!(moves("labelled = False\n"), Ok(1));
}

/// A list that is one move or one position is none of moves.
#[test]
fn summands_are_a_list() {
    messages("summands as they are read", |text| {
        let text = format!("start = (2, 3)\ndef moves(p): return []\ndef summands(p): {text}\n");
        let rules = Rules::of(RuleFile::of("game.star", &text, None).unwrap());
        let found = asked(|| rules.summands(&rules.start().unwrap()).len());
        match found {
            Ok(count) => format!("{count} parts"),
            Err(RuleError::Broken(message)) => message,
            Err(other) => panic!("{other:?}"),
        }
    });
}

/// A strategy says which move, in one way.
#[test]
fn a_strategy_names_one_move() {
    messages("strategies as they are read", |text| {
        let (rules, choice) = text.rsplit_once("return").unwrap();
        let text =
            format!("{rules}def chosen(p): return{choice}\nstrategies = {{\"chosen\": chosen}}\n");
        let rules = Rules::of(RuleFile::of("game.star", &text, None).unwrap());
        let at = rules.start().unwrap();
        let found = asked(|| {
            let moves = rules.allowed(0, &at);
            let shown = moves.iter().map(|mv| rules.label(&at, mv));
            shown.collect::<Vec<_>>().join("; ")
        });
        match found {
            Ok(moves) if moves.is_empty() => "no move".into(),
            Ok(moves) => moves,
            Err(RuleError::Broken(message)) => message,
            Err(other) => panic!("{other:?}"),
        }
    });
}
