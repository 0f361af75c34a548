//! Answers that a limit stopped: all name the limit, and unknown fields are null.

use serde_json::Value;

use super::{Place, TAKE};
use crate::server::Server;

#[test]
fn an_object_tells_which_limit_was_reached() {
    let place = Place::with(&[]);
    let game = ["clobber:4,4"];
    for (question, more, unknown) in [
        ("moves", &[][..], &["moves"][..]),
        (
            "analyze",
            &[],
            &["positions", "win", "loss", "by_remoteness"],
        ),
        (
            "review",
            &["XOXO/OXOX/XOXO/OXOX", "a1-a2"],
            &["moves", "totals"],
        ),
        ("solve", &[], &["outcome", "best_count"]),
    ] {
        let words = [&[question], &game[..], more, &["--time", "0", "--json"]].concat();
        let said = place.ask(&words);
        assert_eq!(said.code, Some(3), "{words:?}: {said:?}");
        let told = said.json();
        assert_eq!(told["stopped"], "time", "{told}");
        assert_eq!(told["game"], "clobber:4,4");
        for field in unknown {
            assert_eq!(told.get(field), Some(&Value::Null), "{field} of {told}");
        }
    }
}

/// Reading a description checks the limits, before there is a game.
#[test]
fn a_limit_that_is_reached_before_the_game_is_open_is_told_so_too() {
    let text = include_str!("../../../../testdata/kif/mnk_3x3x3.kif");
    let place = Place::with(&[("board.kif", text)]);
    for (question, more, unknown) in [
        ("solve", &[][..], "outcome"),
        ("moves", &[], "moves"),
        ("analyze", &[], "positions"),
        ("review", &["", "2,2"], "turning_points"),
        ("find", &["--where", "win"], "count"),
        ("graph", &["-o", "x.jsonl"], "positions"),
        ("tabulate", &["-o", "x.tb"], "bytes"),
        ("puzzles", &[], "puzzles"),
        ("levels", &[], "levels"),
        ("refute", &["first"], "refuted"),
    ] {
        let words = [&[question, "board.kif"], more, &["--time", "0", "--json"]].concat();
        let said = place.ask(&words);
        assert_eq!(said.code, Some(3), "{words:?}: {said:?}");
        let told = said.json();
        assert_eq!(
            (&told["game"], &told["stopped"]),
            (&"board.kif".into(), &"time".into()),
            "{told}"
        );
        assert_eq!(told.get(unknown), Some(&Value::Null), "{unknown} of {told}");
    }
}

#[test]
fn a_line_of_a_batch_tells_it_too() {
    let place = Place::with(&TAKE);
    for (question, game) in [
        ("solve", "clobber:4,4"),
        ("moves", "clobber:4,4"),
        ("analyze", "clobber:4,4"),
        ("moves", "take.star"),
        ("value", "clobber:4,4"),
    ] {
        let position = if game == "take.star" {
            "5"
        } else {
            "XOXO/OXOX/XOXO/OXOX"
        };
        let words = [question, game, "-", "--time", "0"];
        let said = place.ask_with(&words, &format!("{position}\n"));
        assert_eq!(said.code, Some(3), "{words:?}: {said:?}");
        let told = said.json();
        assert_eq!(told["stopped"], "time", "{words:?}: {told}");
        assert_eq!(told["position"], position, "{words:?}");
    }
}

#[test]
fn counts_that_are_not_known_are_null() {
    let place = Place::with(&[]);
    for (words, fields) in [
        (
            ["graph", "clobber:4,4", "-o", "x.jsonl"],
            &["positions", "moves", "ends"][..],
        ),
        (
            ["tabulate", "clobber:4,4", "-o", "x.tb"],
            &[
                "positions",
                "win",
                "loss",
                "draw",
                "endless",
                "bytes",
                "longest",
            ],
        ),
    ] {
        let said = place.ask(&[&words[..], &["--time", "0", "--json"]].concat());
        assert_eq!(said.code, Some(3), "{said:?}");
        let told = said.json();
        assert_eq!(told["stopped"], "time");
        for field in fields {
            assert_eq!(told.get(field), Some(&Value::Null), "{field} of {told}");
        }
    }
    let told = place
        .ask(&["graph", "nim", "1", "-o", "x.jsonl", "--json"])
        .json();
    assert_eq!((&told["positions"], &told["moves"]), (&2.into(), &1.into()));
}

#[test]
fn the_api_takes_a_time_as_the_command_line_does() {
    let server = Server::start(&[]);
    for time in ["5", "0.5", "2s", "5000ms", "1m", "1h"] {
        let told = server.get(&format!("/api/solve?game=nim&position=3,4,5&time={time}"));
        assert_eq!(
            (told.status, told.json()["outcome"].as_str()),
            (200, Some("win")),
            "{time}"
        );
    }
    let told = server.get("/api/moves?game=clobber:5,6&time=1ms");
    assert_eq!(
        (told.status, told.json()["stopped"].as_str()),
        (504, Some("time"))
    );
}
