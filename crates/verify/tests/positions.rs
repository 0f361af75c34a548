//! Certificates of positions: right ones, for each step a false one that only this step refuses, edits at random, and hostile
//! ones.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bouton_reference::messages;
use bouton_verify::{Bounds, check_from};

fn text(game: &str, lines: &str) -> String {
    format!("bouton position certificate 1\ngame {game}\nplay normal\n{lines}\nend\n")
}

fn within(text: &str, bounds: &Bounds) -> Result<String, String> {
    let found = check_from(&mut text.as_bytes(), bounds).expect("a certificate");
    found
        .map(|checked| checked.claim)
        .map_err(|why| why.to_string())
}

fn verdict(text: &str) -> Result<String, String> {
    within(text, &Bounds::default())
}

fn refused(text: &str, by: &str) {
    let why = verdict(text).expect_err(text);
    assert!(why.contains(by), "{why}\n{text}");
}

/// A certificate in one line: a game, in misère play if this word is before it, and lines.
fn in_a_line(certificate: &str) -> String {
    if let Some(rest) = certificate.strip_prefix("misere ") {
        return in_a_line(rest).replace("play normal", "play misere");
    }
    let (game, lines) = certificate.split_once(": ").unwrap();
    let lines: Vec<_> = lines.split(';').map(str::trim).collect();
    text(game, &lines.join("\n"))
}

/// False certificates of positions, and what refuses them.
fn all_refused(heading: &str) {
    messages(heading, |certificate| {
        verdict(&in_a_line(certificate)).expect_err(certificate)
    });
}

/// Right certificates of positions, and what they claim.
fn all_valid(heading: &str) {
    messages(heading, |certificate| {
        verdict(&in_a_line(certificate)).expect(certificate)
    });
}

#[test]
fn right_ones_are_valid() {
    all_valid("positions");
}

/// The claim follows from nothing but the moves: each line of the argument in `docs/certificates.md`.
#[test]
fn each_step_is_needed() {
    for heading in [
        "1. A claim of a play that has ended is the end's own",
        "2. A player who is to reach a value has a move that does: the one that is named, and no other",
        "3. Every reply is answered",
        "4. Points that a move earns count for the player who makes it, and one more move belongs to the same player",
        "6. Of Grundy values: the position beside a heap of that size is lost, and only in games that have them",
        "7. Parts of a sum are worth what was proved of each, not what is named",
        "8. The aim is that of the claim",
    ] {
        all_refused(heading);
    }
    // 5. A win comes nearer to the end: play may not come back to a position that is being proved.
    let around = "claim at least 1\nposition OO/./XX\n".to_owned() + &"0 ".repeat(200);
    refused(&text("pong-hau-k-i", &around), "play does not come back");
    // 9. Nothing stands after the end, and something before it.
    let won = text("nim", "claim at least 1\nposition 1\n0");
    refused(&(won + "end\n"), "after the end");
    refused(
        "bouton position certificate 1\ngame nim\nplay normal\nend\n",
        "expected a claim",
    );
}

/// Plies are those of the longest play that follows the proof, with nothing left out: two equal heaps are worth nothing and yet
/// played, and a claim that was proved with parts left out is proved again.
#[test]
fn plies_are_counted() {
    all_valid("plies");
    all_refused("fewer plies than play takes");
}

#[test]
fn what_is_no_certificate_is_told() {
    all_refused("texts that are no certificate");
    assert!(check_from(&mut "a letter".as_bytes(), &Bounds::default()).is_none());
    assert!(check_from(&mut "".as_bytes(), &Bounds::default()).is_none());
}

/// Files of somebody who means harm take no more than they are allowed.
#[test]
fn hostile_ones_stop_at_their_limits() {
    let bounds = |memory: u64| Bounds {
        memory,
        time: Some(Duration::from_millis(500)),
        ..Bounds::default()
    };
    let zeros = "0 ".repeat(1 << 16);
    for (game, claim) in [
        ("nim", "claim grundy 65536\nposition 65536"),
        ("nim", "claim at most -1\nposition 60000,5000,400"),
        ("wythoff", "claim at most -1\nposition 32000,32000"),
        (
            "chomp",
            &format!("claim at most -1\nposition {}", vec!["255"; 255].join(",")),
        ),
        (
            "amazons",
            &format!(
                "claim at most -1\nposition {}",
                vec!["X...O...X...O..."; 16].join("/")
            ),
        ),
        (
            "mnk:16,16,5",
            &format!(
                "claim at most 0\nposition {}",
                vec![".".repeat(16); 16].join("/")
            ),
        ),
        (
            "row-front:255",
            &format!("claim at most 0\nposition {}", vec!["1"; 4096].join(",")),
        ),
        ("take-and-break:0.[7]", "claim at most -1\nposition 512"),
        (
            "dots-and-boxes:8,8",
            &format!(
                "claim at most 0\nposition {}",
                ["........", "........."].repeat(9)[..17].join("/")
            ),
        ),
        (
            "eatcake",
            &format!(
                "claim at most -1\nposition {}",
                vec!["1024x1024"; 64].join(",")
            ),
        ),
    ] {
        let text = text(game, &format!("{claim}\n{zeros}"));
        // Processor time: other tests share the machine.
        let began = cpu_time::ThreadTime::now();
        let why = within(&text, &bounds(64 << 20)).expect_err(game);
        assert!(
            began.elapsed() < Duration::from_secs(20),
            "{game}: {:?}",
            began.elapsed()
        );
        assert!(!why.contains("panic") && why.len() < 4000, "{game}: {why}");
    }
    // Longer than any line, and numbers that are none.
    for endless in [" ", "\n", "0", "1"] {
        let moves = endless.repeat(1 << 20);
        refused(
            &text("nim", &format!("claim at least 1\nposition 2\n{moves}")),
            "of a move",
        );
    }
    let long = "x".repeat(2 << 20);
    assert!(
        within(
            &text("nim", &format!("claim at least 1\nposition {long}")),
            &bounds(1 << 30)
        )
        .is_err()
    );
    assert!(within(&text(&long, ""), &bounds(1 << 30)).is_err());
    let cancelled = Bounds {
        cancel: Arc::new(AtomicBool::new(true)),
        ..Bounds::default()
    };
    let text = text("nim", &format!("claim grundy 300\nposition 300\n{zeros}"));
    let why = within(&text, &cancelled).unwrap_err();
    assert_eq!(why, "undecided: the check was interrupted");
}

/// A value is proved by two claims of the position and the negative of a form, side by side.
#[test]
fn values_need_both_claims() {
    let value = |claims: &str| {
        let claim = |line: &str| {
            let (position, moves) = line.rsplit_once(':').unwrap();
            format!("claim at most -1\nposition {position}\n{}\n", moves.trim())
        };
        let claims: String = claims.lines().map(claim).collect();
        verdict(&format!(
            "bouton value certificate 1\ngame sum\nplay normal\n{claims}end\n"
        ))
    };
    // One column of two cells is worth 1: beside -1, which is {|0}.
    messages("values", |claims| value(claims).expect(claims));
    messages("claims that show no value", |claims| {
        value(claims).expect_err(claims)
    });
}

/// A certificate with the rules of a file.
fn by_rules(rules: &str, lines: &str) -> String {
    use bouton_verify::position::{Language, Text};

    let text = Text {
        name: "a.star".into(),
        language: Language::Rules,
        text: rules.to_owned(),
    };
    let rules = text.written();
    format!("bouton position certificate 1\ngame a.star\n{rules}play normal\n{lines}\nend\n")
}

/// A file saved by an editor that puts a mark first, and a return at the end of each line, is the same file.
#[test]
fn marks_and_returns_of_editors_change_nothing() {
    let saved = |text: &str| format!("\u{feff}{}", text.replace('\n', "\r\n"));
    let rules = "# 1 is won.\ndef moves(n):\n    return [n - 1] if n > 0 else []\n";
    let plain = by_rules(rules, "claim won within 1\nposition 1\n0");
    for text in [
        plain.clone(),
        saved(&plain),
        plain.replace('\n', "\r\n"),
        by_rules(&saved(rules), "claim won within 1\nposition 1\n0"),
        saved(&text("nim", "claim at least 1\nposition 2\n1")),
    ] {
        assert!(verdict(&text).is_ok(), "{text:?}: {:?}", verdict(&text));
    }
    // The hash is that of the file as it stands.
    let hash = |text: &str| {
        verdict(text)
            .unwrap()
            .split("SHA-256 ")
            .nth(1)
            .map(|text| text[..64].to_owned())
    };
    assert_eq!(hash(&plain), hash(&saved(&plain)));
    assert_ne!(
        hash(&plain),
        hash(&by_rules(
            &saved(rules),
            "claim won within 1\nposition 1\n0"
        ))
    );
}

/// A limit of the interpreter is a limit of the checker, and makes no claim false.
#[test]
fn limits_of_the_interpreter_refute_nothing() {
    let nested = |one: &str, rest: &str| {
        format!(
            "def nest(n, v):\n    x = v\n    for i in range(n):\n        x = {one}\n    return x\n{rest}\ndef moves(n):\n    return []\n"
        )
    };
    for rules in [
        nested("(x,)", "A = nest(5000, 0) == nest(5000, 0)"),
        nested("(x,)", "A = nest(5000, 0) < nest(5000, 1)"),
        nested("[x]", "A = str(nest(5000, 0))"),
        nested("[x, x]", "A = str(nest(60, 0))"),
        nested("x", "A = 1 << (1 << 70)"),
        nested("x", "A = 3 ** (1 << 40)"),
        nested("x", "A = range(1 << 70)"),
        nested("x", "A = []\nA.append(A)\nB = str(A)"),
        nested("x", "def A(n):\n    return A(n)\nA(1)"),
        nested("x", "A = [0 for k in range(1 << 40)]"),
        nested("x", &format!("A = {}0{}", "(".repeat(500), ")".repeat(500))),
    ] {
        let why = verdict(&by_rules(&rules, "claim at most -1\nposition 0\n")).expect_err(&rules);
        assert!(why.starts_with("undecided: "), "{why}\n{rules}");
    }
    // An error of the rules is one.
    refused(
        &by_rules(
            "def moves(n):\n    return [][1]\n",
            "claim at most -1\nposition 0\n",
        ),
        "the rules in it fail",
    );
}

/// Moves as lists of rewritings; positions are words, with or without a start.
#[test]
fn rewritings_are_moves() {
    use bouton_reference::message;

    let told = |rules: &str, claim: &str, position: &str, proof: &str| {
        let certificate = by_rules(
            rules,
            &format!("claim {claim}\nposition {position}\n{proof}"),
        );
        verdict(&certificate).map_or_else(|why| why, |_| "valid".to_owned())
    };
    let rules = "left = [(\"XO\", \".X\")]\nright = [(\"XO\", \"O.\")]\n";
    for rules in [rules.to_owned(), format!("start = \"XO\"\n{rules}")] {
        assert_eq!(told(&rules, "won within 1", "XO", "0"), "valid");
        assert_eq!(told(&rules, "won within 1", "XO R", "0"), "valid");
        assert_eq!(told(&rules, "won within 3", "XXOXO", "0 0"), "valid");
        assert_ne!(told(&rules, "won within 1", "XO", "1"), "valid");
        assert_ne!(told(&rules, "won within 1", "OX", "0"), "valid");
        message(
            "a word with a letter that no rewriting has",
            told(&rules, "lost within 0", "n", ""),
        );
    }
    messages("lists of rewritings that are refused", |left| {
        let rules = format!("left = {left}\nright = []\n");
        told(&rules, "won within 1", "XO", "0")
    });
}
