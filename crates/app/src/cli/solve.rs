//! `bouton solve`: who wins, by how much, every best move, the preferred one, and why.

use bouton::answers::Answer;
use bouton::certificates::KnownBounds;
use bouton::experiment::compare;
use bouton::{How, Limits, Session};

use super::asked::Asked;
use super::batch::batch;
use super::options;
use super::options::open;
use super::output::{complain, json, layout};
use super::subject::Subject;
use super::watch::Watch;
use crate::console::here;
use crate::status::Status;

/// Show who wins, by how much, every best move, and why
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton solve wythoff 75,90
  bouton solve nim 3,4,5 --misere
  bouton solve row-ends @coins.txt --json
  bouton solve wythoff 8,14 --solver all
  bouton solve clobber:4,4 --certificate c44.gz && bouton verify c44.gz
  bouton solve krk 'Kc3 Rh2 ka1' --table krk.tb
  printf '3,5\\n8,14\\n' | bouton solve wythoff - --json")]
#[command(mut_arg("solver", |solver| {
    solver.help("Use this solver; `bouton games NAME` lists them, `all` runs each of them")
}))]
pub(crate) struct Args {
    #[command(flatten)]
    asked: Asked,
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        self.asked.subject(&UNKNOWN)
    }
}

/// The fields of an answer that are unknown before the game is opened.
const UNKNOWN: [&str; 11] = [
    "outcome",
    "remoteness",
    "margin",
    "totals",
    "grundy",
    "best",
    "best_count",
    "preferred",
    "class",
    "line",
    "why",
];

pub(crate) fn run(Args { asked }: &Args) -> anyhow::Result<Status> {
    match asked.position.position.as_deref() {
        Some("-") if asked.certificate.is_asked() => {
            anyhow::bail!("--certificate is of one position, not of a batch")
        }
        _ if asked.certificate.is_asked() && asked.how.solver.named.as_deref() == Some("all") => {
            anyhow::bail!("--certificate is of one answer: name one solver, not all")
        }
        Some("-") if asked.how.solver.named.as_deref() == Some("all") => {
            anyhow::bail!("--solver all answers one position, not a batch: name one solver")
        }
        Some("-") => {
            let mut session = None;
            batch(|position| {
                let how = asked.how.how();
                let mut watch = Watch::over(&how.limits);
                let answer = batch_line(asked, &how, &mut session, position)?;
                watch.found();
                json(&answer)?;
                Ok(match answer.stopped {
                    Some(_) => Status::Stopped,
                    None => Status::Answered,
                })
            })
        }
        typed if asked.how.solver.named.as_deref() == Some("all") => all(asked, typed),
        typed => one(asked, typed),
    }
}

fn one(asked: &Asked, typed: Option<&str>) -> anyhow::Result<Status> {
    let how = asked.how.how();
    let mut watch = Watch::over(&how.limits);
    let session = open(&asked.game, typed, &how.limits)?;
    let mut session = asked.tables.attach(session)?;
    asked.certificate.check(&session)?;
    let answer = session.solve(&how)?;
    let known = match asked.certificate.is_asked() {
        true => KnownBounds::of(&session, &answer)?,
        false => None,
    };
    let written = match known {
        Some(known) => asked.certificate.write(&mut session, &[known], &how)?,
        None => asked.certificate.nothing_proved(),
    };
    watch.found();
    let status = if answer.stopped.is_some() || written.is_missing() {
        Watch::status()
    } else {
        Status::Answered
    };
    written.tell(&answer, asked.json)?;
    drop(watch);
    Ok(status)
}

/// The line of a position in a batch, with the session of the previous one if it can go there.
fn batch_line(
    asked: &Asked,
    how: &How,
    session: &mut Option<Session>,
    position: &str,
) -> anyhow::Result<Answer> {
    let read = options::read_position(position)?;
    // If the session cannot go there, the game may still be opened there: with heaps beyond 64 bits.
    let went = session
        .take()
        .and_then(|mut here| here.go(&read).is_ok().then_some(here));
    let mut here = match went {
        Some(mut here) if asked.game.right => here.right_first().map(|()| here)?,
        Some(here) => here,
        None => asked
            .tables
            .attach(asked.game.open(Some(&read), &how.limits)?)?,
    };
    here.name_position(position)?;
    let answer = here.solve(how);
    *session = Some(here);
    Ok(answer?)
}

/// One row per solver; refuted if they disagree.
fn all(asked: &Asked, typed: Option<&str>) -> anyhow::Result<Status> {
    let mut watch = None;
    let open = |limits: &Limits| {
        let session = open(&asked.game, typed, limits)?;
        anyhow::Ok(asked.tables.attach(session)?)
    };
    // Each has the full time limit.
    let begin = || {
        let limits = asked.how.limits.begin();
        watch = None;
        watch = Some(Watch::over(&limits));
        How {
            solver: None,
            limits,
        }
    };
    let comparison = compare(open, begin)?;
    drop(watch);
    if asked.json {
        comparison.0.iter().try_for_each(json)?;
    } else {
        layout(&comparison)?;
    }
    if let Some(disagreement) = comparison.disagreement() {
        complain(disagreement);
        return Ok(Status::Refuted);
    }
    let mut each = comparison.0.iter();
    let stopped = here().interruption().happened() || each.any(|answer| answer.stopped.is_some());
    Ok(if stopped {
        Watch::status()
    } else {
        Status::Answered
    })
}
