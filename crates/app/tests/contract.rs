//! The command line as scripts use it: JSON fields, batches, exit codes.

use std::io::Write;
use std::process::Stdio;

use serde_json::Value;

use crate::support::{
    Said, answer, bouton, bouton_with, commands, json, piped, program, signal, split,
    until_it_listens,
};

#[test]
fn a_batch_takes_heaps_beyond_64_bits_among_small_ones() {
    let huge = format!("{},1", "9".repeat(3000));
    let output = bouton_with(&["solve", "nim", "-"], &format!("1,2\n{huge}\n2,2\n"));
    assert_eq!(output.code, Some(0));
    assert_eq!(output.out.lines().count(), 3);
}

/// Every field of the answer is in the types of the package for Node and pages, and each that they promise is there.
#[test]
fn the_types_for_javascript_have_the_names_of_the_answer() {
    let types = include_str!("../../../npm/index.d.ts");
    let (_, fields) = types.split_once("interface Solution {").unwrap();
    let (fields, _) = fields.split_once('}').unwrap();
    let names = fields
        .lines()
        .filter_map(|line| line.trim().split_once(':'));
    let names: Vec<&str> = names.map(|(name, _)| name).collect();
    assert!(names.len() > 15, "{names:?}");
    for question in [
        ["solve", "nim", "3,4,5", "--json"],
        ["solve", "row-ends", "4,5,3", "--json"],
        ["solve", "domineering:2,3", ".../...", "--json"],
    ] {
        let answer = json(&question);
        let answer = answer.as_object().unwrap();
        for name in names.iter().filter(|name| !name.ends_with('?')) {
            assert!(answer.contains_key(*name), "{question:?} has no {name}");
        }
        for key in answer.keys() {
            let is_there = names.iter().any(|name| name.trim_end_matches('?') == key);
            assert!(is_there, "index.d.ts has no {key}");
        }
    }
}

#[test]
fn moves_and_analyze_answer_batches() {
    for command in ["moves", "analyze"] {
        let output = bouton_with(&[command, "nim", "-"], "1,2\nx\n2\n");
        assert_eq!(output.code, Some(2), "{command}");
        let lines = output.lines();
        let positions: Vec<_> = lines.iter().map(|line| line["position"].clone()).collect();
        assert_eq!(positions, ["1,2", "x", "2"], "{command}");
        let failed: Vec<_> = lines.iter().map(|line| line["error"].is_object()).collect();
        assert_eq!(failed, [false, true, false], "{command}");
    }
}

#[test]
fn a_line_that_is_no_text_does_not_end_a_batch() {
    let mut child = piped(program(&["solve", "nim", "-"]).stdin(Stdio::piped()));
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"1\n\xff\n2\n").unwrap();
    drop(input);
    let said = Said::from(child.wait_with_output().unwrap());
    assert!(said.is_refusal());
    let outcomes = said.lines().into_iter();
    let outcomes: Vec<_> = outcomes.map(|line| line["outcome"].clone()).collect();
    assert_eq!(outcomes, ["win".into(), Value::Null, "win".into()]);
}

#[test]
fn a_table_holds_its_limits() {
    for game in ["wythoff", "nim"] {
        let up_to = if game == "nim" {
            "1000000000000"
        } else {
            "100000"
        };
        let args = ["values", game, "--up-to", up_to];
        for limit in [["--time", "500ms"], ["--memory", "20M"]] {
            let output = bouton(&[&args[..], &limit[..]].concat());
            assert_eq!(output.code, Some(3), "{game} {limit:?}");
        }
    }
}

#[test]
fn positions_may_begin_with_a_minus_sign() {
    assert_eq!(json(&["solve", "row-ends", "-1,2", "--json"])["margin"], 3);
    assert_eq!(json(&["solve", "row-ends", "--json", "-1,-2"])["margin"], 1);
}

#[test]
fn a_position_is_read_from_a_file_and_shown_as_typed() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("row.txt");
    std::fs::write(&path, "4,5,3,1,2\n").unwrap();
    let typed = format!("@{}", path.display());
    let answer = json(&["solve", "greedy-coins", &typed, "--json"]);
    assert_eq!(answer["position"], typed);
    assert_eq!(answer["totals"], serde_json::json!([8, 7]));
    assert_eq!(
        bouton(&["solve", "row-ends", "@/no/such/file"]).code,
        Some(2)
    );
}

#[test]
fn a_reached_limit_is_exit_3_and_no_guess() {
    let output = bouton(&split(
        "solve wythoff 3000,3000 --solver memo --time 50ms --json",
    ));
    assert_eq!(output.code, Some(3));
    let answer: Value = output.json();
    assert_eq!(
        (&answer["stopped"], &answer["outcome"]),
        (&"time".into(), &Value::Null)
    );
    let output = bouton(&split(
        "solve wythoff 3000,3000 --solver memo --memory 1M --json",
    ));
    let answer: Value = output.json();
    assert_eq!(answer["stopped"], "memory");
}

#[test]
fn a_line_200000_plies_deep_overflows_nothing() {
    let answer = json(&split("solve subtraction:1 200000 --solver memo --json"));
    assert_eq!(
        (&answer["outcome"], &answer["remoteness"]),
        (&"loss".into(), &200_000.into())
    );
    let answer = json(&split("solve subtraction:1 200000 --solver grundy --json"));
    assert_eq!(answer["grundy"], 0);
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let words = ["losing", "nim", "--piles", "2", "--up-to", "600"];
    let mut child = piped(&mut program(&words));
    drop(child.stdout.take());
    let said = Said::from(child.wait_with_output().unwrap());
    assert_eq!(said.error, "");
}

/// A whole game over a pipe: the answer to each command, in order.
#[test]
fn play_is_a_dialogue_over_a_pipe() {
    let script = "hint\nmoves\nwhy\nwhy take 1 from the first\ntake 9\ntake 1 from the first\nhistory\nundo\n\
        level\nlevel none\nlevel chances\ntake 1 from the second\ntake 1 from the second\n";
    let output = bouton_with(&["play", "nim", "1,2"], script);
    let text = output.out;
    assert_eq!(output.code, Some(0));
    let mut rest = text.as_str();
    for said in [
        "position: 1,2",
        "take 1 from the second (win)",
        "* take 1 from the second (win)",
        "  take 1 from the first (loss)",
        "= 3",
        "take 1 from the first would lose; take 1 from the second wins. It leaves 0,2",
        "no legal move at 1,2 is called \"take 9\"",
        "I play: take 2 from the second",
        "Play is over: you lose.",
        "The outcome turned at move 1",
    ] {
        let place = rest.find(said);
        rest = &rest[place.unwrap_or_else(|| panic!("{said:?} is missing:\n{text}"))..];
    }
    let script =
        "level\nlevel none\nlevel chances\ntake 1 from the second\nhistory\nundo\nundo\nside\n";
    let output = bouton_with(&["play", "nim", "1,3"], script);
    let text = output.out;
    let mut rest = text.as_str();
    for said in [
        "from the weakest: random, ",
        "in another manner: chances, take-one",
        "found \"none\"",
        "I play: ",
        "for the player who moved first: ?, ",
        "position: 1,3",
        "nothing to undo",
        "I move for you now.",
        "I play: take 2 from the second",
    ] {
        let place = rest.find(said);
        rest = &rest[place.unwrap_or_else(|| panic!("{said:?} is missing:\n{text}"))..];
    }
}

#[test]
fn play_takes_the_person_seriously() {
    // A limit ends the program's search, not the game.
    let output = bouton_with(&["play", "kalah", "--second", "--time", "100ms"], "");
    let text = output.out;
    assert!(
        text.contains("I play: ") && text.contains("stopped by the limit of time"),
        "{text}"
    );
    // Ending the game gives no error.
    assert_eq!(bouton(&["play", "nim", "3,4"]).code, Some(0));
}

#[cfg(unix)]
#[test]
fn an_interrupt_stops_cleanly() {
    let words = ["solve", "wythoff", "20000,20000", "--solver", "memo"];
    let child = piped(program(&words).arg("--json"));
    until_it_listens(&child);
    signal(&child, "INT");
    let output = Said::from(child.wait_with_output().unwrap());
    assert_eq!(output.code, Some(130));
    let answer: Value = output.json();
    assert_eq!(answer["stopped"], "cancelled");
}

#[test]
fn the_help_of_every_command_fits_a_line_of_100_characters_and_says_what_each_option_is() {
    let help = |words: &[&str]| {
        let mut command = program(&[words, &["--help"]].concat());
        let said = Said::from(command.env("COLUMNS", "100").output().unwrap());
        assert!(said.is_well(), "{said:?}");
        said.out
    };
    let whole = help(&[]);
    let names = commands();
    assert!(names.len() > 25, "{names:?}");
    let texts = names.iter().map(|name| match name.as_str() {
        "help" => (name, whole.clone()),
        _ => (name, help(&[name])),
    });
    for (name, text) in texts {
        for line in text.lines() {
            assert!(line.chars().count() <= 100, "{name}: {line}");
        }
        // An option with no text beside or below it is not explained.
        let lines: Vec<_> = text.lines().chain([""]).collect();
        for pair in lines.windows(2) {
            let option = pair[0].trim_start();
            let is_alone = option.starts_with('-') && !option.contains("  ");
            let is_explained = pair[1].starts_with("          ");
            assert!(!is_alone || is_explained, "{name}: {}", pair[0]);
        }
    }
}

#[test]
fn games_are_listed_by_their_kind() {
    let rows = bouton(&["games", "--kind", "rows"]).out;
    assert!(
        rows.contains("row-ends") && !rows.contains("wythoff"),
        "{rows}"
    );
}

/// Published counts and sums of lost positions.
#[test]
fn published_counts_are_one_command() {
    for line in include_str!("../../../testdata/counts.tsv").lines().skip(1) {
        let [command, wanted, _] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let (_, out, _) = answer(&command.split(' ').collect::<Vec<_>>(), "");
        assert_eq!(String::from_utf8(out).unwrap().trim(), wanted, "{command}");
    }
}

/// The rows of a list as lines are those of its object, and the last line counts them; also where a limit ends the list.
#[test]
fn rows_are_lines_as_they_are_found() {
    for list in [
        split("losing nim --piles 3 --total 2..9 --ordered"),
        split("find kayles --up-to 9 --where win --fields position,grundy"),
        split("find tic-tac-toe --reachable --group-by outcome,remoteness"),
        split("find domineering:2,3 --all --sort -temperature --first 3"),
    ] {
        let lines = bouton(&[&list[..], &["--json", "--lines"]].concat()).lines();
        let (end, rows) = lines.split_last().unwrap();
        assert_eq!(end["end"]["stopped"], Value::Null);
        if list.contains(&"--fields") {
            assert_eq!(rows[0].as_object().unwrap().len(), 2);
            assert_eq!(end["end"]["count"], rows.len());
            continue;
        }
        let found = json(&[&list[..], &["--json"]].concat());
        let whole = found.get("groups").unwrap_or(&found["positions"]);
        assert_eq!(whole.as_array().unwrap(), rows, "{list:?}");
        assert_eq!(found["count"], end["end"]["count"]);
    }
    let stopped = [
        "find",
        "kayles",
        "--up-to",
        "99999999999",
        "--json",
        "--fields",
        "position",
        "--time",
        "50ms",
    ];
    let said = bouton(&stopped);
    let lines = said.lines();
    let (end, rows) = lines.split_last().unwrap();
    assert_eq!(
        (said.code, &end["end"]["stopped"]),
        (Some(3), &Value::from("time"))
    );
    assert_eq!(end["end"]["count"], rows.len());
}

/// Fields of any JSON answer, of its rows, or of a batch; those that do not exist are refused with those that do.
#[test]
fn chosen_fields_are_all_that_is_written() {
    let said = bouton(&split("solve nim 3,4 --json --fields outcome,position"));
    assert_eq!(said.out, "{\"outcome\":\"win\",\"position\":\"3,4\"}\n");
    let lines = bouton(&["moves", "nim", "3", "--json", "--fields", "to,best"]).lines();
    assert_eq!(lines[0], serde_json::json!({ "to": "0", "best": true }));
    assert_eq!(
        (lines.len(), &lines[3]["end"]["count"]),
        (4, &Value::from(3))
    );
    let batch = bouton_with(
        &["solve", "nim", "-", "--json", "--fields", "outcome"],
        "1\nx\n",
    )
    .lines();
    assert_eq!(batch[0], serde_json::json!({ "outcome": "win" }));
    assert!(batch[1]["error"].is_object());
    assert_eq!(batch[2]["end"]["count"], 2);
    let wrong = bouton(&["moves", "nim", "3", "--json", "--fields", "mov"]);
    assert!(
        wrong.is_refusal()
            && wrong
                .error
                .contains("expected some of game, moves, position; or of moves: best, "),
        "{}",
        wrong.error
    );
    let wrong = bouton(&["find", "nim", "--up-to", "3", "--fields", "heap"]);
    assert!(
        wrong.is_refusal()
            && wrong
                .error
                .contains("expected one of game, position, outcome, "),
        "{}",
        wrong.error
    );
}
