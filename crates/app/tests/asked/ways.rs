//! Every option over every way to name a game: the answer is the same, or it is refused.

use super::{Place, Said, TAKE};
use crate::server::Server;

/// Taking one to three from five, by each name: won; lost in misère play.
const WAYS: &[&[&str]] = &[
    &["subtraction:1,2,3", "5"],
    &["subtraction:1,2,3", "5,0"],
    &["all-but:4,5", "5"],
    &["subtraction:1,2,3 5 + subtraction:1,2,3 0"],
    &["sum", "subtraction:1,2,3 5 + nim 0"],
    &["take.star"],
    &["take.star", "5"],
    &["take.kif"],
    &["take.jsonl"],
    &["take.jsonl", "5"],
    &["graph:take.jsonl", "5"],
];

/// The form that is asked for besides the game, and the winner in it, if the game has that form.
const OPTIONS: &[(&[&str], Option<&str>)] = &[
    (&[], Some("win")),
    (&["--misere"], Some("loss")),
    (&["--right"], None),
    (&["--solver", "memo"], Some("win")),
    (&["--solver", "minimax", "--misere"], Some("loss")),
    (&["--solver", "no-such"], None),
    (&["--aim", "own"], Some("win")),
];

/// Whether a question was answered as it should be, or refused.
fn fits(said: &Said, expected: Option<&str>, read: impl Fn(&Said) -> String) -> bool {
    match said.code {
        Some(0) => expected == Some(&read(said)),
        _ => said.is_refusal() && said.out.is_empty() && !said.error.is_empty(),
    }
}

fn outcome(said: &Said) -> String {
    said.json()["outcome"].as_str().unwrap().to_owned()
}

/// The result of the first move, the best one, for the player to move.
fn best_move(said: &Said) -> String {
    said.json()["moves"][0]["outcome"]
        .as_str()
        .unwrap()
        .to_owned()
}

#[test]
fn on_the_command_line() {
    let place = Place::with(&TAKE);
    let mut answered = 0;
    for way in WAYS {
        for (options, expected) in OPTIONS {
            for (question, read) in [
                ("solve", outcome as fn(&Said) -> String),
                ("moves", best_move),
            ] {
                let words = [&[question], *way, *options, &["--json"]].concat();
                let said = place.ask(&words);
                assert!(fits(&said, *expected, read), "{words:?}: {said:?}");
                answered += usize::from(said.code == Some(0));
            }
        }
        let said = place.ask(&[&["solve"], *way].concat());
        assert!(said.out.starts_with("win"), "{way:?}: {said:?}");
    }
    // Nearly all of them have misère play and named solvers.
    assert!(answered > 6 * WAYS.len(), "{answered}");
}

#[test]
fn lists_of_heaps_are_of_the_form_that_is_asked_for() {
    let place = Place::with(&TAKE);
    for game in ["subtraction:1,2,3", "all-but:10,11", "take.star"] {
        for (options, lost) in [(&[][..], ["0", "4", "8"]), (&["--misere"], ["1", "5", "9"])] {
            if game.starts_with("all") {
                continue;
            }
            let said = place.ask(&[&["losing", game, "--up-to", "9"], options].concat());
            assert_eq!(
                said.out.lines().collect::<Vec<_>>(),
                lost,
                "{game} {options:?}"
            );
            let words = [&["values", game, "--up-to", "1", "--json"], options].concat();
            let expected = if options.is_empty() { "loss" } else { "win" };
            assert_eq!(place.ask(&words).json()["values"][0], expected, "{words:?}");
        }
        assert!(
            place
                .ask(&["losing", game, "--up-to", "9", "--right"])
                .is_refusal()
        );
    }
}

/// Right has two ways to put a domino on a row of four, and Left none.
#[test]
fn right_moves_first_where_that_is_asked_for() {
    let row = (
        "row.star",
        "start = 4\ndef left(n): return []\ndef right(n): return [n - 2] if n > 1 else []\ndef plies_left(n): return n\n",
    );
    let place = Place::with(&[row]);
    for way in [
        &["domineering", "...."][..],
        &["domineering:1,4"],
        &["domineering .... + domineering ."],
        &["row.star"],
        &["row.star", "4"],
    ] {
        for (options, expected) in [
            (&[][..], Some("loss")),
            (&["--right"], Some("win")),
            (&["--misere"], Some("win")),
        ] {
            let words = [&["solve"], way, options, &["--json"]].concat();
            let said = place.ask(&words);
            assert!(fits(&said, expected, outcome), "{words:?}: {said:?}");
        }
    }
}

#[test]
fn through_the_api() {
    let server = Server::start(&[]);
    let rules = TAKE[0].1;
    let encoded: String = rules.bytes().map(|byte| format!("%{byte:02x}")).collect();
    let ways = [
        "game=subtraction:1,2,3&position=5".to_owned(),
        "game=subtraction:1,2,3+5+%2B+nim+0".to_owned(),
        "game=sum&position=subtraction:1,2,3+5+%2B+nim+0".to_owned(),
        format!("game=take.star&rules={encoded}"),
        format!("game=take.star&position=5&rules={encoded}"),
        "game=take.kif".to_owned(),
        "game=take.jsonl".to_owned(),
    ];
    for way in &ways {
        // One question after the other to a game that stays open.
        for (option, expected) in [
            ("", Some("win")),
            ("&misere=1", Some("loss")),
            ("", Some("win")),
            ("&right=1", None),
            ("&solver=memo", Some("win")),
            ("&solver=no-such", None),
            ("&aim=own", None),
        ] {
            let told = server.post("/api/solve", &format!("{way}{option}"));
            let answer = told.json();
            match told.status {
                200 => assert_eq!(answer["outcome"].as_str(), expected, "{way}{option}"),
                400 => assert!(answer["error"]["message"].is_string(), "{way}{option}"),
                status => panic!("{way}{option}: {status}"),
            }
        }
    }
}
