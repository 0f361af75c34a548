//! One server that gets thousands of questions, and has no time for most of them.

use std::time::Duration;

use fastrand::Rng;
use serde_json::Value;

use super::question::{Ending, Known, Question, contradiction, holds};
use super::{extent, none};
use crate::server::{Response, Server};
use crate::support::ROOT;

/// Whether the text is longer than a server sends: it may then say so.
fn is_long(answer: &Value) -> bool {
    answer.to_string().len() > 8 << 20
}

/// A query that a server answers as well, and how it is asked there.
fn any(rng: &mut Rng) -> (Question, Asked) {
    loop {
        let question = Question::any(rng);
        if let Some(asked) = asked(&question) {
            return (question, asked);
        }
    }
}

/// A question to a server.
#[derive(Clone, Debug)]
struct Asked {
    route: String,
    /// The query of the address, or of a form if rules are sent with it.
    form: String,
    has_rules: bool,
}

impl Asked {
    fn of(&self, server: &Server, more: &str) -> Response {
        let Self { route, form, .. } = self;
        match self.has_rules {
            true => server.post(route, &format!("{form}{more}")),
            false => server.get(&format!("{route}?{form}{more}")),
        }
    }
}

/// The request. A server reads no files: the text of a rule file comes with the question.
fn asked(question: &Question) -> Option<Asked> {
    let Question(words) = question;
    let [command, game, rest @ ..] = &words[..] else {
        return None;
    };
    let rules = match game.split_once(".star") {
        Some((path, _)) => std::fs::read_to_string(format!("{ROOT}/{path}.star")).ok(),
        None => None,
    };
    let is_file = |text: &String| {
        [".star", ".game", ".law", ".kif", ".jsonl"]
            .iter()
            .any(|end| text.contains(end))
    };
    let has_rules = rules.is_some();
    let others = if has_rules { rest } else { words };
    // A server accepts no rules with a question about a sequence.
    let is_asked = match command.as_str() {
        "review" => false,
        "sequence" => !has_rules,
        _ => true,
    };
    if !is_asked || others.iter().any(is_file) {
        return None;
    }
    // The game has the name of the file, without its folder.
    let game = game.rsplit('/').next()?;
    let mut path = format!("game={}", encoded(game));
    if let Some(rules) = rules {
        path += &format!("&rules={}", encoded(&rules));
    }
    let mut rest = rest.iter();
    while let Some(word) = rest.next() {
        path += &match word.as_str() {
            "--json" => String::new(),
            "--misere" | "--right" | "--values" => format!("&{}=1", &word[2..]),
            "--up-to" => format!("&up_to={}", rest.next()?),
            "--heaps" | "--solver" | "--width" => format!("&{}={}", &word[2..], rest.next()?),
            position => format!("&position={}", encoded(position)),
        };
    }
    Some(Asked {
        route: format!("/api/{command}"),
        form: path,
        has_rules,
    })
}

fn encoded(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}

/// The fault of an answer of the server.
fn fault(status: u16, told: &Value, whole: &Ending) -> Option<String> {
    let is_stopped = !told["stopped"].is_null();
    match (status, whole.code) {
        // It is busy with a question that was put aside.
        (503, _) => None,
        // The command line may write answers of any length.
        (413, Some(0 | 3)) if whole.answer.as_ref().is_some_and(is_long) => None,
        (200, Some(0 | 3)) => {
            let whole = whole.answer.as_ref()?;
            if !whole["stopped"].is_null() {
                return None;
            }
            if !holds(&told["bounds"], whole) {
                return Some(format!("bounds {} of {whole}", told["bounds"]));
            }
            // Rules that came with a question are called as they were called there.
            let mut whole = whole.clone();
            whole["game"] = told["game"].clone();
            contradiction(&whole, told, is_stopped)
        }
        (504, Some(0 | 3)) if is_stopped => None,
        (400, Some(2)) => None,
        // A question that the command line refuses may be stopped before the refusal.
        (200 | 504, Some(2)) if is_stopped => None,
        (400, Some(3)) => None,
        _ => Some(format!(
            "{status} and on the command line {:?}: {}",
            whole.code, whole.error
        )),
    }
}

#[test]
fn stopped_questions_between_change_no_answer_of_a_server() {
    let (questions, mut rng) = extent(60);
    let server = Server::start(&["--time", "2s", "--memory", "128M", "--workers", "1"]);
    let (mut known, mut faults) = (Known::default(), Vec::new());
    let (mut whole, mut stopped) = (0, 0);
    for _ in 0..questions {
        // Stopped ones first: some of them leave results in the games of the next question.
        let (question, last) = any(&mut rng);
        let tiny = (0..rng.u8(1..4)).map(|_| {
            let (other, asked) = if rng.bool() {
                (question.clone(), last.clone())
            } else {
                any(&mut rng)
            };
            let time = Duration::from_micros(rng.u64(100..30_000)).as_secs_f64();
            (other, asked, format!("&time={time}"))
        });
        let all: Vec<_> = tiny.collect();
        for (question, asked, more) in all.into_iter().chain([(question, last, String::new())]) {
            let answer = asked.of(&server, &more);
            let told: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
            let alone = known.of_stopped(&question, &told);
            if !Value::is_null(&told["stopped"]) {
                stopped += 1;
            } else if answer.status == 200 {
                whole += 1;
            }
            let fault = fault(answer.status, &told, &alone);
            let words = question.0.join(" ");
            faults.extend(fault.map(|fault| format!("{words} {more}: {fault}")));
        }
    }
    assert!(
        whole > questions / 2 && stopped > questions / 10,
        "{whole} {stopped}"
    );
    none(&faults);
}
