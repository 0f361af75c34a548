//! Rule files on the command line, the hostile ones too: each ends with a clear sentence and the right exit code.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

fn run(dir: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = Command::new(env!("CARGO_BIN_EXE_bouton"))
        .current_dir(dir)
        .args(arguments)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code(), text(stdout), text(stderr))
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

#[test]
fn every_command_takes_a_rule_file() {
    let text = format!("{SUBTRACTION}strategies = {{'most': lambda n: n - min(n, 3)}}\n");
    let (dir, _) = folder(&text);
    let answers = |arguments: &[&str], code, words: &str| {
        let (status, out, err) = run(dir.path(), arguments);
        assert_eq!(status, Some(code), "{arguments:?}: {err}");
        assert!(out.contains(words), "{arguments:?}: {out}");
    };
    answers(&["solve", "game.star"], 0, "win in 11: 20");
    answers(
        &["solve", "game.star", "8", "--json"],
        0,
        "\"outcome\":\"loss\"",
    );
    answers(&["solve", "game.star", "5", "--misere"], 0, "loss");
    answers(
        &["solve", "game.star", "7", "--solver", "grundy"],
        0,
        "Grundy value 3",
    );
    answers(&["moves", "game.star", "6"], 0, "4");
    answers(&["losing", "game.star", "--up-to", "9"], 0, "0\n4\n8\n");
    answers(
        &["values", "game.star", "--up-to", "9", "--kind", "grundy"],
        0,
        "0 1 2 3 0 1 2 3 0 1",
    );
    answers(&["refute", "game.star", "most"], 4, "5");
    answers(&["review", "game.star", "6", "4", "3"], 0, "4");
    answers(&["analyze", "game.star"], 0, "positions: 22");
    answers(&["games", "game.star"], 0, "impartial");
    answers(&["check", "game.star"], 0, "no mistake was found");
    answers(&["solve", "nim 3,4 + game.star 5"], 0, "Grundy value 6");
    let picture = ["draw", "game.star", "9", "--as", "graph", "-o", "game.svg"];
    answers(&picture, 0, "");
    assert!(dir.path().join("game.svg").exists());
    answers(&["--trusted", "solve", "game.star"], 0, "win in 11: 20");
}

/// Runs a hostile file; it must end soon, with this code and these words.
fn refused(text: &str, more: &[&str], code: i32, words: &str) {
    let start = Instant::now();
    let (status, out, err) = solve(text, &[&["--memory", "300M"], more].concat());
    assert_eq!(status, Some(code), "{out}{err}");
    assert!(err.contains(words), "{err}");
    assert!(!err.contains("panicked"), "{err}");
    assert!(start.elapsed() < Duration::from_secs(100));
}

#[test]
fn an_endless_loop_is_stopped() {
    let text =
        "start = 1\ndef moves(n):\n    for i in range(1 << 30):\n        n += 1\n    return [n]\n";
    refused(text, &[], 2, "is there a loop that does not end?");
    let slow = "start = 1\ndef moves(n):\n    for i in range(15000000):\n        pass\n    return [n + 1]\n";
    let (status, out, _) = solve(slow, &["--time", "1s"]);
    assert_eq!(status, Some(3), "{out}");
    assert!(out.contains("stopped"), "{out}");
}

#[test]
fn a_step_that_hears_of_no_limit_is_ended() {
    let text =
        "start = 1\ndef moves(n):\n    return [max(range(2147483647)) for i in range(100)]\n";
    refused(text, &["--time", "500ms"], 3, "could not be interrupted");
}

#[test]
fn a_huge_list_is_refused() {
    let text = "start = 1\ndef moves(n):\n    return [0] * (1 << 40)\n";
    let (status, _, err) = solve(text, &["--memory", "300M"]);
    assert!(matches!(status, Some(2 | 3)), "{err}");
    assert!(
        !err.contains("panicked") && err.contains("bouton: "),
        "{err}"
    );
}

#[test]
fn doubling_a_string_is_refused() {
    let text = "start = 1\ndef moves(n):\n    x = 'ab'\n    for i in range(100):\n        x = x + x\n    return [len(x)]\n";
    let (status, _, err) = solve(text, &["--memory", "300M"]);
    assert!(matches!(status, Some(2 | 3)), "{err}");
    assert!(!err.contains("panicked") && err.contains("memory"), "{err}");
}

#[test]
fn a_string_of_four_gigabytes_is_refused() {
    let text = "start = 1\ndef moves(n):\n    return [len('x' * 4294967296)]\n";
    let (status, _, err) = solve(text, &["--memory", "300M"]);
    assert!(matches!(status, Some(2 | 3)), "{err}");
    assert!(!err.contains("panicked") && err.contains("memory"), "{err}");
}

#[test]
fn deep_recursion_is_refused() {
    let text =
        "start = 1\ndef down(n):\n    return down(n + 1)\ndef moves(n):\n    return [down(n)]\n";
    refused(text, &[], 2, "is there an endless recursion?");
    let nested = format!(
        "start = 1\ndef moves(n):\n    return [{}1{}]\n",
        "(".repeat(200_000),
        ")".repeat(200_000)
    );
    let (status, _, err) = solve(&nested, &["--memory", "300M"]);
    assert!(matches!(status, Some(2 | 3)), "{err}");
}

#[test]
fn a_million_moves_are_refused() {
    let text = "start = 1\ndef moves(n):\n    return [n + i for i in range(1000000)]\n";
    refused(
        text,
        &[],
        2,
        "returned a list of 1000000; at most 65536 are taken",
    );
}

#[test]
fn nothing_outside_is_reachable() {
    refused("load('other.star', 'x')\n", &[], 2, "load is not allowed");
    refused(
        "start = open('/etc/passwd')\ndef moves(n): return []\n",
        &[],
        2,
        "open",
    );
    refused("start = 1\ndef moves(n): return [time()]\n", &[], 2, "time");
}

#[test]
fn a_fault_is_reported_instead_of_an_answer() {
    let text = "start = 5\ndef moves(n):\n    if n == 2:\n        return [n + 'x']\n    return [n - 1] if n else []\n";
    let (status, out, err) = solve(text, &[]);
    assert_eq!((status, out.as_str()), (Some(2), ""));
    assert!(
        err.contains("game.star:4:") && err.contains("^") && err.contains("in moves(2)"),
        "{err}"
    );
}

#[test]
fn check_tells_each_mistake_with_an_example() {
    let told = |text: &str, words: &str| {
        let (dir, _) = folder(text);
        let (status, out, err) = run(dir.path(), &["check", "game.star"]);
        assert_eq!(status, Some(2), "{out}{err}");
        assert!(out.contains(words), "{out}{err}");
    };
    told(
        "start = 3\ndef moves(n):\n    return [n] if n else []\n",
        "changes nothing",
    );
    told(
        "start = 3\ndef moves(n):\n    return [n - 0.5] if n > 0 else []\n",
        "is of type float",
    );
    told(
        &format!("{SUBTRACTION}def plies_left(n): return 5\n"),
        "plies_left does not fall with every move",
    );
    told(
        &format!("{SUBTRACTION}def show(n): return 'n=%d' % n\n"),
        "parse does not undo show",
    );
    told(
        &format!("{SUBTRACTION}def canonical(n): return n % 3\n"),
        "canonical is unsound",
    );
    told(
        "start = (1, 2)\ndef moves(p):\n    return [(p[0] - 1, p[1])] if p[0] else ([(0, p[1] - 1)] if p[1] else [])\n\
         def summands(p): return [(p[0], 0), (0, p[1] - 1)] if p[1] > 1 else [p]\n",
        "summands are unsound",
    );
    told(
        "start = 3\ndef moves(n):\n    return [('go', n - 1), ('go', n - 2)] if n > 1 else []\n",
        "two moves are called alike",
    );
    told(
        "start = 0\npoints = True\ndef moves(n):\n    return [('on', (n + 1) % 3, 1)]\n",
        "must end",
    );
}

#[test]
fn a_file_that_changed_is_read_again() {
    let (_dir, file) = folder(SUBTRACTION);
    let path = file.to_str().unwrap();
    let mut session = bouton::open(path, None, false).unwrap();
    let outcome =
        |session: &mut dyn bouton::Session| session.solve(&bouton::How::default()).unwrap().outcome;
    session.go("4").unwrap();
    assert_eq!(outcome(&mut *session), Some("loss"));
    std::fs::write(&file, SUBTRACTION.replace("(1, 2, 3)", "(1, 2, 3, 4)")).unwrap();
    session.go("4").unwrap();
    assert_eq!(outcome(&mut *session), Some("win"));
}
