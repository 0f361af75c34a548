//! Questions of every kind within tight limits, interrupted, in batches and in any order, by command and server: each
//! answer is that of the same question asked alone without limits, or says that it was stopped, with bounds that hold it.
//!
//! `STOPS=20000 cargo test --release -p bouton-cli --test all stops::` runs for an hour; `SEED` sets the start.
#![cfg(all(unix, feature = "rules"))]

mod kept;
mod question;
#[cfg(feature = "serve")]
mod served;

use std::time::Duration;

use fastrand::Rng;
use serde_json::Value;

use kept::Tables;
use question::{GAMES, Known, Question, SUMS, contradiction, listed, pick, solver};

use crate::support::{ROOT, none, program, said};

/// The number of questions, and the seed of their choice.
fn extent(usual: u64) -> (u64, Rng) {
    let read = |name: &str| std::env::var(name).ok().map(|text| text.parse().unwrap());
    (
        read("STOPS").unwrap_or(usual),
        Rng::with_seed(read("SEED").unwrap_or(1)),
    )
}

#[test]
fn a_limit_never_changes_an_answer() {
    let (questions, mut rng) = extent(120);
    let (mut known, mut faults) = (Known::default(), Vec::new());
    let tables = Tables::made();
    let mut endings = [0; 5];
    for _ in 0..questions {
        let question = Question::any(&mut rng);
        let (millis, megabytes) = (rng.u32(1..=400), rng.u32(1..=64));
        let limits = match rng.u8(..3) {
            0 => vec!["--time".to_owned(), format!("{millis}ms")],
            1 => vec![
                "--memory".to_owned(),
                format!("{megabytes}M"),
                "--time".to_owned(),
                "2s".to_owned(),
            ],
            _ => vec![
                "--time".to_owned(),
                format!("{millis}ms"),
                "--memory".to_owned(),
                format!("{megabytes}M"),
            ],
        };
        let mut limits = limits;
        if rng.u8(..4) == 0 && tables.answer(&question) {
            limits.extend(["--table".to_owned(), tables.path()]);
        }
        let mut ending = question.ask(&limits, None);
        if limits.iter().any(|word| word == "--table") {
            ending.answer.iter_mut().for_each(kept::without_grundy);
        }
        if let Some(code @ 0..=4) = ending.code {
            endings[code as usize] += 1;
        }
        let told = format!("{} {}", question.0.join(" "), limits.join(" "));
        faults.extend(
            known
                .fault(&question, &ending)
                .map(|fault| format!("{told}: {fault}")),
        );
        let given = if limits[0] == "--time" {
            f64::from(millis) / 1e3
        } else {
            2.0
        };
        let threads =
            std::thread::available_parallelism().map_or(1.0, |threads| threads.get() as f64);
        if ending.spent > threads * (3.0 * given + 0.5) {
            faults.push(format!("{told}: took {} processor seconds", ending.spent));
        }
    }
    let [answered, _, refused, stopped, _] = endings.map(|count| count as f64 / questions as f64);
    none(&faults);
    // A release build stops only where it is slow.
    assert!(
        answered > 0.4 && refused > 0.05 && stopped > 0.0,
        "{endings:?}"
    );
}

#[test]
fn an_interrupt_never_changes_an_answer() {
    let (questions, mut rng) = extent(40);
    let (mut known, mut faults) = (Known::default(), Vec::new());
    for _ in 0..questions {
        let question = Question::any(&mut rng);
        let after = Duration::from_millis(rng.u64(1..400));
        let ending = question.ask(&["--time".to_owned(), "5s".to_owned()], Some(after));
        faults.extend(known.fault(&question, &ending).map(|fault| {
            format!(
                "{} interrupted after {after:?}: {fault}",
                question.0.join(" ")
            )
        }));
    }
    none(&faults);
}

/// The lines of one batch, in any order and with bad ones between them, are answered like single questions.
#[test]
fn the_order_of_lines_never_changes_an_answer() {
    let (batches, mut rng) = extent(24);
    let (mut known, mut faults) = (Known::default(), Vec::new());
    let sums = ("sum", SUMS.lines().collect());
    // Some games are asked only at their start.
    let mut named = listed(GAMES);
    named.retain(|(_, positions)| !positions.is_empty());
    for _ in 0..batches {
        let &(game, ref positions) = match rng.bool() {
            true => &sums,
            false => pick(&mut rng, &named),
        };
        let mut flags = Vec::new();
        flags.extend((rng.u8(..4) == 0).then_some("--misere"));
        flags.extend((rng.u8(..4) == 0).then_some("--right"));
        if rng.u8(..3) == 0 {
            flags.extend(["--solver", solver(&mut rng)]);
        }
        let lines: Vec<&str> = (0..6)
            .map(|_| {
                if rng.u8(..6) == 0 {
                    "no position"
                } else {
                    *pick(&mut rng, positions)
                }
            })
            .collect();
        let answers = batch(game, &lines, &flags);
        if answers.len() != lines.len() {
            faults.push(format!(
                "{game} {lines:?} {flags:?}: {} answers",
                answers.len()
            ));
            continue;
        }
        for (line, part) in lines.iter().zip(&answers) {
            let words = ["solve", game, line]
                .into_iter()
                .chain(flags.iter().copied())
                .chain(["--json"]);
            let alone = known.of(&Question(words.map(str::to_owned).collect()));
            let is_refused = alone.code == Some(2);
            // A stopped process may not have reached the refusal.
            let is_whole = part["stopped"].is_null() && !alone.is_stopped();
            let fault = match &alone.answer {
                _ if is_whole && is_refused != part["error"].is_object() => {
                    Some(format!("{part} and alone {}", alone.error))
                }
                Some(full) if !alone.is_stopped() => {
                    contradiction(full, part, !part["stopped"].is_null())
                }
                _ => None,
            };
            faults.extend(
                fault.map(|fault| format!("{game} {lines:?} {flags:?} at {line}: {fault}")),
            );
        }
    }
    none(&faults);
}

fn batch(game: &str, lines: &[&str], flags: &[&str]) -> Vec<Value> {
    let mut command = program(&["solve", game, "-", "--json", "--time", "2s"]);
    command.args(flags).current_dir(ROOT);
    let text = String::from_utf8_lossy(&said(&mut command, &lines.join("\n")).stdout).into_owned();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap_or_default())
        .collect()
}
