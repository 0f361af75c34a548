//! The refused descriptions and their messages; no text causes a panic.

use std::time::Duration;

use bouton_core::{Limits, RuleError, Side, StopReason, asked};
use bouton_external::{End, ExternalRules, Kind};
use bouton_gdl::{Aim, Opened, Refusal, open, with_opened};
use bouton_reference::{message, messages};
use proptest::prelude::*;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/kif");

/// The message with which a text is refused.
fn refused(text: &str) -> String {
    match open("g.kif", text, None, &Limits::default()) {
        Err(refusal) => refusal.to_string(),
        Ok(_) => panic!("not refused: {text}"),
    }
}

/// A game of one move each, with other rules added.
fn with(rules: &str) -> String {
    format!(
        "(role a) (role b) (init (turn a))
(<= (legal ?p go) (true (turn ?p)))
(<= (legal ?p wait) (role ?p) (not (true (turn ?p))))
(<= (next (turn b)) (true (turn a)))
(<= (next done) (true (turn b)))
(<= terminal (true done))
{rules}"
    )
}

const GOALS: &str = "(goal a 100) (goal b 0)";

#[test]
fn syntax_errors_have_a_place() {
    messages("wrong syntax", refused);
}

#[test]
fn ill_formed_rules_are_told_with_their_place() {
    let told = |rules: &str| refused(&with(&format!("{GOALS}\n{rules}")));
    messages("ill-formed rules", told);
    messages("rules that are too large", |asked| {
        told(&match asked {
            "a term of 1001 arguments" => format!("(p{})", " a".repeat(1_001)),
            "a rule of 257 conditions" => format!("(<= (p) {})", "(true done) ".repeat(257)),
            _ => format!(
                "(<= (p ?x ?y) (true ?x) {})",
                "(or (distinct ?x a) (distinct ?y ?x)) ".repeat(13)
            ),
        })
    });
    messages("rules without two roles", refused);
}

#[test]
fn games_without_turns_are_refused_with_the_position() {
    let text = "(role a) (role b) (init (round 1)) (succ 1 2) (succ 2 3)
(<= (legal ?p (show ?n)) (role ?p) (true (round 2)) (number ?n))
(<= (legal ?p start) (role ?p) (true (round 1)))
(number one) (number two)
(<= (next (round ?m)) (true (round ?n)) (succ ?n ?m))
(<= terminal (true (round 3)))
(goal a 50) (goal b 50)";
    message("both choose at once", refused(text));
}

#[test]
fn players_who_are_not_opposed_are_refused_with_two_ends() {
    let text = with("(init (stake 0)) (<= (next (stake 0)) (true (stake 0)))").replace(
        "(<= (legal ?p go)",
        "(<= (legal a stop) (true (turn a)))\n(<= (next done) (does a stop))\n(<= (legal ?p go)",
    ) + "(<= (goal a 10) (true done) (true (turn b)))
           (<= (goal b 10) (true done) (true (turn b)))
           (<= (goal a 20) (true done) (not (true (turn b))))
           (<= (goal b 20) (true done) (not (true (turn b))))";
    message("players who are not opposed", refused(&text));
    let more = open("g.kif", &text, Some(Aim::More), &Limits::default());
    let Ok(Opened::Word(more)) = more else {
        panic!("it is small")
    };
    assert_eq!(more.promises().kind, Kind::Outcome);
    let own = open("g.kif", &text, Some(Aim::Own), &Limits::default());
    let Ok(Opened::Word(own)) = own else {
        panic!("it is small")
    };
    let end = own.read("go, go").expect("both are legal");
    assert!(matches!(own.end(&end), Some(End::Points(20 | -20))));
}

/// The error that is thrown when a line of moves is played.
fn thrown(text: &str, line: &str) -> String {
    let opened =
        open("g.kif", text, None, &Limits::default()).unwrap_or_else(|refusal| panic!("{refusal}"));
    let error = with_opened!(&opened, game => asked(|| {
        let at = game.read(line).expect("legal moves");
        (game.end(&at).is_some(), game.moves(&at, Side::Left).count())
    }));
    match error {
        Err(RuleError::Broken(message)) => message,
        other => panic!("nothing is wrong: {other:?}"),
    }
}

#[test]
fn broken_positions_are_told_with_the_moves_that_lead_there() {
    messages("ends without one goal", |goals| {
        thrown(&with(goals), "go, go")
    });
    let stuck = with(GOALS)
        .replace("(<= terminal (true done))", "(<= terminal (true never))")
        .replace(
            "(not (true (turn ?p)))",
            "(true (turn ?q)) (distinct ?p ?q)",
        );
    message("no legal move", thrown(&stuck, "go, go"));
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let text =
        std::fs::read_to_string(format!("{FOLDER}/mnk_3x3x3.kif")).expect("the file is there");
    let opened = open("g.kif", &text, None, &Limits::default());
    let Ok(Opened::Word(game)) = opened else {
        panic!("it is small")
    };
    assert_eq!(game.show(&game.first()), ".../.../... x");
    assert_eq!(
        game.read("X../.o./... x"),
        game.read("(mark 1 1), MARK_2_2")
    );
    messages("positions that cannot be", |text| {
        game.read(text).unwrap_err().to_string()
    });
}

#[test]
fn limits_are_heard_while_a_description_is_read() {
    let text =
        std::fs::read_to_string(format!("{FOLDER}/hostile/wide.kif")).expect("the file is there");
    let late = open(
        "wide.kif",
        &text,
        None,
        &Limits::within(Duration::from_millis(50)),
    );
    assert_eq!(late.err(), Some(Refusal::Stopped(StopReason::Time)));
    let small = Limits::of_memory(1 << 20);
    let small = open("wide.kif", &text, None, &small);
    assert_eq!(small.err(), Some(Refusal::Stopped(StopReason::Memory)));
}

#[test]
fn hostile_files_come_to_an_end() {
    let text = |file: &str| {
        std::fs::read_to_string(format!("{FOLDER}/hostile/{file}.kif")).expect("the file is there")
    };
    messages("hostile files", |file| refused(&text(file)));
    message("a hostile file without moves", thrown(&text("nomoves"), ""));
    for file in ["endless", "ordoom"] {
        assert!(open(file, &text(file), None, &Limits::default()).is_ok());
    }
}

/// Opens a text, and if it is a game, plays some moves; errors are right, panics are not.
fn try_out(text: &str) {
    let limits = Limits {
        memory: Some(64 << 20),
        ..Limits::within(Duration::from_secs(2))
    };
    let Ok(opened) = open("g.kif", text, None, &limits) else {
        return;
    };
    with_opened!(&opened, game => {
        let _ = game.check(&[], &limits);
        let _ = asked(|| {
            let mut at = game.first();
            for ply in 0..20 {
                assert_eq!(game.read(&game.show(&at)).as_ref(), Ok(&at));
                let moves: Vec<_> = match game.end(&at) {
                    Some(_) => break,
                    None => game.moves(&at, Side::Left).collect(),
                };
                at = game.play(&at, &moves[ply % moves.len()]);
            }
        });
    });
}

/// A right file with some words changed.
fn changed() -> impl Strategy<Value = String> {
    let files = "nim_2_2 mnk_3x3x3 boxes_2x1 fox_hounds_4_2 chomp_4x3";
    let files: Vec<_> = files.split(' ').collect();
    let words = "?x ?p ( ) true not or does next legal 1 distinct role init (( goal";
    let words = words.split(' ').chain(["(not (true (control x)))"]);
    let edit = (
        any::<prop::sample::Index>(),
        prop::sample::select(words.collect::<Vec<_>>()),
        any::<bool>(),
    );
    (
        prop::sample::select(files),
        prop::collection::vec(edit, 1..4),
    )
        .prop_map(|(file, edits)| {
            let text =
                std::fs::read_to_string(format!("{FOLDER}/{file}.kif")).expect("the file is there");
            let mut parts: Vec<String> = text
                .split_inclusive([' ', '(', ')'])
                .map(str::to_owned)
                .collect();
            for (place, word, replace) in edits {
                let place = place.index(parts.len());
                match replace {
                    true => parts[place] = format!("{word} "),
                    false => {
                        parts.remove(place);
                    }
                }
            }
            parts.concat()
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn changed_files_never_panic(text in changed()) {
        try_out(&text);
    }

    #[test]
    fn texts_never_panic(text in "[()?a-c;\\n ]{0,60}|.{0,40}") {
        try_out(&text);
        let start = std::fs::read_to_string(format!("{FOLDER}/nim_2_2.kif")).expect("the file is there");
        let opened = open("g.kif", &start, None, &Limits::default()).expect("the file is right");
        with_opened!(&opened, game => {
            let _ = asked(|| game.read(&text).is_ok());
        });
    }
}
