//! Suggestions for a command line that cannot be parsed: a position in several words, or one without its game.

use std::ffi::OsString;
use std::path::Path;

use bouton::{Name, Open};
use clap::Parser;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::Program;
use super::output::say;

/// The suggestion for a command line that could not be parsed.
pub(super) fn instead(error: &clap::Error, arguments: &[OsString]) -> Option<Vec<String>> {
    match error.kind() {
        ErrorKind::InvalidSubcommand => with_command(arguments),
        _ => joined(arguments, &unexpected(error)?),
    }
}

/// The command line with a command before its game: `nim 3,4,5` is `solve nim 3,4,5`, `nim` alone is `games nim`.
fn with_command(arguments: &[OsString]) -> Option<Vec<String>> {
    let with = |command: &str| -> Vec<OsString> {
        let command = std::iter::once(command.into());
        command.chain(arguments.iter().cloned()).collect()
    };
    let solve = with("solve");
    let words = texts(&solve)?;
    if is_number(&words[1]) || Name::read(&words[1]).is_err() {
        return with_game(&solve);
    }
    if opens(&words) {
        return Some(words);
    }
    match words.get(3) {
        Some(extra) => joined(&solve, extra),
        None if words.len() == 2 => texts(&with("games")),
        None => None,
    }
}

/// The unexpected word of the command line.
fn unexpected(error: &clap::Error) -> Option<String> {
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    match error.get(ContextKind::InvalidArg)? {
        ContextValue::String(word) if !word.starts_with('-') => Some(word.clone()),
        _ => None,
    }
}

/// Suggests another command line.
pub(super) fn tell(meant: Option<Vec<String>>) {
    if let Some(words) = meant {
        let words: Vec<_> = words.iter().map(|word| quoted(word)).collect();
        say(&format!("did you mean: bouton {}", words.join(" ")));
    }
}

/// The command line in which the words of a position are one: `nim 3 4 5` is `nim 3,4,5`.
fn joined(arguments: &[OsString], extra: &str) -> Option<Vec<String>> {
    let words = texts(arguments)?;
    let game = words.get(1)?;
    if is_number(game) || Name::read(game).is_err() {
        return with_game(arguments);
    }
    let place = words.iter().skip(3).position(|word| word == extra)? + 3;
    let (first, end) = (place - 1, place + run(&words[place..]));
    if is_option(&words[first]) {
        return None;
    }
    let head = &words[..first];
    writings(&words[first..end])
        .into_iter()
        .find_map(|position| {
            let tail = words[end..].iter().cloned();
            let words: Vec<_> = head.iter().cloned().chain([position]).chain(tail).collect();
            opens(&words).then_some(words)
        })
}

/// The same for a number alone, which is a valid expression but is rarely meant as one.
pub(super) fn of_number(arguments: &[OsString]) -> Option<Vec<String>> {
    let words = texts(arguments)?;
    let is_alone = words.get(2).is_none_or(|word| word.starts_with("--"));
    let is_asked = words
        .first()
        .is_some_and(|word| word == "solve" || word == "moves");
    match words.get(1) {
        Some(word) if is_asked && is_alone && is_number(word) => with_game(arguments),
        _ => None,
    }
}

/// Whether a word is a number and not the name of a game, as 31 is.
fn is_number(word: &str) -> bool {
    let is_name = || {
        bouton::cards()
            .iter()
            .any(|card| card.aliases.iter().any(|name| name == word))
    };
    word.parse::<u64>().is_ok() && !is_name()
}

/// Says that the given game is a file of another kind. Only at the terminal: a server does not reveal which files exist.
pub(super) fn tell_file(arguments: &[OsString]) {
    let game = arguments.get(1).map(Path::new);
    if game.is_some_and(Path::is_file) {
        say(
            "it is a file, but not of rules: `bouton info` tells its kind; a table answers with its game and `--table`",
        );
    }
}

/// The command line with a game before what looks like a position: `solve 21` is `solve nim 21`.
pub(super) fn with_game(arguments: &[OsString]) -> Option<Vec<String>> {
    let words = texts(arguments)?;
    let is_position = |word: &String| word.contains(['/', ',', '.']) || is_number(word);
    // A law is that of a game: what follows is no position.
    let is_asked = words.first().is_some_and(|word| word != "law");
    let is_meant = |word: &String| is_position(word) && !is_sentence(word);
    if !is_asked || !words.get(1).is_some_and(is_meant) {
        return None;
    }
    let end = 1 + run(&words[1..]);
    let listed = bouton::cards();
    let mut games = vec!["nim".to_owned(), "tic-tac-toe".to_owned()];
    games.extend(listed.into_iter().map(|card| card.example[0].clone()));
    let positions = writings(&words[1..end]);
    games.into_iter().find_map(|game| {
        positions.iter().find_map(|position| {
            let head = [words[0].clone(), game.clone(), position.clone()];
            let words: Vec<_> = head
                .into_iter()
                .chain(words[end..].iter().cloned())
                .collect();
            opens(&words).then_some(words)
        })
    })
}

fn texts(arguments: &[OsString]) -> Option<Vec<String>> {
    let texts = arguments
        .iter()
        .map(|word| word.to_str().map(str::to_owned));
    texts.collect()
}

/// The number of words before the next option.
fn run(words: &[String]) -> usize {
    words
        .iter()
        .position(|word| is_option(word))
        .unwrap_or(words.len())
}

fn is_option(word: &str) -> bool {
    word.starts_with("--")
}

/// Whether a text has several words of a language, as no position has: `take 1, 2 or 3 from 21`.
fn is_sentence(text: &str) -> bool {
    let is_word = |word: &&str| word.len() > 1 && word.bytes().all(|b| b.is_ascii_lowercase());
    text.split_whitespace().filter(is_word).count() > 1
}

/// A position in several words, written in one.
fn writings(words: &[String]) -> Vec<String> {
    let words: Vec<_> = words.iter().map(|word| word.trim_matches(',')).collect();
    [",", "/", " "].map(|between| words.join(between)).into()
}

/// Whether a command line can be read, and its game opened at its position.
fn opens(words: &[String]) -> bool {
    let name = "bouton".to_owned();
    let Ok(program) = Program::try_parse_from(std::iter::once(&name).chain(words)) else {
        return false;
    };
    let subject = program.command.subject();
    // External rules are not evaluated for a hint.
    let (game, position) = subject.place();
    subject.runs_rules() || Open::game(game).position(position).session().is_ok()
}

/// A word quoted for a shell.
fn quoted(word: &str) -> String {
    let is_plain = |sign: char| sign.is_ascii_alphanumeric() || "_.,:/=+-@%".contains(sign);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}
