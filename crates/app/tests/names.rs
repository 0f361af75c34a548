//! Every name of a game with every command that takes one: an answer, or one sentence that says why the question does
//! not fit this game. A name that `solve` takes is known everywhere.
#![cfg(all(feature = "rules", feature = "serve"))]

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

use crate::server::Server;
use crate::support::{answer, none, other_program};

/// A game as it may be typed.
#[derive(Clone, Debug)]
struct Name {
    game: String,
    /// A position of it; none where the name holds it.
    position: Option<String>,
    /// The game of the catalogue that this is another name for, with parameters.
    alias_of: Option<String>,
}

/// Rule files of each kind, files of formulas and certificates, and a position of each.
const FILES: &[[&str; 2]] = &[
    ["examples/stones.star:1,2,3", "9"],
    ["examples/token.star", "a"],
    ["examples/tic-tac-toe.star", "XOX......"],
    ["examples/berzerk.star:5,32,123", "Rick,5"],
    ["docs/coins.star", "4,5,1"],
    ["crates/app/tests/golden/files/walk.star", "3,1,4"],
    ["examples/cutcake.star", "2x3"],
    ["docs/frogs.star", "L..R"],
    ["docs/thief.game", "3,4"],
    ["crates/app/tests/golden/files/kayles.game", "3,1"],
    ["docs/wythoff.law", "3,5"],
];

/// Sums of each kind.
const SUMS: &[&str] = &[
    "nim 3,4 + kayles 5",
    "domineering:2,2 ../.. + hackenbush 0b1",
    "row-ends 4,5,3 + row-front:2 1,9",
    "docs/subtraction.star 7 + nim 2",
];

/// Other names whose board is not that of the example: they are asked about their start.
const OF_ANOTHER_SIZE: &[&str] = &["gomoku", "dots", "mancala"];

/// The questions that must be answered.
const REQUIRED: &str = include_str!("names/required.txt");

/// A command, with `GAME` and `POSITION` for the name's.
const COMMANDS: &str = include_str!("names/commands.txt");

/// Those that answer for every game.
const OF_EVERY_GAME: &[&str] = &["solve", "moves", "review", "play"];

/// The same of the server.
const ROUTES: &str = include_str!("names/routes.txt");

/// Words that a refusal must not contain if it knows the game.
const UNKNOWING: &[&str] = &[
    "panicked",
    "no game is called",
    "did you mean",
    "unknown",
    "cannot read",
    "No such file",
    "expected a code",
    "expected a point after",
    "expected a digit",
    "unexpectedly",
];

/// The lines of a table, each with its words, two spaces apart.
fn table(text: &'static str) -> Vec<&'static [&'static str]> {
    let words = |line: &'static str| &*line.split("  ").collect::<Vec<_>>().leak();
    text.lines().map(words).collect()
}

/// How a question ended.
#[derive(Debug)]
struct Ending {
    /// The exit code, if the program ended by itself.
    code: Option<i32>,
    /// The text on standard error.
    error: String,
}

fn run(words: &[String]) -> Ending {
    // Only `play` reads it.
    let (code, _, error) = answer(words, "moves\nquit\n");
    Ending {
        code,
        error: String::from_utf8_lossy(&error).into_owned(),
    }
}

impl Ending {
    /// Whether there is an answer, as far as the limits allow.
    fn is_answered(&self) -> bool {
        matches!(self.code, Some(0 | 3 | 4)) && !self.error.contains("panicked")
    }

    /// The fault of a question with this result.
    fn fault(&self) -> Option<String> {
        if self.is_answered() {
            return None;
        }
        let sentence = self.error.lines().next().unwrap_or_default();
        let unknowing = UNKNOWING.iter().find(|words| self.error.contains(**words));
        if let Some(words) = unknowing {
            Some(format!("refused with {words:?}: {sentence}"))
        } else if self.code != Some(2) {
            Some(format!("ended with {:?}: {sentence}", self.code))
        } else if !sentence.starts_with("bouton: ") || sentence.split(' ').count() < 5 {
            Some(format!(
                "expected a sentence that says why, found {sentence:?}"
            ))
        } else {
            None
        }
    }
}

/// Every name and alias of the catalogue, files, and sums.
fn names() -> Vec<Name> {
    let (_, listed, _) = answer(&["games", "--json"], "");
    let games: Vec<Value> = serde_json::from_slice(&listed).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let mut names = Vec::new();
    for game in &games {
        let listing = Name {
            game: text(&game["example"][0]),
            position: Some(text(&game["example"][1])),
            alias_of: None,
        };
        let aliases = game["aliases"].as_array().unwrap().iter();
        let aliases = aliases.map(|alias| match text(alias) {
            alias if OF_ANOTHER_SIZE.contains(&alias.as_str()) => Name {
                game: alias,
                position: None,
                alias_of: None,
            },
            alias => Name {
                game: alias,
                alias_of: Some(listing.game.clone()),
                ..listing.clone()
            },
        });
        names.extend(std::iter::once(listing.clone()).chain(aliases.collect::<Vec<_>>()));
    }
    assert!(names.len() > 50);
    let file = |[game, position]: &[&str; 2]| Name {
        game: (*game).to_owned(),
        position: Some((*position).to_owned()),
        alias_of: None,
    };
    let sum = |sum: &&str| Name {
        game: (*sum).to_owned(),
        position: None,
        alias_of: None,
    };
    names.extend(FILES.iter().map(file));
    names.extend(SUMS.iter().map(sum));
    names
}

/// The words of a command about that game.
fn asked(command: &[&str], name: &Name) -> Vec<String> {
    let word = |word: &&str| match *word {
        "GAME" => Some(name.game.clone()),
        "POSITION" => name.position.clone(),
        other => Some(other.to_owned()),
    };
    command.iter().filter_map(word).collect()
}

/// Text as an address has it.
fn encoded(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b',' => {
            char::from(byte).to_string()
        }
        other => format!("%{other:02X}"),
    };
    text.bytes().map(byte).collect()
}

/// Does `work` with each of `items` on as many threads as there are processors; the results, in order.
fn each<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((at, item)) = {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    items.get(at).map(|item| (at, item))
                } {
                    let result = work(item);
                    done.lock().unwrap().push((at, result));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap();
    done.sort_unstable_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Each command with each name.
fn questions<'a, C: ?Sized>(names: &'a [Name], commands: &[&'a C]) -> Vec<(&'a Name, &'a C)> {
    let with_all = |name| commands.iter().map(move |command| (name, *command));
    names.iter().flat_map(with_all).collect()
}

#[test]
fn every_command_knows_every_name() {
    let names = names();
    let questions = questions(&names, &table(COMMANDS));
    let endings = each(&questions, |(name, command)| run(&asked(command, name)));
    let mut faults = Vec::new();
    for ((name, command), ending) in questions.iter().zip(&endings) {
        let words = asked(command, name).join(" ");
        faults.extend(ending.fault().map(|fault| format!("{words}: {fault}")));
        if OF_EVERY_GAME.contains(&command[0]) && !ending.is_answered() {
            faults.push(format!("{words}: refused with {}", ending.error.trim_end()));
        }
        // An alias is answered where its game is.
        let Some(own) = &name.alias_of else { continue };
        let same = |(other, same): &(&Name, &[&str])| other.game == *own && same == command;
        let at = questions.iter().position(same).unwrap();
        if endings[at].is_answered() && !ending.is_answered() {
            faults.push(format!("{words}: refused, and {own} is answered"));
        }
    }
    none(&faults);
}

#[test]
fn a_name_that_no_game_has_is_told_by_every_command() {
    let nobody = Name {
        game: "no-such-game".to_owned(),
        position: Some("1".to_owned()),
        alias_of: None,
    };
    let commands = table(COMMANDS);
    let endings = each(&commands, |command| run(&asked(command, &nobody)));
    for (command, Ending { code, error }) in commands.iter().zip(&endings) {
        assert_eq!(*code, Some(2), "{command:?}: {error}");
        assert!(
            error.starts_with("bouton: ") && error.contains("no-such-game"),
            "{command:?}: {error}"
        );
    }
}

/// The text of a refusal by the server.
fn refusal(body: &str) -> String {
    let refusal: Value = serde_json::from_str(body).unwrap_or_default();
    refusal["error"]["message"]
        .as_str()
        .unwrap_or(body)
        .to_owned()
}

#[test]
fn every_route_knows_every_name() {
    let server = Server::of(other_program(), &[]);
    let names = names();
    let fault = |(name, route): &(&Name, &str)| {
        let position = match &name.position {
            Some(position) => format!("position={}", encoded(position)),
            None => String::new(),
        };
        let question = route
            .replace("position=POSITION", &position)
            .replace("GAME", &encoded(&name.game));
        let response = server.get(&format!("/api/{question}"));
        let ending = Ending {
            code: Some(if matches!(response.status, 200 | 504) {
                0
            } else {
                2
            }),
            error: format!("bouton: {}", refusal(&response.text())),
        };
        let fault = ending.fault();
        fault.map(|fault| format!("/api/{question}: {fault}"))
    };
    let routes: Vec<&str> = ROUTES.lines().collect();
    let faults = each(&questions(&names, &routes), fault);
    none(&faults.into_iter().flatten().collect::<Vec<_>>());
}

#[test]
fn what_must_be_answered_is() {
    let words = |words: &&[&str]| {
        words
            .iter()
            .map(|&word| word.to_owned())
            .collect::<Vec<_>>()
    };
    let required = table(REQUIRED);
    let endings = each(&required, |required| run(&words(required)));
    let questions = required.iter().zip(&endings);
    let refused = questions.filter(|(_, ending)| ending.code != Some(0));
    let told = |(words, ending): (&&[&str], &Ending)| {
        format!("{}: {}", words.join(" "), ending.error.trim_end())
    };
    none(&refused.map(told).collect::<Vec<_>>());
}

#[test]
fn a_refusal_that_does_not_know_the_game_is_a_fault() {
    let is_fault = |code, error: &str| {
        let error = error.to_owned();
        Ending { code, error }.fault().is_some()
    };
    assert!(is_fault(
        Some(2),
        "bouton: game: no game is called \"kayles\" here"
    ));
    assert!(is_fault(Some(0), "thread 'main' panicked at kayles.rs:7"));
    assert!(is_fault(
        Some(101),
        "bouton: kayles has no such thing, it says"
    ));
    assert!(is_fault(Some(2), "bouton: "));
    assert!(is_fault(Some(2), ""));
    assert!(!is_fault(Some(2), "bouton: kayles is not a row of coins"));
    assert!(!is_fault(Some(3), "bouton: stopped by the limit of time"));
}

/// Parameters that are read are documented: a game whose card names none takes none, but for the families of docs/laws.md.
#[test]
fn a_card_without_parameters_takes_none() {
    const FORMS: &[&str] = &[
        "0", "2", "7", "2,3", "1,2,3", "3,3,2", "2/3", "1;2", "0.7", "0.[7]", "4!.0", "X", "X,O",
        "a>b", "*", "[7]", "1..3",
    ];
    let laws = include_str!("../../../docs/laws.md");
    let cards = bouton::cards();
    assert!(cards.len() > 50, "{}", cards.len());
    let mut read = 0;
    for card in cards.iter().filter(|card| card.parameters.is_empty()) {
        for form in FORMS {
            let name = format!("{}:{form}", card.name);
            let opened = bouton::Open::game(&name)
                .position(Some(&card.example[1]))
                .session();
            if opened.is_ok() {
                let told = laws.contains(&format!("| `{}:", card.name));
                assert!(
                    told,
                    "{name} is read, and neither its card nor docs/laws.md says so"
                );
                read += 1;
            }
        }
    }
    assert!(read > 0, "families with parameters are read");
}
