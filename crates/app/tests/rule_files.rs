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

/// Asked beside the files of the docs: the exit code, and what is said.
fn answers(arguments: &[&str], code: i32, words: &str) {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let (status, out, err) = run(&docs, arguments);
    assert_eq!(status, Some(code), "{arguments:?}: {out}{err}");
    assert!(
        (out.clone() + &err).contains(words),
        "{arguments:?}: {out}{err}"
    );
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

/// A component whose positions come back: no solver takes the sum for one that ends.
#[test]
fn a_sum_with_a_cycle_is_refused() {
    let (dir, _) = folder("start = 0\ndef moves(n):\n    return [(n + 1) % 3]\n");
    for sum in ["nim 3 + game.star", "domineering:2,2 + game.star"] {
        let (status, _, err) = run(dir.path(), &["solve", sum]);
        assert_eq!(status, Some(2), "{sum}");
        assert!(err.contains("play need not end"), "{sum}: {err}");
        for solver in ["proof-number", "retrograde", "alpha-beta", "nimber"] {
            let (status, _, err) = run(dir.path(), &["solve", sum, "--solver", solver]);
            assert_eq!(status, Some(2), "{sum} by {solver}");
            assert!(err.contains("no solver"), "{sum} by {solver}: {err}");
        }
    }
}

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
    let scored = "examples/game-tree.star + row-ends 1,2";
    let (status, _, err) = run(&root, &["solve", scored]);
    assert_eq!(status, Some(2));
    assert!(err.contains("give points by the moves"), "{err}");
}

#[test]
fn every_command_takes_a_rule_file() {
    let text = format!("{SUBTRACTION}strategies = {{'most': lambda n: n - min(n, 3)}}\n");
    let (dir, _) = folder(&text);
    let answers = |arguments: &[&str], code, words: &str| {
        let (status, out, err) = run(dir.path(), arguments);
        assert_eq!(status, Some(code), "{arguments:?}: {err}");
        assert!(out.contains(words), "{arguments:?}: {out}");
    };
    answers(&["solve", "game.star"], 0, "win in 11 plies: → 20");
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
    answers(
        &["--trusted", "solve", "game.star"],
        0,
        "win in 11 plies: 20",
    );
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
    // What stops at a limit names the growth that it saw, and who looks for it.
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

/// Runs a hostile file with little memory; it must end soon, with one of these codes and a sentence with these words.
fn ended(text: &str, more: &[&str], codes: &[i32], words: &str) {
    let start = Instant::now();
    let (status, out, err) = solve(text, &[&["--memory", "300M"], more].concat());
    assert!(
        status.is_some_and(|status| codes.contains(&status)),
        "{status:?}: {out}{err}"
    );
    let told = format!("{out}{err}");
    assert!(told.contains(words), "{told}");
    assert!(!told.contains("panicked"), "{told}");
    assert!(start.elapsed() < Duration::from_secs(100));
}

/// The file whose `moves` does this before it returns `n`.
fn hostile(body: &str) -> String {
    format!("start = 1\ndef moves(n):\n    {body}\n    return [n]\n")
}

#[test]
fn an_endless_loop_is_stopped() {
    let words = "is there a loop that does not end?";
    let body = "for i in range(1 << 30):\n        n += 1";
    ended(&hostile(body), &[], &[2], words);
    ended(&hostile(body), &["--time", "300ms"], &[3], "stopped");
    let top = "for i in range(1 << 30):\n    pass\ndef moves(n): return []\n";
    ended(
        top,
        &[],
        &[2],
        "reading the file takes more than 20 million steps",
    );
}

#[test]
fn a_step_that_hears_of_no_limit_is_ended() {
    let body = "n = max(range(2147483640 + n))";
    ended(
        &hostile(body),
        &["--time", "500ms"],
        &[3],
        "could not be interrupted",
    );
    let words = "game.star:2:1: this call takes more than 10 s";
    ended(&hostile(body), &[], &[2], words);
    let top = "x = max(range(2147483640))\ndef moves(n): return []\n";
    // Half a second of computing, or a second and a half by the clock: on a busy machine that comes first.
    ended(top, &["--time", "500ms"], &[3], "");
}

#[test]
fn a_huge_list_is_refused() {
    let words = "game.star:3:9: 1099511627776 is too large here";
    ended(&hostile("x = [0] * (1 << 40)"), &[], &[2], words);
    ended(
        &hostile("x = list(range(1 << 40))"),
        &[],
        &[2],
        "is too large here",
    );
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
    let words = "4294967296 is too large here";
    ended(&hostile("x = 'x' * 4294967296"), &[], &[2], words);
    ended(
        &hostile("x = 'x' * 2147483647 + 'x' * 2147483647"),
        &[],
        &[2, 3],
        "memory",
    );
}

#[test]
fn deep_recursion_is_refused() {
    let text = format!(
        "def down(n):\n    return down(n + 1)\n{}",
        hostile("down(n)")
    );
    ended(
        &text,
        &[],
        &[2],
        "game.star:2:12: functions call each other too deeply",
    );
    let nested = format!("x = {}1{}", "(".repeat(200_000), ")".repeat(200_000));
    let words = "game.star:3:1003: this nests more than 1000 deep";
    ended(&hostile(&nested), &[], &[2], words);
    ended(&hostile(&nested), &["--trusted"], &[2], words);
    let longer = format!("x = {}1{}", "(".repeat(1_000_000), ")".repeat(1_000_000));
    ended(&hostile(&longer), &["--trusted"], &[2], "longer than 1 MB");
    let data = "x = ()\n    for i in range(1000000):\n        x = (x,)\n    n = x";
    ended(&hostile(data), &[], &[2], "nested too deeply");
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
        assert!(err.contains("need more memory"), "{arguments:?}: {err}");
    }
}

#[test]
fn a_million_moves_are_refused() {
    let text = "start = 1\ndef moves(n):\n    return [n + i for i in range(1000000)]\n";
    let words = "game.star:2:1: moves returned a list of 1000000; at most 65536 are taken";
    ended(text, &[], &[2], words);
}

#[test]
fn nothing_outside_is_reachable() {
    ended(
        "load('other.star', 'x')\n",
        &[],
        &[2],
        "load is not allowed",
    );
    for call in [
        "open('/etc/passwd')",
        "time()",
        "exec('ls')",
        "__import__('os')",
        "eval('1')",
    ] {
        let name = call.split('(').next().unwrap();
        let words = format!("`{name}` not found");
        ended(&hostile(&format!("x = {call}")), &[], &[2], &words);
    }
}

/// Ctrl-C ends the child, too.
#[test]
fn an_interruption_ends_the_child() {
    let (dir, _) = folder("start = 1\ndef moves(n):\n    return [n + 1]\n");
    let parent = Command::new(env!("CARGO_BIN_EXE_bouton"))
        .current_dir(dir.path())
        .args(["solve", "game.star"])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_secs(2));
    let sent = Command::new("kill")
        .args(["-INT", &parent.id().to_string()])
        .status();
    assert!(sent.unwrap().success());
    // The end of the output is the end of the child.
    let output = parent.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
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

/// "I wrote it as I would in Python."
#[test]
fn what_python_has_is_told_with_its_line() {
    let (dir, _) =
        folder("start = 5\ndef moves(n):\n    while n > 0:\n        n -= 1\n    return []\n");
    let (status, _, err) = run(dir.path(), &["solve", "game.star"]);
    assert_eq!(status, Some(2));
    assert!(
        err.contains("game.star:3:5: there is no `while` here: use `for … in range(…)`"),
        "{err}"
    );
    let (dir, _) = folder("start = 5\ndef Moves(n):\n    return []\n");
    let (_, _, err) = run(dir.path(), &["solve", "game.star"]);
    assert!(
        err.contains("game.star:2:1: ") && err.contains("is `moves` meant?"),
        "{err}"
    );
    let (dir, _) =
        folder("start = 6\ndef moves(n):\n    half = n / 2\n    return [half] if n > 1 else []\n");
    let (_, _, err) = run(dir.path(), &["solve", "game.star"]);
    assert!(
        err.contains("game.star:3:14: ") && err.contains("use `//`"),
        "{err}"
    );
    let (dir, _) = folder("Start = 5\ndef moves(n):\n    return []\n");
    let (_, _, err) = run(dir.path(), &["solve", "game.star"]);
    assert!(
        err.contains("has no start") && err.contains("Start means nothing, is `start` meant?"),
        "{err}"
    );
}

#[test]
fn check_tells_each_mistake_with_an_example() {
    let told = |text: &str, words: &str| {
        let (dir, _) = folder(text);
        let (status, out, err) = run(dir.path(), &["check", "game.star"]);
        assert_eq!(status, Some(2), "{out}{err}");
        assert!(out.contains(words), "{words}: {out}{err}");
        assert!(out.contains("a line of play: "), "{out}");
    };
    let with = |more: &str, words: &str| told(&format!("{SUBTRACTION}{more}\n"), words);
    told(
        "start = 3\ndef moves(n):\n    return [n] if n else []\n",
        "the move \"3\" at 3 changes nothing",
    );
    told(
        "start = 3\ndef moves(n):\n    return [n - 0.5] if n > 0 else []\n",
        "the position after move 0 is of type float; positions are made of ints",
    );
    told(
        "start = 3\ndef moves(n):\n    return [(n - 1, {})] if n else []\n",
        "move 0[1] is of type dict",
    );
    with(
        "def plies_left(n): return 5",
        "plies_left does not fall with every move, so that play might never end: it is 5 at 21 and 5 after the move to 20",
    );
    with("def plies_left(n): return n - 5", "plies_left is -1 at 4");
    with(
        "def show(n): return 'n=%d' % n",
        "parse does not undo show: 21 is shown as \"n=21\", and parse refuses that",
    );
    with(
        "def parse(text): return int(text) // 2",
        "21 is shown as \"21\", and parse reads that as 10",
    );
    with("def canonical(n): return n % 3", "canonical is unsound: ");
    with(
        "def canonical(n): return max(n - 4, 0)",
        "canonical is not settled: of 21 it makes 17",
    );
    told(
        "start = (1, 2)\ndef moves(p):\n    return [(p[0] - 1, p[1])] if p[0] else ([(0, p[1] - 1)] if p[1] else [])\n\
         def summands(p): return [(p[0], 0), (0, p[1] - 1)] if p[1] > 1 else [p]\n",
        "summands are unsound: 1,2 has Grundy value",
    );
    told(
        "start = 3\ndef moves(n):\n    return [('go', n - 1), ('go', n - 2)] if n > 1 else []\n",
        "two moves are called alike at 3: go",
    );
    told(
        "start = 0\npoints = True\ndef moves(n):\n    return [('on', (n + 1) % 3, 1)]\n",
        "play can come back to 0, and a game of points",
    );
    with(
        "strategies = {'none': lambda n: n + 1}",
        "a strategy returns a move's label, the position after it, or a list of these; found 22",
    );
}

/// Moves can depend on nothing but the position: each way to try is told.
#[test]
fn moves_depend_on_the_position_alone() {
    let moody = |outside: &str, inside: &str, words: &str| {
        let text = format!(
            "start = 3\n{outside}\ndef moves(n, seen = []):\n    {inside}\n    return [n - 1] if n else []\n"
        );
        let (dir, _) = folder(&text);
        let (status, out, err) = run(dir.path(), &["check", "game.star"]);
        assert_eq!(status, Some(2), "{out}{err}");
        assert!(out.contains(words) && out.contains("in moves(3)"), "{out}");
    };
    let words = "game.star:4:5: this cannot be changed";
    moody("calls = [0]", "calls[0] += 1", words);
    moody("calls = {}", "calls[n] = 1", words);
    moody("calls = []", "calls.append(n)", words);
    moody("", "seen.append(n)", words);
    let words = "parameter is called outside of functions";
    moody("", "n = min(n, parameter('most', 3))", words);
}

#[test]
fn a_strategy_may_allow_several_moves() {
    let text = format!(
        "{SUBTRACTION}strategies = {{'odd': lambda n: [n - k for k in (1, 3) if k <= n], 'law': lambda n: n - n % 4 if n % 4 else None}}\n"
    );
    let (dir, _) = folder(&text);
    let (status, out, _) = run(dir.path(), &["refute", "game.star", "law", "--up-to", "30"]);
    assert_eq!(status, Some(0), "{out}");
    let (status, out, _) = run(dir.path(), &["refute", "game.star", "odd"]);
    assert_eq!(status, Some(4), "{out}");
    assert!(out.contains("odd is refuted at 2"), "{out}");
    let (status, _, err) = run(dir.path(), &["refute", "game.star", "od"]);
    assert_eq!(status, Some(2));
    assert!(err.contains("expected one of odd, law"), "{err}");
}

#[test]
fn commands_that_need_formulas_say_so() {
    let (dir, _) = folder(SUBTRACTION);
    for (arguments, words) in [
        (
            &["sequence", "game.star", "--misere"][..],
            "bouton values game.star",
        ),
        (&["law", "game.star"], "docs/laws.md"),
    ] {
        let (status, _, err) = run(dir.path(), arguments);
        assert_eq!(status, Some(2), "{err}");
        assert!(err.contains(words), "{err}");
    }
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

/// A function of a file plays a built-in game: it is given the position as text, and confined as rule files are.
#[test]
fn strategies_of_ones_own_are_held_to_their_promise() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.star");
    let text = r#"
def mirror(position):
    heaps = [int(heap) for heap in position.split(",")]
    if len(heaps) != 2 or heaps[0] == heaps[1]:
        return None
    small = min(heaps)
    return "%d,%d" % (small, small)

def larger(row):
    coins = [int(coin) for coin in row.split(",")]
    return "L" if coins[0] >= coins[-1] else "R"

def centre(board):
    return "b2" if board == ".../.../..." else None

def nonsense(position):
    return 7

def unknown(position):
    return "pass"
"#;
    std::fs::write(&path, text).unwrap();
    let named = |name: &str| format!("{}:{name}", path.display());
    let asked = |arguments: &[&str], code: i32, said: &str| {
        let mut all = vec!["refute"];
        all.extend(arguments);
        answers(&all, code, said);
    };
    asked(&["nim", &named("mirror"), "--piles", "2"], 0, "stands");
    asked(
        &[
            "nim",
            &named("mirror"),
            "--piles",
            "2",
            "--promise",
            "never-loses",
        ],
        0,
        "never loses",
    );
    asked(
        &["row-ends", &named("larger"), "--by", "margin"],
        4,
        "is refuted at",
    );
    asked(
        &["row-ends", &named("larger"), "--promise", "never-loses"],
        4,
        "followed throughout",
    );
    asked(
        &["tic-tac-toe", &named("centre")],
        0,
        "stands at all 1 positions",
    );
    asked(&["nim", &named("nonsense")], 2, "a strategy returns a move");
    asked(&["row-ends", &named("unknown")], 2, "no legal move at");
    asked(
        &["nim", &named("missing")],
        2,
        "has no function missing(position)",
    );
    asked(&["nim", "nosuch.star:mirror"], 2, "cannot be read");
}

#[test]
fn starts_that_are_over_and_points_that_nothing_earns_are_found() {
    let folder = tempfile::tempdir().unwrap();
    for (text, said) in [
        (
            "start = 0\ndef moves(n):\n    return [n - 1] if n else []\n",
            "play is over at the start, 0",
        ),
        (
            "start = 3\npoints = True\ndef moves(n):\n    return [n - 1] if n else []\ndef plies_left(n):\n    return n\n",
            "nothing earns any",
        ),
    ] {
        let path = folder.path().join("wrong.star");
        std::fs::write(&path, text).unwrap();
        answers(&["check", path.to_str().unwrap()], 2, said);
    }
}

#[test]
fn files_of_single_heaps_have_sequences() {
    answers(
        &["sequence", "subtraction.star", "--heaps", "40"],
        0,
        "period 4 from heap 0 on: seen",
    );
    answers(&["sequence", "tic-tac-toe.star"], 2, "single heaps");
    answers(
        &["sequence", "subtraction.star", "--stream"],
        2,
        "codes such as octal:0.77",
    );
}

/// How far a search came that was stopped amid a call of the rules.
#[test]
fn a_stopped_search_tells_how_far_it_came() {
    let slow = "start = 50000\ndef moves(n):\n    [i for i in range(100000)]\n    return [n - 1, n - 2] if n > 1 else []\ndef plies_left(n):\n    return n\n";
    let (status, out, err) = solve(slow, &["--solver", "memo", "--time", "2s", "--json"]);
    assert_eq!(status, Some(3), "{err}");
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert!(answer["visited"].as_u64().unwrap() > 0, "{out}");
    assert!(answer["seconds"].as_f64().unwrap() > 0.5, "{out}");
}
