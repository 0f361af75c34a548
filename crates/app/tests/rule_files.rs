//! Rule files on the command line, the hostile ones too: each ends with a clear sentence and the right exit code.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use bouton_reference::message;

use crate::support::{Said, bouton_in, piped, program, signal, until_it_listens};

fn run(dir: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let said = bouton_in(dir, arguments);
    (said.code, said.out, said.error)
}

fn asked(text: &str, arguments: &[&str]) -> Said {
    let (dir, _) = folder(text);
    bouton_in(dir.path(), arguments)
}

/// A folder with one rule file in it, `game.star`.
fn folder(text: &str) -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("game.star");
    std::fs::write(&file, text).unwrap();
    (dir, file)
}

fn solve(text: &str, more: &[&str]) -> (Option<i32>, String, String) {
    let (dir, _) = folder(text);
    run(dir.path(), &[&["solve", "game.star"], more].concat())
}

const SUBTRACTION: &str =
    "start = 21\ndef moves(n):\n    return [n - k for k in (1, 2, 3) if k <= n]\n";

/// A game of points in a rule file, beside the same game of the catalogue.
#[test]
fn points_are_added_up_in_a_sum() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let answer = |sum: &str, solver: &str| {
        let (status, out, err) = run(&root, &["solve", sum, "--solver", solver, "--json"]);
        assert_eq!(status, Some(0), "{sum}: {err}");
        let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
        (answer["margin"].clone(), answer["best_count"].clone())
    };
    for other in ["row-front:2 3,1,2", "row-rest 2,7,1", "dots-and-boxes:1,1"] {
        for (written, built_in) in [
            ("docs/coins.star 3,-8,2,5", "row-ends 3,-8,2,5"),
            (
                "examples/strings-and-coins.star:a_,ab,a_,b_,b_,a_,b_",
                "dots-and-boxes:1,2",
            ),
        ] {
            for solver in ["memo", "alpha-beta"] {
                let found = answer(&format!("{written} + {other}"), solver);
                let expected = answer(&format!("{built_in} + {other}"), solver);
                assert_eq!(found, expected, "{written} + {other}");
            }
        }
    }
}

/// "I forgot that a heap cannot be less than nothing, and my machine was full."
#[test]
fn a_forgotten_bound_is_named() {
    let text = "start = 3\ndef moves(n):\n    return [n - 1, n - 2]\n";
    let (dir, _) = folder(text);
    let (status, out, err) = run(dir.path(), &["check", "game.star"]);
    assert_eq!(status, Some(0), "{out}{err}");
    let words = "note: numbers become smaller and smaller: after 2,000 moves: -";
    assert!(
        out.contains(words) && out.contains(": is a bound missing? (the line: 3; "),
        "{out}"
    );
    assert!(!out.contains("endless play is a draw"), "{out}");
    // A question that stops at a limit names the growth that it saw, and the command that looks for it.
    let growth = "from 3: is a bound missing? `bouton check game.star` looks for the line of play";
    let (status, out, err) = run(dir.path(), &["solve", "game.star", "--memory", "20M"]);
    assert_eq!(status, Some(3), "{out}{err}");
    assert!(
        out.starts_with("not solved: stopped by the limit of memory"),
        "{out}"
    );
    assert!(
        out.contains("why: numbers went down to -") && out.contains(growth),
        "{out}"
    );
    assert!(!err.contains("is a bound missing"), "once is enough: {err}");
    let (status, out, err) = run(
        dir.path(),
        &["solve", "game.star", "--memory", "20M", "--json"],
    );
    assert_eq!(status, Some(3), "{err}");
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(answer["outcome"], serde_json::Value::Null);
    assert!(answer["why"].as_str().unwrap().contains(growth), "{out}");
    for arguments in [
        &["moves", "game.star", "--memory", "20M"][..],
        &["graph", "game.star", "-o", "game.jsonl", "--memory", "20M"],
    ] {
        let (status, out, err) = run(dir.path(), arguments);
        assert_eq!(status, Some(3), "{arguments:?}: {out}{err}");
        assert!(
            err.contains("is a bound missing? `bouton check game.star`"),
            "{arguments:?}: {err}"
        );
    }
}

/// Runs a hostile file with little memory; it must end with one of these codes and a sentence with these words.
fn ended(text: &str, more: &[&str], codes: &[i32], words: &str) {
    let (status, out, err) = solve(text, &[&["--memory", "300M"], more].concat());
    assert!(
        status.is_some_and(|status| codes.contains(&status)),
        "{status:?}: {out}{err}"
    );
    let told = format!("{out}{err}");
    assert!(told.contains(words), "{told}");
    assert!(!told.contains("panicked"), "{told}");
}

/// The file whose `moves` does this before it returns `n`.
fn hostile(body: &str) -> String {
    format!("start = 1\ndef moves(n):\n    {body}\n    return [n]\n")
}

/// Loops without an end, steps that take too long, and what needs too much memory, at a move and while the file is read.
#[test]
fn what_takes_too_much_is_ended() {
    let stopped: (&[&str], &[i32], &str) = (&["--time", "500ms"], &[3], "stopped");
    let long: (&[&str], &[i32], &str) = (&["--time", "500ms"], &[3], "");
    let refused: (&[&str], &[i32], &str) = (&[], &[2, 3], "memory");
    let doubling = |begin, step| format!("x = {begin}\n    for i in range(100):\n        {step}");
    for (body, (more, codes, words)) in [
        (
            "for i in range(1 << 30):\n        n += 1".to_owned(),
            stopped,
        ),
        ("n = max(range(2147483640 + n))".to_owned(), long),
        ("x = [0] * 2000000000".to_owned(), refused),
        ("x = list(range(2000000000))".to_owned(), refused),
        (doubling("'ab'", "x = x + x"), refused),
        (doubling("[1]", "x = x + x"), refused),
        (doubling("3", "x = x * x"), (&[], &[2, 3], "bouton: ")),
        (
            "x = 'x' * 2147483647 + 'x' * 2147483647".to_owned(),
            refused,
        ),
        (
            format!("x = {}1{}", "(".repeat(200_000), ")".repeat(200_000)),
            (
                &[],
                &[2],
                "game.star:3:109: this is nested more than 100 levels deep",
            ),
        ),
        (
            format!("x = {}1{}", "(".repeat(1_000_000), ")".repeat(1_000_000)),
            (&[], &[2], "longer than 1 MB"),
        ),
    ] {
        ended(&hostile(&body), more, codes, words);
    }
    let top = "x = max(range(2147483640))\ndef moves(n): return []\n";
    ended(top, &["--time", "500ms"], &[3], "");
}

/// Wherever a sum names it: in its name, in a file, or on standard input.
#[test]
fn a_rule_file_in_a_sum_is_held_to_its_limits() {
    let (dir, _) = folder(&hostile("x = [0] * 2000000000"));
    std::fs::write(dir.path().join("sum.txt"), "nim 3 + game.star").unwrap();
    let named = "nim 3 + game.star";
    for arguments in [
        &["solve", named][..],
        &["solve", "sum", named],
        &["solve", "sum", "@sum.txt"],
    ] {
        let (status, _, err) = run(dir.path(), &[arguments, &["--memory", "100M"]].concat());
        assert_eq!(status, Some(3), "{arguments:?}: {err}");
        message("rules in a sum that need more memory", err);
    }
}

#[test]
fn an_interruption_ends_the_question() {
    let (dir, _) = folder("start = 1\ndef moves(n):\n    return [n + 1]\n");
    let mut command = program(&["solve", "game.star"]);
    let child = piped(command.current_dir(dir.path()));
    until_it_listens(&child);
    std::thread::sleep(Duration::from_millis(500));
    signal(&child, "INT");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
}

#[test]
fn a_file_that_changed_is_read_again() {
    let (_dir, file) = folder(SUBTRACTION);
    let path = file.to_str().unwrap();
    let mut session = bouton::Open::game(path).session().unwrap();
    let outcome =
        |session: &mut bouton::Session| session.solve(&bouton::How::default()).unwrap().outcome;
    session.go("4").unwrap();
    assert_eq!(outcome(&mut session), Some(bouton::Outcome::Loss));
    std::fs::write(&file, SUBTRACTION.replace("(1, 2, 3)", "(1, 2, 3, 4)")).unwrap();
    session.go("4").unwrap();
    assert_eq!(outcome(&mut session), Some(bouton::Outcome::Win));
}

/// How far a search came that was stopped during a call of the rules.
#[test]
fn a_stopped_search_tells_how_far_it_came() {
    let slow = "start = 50000\ndef moves(n):\n    [i for i in range(100000)]\n    return [n - 1, n - 2] if n > 1 else []\ndef plies_left(n):\n    return n\n";
    let (status, out, err) = solve(slow, &["--solver", "memo", "--time", "2s", "--json"]);
    assert_eq!(status, Some(3), "{err}");
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert!(answer["visited"].as_u64().unwrap() > 0, "{out}");
    assert!(answer["seconds"].as_f64().unwrap() > 0.5, "{out}");
}

/// Moves as rewritings: every command that takes rule files, and the theorems about all lengths.
#[test]
fn rewritings_are_a_game_for_every_command() {
    let text = "start = \"XXO\"\nleft = [(\"XO\", \".X\")]\nright = [(\"XO\", \"O.\")]\n";
    let (dir, _) = folder(text);
    let told = |arguments: &[&str]| {
        let (status, out, error) = run(dir.path(), arguments);
        assert_eq!(status, Some(0), "{arguments:?}: {out}{error}");
        out
    };
    assert!(told(&["value", "game.star", "XXO"]).starts_with('^'));
    told(&["value", "game.star", "XXOXO", "--certificate", "value.gz"]);
    told(&["verify", "value.gz"]);
    told(&["law", "game.star", "X^n O", "--certificate", "law.family"]);
    let verified = told(&["verify", "law.family"]);
    let claim = "valid: by the rewritings of the file \"game.star\", where Left replaces \"XO\" by \".X\" and Right \"XO\" by \"O.\": for all n >= 0";
    assert!(verified.starts_with(claim), "{verified}");
    let asked = told(&["ask", "game.star", "X^n O", "A n: n > 1 => value(n) > 0"]);
    assert_eq!(asked, "true\n");
    let picture = [
        "draw",
        "game.star",
        "X^n O",
        "--as",
        "family",
        "-o",
        "law.svg",
    ];
    told(&picture);
    assert!(dir.path().join("law.svg").is_file());
}

/// A card that is of no pile, points without an edge, nothing at all, the most that there may be, and signs of other alphabets.
#[test]
fn whatever_draw_returns_is_drawn_or_refused() {
    for told in [
        "{'laid': ['x', 'y'], 'piles': {}}",
        "{'laid': ['x'] * 1024, 'piles': {'x': 0, 'z': 1024}}",
        "{'laid': [], 'piles': {}}",
        "{'points': [], 'edges': []}",
        "{'points': list(range(1024)), 'edges': [(0, 0)] * 1024}",
        "{'points': {'<b>': (-10 ** 9, 10 ** 9, '&'), '\\u202e': (0, 0)}, 'edges': [('<b>', '\\u202e', '>')]}",
        "{'heaps': [0, 10 ** 18]}",
        "{'heaps': []}",
        "{'rows': [], 'hands': [{'X': 1024}, {}]}",
        "{'rows': ['', 'abc']}",
    ] {
        let rules = format!("start = 1\ndef moves(n): return []\ndef draw(n): return {told}\n");
        let said = asked(&rules, &["draw", "game.star", "-o", "a.svg"]);
        assert_eq!(said.code, Some(0), "{told}: {}", said.error);
    }
}

/// 500 MB are below 1200 MB.
#[test]
fn memory_is_close_to_what_was_asked_for() {
    for numbers in [70_000_000, 150_000_000] {
        let text = format!("start = 1\ndef moves(n):\n    x = [n] * {numbers}\n    return []\n");
        let output = asked(&text, &["solve", "game.star", "--memory", "500M"]);
        let told = output.error;
        assert!(
            [Some(2), Some(3)].contains(&output.code),
            "{numbers}: {told}"
        );
        assert!(told.contains("memory"), "{numbers}: {told}");
    }
    let text = "start = 1\ndef moves(n):\n    x = [n] * 30000000\n    return []\n";
    let output = asked(text, &["solve", "game.star", "--memory", "500M"]);
    assert_eq!(output.code, Some(0), "{}", output.error);
}

#[test]
fn the_time_covers_reading() {
    for begin in [
        "x = max(range(2147483640))",
        "for i in range(1 << 30):\n    pass",
        "x = len(set(range(1000000000)))",
    ] {
        let text = format!("{begin}\ndef moves(n): return []\n");
        let output = asked(&text, &["solve", "game.star", "1", "--time", "200ms"]);
        assert_eq!(output.code, Some(3), "{text}");
        // Which limit is reached first depends on the machine.
        let limits = ["limit of time", "million steps", "memory"];
        assert!(
            limits.iter().any(|limit| output.error.contains(limit)),
            "{}",
            output.error
        );
    }
}

#[test]
fn a_file_has_an_end_and_is_one() {
    let (folder, _) = folder("");
    let path = folder.path().join("odd.star");
    let told = || {
        let arguments = ["solve", "odd.star", "--time", "1s"];
        let said = bouton_in(folder.path(), &arguments);
        assert!(said.is_refusal());
        said.error
    };
    std::os::unix::fs::symlink("/dev/zero", &path).unwrap();
    message("a rule file that is a device or a pipe", told());
    std::fs::remove_file(&path).unwrap();
    let fifo = Command::new("mkfifo").arg(&path).status().unwrap();
    assert!(fifo.success());
    message("a rule file that is a device or a pipe", told());
    std::fs::remove_file(&path).unwrap();
    std::fs::write(&path, "#".repeat(1 << 20) + "\n").unwrap();
    message("a rule file that is too long", told());
}

#[test]
fn little_is_printed_and_nothing_that_a_terminal_obeys() {
    let text = "start = 1\ndef moves(n):\n    for i in range(100000):\n        print(\"\\x1b[2J\\x07 mark\", i)\n    return []\n";
    let output = asked(text, &["solve", "game.star"]);
    assert_eq!(output.code, Some(0));
    let told = output.error;
    assert!(
        told.starts_with("\\u{1b}[2J\\u{7} mark 0\n"),
        "{}",
        &told[..60]
    );
    assert!(told.len() < 200_000, "{}", told.len());
    message("rules that print too much", told.lines().last().unwrap());
    assert!(!told.contains(['\u{1b}', '\u{7}']));
}

/// An editor replaces the file that it changes; `play` reads the new one.
#[test]
fn a_file_that_another_one_has_replaced_is_read_again() {
    let text = "start = 5\ndef moves(n):\n    return [n - 1] if n else []\n";
    let (folder, _) = folder(text);
    let mut command = program(&["play", "game.star"]);
    let mut program = piped(command.current_dir(folder.path()).stdin(Stdio::piped()));
    let mut input = program.stdin.take().unwrap();
    input.write_all(b"4\n").unwrap();
    std::thread::sleep(Duration::from_secs(1));
    let changed = folder.path().join("changed");
    std::fs::write(
        &changed,
        text.replace("- 1", "- 2").replace("if n", "if n > 1"),
    )
    .unwrap();
    std::fs::rename(&changed, folder.path().join("game.star")).unwrap();
    input.write_all(b"undo\nmoves\nquit\n").unwrap();
    drop(input);
    let output = Said::from(program.wait_with_output().unwrap());
    let told = &output.out;
    assert!(!output.error.contains("cannot be read"), "{}", output.error);
    assert!(told.contains("→ 3") || told.contains(" 3"), "{told}");
    assert_eq!(output.code, Some(0), "{told}{}", output.error);
}

#[test]
fn a_huge_set_is_refused() {
    let text = "start = 1\ndef moves(n):\n    return [len(set(range(1000000000 + n)))]\n";
    for memory in ["16M", "100M", "200M"] {
        let output = asked(text, &["solve", "game.star", "--memory", memory]);
        let told = output.error;
        assert!([2, 3].contains(&output.code.unwrap()), "{memory}: {told}");
        assert!(told.contains("memory"), "{memory}: {told}");
        assert!(!told.contains("stack"), "{memory}: {told}");
    }
}
