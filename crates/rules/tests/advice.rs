//! Python code that rule files lack, and the advice for it.

use bouton_core::Limits;
use bouton_reference::{message, messages};
use bouton_rules::RuleFile;
use bouton_rules::check::check;

/// The fault of a rule file, when it is read or when it is played.
fn told(text: &str) -> String {
    match RuleFile::of("game.star", text, None) {
        Err(fault) => fault.to_string(),
        Ok(file) => check(&file, &[], &Limits::default()).mistakes.join("\n"),
    }
}

/// The function `moves` with these lines, of a game that starts at 5, on the lines from 3.
fn moves(lines: &str) -> String {
    let lines: Vec<_> = lines.lines().map(|line| format!("    {line}\n")).collect();
    format!("start = 5\ndef moves(n):\n{}", lines.concat())
}

#[test]
fn what_python_has_and_rule_files_lack() {
    messages("lines of Python", |lines| told(&moves(lines)));
    messages("files of Python", |text| told(&format!("{text}\n")));
}

/// Editors put a mark first, and end lines with a return: the file is the same, and its places are.
#[test]
fn marks_and_returns_of_editors_are_no_signs_of_the_file() {
    let text = "start = 3\nrow = \"\"\"a\nb\"\"\"\ndef moves(n):\n    return [n - len(row)] if n == len(\"a\\nb\") else []\n";
    let saved = |text: &str| format!("\u{feff}{}", text.replace('\n', "\r\n"));
    for text in [text.to_owned(), saved(text)] {
        let file = RuleFile::of("saved.star", &text, None).unwrap();
        let report = check(&file, &[], &Limits::default());
        assert_eq!(
            (report.mistakes.len(), report.line),
            (0, vec!["0".to_owned()]),
            "{text:?}"
        );
    }
    let wrong = "start = 3\ndef moves(n):\n    return [m - 1]\n";
    assert_eq!(told(wrong), told(&saved(wrong)));
}

/// "I divided by two and it says something about `def moves`."
#[test]
fn a_number_with_a_fraction_is_told_where_it_is_made() {
    let half = "start = 8\ndef half(n):\n    # n / 2, rounded\n    return n / 2\n\ndef moves(n):\n    k = half(n)\n    return [k] if n > 1 else []\n";
    message("a number with a fraction, from a function", told(half));
    let both = "start = 8\ndef odd(n):\n    return n / 3 > 1\n\ndef moves(n):\n    if odd(n):\n        return [n / 2]\n    return []\n";
    message("a number with a fraction, from moves itself", told(both));
}

/// "I wrote `def Moves` and it does not find it."
#[test]
fn names_that_are_nearly_right_are_named() {
    messages("names that are nearly right", |name| {
        told(&format!("start = 5\n\ndef {name}(n):\n    return []\n"))
    });
    let file = RuleFile::of(
        "game.star",
        "Start = 5\ndef moves(n):\n    return []\n",
        None,
    )
    .unwrap();
    assert_eq!(file.meant_for("start"), Some("Start"));
    let notes = check(&file, &[], &Limits::default()).notes;
    message("a start that is nearly right", notes.join("\n"));
}

/// "It computed until my machine was full. I had only forgotten that a heap cannot be less than nothing."
#[test]
fn a_game_that_grows_without_end_is_noted() {
    let noted = |text: &str| {
        let file = RuleFile::of("game.star", text, None).unwrap();
        let report = check(&file, &[], &Limits::default());
        assert_eq!(report.mistakes, Vec::<String>::new(), "{text}");
        let is_growth = |note: &String| note.contains("is a bound missing?");
        report.notes.into_iter().find(is_growth)
    };
    let down = noted(&moves("return [n - 1, n - 2]")).unwrap();
    assert!(
        down.starts_with("numbers become smaller and smaller: after 2,000 moves: -"),
        "{down}"
    );
    assert!(
        down.contains(", none came back: is a bound missing? (the line: 5; "),
        "{down}"
    );
    let up = noted(&moves("return [n + 1, n + 2]")).unwrap();
    assert!(up.starts_with("numbers become larger and larger"), "{up}");
    // Here a random play mostly ends, or comes back.
    for (text, words) in [
        (moves("return [n - 1, n - 2] if n != 0 else []"), "smaller"),
        (moves("return [n - 1, n + 1] if n > 0 else []"), "larger"),
        ("start = 'a'\ndef moves(w):\n    return [w + 'b', w + 'c']\n".into(), "longer"),
        ("start = (2, 3)\ndef moves(p):\n    a, b = p\n    return [(a - 1, b), (a, b - 1)] if a > 0 else []\n".into(), "smaller"),
        ("start = 'LR'\ndef left(w):\n    return [w + 'L']\ndef right(w):\n    return [w + 'R']\n".into(), "longer"),
    ] {
        let note = noted(&text).unwrap_or_else(|| panic!("{text}"));
        assert!(note.contains(words), "{note}");
    }
    // Files whose play ends or returns, or that limit it themselves, get no advice.
    for text in [
        moves("return [k for k in (n - 1, n - 2) if k >= 0]"),
        "start = 100000\ndef moves(n):\n    return [n - k for k in (1, 2, 3) if k <= n]\n".into(),
        "start = 0\ndef moves(n):\n    return [n + k for k in (1, 2, 3) if n + k <= 9000]\n".into(),
        moves("return [(n + 1) % 5000]"),
        "start = 0\ndef moves(n):\n    return [(n + 1) % 5000, (n - 1) % 5000]\n".into(),
        "start = 0\ndef moves(n):\n    return [n + 1] if n < 1000000 else []\ndef plies_left(n):\n    return 1000000 - n\n".into(),
        "start = 'x.....'\ndef moves(w):\n    return [w[1:] + w[0]]\n".into(),
    ] {
        assert_eq!(noted(&text), None, "{text}");
    }
}
