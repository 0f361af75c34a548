//! Rule files on the command line, the hostile ones too: each ends with a clear sentence and the right exit code.

use std::path::{Path, PathBuf};
use std::time::Duration;

use bouton_reference::message;

use crate::support::{bouton_in, piped, program, signal, until_it_listens};

fn run(dir: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let said = bouton_in(dir, arguments);
    (said.code, said.out, said.error)
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
        &["--trusted", "moves", "game.star", "--memory", "20M"],
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

#[test]
fn an_endless_loop_is_stopped() {
    let body = "for i in range(1 << 30):\n        n += 1";
    ended(&hostile(body), &["--time", "300ms"], &[3], "stopped");
}

#[test]
fn a_step_that_hears_of_no_limit_is_ended() {
    let body = "n = max(range(2147483640 + n))";
    ended(&hostile(body), &["--time", "500ms"], &[3], "be interrupted");
    let words = "game.star:2:1: this call takes more than 10 s";
    ended(&hostile(body), &[], &[2], words);
    let top = "x = max(range(2147483640))\ndef moves(n): return []\n";
    // Half a second of processor time, or a second and a half of elapsed time, which comes first on a busy machine.
    ended(top, &["--time", "500ms"], &[3], "");
}

#[test]
fn a_huge_list_is_refused() {
    ended(&hostile("x = [0] * 2000000000"), &[], &[2, 3], "memory");
    ended(
        &hostile("x = list(range(2000000000))"),
        &[],
        &[2, 3],
        "memory",
    );
}

#[test]
fn doubling_is_refused() {
    let doubling = |begin: &str, step: &str| {
        hostile(&format!(
            "x = {begin}\n    for i in range(100):\n        {step}"
        ))
    };
    ended(&doubling("'ab'", "x = x + x"), &[], &[2, 3], "memory");
    ended(&doubling("[1]", "x = x + x"), &[], &[2, 3], "memory");
    ended(&doubling("3", "x = x * x"), &[], &[2, 3], "bouton: ");
}

#[test]
fn a_string_of_four_gigabytes_is_refused() {
    ended(
        &hostile("x = 'x' * 2147483647 + 'x' * 2147483647"),
        &[],
        &[2, 3],
        "memory",
    );
}

#[test]
fn deep_recursion_is_refused() {
    let nested = format!("x = {}1{}", "(".repeat(200_000), ")".repeat(200_000));
    let words = "game.star:3:1003: this is nested more than 1000 levels deep";
    ended(&hostile(&nested), &[], &[2], words);
    ended(&hostile(&nested), &["--trusted"], &[2], words);
    let longer = format!("x = {}1{}", "(".repeat(1_000_000), ")".repeat(1_000_000));
    ended(&hostile(&longer), &["--trusted"], &[2], "longer than 1 MB");
}

/// Wherever a sum names it: in its name, in a file, or on standard input.
#[test]
fn a_rule_file_in_a_sum_is_confined() {
    // Without a parent that tells of it the program would end by a signal.
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

/// Ctrl-C ends the child, too.
#[test]
fn an_interruption_ends_the_child() {
    let (dir, _) = folder("start = 1\ndef moves(n):\n    return [n + 1]\n");
    let mut command = program(&["solve", "game.star"]);
    let parent = piped(command.current_dir(dir.path()));
    until_it_listens(&parent);
    std::thread::sleep(Duration::from_millis(500));
    signal(&parent, "INT");
    // The end of the output is the end of the child.
    let output = parent.wait_with_output().unwrap();
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
