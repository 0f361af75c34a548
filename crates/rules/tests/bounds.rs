//! The limits of a call and of a question, and what a file keeps between calls and threads.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;

use bouton_core::{Limits, RuleError, Side, StopReason, asked};
use bouton_external::ExternalRules;
use bouton_rules::{RuleFile, Rules, Trouble};

fn rules(text: &str) -> Rules {
    Rules::of(RuleFile::of("game.py", text, None).unwrap())
}

/// The first moves of a game within limits.
fn moves(rules: &Rules, limits: &Limits) -> Result<Vec<String>, RuleError> {
    rules.oracle().unwrap().begin(limits);
    asked(|| {
        let at = rules.start().unwrap();
        let moves: Vec<_> = rules.moves(&at, Side::Left).collect();
        moves.iter().map(|mv| rules.show(&mv.to)).collect()
    })
}

/// A function `moves` with these lines, from line 3.
fn with(lines: &str) -> Rules {
    rules(&format!(
        "start = 5\ndef moves(n):\n{lines}\n    return [n - 1]\n"
    ))
}

/// A call that takes too much is stopped at its line, and takes no more memory than it may.
#[test]
fn a_call_takes_no_more_than_it_may() {
    for lines in [
        "    while True:\n        n += 0",
        "    x = 'ab'\n    while True: x = x + x",
        "    x = 'abc' * 10 ** 12",
        "    x = 1 << 10 ** 9 << 10 ** 9",
        "    x = list(range(10 ** 12))",
        "    x = [0] * (1 << 40)",
        "    x = ()\n    while True: x = (x, x, 'a' * 1000)",
        "    def f(x): return f(x + 1) + 1\n    return f(0)",
    ] {
        let limits = Limits::of_memory(64 << 20);
        let told = match moves(&with(lines), &limits) {
            Err(RuleError::Overrun(told) | RuleError::Broken(told)) => told,
            other => panic!("{lines}: {other:?}"),
        };
        let head = told.lines().next().unwrap();
        let is_placed = head.starts_with("game.py:3:") || head.starts_with("game.py:4:");
        assert!(is_placed && head.len() < 150, "{told}");
        assert!(told.ends_with("in moves(5)"), "{told}");
    }
}

/// A limit of the question stops a call, and the message names the line that ran.
#[test]
fn a_question_ends_inside_a_call() {
    let long = with("    for i in range(10 ** 7): n = n");
    let limits = Limits::of_looks(1000);
    let stopped = Err(RuleError::Stopped(StopReason::Time));
    assert_eq!(moves(&long, &limits), stopped);
    let why = long.oracle().unwrap().growth().unwrap();
    assert!(why.starts_with("game.py:3:"), "{why}");
    assert_eq!(moves(&long, &Limits::default()).unwrap(), ["4"]);
    assert_eq!(long.oracle().unwrap().growth(), None);
    limits.cancel.store(true, Ordering::Relaxed);
    let text = "for i in range(10 ** 7): pass\ndef moves(n): return []";
    let read = RuleFile::within("game.py", Some(text), None, &limits);
    assert_eq!(read.unwrap_err(), Trouble::Stopped(StopReason::Cancelled));
}

/// Each thread reads the text again, and keeps what it has read of a few files.
#[test]
fn threads_have_machines_of_their_own() {
    let text = |n| {
        format!(
            "from functools import cache\nTABLE = [k * {n} for k in range(9)]\n@cache\ndef f(k): return TABLE[k]\nstart = 5\ndef moves(k): yield f(k)\n"
        )
    };
    let all: Arc<Vec<_>> = Arc::new((0..7).map(|n| rules(&text(n))).collect());
    let threads = (0..4).map(|_| {
        let all = all.clone();
        thread::spawn(move || {
            for round in 0..20 {
                for (n, rules) in all.iter().enumerate().skip(round % 3) {
                    let found = moves(rules, &Limits::default()).unwrap();
                    assert_eq!(found, [(5 * n).to_string()]);
                }
            }
        })
    });
    let threads: Vec<_> = threads.collect();
    threads
        .into_iter()
        .for_each(|thread| thread.join().unwrap());
}

/// A docstring says what a comment at the beginning says.
#[test]
fn a_docstring_tells_the_rules() {
    let rest = "def moves(n): return []\n";
    for head in [
        "# Take one.\n# Or two.\n# Source: Bouton 1901\n",
        "\"\"\"Take one.\nOr two.\n\nSource: Bouton 1901\n\"\"\"\n",
        "'''Take one. Or two.\n    Source: Bouton 1901'''\n",
    ] {
        let file = RuleFile::of("game.py", &format!("{head}{rest}"), None).unwrap();
        let told = [file.rules(), file.source()];
        assert_eq!(told, ["Take one. Or two.", "Bouton 1901"], "{head}");
    }
}

/// Generators and ranges are lists of moves; a set has no order.
#[test]
fn moves_come_one_by_one_or_in_a_list() {
    for text in [
        "def moves(n):\n    for k in (1, 2): yield n - k",
        "def moves(n): return range(4, 2, -1)",
        "def moves(n): return (n - k for k in (1, 2))",
        "def moves(n): return map(lambda k: n - k, [1, 2])",
        "def moves(n): return {4: 0, 3: 0}.keys()",
    ] {
        let rules = rules(&format!("start = 5\n{text}\n"));
        assert_eq!(moves(&rules, &Limits::default()).unwrap(), ["4", "3"]);
    }
    let set = rules("start = 5\ndef moves(n): return {4, 3}\n");
    let Err(RuleError::Broken(told)) = moves(&set, &Limits::default()) else {
        panic!("a set has no order")
    };
    assert!(
        told.contains("found set: write sorted(…) around it"),
        "{told}"
    );
}
