//! The refused descriptions and their messages; no text causes a panic.

use std::time::{Duration, Instant};

use bouton_core::{Limits, RuleError, Side, StopReason, asked};
use bouton_external::{End, ExternalRules, Kind};
use bouton_gdl::{Aim, Opened, Refusal, open, with_opened};
use proptest::prelude::*;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/kif");

/// The message with which a text is refused.
fn refused(text: &str) -> String {
    match open("g.kif", text, None, &Limits::default()) {
        Err(refusal) => refusal.to_string(),
        Ok(_) => panic!("not refused: {text}"),
    }
}

/// The lines of a table, each cut at its arrows.
fn table<const N: usize>(text: &str) -> impl Iterator<Item = [&str; N]> {
    text.trim().lines().map(|line| {
        let parts: Vec<_> = line.trim().split(" => ").collect();
        parts.try_into().unwrap_or_else(|_| panic!("{line}"))
    })
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
    assert_eq!(
        refused("(role a)\n(role b"),
        "g.kif:2:1: this bracket is never closed: expected ) before the end of the file\n  (role b\n  ^"
    );
    assert_eq!(
        refused("(role a))"),
        "g.kif:1:9: this bracket closes nothing: none is open\n  (role a))\n          ^"
    );
    for [text, part] in table(
        "
        role a => 1:1: expected a rule (<= head condition …) or a fact in brackets, found a word
        (<=) => expected a head after <=
        (<= (p ?x) (not (q) (r))) => not takes one condition, found 2
        (<= (p) (distinct a)) => distinct compares two terms, found 1
        (<= (p) (?q a)) => the variable ?q cannot stand for a name
        (<= (p) ?q) => the variable ?q cannot stand for a name
        (<= (or a b) (p)) => or cannot be the head of a rule
        (<= (p) ((a) b)) => expected a condition
        (p (or a b)) => or has no meaning here
        ",
    ) {
        let refused = refused(text);
        assert!(refused.contains(part), "{refused}");
    }
}

#[test]
fn ill_formed_rules_are_told_with_their_place() {
    for [rules, part] in table(
        "
        (<= (p ?x) (not (q ?x))) => 8:8: ?x could be anything: it must occur in a positive condition of (<= (p ?x) (not (q ?x)))
        (<= (p) (turn2 ?y) (distinct ?x ?y)) => ?x could be anything
        (legal a) => legal has 1 argument here, but by the language 2
        (p a) (p a b) => p has 2 arguments here, but in line 8 1
        (true done) => true comes from play and cannot be the head of a rule
        (<= (does a go) (true done)) => does comes from play and cannot be the head of a rule: legal is meant
        (<= (goal a 1) (does a go)) => goal depends on the moves made (does)
        (<= (init x) (true done)) => init depends on the position (true)
        (<= (sees a ?x) (true ?x)) => sees belongs to GDL-II
        (role random) => the role random belongs to GDL-II
        (role c) => this game has 3 roles (a, b, c); only games of two are solved here
        (goal a many) => a goal is a whole number, found many
        (<= p (not q) (true done)) (<= q (not p) (true done)) => depends on its own negation
        (<= (next (n (s ?x))) (true (n ?x))) (init (n z)) => terms grow without end: (next (n (s (s
        ",
    ) {
        let refused = refused(&with(&format!("{GOALS}\n{rules}")));
        assert!(refused.contains(part), "{refused}");
    }
    for (rules, part) in [
        (
            format!("(p{})", " a".repeat(1_001)),
            "a term may have at most 1000 arguments",
        ),
        (
            format!("(<= (p) {})", "(true done) ".repeat(257)),
            "a rule may have at most 256 conditions",
        ),
        (
            format!(
                "(<= (p ?x ?y) (true ?x) {})",
                "(or (distinct ?x a) (distinct ?y ?x)) ".repeat(13)
            ),
            "more than 4096 bodies",
        ),
    ] {
        let refused = refused(&with(&format!("{GOALS}\n{rules}")));
        assert!(refused.contains(part), "{refused}");
    }
    let puzzle = refused(
        "(role a) (init x) (<= (legal a go) (true x)) (<= terminal (not (true x))) (goal a 1)",
    );
    assert!(
        puzzle.contains("this is a puzzle of one role, a"),
        "{puzzle}"
    );
    assert!(refused("(goal a 1)").contains("there are no roles"));
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
    assert_eq!(
        refused(text),
        "g.kif: both choose at once (a: show one, show two …; b: show one, show two …); only games whose players take turns are solved here, where (round 2); so after start & start"
    );
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
    let refused = refused(&text);
    assert!(
        refused.contains("the players are not strictly opposed: in one end a has "),
        "{refused}"
    );
    assert!(
        refused.contains("so after go & wait, wait & go"),
        "{refused}"
    );
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
    assert_eq!(
        thrown(&with("(goal a 100)"), "go, go"),
        "g.kif: play is over, and b has no goal, where done; so after go & wait, wait & go"
    );
    assert_eq!(
        thrown(&with("(goal a 100) (goal b 0) (goal b 50)"), "go, go"),
        "g.kif: play is over, and b has the goals 0 and 50, where done; so after go & wait, wait & go"
    );
    let stuck = with(GOALS)
        .replace("(<= terminal (true done))", "(<= terminal (true never))")
        .replace(
            "(not (true (turn ?p)))",
            "(true (turn ?q)) (distinct ?p ?q)",
        );
    assert_eq!(
        thrown(&stuck, "go, go"),
        "g.kif: b has no legal move, though play is not over, where done; so after go & wait, wait & go"
    );
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let text =
        std::fs::read_to_string(format!("{FOLDER}/mnk_3x3x3.kif")).expect("the file is there");
    let opened = open("g.kif", &text, None, &Limits::default());
    let Ok(Opened::Word(game)) = opened else {
        panic!("it is small")
    };
    let refused = |text: &str| {
        game.read(text)
            .expect_err("it cannot be")
            .message()
            .to_owned()
    };
    assert_eq!(game.show(&game.first()), ".../.../... x");
    assert_eq!(
        game.read("X../.o./... x"),
        game.read("(mark 1 1), MARK_2_2")
    );
    assert!(refused("X../.o./... z").starts_with("this never holds in the game"));
    assert_eq!(
        refused("X../.o./..."),
        "one of these has to hold: (control x), (control o)"
    );
    assert_eq!(
        refused("X../.o./... x o"),
        "no two of these hold at once: (control x), (control o)"
    );
    assert_eq!(refused("X../.q./... x"), "expected one of . X o, found q");
    assert_eq!(refused("X../.o. x"), "expected 3 rows, found 2");
    assert_eq!(
        refused("X../.o/... x"),
        "expected 3 cells in this row, found 2"
    );
    assert!(
        refused("mark 1 1, mark 1 1")
            .starts_with("o has no such move \"mark 1 1\"; expected a move such as mark 1 2")
    );
    assert_eq!(
        refused("mark 1 1, mark 2 1, mark 1 2, mark 2 2, mark 1 3, mark 3 3"),
        "play is over before this move"
    );
    assert!(refused("(cell 1 1 x) (control o)").starts_with("one of these has to hold: (cell 1 2"));
}

#[test]
fn limits_are_heard_while_a_description_is_read() {
    let text =
        std::fs::read_to_string(format!("{FOLDER}/hostile/wide.kif")).expect("the file is there");
    let begun = Instant::now();
    let late = open(
        "wide.kif",
        &text,
        None,
        &Limits::within(Duration::from_millis(50)),
    );
    assert_eq!(late.err(), Some(Refusal::Stopped(StopReason::Time)));
    assert!(begun.elapsed() < Duration::from_secs(20));
    let small = Limits {
        memory: Some(1 << 20),
        ..Limits::default()
    };
    let small = open("wide.kif", &text, None, &small);
    assert_eq!(small.err(), Some(Refusal::Stopped(StopReason::Memory)));
}

#[test]
fn hostile_files_come_to_an_end() {
    for (file, part) in [
        ("deep", "brackets are nested more than 200 deep"),
        ("grow", "terms grow without end"),
        ("legaldoes", "legal depends on the moves made"),
        ("unstrat", "depends on its own negation"),
        (
            "wide",
            "there are more than 4000000 facts; this rule had 3999798 instances by then",
        ),
    ] {
        let text = std::fs::read_to_string(format!("{FOLDER}/hostile/{file}.kif"))
            .expect("the file is there");
        let refused = refused(&text);
        assert!(refused.contains(part), "{refused}");
    }
    let text = |file: &str| {
        std::fs::read_to_string(format!("{FOLDER}/hostile/{file}.kif")).expect("the file is there")
    };
    assert!(thrown(&text("nomoves"), "").contains("b has no legal move"));
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
    let files = [
        "nim_2_2",
        "mnk_3x3x3",
        "boxes_2x1",
        "fox_hounds_4_2",
        "chomp_4x3",
    ];
    let words = [
        "?x",
        "?p",
        "(",
        ")",
        "true",
        "not",
        "or",
        "does",
        "next",
        "legal",
        "1",
        "(not (true (control x)))",
        "distinct",
        "role",
        "init",
        "((",
        "goal",
    ];
    let edit = (
        any::<prop::sample::Index>(),
        prop::sample::select(words.to_vec()),
        any::<bool>(),
    );
    (
        prop::sample::select(files.to_vec()),
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
