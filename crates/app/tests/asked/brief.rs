//! A refusal repeats at most 200 characters of the input, however long that is.

use super::{Place, Said};
use crate::server::Server;

/// The letter that long inputs consist of; no word of the program has it.
const LETTER: char = 'ж';
/// The length of an argument, which the system limits.
const ARGUMENT: usize = 20_000;
/// The length of a text from a file or from standard input.
const FILE: usize = 1_000_000;
/// The greatest length of a refusal.
const LONGEST: usize = 6_000;

fn check(what: &str, said: &str) {
    let repeated = said.chars().filter(|c| *c == LETTER).count();
    let length = said.chars().count();
    let begin: String = said.chars().take(1000).collect();
    assert!(
        repeated <= 200,
        "{what}: {repeated} of the input in {length}: {begin}"
    );
    assert!(length <= LONGEST, "{what}: {length} characters: {begin}");
}

/// The input of this many letters: a word, words, a list, texts of several lines.
fn inputs(length: usize) -> [String; 4] {
    let word = LETTER.to_string();
    [
        word.repeat(length),
        "ж ".repeat(length / 2),
        "ж,жж,\"".repeat(length / 6),
        "жж\n\t".repeat(length / 4),
    ]
}

/// Commands with a long text in the place of `X`.
const COMMANDS: &str = include_str!("long.txt");

#[test]
fn on_the_command_line() {
    let place = Place::with(&super::TAKE);
    let inputs = inputs(ARGUMENT);
    for (nth, command) in COMMANDS.lines().enumerate() {
        // Each input meets each kind of text; all kinds with all commands would take minutes.
        for input in [&inputs[0], &inputs[1 + nth % 3]] {
            let words: Vec<String> = command
                .split(' ')
                .map(|word| word.replace('|', " ").replace('X', input))
                .collect();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let said = place.ask(&words);
            assert_ne!(said.code, Some(0), "{command}");
            check(command, &said.all());
        }
    }
}

#[test]
fn in_a_batch_and_from_a_file() {
    let inputs = inputs(FILE);
    let place = Place::with(&super::TAKE);
    for game in "nim tic-tac-toe domineering hackenbush sum take.star take.jsonl".split(' ') {
        for input in &inputs {
            let line = input.replace('\n', " ");
            let said = place.ask_with(&["solve", game, "-"], &format!("{line}\n"));
            assert!(
                said.is_refusal() || said.code == Some(0),
                "{game}: {:?}",
                said.code
            );
            check(&format!("a line for {game}"), &said.all());
            std::fs::write(place.path().join("long.txt"), input).unwrap();
            check(game, &place.ask(&["moves", game, "@long.txt"]).all());
        }
    }
}

/// Wrong files with very long texts.
fn faults(input: &str) -> Vec<(&'static str, String)> {
    let text = serde_json::to_string(input).unwrap();
    let word: String = input.chars().filter(|c| *c == LETTER).collect();
    let lines = include_str!("wrong_files.txt").lines();
    let fault = |line: &'static str| {
        let (name, rules) = line.split_once("  ").unwrap();
        let rules = rules.replace("\\n", "\n").replace("WORD", &word);
        (name, rules.replace("TEXT", &text))
    };
    lines.map(fault).collect()
}

#[test]
fn of_what_stands_in_a_file() {
    for input in [LETTER.to_string().repeat(FILE), "ж ".repeat(FILE / 2)] {
        for (name, text) in faults(&input) {
            let place = Place::with(&[(name, &text)]);
            let questions: &[&[&str]] = match name {
                "bad.game" | "bad.law" => &[&["law"], &["verify"], &["ask"]],
                _ => &[&["solve"], &["check"], &["moves"]],
            };
            for question in questions {
                let words = [question, &[name][..]].concat();
                let words = if question[0] == "ask" {
                    [&words[..], &["A"]].concat()
                } else {
                    words
                };
                let said: Said = place.ask(&words);
                // An answer may be long; mistakes that `check` counts belong to its answer.
                if said.code != Some(0) && question[0] != "check" {
                    check(&format!("{words:?}"), &said.all());
                }
                check(&format!("{words:?}"), &said.error);
            }
        }
    }
}

#[test]
fn through_the_api() {
    let server = Server::start(&[]);
    for input in inputs(5_000) {
        let long: String = input.bytes().map(|byte| format!("%{byte:02x}")).collect();
        for line in include_str!("long_forms.txt").lines() {
            let (route, form) = line.split_once(' ').unwrap();
            let told = server.post(&format!("/api/{route}"), &form.replace('X', &long));
            assert_ne!(told.status, 200, "{route} {form}");
            check(&format!("{route} {form}"), &told.json().to_string());
        }
        let told = server.get(&format!("/api/games/{}", &long[..6000]));
        check("the name in an address", &told.text());
    }
}
