//! Random questions, their answers, and the contradictions between these.

use std::collections::HashMap;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use fastrand::Rng;
use serde_json::Value;

use crate::support::{PROGRAM, ROOT, piped, signal, until_it_listens};

/// Games that take a moment or two, and positions of them; a name without positions contains one.
pub(crate) const GAMES: &str = include_str!("games.txt");

/// Games whose positions have combinatorial values.
const VALUED: &str = include_str!("valued.txt");

/// Games whose quotient is computed, and the largest heap.
const DIVIDED: &[(&str, &str)] = &[
    ("kayles", "40"),
    ("octal:0.75", "30"),
    ("octal:0.16", "25"),
    ("nim", "9"),
    ("docs/subtraction.star", "12"),
    ("cram:3,4", "12"),
];

/// Sums of two and three kinds.
pub(crate) const SUMS: &str = include_str!("sums.txt");

/// The solvers that are asked for.
pub(crate) fn solver(rng: &mut Rng) -> &'static str {
    let all = "closed-form period winning-states law nimber grundy components memo table retrograde alpha-beta proof-number minimax";
    pick::<&str>(rng, &all.split(' ').collect::<Vec<_>>())
}

/// The question as it is typed, without its limits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Question(pub(crate) Vec<String>);

/// The time limit of a question with which others are compared.
pub(crate) const PATIENCE: Duration = Duration::from_secs(2);

pub(crate) fn pick<'a, T>(rng: &mut Rng, of: &'a [T]) -> &'a T {
    &of[rng.usize(..of.len())]
}

/// The games of a list, each with positions.
pub(crate) fn listed(list: &str) -> Vec<(&str, Vec<&str>)> {
    let lines = list.lines().map(|line| {
        let mut words = line.split(" | ");
        (words.next().unwrap_or_default(), words.collect())
    });
    lines.collect()
}

impl Question {
    pub(crate) fn any(rng: &mut Rng) -> Self {
        let command = *pick(
            rng,
            &[
                "solve", "solve", "solve", "moves", "review", "analyze", "losing", "values",
                "sequence", "value", "quotient",
            ],
        );
        let mut words = vec![command];
        if command == "value" {
            let games = listed(VALUED);
            let (game, positions) = pick(rng, &games);
            words.extend([*game, *pick(rng, positions), "--width", "400"]);
        } else if command == "quotient" {
            let (game, heaps) = *pick(rng, DIVIDED);
            words.extend([game, "--heaps", heaps]);
        } else if rng.u8(..4) == 0 && matches!(command, "solve" | "moves" | "review" | "analyze") {
            words.extend(["sum", *pick(rng, &SUMS.lines().collect::<Vec<_>>())]);
        } else {
            let games = listed(GAMES);
            let (game, positions) = pick(rng, &games);
            words.push(*game);
            match command {
                "losing" | "values" => words.extend(["--up-to", *pick(rng, &["5", "12", "40"])]),
                "sequence" => words.extend(["--heaps", *pick(rng, &["50", "3000"]), "--values"]),
                // Some begin at their usual start.
                _ if positions.is_empty() => {}
                _ => words.push(*pick(rng, positions)),
            }
        }
        let with_solver = matches!(command, "solve" | "moves" | "losing" | "values");
        if with_solver && rng.u8(..3) == 0 {
            words.extend(["--solver", solver(rng)]);
        }
        if rng.u8(..4) == 0 && !matches!(command, "value" | "quotient") {
            words.push("--misere");
        }
        if rng.u8(..6) == 0 && with_solver {
            words.push("--right");
        }
        words.push("--json");
        Self(words.into_iter().map(str::to_owned).collect())
    }

    /// The question with these further words, interrupted this long after it can be.
    pub(crate) fn ask(&self, more: &[String], interrupt: Option<Duration>) -> Ending {
        // The shell reports the processor time of its children.
        let timed = r#""$0" "$@"; code=$?; times >&2; exit $code"#;
        let mut command = match interrupt {
            None => Command::new("sh"),
            Some(_) => Command::new(PROGRAM),
        };
        if interrupt.is_none() {
            command.args(["-c", timed, PROGRAM]);
        }
        command.args(&self.0).args(more).current_dir(ROOT);
        let child = piped(command.stdin(Stdio::null()));
        if let Some(after) = interrupt {
            until_it_listens(&child);
            std::thread::sleep(after);
            signal(&child, "INT");
        }
        Ending::of(child.wait_with_output().unwrap(), interrupt.is_none())
    }
}

/// How a question ended.
#[derive(Clone, Debug)]
pub(crate) struct Ending {
    pub(crate) code: Option<i32>,
    pub(crate) answer: Option<Value>,
    pub(crate) error: String,
    /// Processor seconds.
    pub(crate) spent: f64,
}

impl Ending {
    pub(crate) fn of(output: Output, is_timed: bool) -> Self {
        let mut error = String::from_utf8_lossy(&output.stderr).into_owned();
        let mut spent = 0.0;
        if is_timed {
            let at = error.trim_end().rfind('\n').map_or(0, |at| at + 1);
            spent = error[at..].split_whitespace().map(seconds).sum();
            let at = error[..at].trim_end().rfind('\n').map_or(0, |at| at + 1);
            error.truncate(at);
        }
        let text = String::from_utf8_lossy(&output.stdout);
        let answer = serde_json::from_str(text.lines().last().unwrap_or_default());
        Self {
            code: output.status.code(),
            answer: answer.ok(),
            error,
            spent,
        }
    }

    pub(crate) fn is_stopped(&self) -> bool {
        matches!(self.code, Some(3 | 130))
    }

    /// Contradictions within an answer to any question.
    pub(crate) fn fault(&self) -> Option<String> {
        if !matches!(self.code, Some(0 | 2 | 3 | 4 | 130)) {
            return Some(format!("ended with {:?}: {}", self.code, self.error));
        }
        if self.error.contains("panicked") {
            return Some(self.error.clone());
        }
        let stopped = self
            .answer
            .as_ref()
            .map(|answer| !answer["stopped"].is_null());
        (self.code == Some(0) && stopped == Some(true))
            .then(|| "stopped, and ended with 0".to_owned())
    }
}

/// The seconds of `1m2.5s`.
pub(crate) fn seconds(text: &str) -> f64 {
    let (minutes, seconds) = text.trim_end_matches('s').split_once('m').unwrap();
    60.0 * minutes.parse::<f64>().unwrap() + seconds.parse::<f64>().unwrap()
}

/// Fields that another solver may leave out or fill differently.
const LOOSE: &str = "seconds visited solver stopped bounds at_least at_most proof why line preferred remoteness held bytes rare";

/// How far the quotient of a question goes that was stopped, which then is all that is asked: one of fewer heaps is another one.
fn stopped_at(question: &Question, answer: &Value) -> Option<Question> {
    let Question(words) = question;
    let heaps = answer["heaps"].as_u64()?;
    let is_shorter = words[0] == "quotient" && !answer["stopped"].is_null();
    let at = words.iter().position(|word| word == "--heaps")?;
    let mut words = words.clone();
    words[at + 1] = heaps.to_string();
    is_shorter.then_some(Question(words))
}

/// The contradiction between a part of an answer and the whole; a stopped answer may lack anything.
pub(crate) fn contradiction(whole: &Value, part: &Value, is_stopped: bool) -> Option<String> {
    match (whole, part) {
        (_, Value::Null) if is_stopped => None,
        // The heaps that it came to are too few for a period, or for its proof.
        (Value::String(whole), Value::String(part))
            if is_stopped && weaker(whole).contains(&part.as_str()) =>
        {
            None
        }
        (Value::Object(whole), Value::Object(part)) => part.iter().find_map(|(key, part)| {
            let found = contradiction(whole.get(key)?, part, is_stopped)?;
            (!LOOSE.split(' ').any(|loose| loose == key)).then(|| format!("{key}: {found}"))
        }),
        (Value::Array(whole), Value::Array(part)) if is_stopped || whole.len() == part.len() => {
            let same = |a: &Value, b: &Value| contradiction(a, b, is_stopped).is_none();
            // Mostly in the order of the whole: behind the one before, or else anywhere.
            let mut next = 0;
            let lost = part.iter().find(|part| {
                let mut places = (next..whole.len()).chain(0..next);
                let place = places.find(|place| same(&whole[*place], part));
                next = place.map_or(next, |place| place + 1);
                place.is_none()
            });
            lost.map(|lost| format!("{lost} is not in the whole answer"))
        }
        (Value::Number(_), Value::Number(_)) if is_stopped => None,
        _ => (whole != part).then(|| format!("{part} where the whole answer has {whole}")),
    }
}

/// The fields of a period in a stopped answer, which knows less of it.
fn weaker(status: &str) -> &'static [&'static str] {
    match status {
        "proved" => &["seen", "none"],
        "seen" => &["none"],
        _ => &[],
    }
}

/// Whether bounds hold the value of the whole answer.
pub(crate) fn holds(bounds: &Value, whole: &Value) -> bool {
    let outcome = match whole["outcome"].as_str() {
        Some("win") => 1.0,
        Some("loss") => -1.0,
        _ => 0.0,
    };
    let value = whole["margin"].as_f64().unwrap_or(outcome);
    let bound = |n: usize| bounds[n].as_f64();
    bound(0).is_none_or(|low| low <= value) && bound(1).is_none_or(|high| value <= high)
}

/// Answers without limits, each found once.
#[derive(Default)]
pub(crate) struct Known(HashMap<Question, Ending>);

impl Known {
    pub(crate) fn of(&mut self, question: &Question) -> Ending {
        let time = ["--time".to_owned(), format!("{}ms", PATIENCE.as_millis())];
        let known = self.0.entry(question.clone());
        known.or_insert_with(|| question.ask(&time, None)).clone()
    }

    /// The answer with which one that may have been stopped is compared.
    pub(crate) fn of_stopped(&mut self, question: &Question, answer: &Value) -> Ending {
        let shorter = stopped_at(question, answer);
        self.of(shorter.as_ref().unwrap_or(question))
    }

    pub(crate) fn fault(&mut self, question: &Question, ending: &Ending) -> Option<String> {
        if let Some(fault) = ending.fault() {
            return Some(fault);
        }
        let whole = match &ending.answer {
            Some(answer) => self.of_stopped(question, answer),
            None => self.of(question),
        };
        if let Some(fault) = whole.fault() {
            return Some(format!("without limits {fault}"));
        }
        if whole.is_stopped() {
            return None;
        }
        if !ending.is_stopped() && whole.code != ending.code {
            return Some(format!(
                "ended with {:?}, without limits {:?}: {}",
                ending.code, whole.code, ending.error
            ));
        }
        let (Some(full), Some(part)) = (&whole.answer, &ending.answer) else {
            return None;
        };
        if !holds(&part["bounds"], full) {
            return Some(format!("bounds {} of {full}", part["bounds"]));
        }
        contradiction(
            full,
            part,
            ending.is_stopped() || !part["stopped"].is_null(),
        )
    }
}

#[test]
fn a_contradiction_is_seen() {
    let whole =
        serde_json::json!({"outcome": "win", "margin": 3, "best": [{"move": "L"}], "seconds": 1});
    let with = |key: &str, value: Value| {
        let mut part = whole.clone();
        part[key] = value;
        part
    };
    assert_eq!(
        contradiction(&whole, &with("seconds", 2.into()), false),
        None
    );
    for (key, value) in [
        ("outcome", "loss".into()),
        ("outcome", Value::Null),
        ("margin", 4.into()),
    ] {
        assert!(contradiction(&whole, &with(key, value), false).is_some());
    }
    let other = with("best", serde_json::json!([{"move": "R"}]));
    assert!(contradiction(&whole, &other, true).is_some());
    assert!(contradiction(&whole, &with("outcome", Value::Null), true).is_none());
    assert!(
        holds(&serde_json::json!([1, 4]), &whole) && !holds(&serde_json::json!([4, 9]), &whole)
    );
}
