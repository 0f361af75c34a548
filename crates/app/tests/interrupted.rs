//! An interruption while an answer is written: the answer is complete, or there is none.
#![cfg(unix)]

use std::io::{Read, Write};
use std::process::{Child, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::support::{ROOT, bouton, program, signal};

fn started(arguments: &[&str], input: &str) -> Child {
    let mut child = program(arguments)
        .current_dir(ROOT)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let (mut pipe, input) = (child.stdin.take().unwrap(), input.to_owned());
    // An interrupted program reads nothing more.
    std::thread::spawn(move || {
        let _ = pipe.write_all(input.as_bytes());
    });
    child
}

/// Interrupts a program when its answer has begun to come, and takes the rest of it `later`.
fn interrupted(arguments: &[&str], input: &str, later: Duration) -> String {
    let mut child = started(arguments, input);
    let mut pipe = child.stdout.take().unwrap();
    let mut told = vec![0];
    pipe.read_exact(&mut told).unwrap();
    // The answer is longer than a pipe holds, so the program waits for its reader.
    signal(&child, "INT");
    std::thread::sleep(later);
    pipe.read_to_end(&mut told).unwrap();
    let code = child.wait().unwrap().code();
    assert!(
        matches!(code, Some(0 | 130)),
        "{arguments:?} ended with {code:?}"
    );
    let told = String::from_utf8(told).unwrap();
    assert!(told.ends_with('\n'), "{arguments:?} is cut");
    told
}

/// The contents of a pipe.
const PIPE: usize = 1 << 16;
const SOON: Duration = Duration::from_millis(500);

#[test]
fn an_answer_that_is_being_written_is_written_to_its_end() {
    let values = ["values", "nim", "--up-to", "100000"];
    let told = interrupted(&[&values[..], &["--json"]].concat(), "", SOON);
    let answer: Value = serde_json::from_str(&told).unwrap();
    assert!(told.len() > 2 * PIPE && answer["values"].as_array().unwrap().len() == 100_001);
    // Text for people.
    let whole = bouton(&values).out;
    assert!(whole.len() > 2 * PIPE);
    assert_eq!(interrupted(&values, "", SOON), whole);
}

/// Each line of a batch, and of a graph that is written during the search.
#[test]
fn each_line_is_written_to_its_end() {
    let heaps = "1,".repeat(60_000) + "1";
    let lines = format!("{heaps}\n{heaps}\n{heaps}\n");
    let graph = ["graph", "tic-tac-toe", "-o", "-"];
    for (arguments, input) in [(&["solve", "nim", "-"][..], &*lines), (&graph, "")] {
        let told = interrupted(arguments, input, SOON);
        assert!(told.len() > PIPE, "{arguments:?}");
        for line in told.lines() {
            let answer: Result<Value, _> = serde_json::from_str(line);
            assert!(answer.is_ok(), "{arguments:?}: {} bytes", line.len());
        }
    }
}

/// The answer of rules, however long the reader takes.
#[test]
#[cfg(feature = "rules")]
fn the_answer_of_rules_is_written_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.star");
    let rules = "start = -1\ndef moves(n):\n    return list(range(5000)) if n < 0 else []\n";
    std::fs::write(&path, rules).unwrap();
    let moves = ["moves", path.to_str().unwrap(), "--json"];
    let told = interrupted(&moves, "", SOON);
    let answer: Value = serde_json::from_str(&told).unwrap();
    assert!(told.len() > 2 * PIPE && answer["moves"].as_array().unwrap().len() == 5000);
}

/// A program that is interrupted at any moment writes its complete answer or nothing. `INTERRUPTS` sets the number of runs.
#[test]
fn an_answer_is_whole_or_not_there() {
    let asked = std::env::var("INTERRUPTS").ok();
    let times = asked.map_or(40, |times| times.parse().unwrap());
    let mut random = fastrand::Rng::new();
    for _ in 0..times {
        for arguments in [
            &["value", "domineering:3,3", "--json"][..],
            &["moves", "tic-tac-toe", "--json"],
            &["games"],
            #[cfg(feature = "rules")]
            &[
                "losing",
                "docs/subtraction.star",
                "--up-to",
                "300",
                "--json",
            ],
        ] {
            let mut child = started(arguments, "");
            std::thread::sleep(Duration::from_millis(random.u64(0..60)));
            signal(&child, "INT");
            let mut told = String::new();
            let pipe = child.stdout.take();
            pipe.unwrap().read_to_string(&mut told).unwrap();
            child.wait().unwrap();
            assert!(
                told.is_empty() || told.ends_with('\n'),
                "{arguments:?}: {told:?}"
            );
            if arguments.contains(&"--json") {
                for line in told.lines() {
                    let answer: Result<Value, _> = serde_json::from_str(line);
                    assert!(answer.is_ok(), "{arguments:?}: {line:?}");
                }
            }
        }
    }
}
