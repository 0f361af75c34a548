//! `bouton solve`: who wins, by how much, every best move, the one to prefer, and why.

use bouton::{Answer, How, Session};

use super::batch::batch;
use super::options;
use super::options::{GameArg, HowArgs, PositionsArg, open};
use super::output::{json, line, table};
use super::subject::Subject;
use super::watch::Watch;
use crate::status::Status;

/// Who wins, by how much, every best move, the one to prefer, and why
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton solve wythoff 75,90
  bouton solve nim 3,4,5 --misere
  bouton solve row-ends @coins.txt --json
  bouton solve wythoff 8,14 --solver all
  printf '3,5\\n8,14\\n' | bouton solve wythoff - --json")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,
    #[command(flatten)]
    position: PositionsArg,
    #[command(flatten)]
    how: HowArgs,
    /// Answer with one JSON object on one line
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::of(&self.game)
            .at(self.position.position.as_ref())
            .by(&self.how)
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    match args.position.position.as_deref() {
        Some("-") if args.how.solver.as_deref() == Some("all") => {
            anyhow::bail!("--solver all answers one position, not a batch: name one solver")
        }
        Some("-") => {
            let mut session = None;
            batch(|position| {
                let answer = batch_line(args, &mut session, position)?;
                json(&answer)?;
                Ok(match answer.stopped {
                    Some(_) => Status::Stopped,
                    None => Status::Answered,
                })
            })
        }
        typed if args.how.solver.as_deref() == Some("all") => all(args, typed),
        typed => one(args, typed),
    }
}

fn one(args: &Args, typed: Option<&str>) -> anyhow::Result<Status> {
    let mut session = open(&args.game, typed)?;
    let how = args.how.how();
    let answer = watched(&mut *session, &how, typed)?;
    let status = if answer.stopped.is_some() {
        Watch::status()
    } else {
        Status::Answered
    };
    if args.json {
        json(&answer)?
    } else {
        line(text(&answer))?
    }
    Ok(status)
}

/// The answer, its position as it was typed.
fn watched(session: &mut dyn Session, how: &How, typed: Option<&str>) -> anyhow::Result<Answer> {
    let watch = Watch::over(&how.limits);
    let mut answer = session.solve(how)?;
    drop(watch);
    if let Some(typed) = typed {
        answer.position = typed.to_owned();
    }
    Ok(answer)
}

/// The line of a position in a batch, by the session of the one before where it can go there.
fn batch_line(
    args: &Args,
    session: &mut Option<Box<dyn Session>>,
    position: &str,
) -> anyhow::Result<Answer> {
    let text = options::read_position(position)?;
    // A session that cannot go there may still be opened there: with heaps beyond 64 bits.
    let went = session
        .take()
        .and_then(|mut here| here.go(&text).is_ok().then_some(here));
    let mut here = match went {
        Some(mut here) if args.game.right => here.right_first().map(|()| here)?,
        Some(here) => here,
        None => args.game.open(Some(&text))?,
    };
    let answer = watched(&mut *here, &args.how.how(), Some(position));
    *session = Some(here);
    answer
}

/// A row a solver; refuted if they disagree.
fn all(args: &Args, typed: Option<&str>) -> anyhow::Result<Status> {
    let ids: Vec<_> = open(&args.game, typed)?
        .solvers()
        .iter()
        .map(|about| about.id)
        .collect();
    let (mut answers, mut failed) = (Vec::new(), Vec::new());
    for id in ids {
        let mut session = open(&args.game, typed)?;
        let how = How {
            solver: Some(id.to_owned()),
            ..args.how.how()
        };
        if session.accepts(id, &how.limits).is_ok() {
            match watched(&mut *session, &how, typed) {
                Ok(answer) => answers.push(answer),
                Err(error) => failed.push(format!("{id}: {error}")),
            }
        }
    }
    // One that finds out only on the way that it cannot answer is left out, where another can.
    if answers.is_empty()
        && let Some(error) = failed.into_iter().next()
    {
        anyhow::bail!(error);
    }
    if args.json {
        answers.iter().try_for_each(json)?;
    } else {
        let head = [
            "solver",
            "value",
            "remoteness",
            "grundy",
            "best moves",
            "visited",
            "seconds",
        ];
        let rows: Vec<_> = answers.iter().map(row).collect();
        table(&[vec![head.map(str::to_owned).to_vec()], rows].concat())?;
    }
    if let Some(disagreement) = disagreement(&answers) {
        eprintln!("bouton: {disagreement}");
        return Ok(Status::Refuted);
    }
    let stopped = answers.iter().any(|answer| answer.stopped.is_some());
    Ok(if stopped {
        Watch::status()
    } else {
        Status::Answered
    })
}

fn row(answer: &Answer) -> Vec<String> {
    let shown = |value: &dyn std::fmt::Display| value.to_string();
    let none = || "-".to_owned();
    vec![
        answer.solver.to_owned(),
        value(answer),
        answer.remoteness.map_or_else(none, |r| shown(&r)),
        answer.grundy.as_ref().map_or_else(none, |g| shown(g)),
        answer.best_count.as_ref().map_or_else(none, |c| shown(c)),
        shown(&answer.visited),
        format!("{:.6}", answer.seconds),
    ]
}

/// Two finished answers that cannot both be right.
fn disagreement(answers: &[Answer]) -> Option<String> {
    let done: Vec<_> = answers
        .iter()
        .filter(|answer| answer.stopped.is_none())
        .collect();
    for (n, a) in done.iter().enumerate() {
        for b in &done[n + 1..] {
            let same = a.outcome == b.outcome
                && a.margin == b.margin
                && both_or_equal(&a.remoteness, &b.remoteness)
                && both_or_equal(&a.grundy, &b.grundy)
                && both_or_equal(&a.best_count, &b.best_count);
            if !same {
                return Some(format!("{} and {} disagree", a.solver, b.solver));
            }
        }
    }
    None
}

fn both_or_equal<T: PartialEq>(a: &Option<T>, b: &Option<T>) -> bool {
    a.is_none() || b.is_none() || a == b
}

fn value(answer: &Answer) -> String {
    match (&answer.margin, answer.outcome, answer.stopped) {
        (Some(margin), ..) => margin.to_string(),
        (None, Some(outcome), _) => outcome.to_owned(),
        (None, None, why) => why.map_or_else(String::new, |why| why.to_string()),
    }
}

/// The answer for a person.
fn text(answer: &Answer) -> String {
    let mut lines = vec![headline(answer)];
    let others: Vec<_> = answer.best.iter().skip(1).collect();
    let lost = answer.outcome == Some("loss") && answer.margin.is_none();
    if lost && !others.is_empty() {
        lines.push("  every move loses".into());
    } else if !others.is_empty() {
        let shown: Vec<_> = others.iter().take(8).map(|best| arrow(best)).collect();
        let more = if others.len() > 8 {
            format!(", … ({} best moves)", answer.best.len())
        } else {
            String::new()
        };
        lines.push(format!("  as good: {}{more}", shown.join(", ")));
    }
    if let Some(class) = answer.class {
        lines.push(format!("  class {class}: {}", class_words(class)));
    }
    if let Some(why) = &answer.why {
        lines.push(format!("  why: {why}"));
    }
    if let Some([low, high]) = &answer.bounds {
        lines.push(format!("  known: the value lies between {low} and {high}"));
    }
    lines.push(format!("  ({})", provenance(answer)));
    lines.join("\n")
}

/// What an outcome class means.
fn class_words(class: &str) -> &'static str {
    match class {
        "N" => "whoever moves first wins",
        "P" => "whoever moves first loses",
        "L" => "Left wins, whoever moves first",
        _ => "Right wins, whoever moves first",
    }
}

/// How the answer was found; the time only where somebody had to wait for it.
fn provenance(answer: &Answer) -> String {
    let proof = answer
        .proof
        .map(|proof| format!("{proof} "))
        .unwrap_or_default();
    let visited = match answer.visited {
        0 => String::new(),
        1 => ", 1 position".into(),
        n => format!(", {n} positions"),
    };
    let time = if answer.seconds >= 0.1 {
        format!(" in {:.2} s", answer.seconds)
    } else {
        String::new()
    };
    format!("{proof}by {}{visited}{time}", answer.solver)
}

fn arrow(best: &bouton::BestMove) -> String {
    match &best.to {
        Some(to) if !to.is_empty() => format!("{} → {to}", best.name),
        _ => best.name.clone(),
    }
}

fn headline(answer: &Answer) -> String {
    let Some(outcome) = answer.outcome else {
        let why = answer.stopped.map(|why| format!(": {why}"));
        return format!("not solved{}", why.unwrap_or_default());
    };
    let mut head = outcome.to_owned();
    if let Some(margin) = &answer.margin {
        head = format!(
            "{outcome} by {}",
            margin.to_string().trim_start_matches('-')
        );
        if outcome == "draw" {
            head = outcome.to_owned();
        }
    }
    if let Some([mover, other]) = &answer.totals {
        head += &format!(" ({mover} to {other})");
    }
    if let Some(plies) = answer.remoteness.filter(|plies| *plies > 0) {
        head += &format!(" in {plies}");
    }
    if let Some(grundy) = &answer.grundy {
        let digits = grundy.to_string();
        head += &if digits.len() <= 20 {
            format!(", Grundy value {digits}")
        } else {
            String::new()
        };
    }
    match &answer.preferred {
        Some(best) => format!("{head}: {}", arrow(best)),
        None => format!("{head}: play is over"),
    }
}
