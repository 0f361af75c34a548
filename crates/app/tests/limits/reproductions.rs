//! Questions that once took gigabytes, minutes, or the program itself.

use std::time::Duration;

use super::large::solvers;
use super::measured::Measured;

const TIME: Duration = Duration::from_millis(200);
const MEMORY: u64 = 200 << 20;

/// Asks within these limits; `%` stands for a file with the position.
fn asked(words: &str, position: &str) -> Measured {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("position");
    std::fs::write(&at, position).unwrap();
    let picture = folder.path().join("a.png");
    let word = |word: &str| match word {
        "%" => format!("@{}", at.display()),
        "a.png" => picture.display().to_string(),
        _ => word.to_owned(),
    };
    let words = words
        .split(' ')
        .chain(["--time", "200ms", "--memory", "200M"]);
    let words: Vec<_> = words.map(word).collect();
    let (measured, fault) = Measured::within(&words, TIME, solvers(&words), MEMORY);
    assert!(fault.is_none(), "{}", fault.unwrap_or_default());
    measured
}

fn answered(words: &str, position: &str) -> String {
    let measured = asked(words, position);
    assert_eq!(measured.code, Some(0), "{words}: {}", measured.error);
    measured.told
}

fn stopped(words: &str, position: &str) {
    let measured = asked(words, position);
    assert_eq!(
        measured.code,
        Some(3),
        "{words}: {}{}",
        measured.error,
        measured.told.chars().take(500).collect::<String>()
    );
}

#[test]
fn very_many_heaps() {
    stopped("analyze crosses %", &vec!["3"; 200_000].join(","));
    let heaps: Vec<_> = (0..200_000).map(|n| (n % 1000).to_string()).collect();
    stopped("solve nim % --solver all", &heaps.join(","));
}

#[test]
fn numbers_of_very_many_digits() {
    for digits in [64_000, 250_000] {
        asked("solve fibonacci-nim %", &"9".repeat(digits));
        asked("moves fibonacci-nim %", &"9".repeat(digits));
    }
}

#[test]
fn long_chains_of_edges() {
    let edges: Vec<_> = (0..4000).map(|n| format!("{n}g{}", n + 1)).collect();
    let told = answered("solve hackenbush % --json", &edges.join(","));
    assert!(told.contains("\"outcome\":\"win\""), "{told}");
    asked("value hackenbush %", &edges.join(","));
    asked("moves hackenbush %", &edges.join(","));
}

#[test]
fn sequences_of_any_length() {
    asked("sequence all-but:999 --heaps 20000", "");
    asked("sequence octal:4.0 --heaps 1000000000 --values", "");
    let told = answered("sequence all-but:1 --heaps 18446744073709551615 --json", "");
    assert!(
        told.contains("\"heaps\":\"18446744073709551615\""),
        "{told}"
    );
    assert!(told.contains("\"proof\":\"proved\""), "{told}");
}

#[test]
fn pictures_of_any_size() {
    asked("draw octal:0.007 3,4,17 --as automaton -o a.png", "");
    asked("draw wythoff 200 --as grid --scale 20 -o a.png", "");
}
