//! Batches: every line gets its answer, whatever the others reach.

use std::path::Path;

use serde_json::Value;

use crate::support::{Said, program, said};

/// The answers to these lines, in order, and the exit code.
fn answers(folder: &Path, words: &[&str], lines: &[&str]) -> (Vec<Value>, Option<i32>) {
    let mut command = program(words);
    let said = Said::from(said(command.current_dir(folder), &lines.join("\n")));
    let answers = said.lines();
    assert_eq!(answers.len(), lines.len());
    for (answer, line) in answers.iter().zip(lines) {
        // A refusal repeats little of a long line: its beginning and its end.
        let told = answer["position"].as_str().unwrap();
        let (head, tail) = told.split_once('…').unwrap_or((told, ""));
        assert!(line.starts_with(head) && line.ends_with(tail), "{told}");
        assert!(told == *line || line.len() > 200, "{told}");
    }
    (answers, said.code)
}

fn assert_error(answer: &Value, words: &str) {
    let error = answer["error"]["message"].as_str().unwrap();
    assert!(error.contains(words), "{error}");
}

#[cfg(feature = "rules")]
#[test]
fn a_rule_file_beyond_its_limits_takes_no_other_line_along() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, moves: &str| {
        let text = format!(
            "start = 3\ndef moves(n):\n    {moves}\n    return [n - 1] if n else []\ndef plies_left(n):\n    return n\n"
        );
        std::fs::write(folder.path().join(name), text).unwrap();
    };
    // One line exhausts the stack, another the time.
    let nest = "x = []\n    for i in range(300000):\n        x = [x]\n    str(x)";
    write("deep.star", nest);
    write("wide.star", "max(range(2000000000))");
    let lines = [
        "nim 1 + nim 2",
        "deep.star 3 + nim 1",
        "nothing 3",
        "nim 3 + nim 4",
        "deep.star 3",
    ];
    let (told, code) = answers(folder.path(), &["solve", "sum", "-"], &lines);
    assert_eq!(told[0]["grundy"], 3);
    assert_error(&told[1], "");
    assert_error(&told[2], "no game is called");
    assert_eq!(told[3]["grundy"], 7);
    assert_error(&told[4], "");
    // A refused line outranks one that was stopped.
    assert_eq!(code, Some(2));
    let lines = ["wide.star 3 + nim 1", "nim 3 + nim 4"];
    let words = ["solve", "sum", "-", "--time", "500ms"];
    let (told, code) = answers(folder.path(), &words, &lines);
    assert!(told[0]["outcome"].is_null(), "{}", told[0]);
    assert_eq!(told[1]["grundy"], 7);
    assert_eq!(code, Some(3));
}

#[test]
fn a_line_beyond_its_limits_takes_no_other_along() {
    let long = "90,90,90,90";
    let words = [
        "solve", "crosses", "-", "--solver", "memo", "--time", "200ms",
    ];
    let (answers, code) = answers(Path::new("."), &words, &["3", long, "4", long]);
    for (answer, is_cut) in answers.iter().zip([false, true, false, true]) {
        assert_eq!(answer["outcome"].is_null(), is_cut, "{answer}");
    }
    assert_eq!(code, Some(3));
}

#[test]
fn many_lines_are_answered_in_order() {
    let heaps: Vec<String> = (0..5_000).map(|n| n.to_string()).collect();
    let lines: Vec<&str> = heaps.iter().map(String::as_str).collect();
    let (answers, code) = answers(Path::new("."), &["solve", "nim", "-"], &lines);
    for (n, answer) in answers.iter().enumerate() {
        assert_eq!(answer["grundy"], n);
    }
    assert_eq!(code, Some(0));
}
