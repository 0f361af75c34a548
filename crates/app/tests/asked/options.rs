//! An option that a command takes is obeyed or refused: none is ignored.
//!
//! Every command is asked with each option of its help, with a nonsensical value if it takes one. The option
//! must change the answer to each question that is listed here, or be refused there.

use super::{Place, Said, TAKE};
use crate::support::commands;

/// Questions to each command.
const QUESTIONS: &str = include_str!("questions.txt");

/// Commands that answer no question: they serve, work with other machines, or describe the program.
const OTHERS: &[&str] = &["serve", "cluster", "completions", "man", "help"];

/// Options without a value that change no answer.
const PERMISSIONS: &[&str] = &["help"];

/// Options without which there is no question: a second one is refused for that reason.
fn with_option(question: &str, option: &str, value: Option<&str>) -> Vec<String> {
    let mut words: Vec<String> = question.split(' ').map(str::to_owned).collect();
    words.push(match value {
        Some(value) => format!("--{option}={value}"),
        None => format!("--{option}"),
    });
    words
}

/// The options in a command's help, and whether each has a value.
fn options(help: &str) -> Vec<(String, bool)> {
    let lines = help.lines().map(str::trim_start);
    let listed = lines.filter_map(|line| {
        let long = match line.split_once(", --") {
            Some((short, long)) if short.len() == 2 && short.starts_with('-') => long,
            _ => line.strip_prefix("--")?,
        };
        let end = long.find([' ', '=']).unwrap_or(long.len());
        let (name, rest) = long.split_at(end);
        Some((name.to_owned(), rest.trim_start().starts_with('<')))
    });
    listed.collect()
}

/// The result of a question, without its time.
fn outcome(place: &Place, words: &[String]) -> (Said, Vec<Vec<u8>>) {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let files = [
        "x.svg", "x.png", "x.json", "x.tex", "x.jsonl", "x.tb", "x.csv",
    ];
    let files = files.map(|file| place.path().join(file));
    for file in &files {
        let _ = std::fs::remove_file(file);
    }
    let mut said = place.ask_with(&words, "moves\nquit\n");
    said.out = without_times(&said.out);
    let written = files
        .iter()
        .map(|file| std::fs::read(file).unwrap_or_default());
    (said, written.collect())
}

/// The text without its decimal fractions, which are times.
fn without_times(text: &str) -> String {
    let words = text.split_inclusive([' ', ',', '}', '\n', '(']);
    let is_time = |word: &str| word.contains('.') && word.chars().any(|c| c.is_ascii_digit());
    words.filter(|word| !is_time(word)).collect()
}

#[test]
fn every_option_is_heeded_or_refused() {
    let place = Place::with(&TAKE);
    assert_eq!(
        place
            .ask(&["law", "wythoff", "--certificate", "kept.law"])
            .code,
        Some(0)
    );
    let mut faults = Vec::new();
    for question in QUESTIONS.lines() {
        let command = question.split(' ').next().unwrap();
        let plain: Vec<String> = question.split(' ').map(str::to_owned).collect();
        let (before, files) = outcome(&place, &plain);
        let help = place.ask(&[command, "--help"]).out;
        let found = options(&help);
        assert!(found.len() > 1, "{command}: {help}");
        for (option, has_value) in found {
            if PERMISSIONS.contains(&&*option) || plain.contains(&format!("--{option}")) {
                continue;
            }
            // A table of nine positions has no bytes to save.
            if question == "tabulate nim 2,3 -o x.tb" && option == "best" {
                continue;
            }
            // Heaps look the same from both sides.
            if question.starts_with("draw nim") && option == "turned" {
                continue;
            }
            // A folder that is created where there was none.
            if question == "law --sweep 1" && option == "certificate" {
                continue;
            }
            let value = has_value.then_some("no-such-folder/☃");
            let words = with_option(question, &option, value);
            let (after, others) = outcome(&place, &words);
            let makes_none = (&after, &others) == (&before, &files);
            if after.code != Some(2) && makes_none {
                faults.push(format!("{}: {after:?}", words.join(" ")));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Options that have no effect without another one, or together with it.
#[test]
fn what_means_nothing_is_refused() {
    let place = Place::with(&TAKE);
    assert_eq!(
        place
            .ask(&["law", "wythoff", "--certificate", "kept.law"])
            .code,
        Some(0)
    );
    let refused = include_str!("refused.txt").lines();
    for question in refused.filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = question.split(' ').collect();
        let said = place.ask(&words);
        assert!(
            said.is_refusal() && said.out.is_empty(),
            "{question}: {said:?}"
        );
    }
    // Where they have an effect, they are accepted.
    for question in [
        "law nim --piles 3",
        "ask wythoff P(a,b) --misere",
        "draw nim 3,4 --as graph -o x.svg --levels remoteness --most 9",
        "refute row-ends larger-end --values 1..2 --length ..3",
        "draw clobber X^nO --as family -o x.svg",
        "solve wythoff 3,4 --threads 2",
        "analyze nim 3,4 --threads 2",
    ] {
        let words: Vec<&str> = question.split(' ').collect();
        let said = place.ask(&words);
        assert!(!said.is_refusal(), "{question}: {said:?}");
    }
}

/// A new command needs a question here.
#[test]
fn every_command_has_a_question() {
    for name in commands() {
        let asked = QUESTIONS
            .lines()
            .any(|question| question.split(' ').next() == Some(&*name));
        assert!(asked || OTHERS.contains(&&*name), "{name}");
    }
}

/// The value of a position is the same, whichever player moves and whatever finds it.
#[test]
fn the_api_refuses_what_means_nothing_for_a_value() {
    let server = crate::server::Server::start(&[]);
    let question = "/api/value?game=domineering&position=../..";
    assert_eq!(server.get(question).status, 200);
    for option in ["right=1", "right=0", "solver=memo"] {
        let told = server.get(&format!("{question}&{option}"));
        let error = told.json()["error"]["message"].to_string();
        let name = option.split('=').next().unwrap();
        assert!(
            told.status == 400 && error.contains(&format!("there is no parameter \\\"{name}")),
            "{option}: {error}"
        );
    }
}
