//! `bouton refute`: the smallest position where a strategy breaks its promise.

use bouton::answers::Refutation;
use bouton::certificates::KnownBounds;
use bouton::experiment::Strategy;
use bouton::questions::Refute;
use bouton::{How, Limits, Session};

use super::certificate::{CertificateArg, Written};
use super::options::{GameArg, HowArgs};
use super::posed::Posed;
use super::subject::Subject;
use super::watch::Watch;
use crate::status::Status;

/// Find the smallest position where a strategy fails
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton refute row-ends larger-end
  bouton refute row-ends larger-end --strict
  bouton refute row-ends peak-then-totals --even
  bouton refute expression hotstrat --piles 4
  bouton refute row-ends alternating-totals --even --values 0..20 --length ..6 --by margin
  bouton refute row-ends alternating-totals --even --promise never-loses
  bouton refute two-values largest-own
  bouton refute tic-tac-toe mine.star:centre --prescribes

A STRATEGY may be a function in a rule file, FILE.star:NAME: it takes the position as text and returns a move or a list of moves.
Exit code 4: the strategy fails. Exit code 0: no counterexample was found within the bounds.")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,
    #[command(flatten)]
    asked: Posed<Refute>,
    #[command(flatten)]
    how: HowArgs,
    #[command(flatten)]
    certificate: CertificateArg,
    /// Answer with one JSON object on one line
    #[arg(long)]
    json: bool,
}

/// The fields of the answer besides the game.
const FIELDS: &[&str] = &[
    "strategy",
    "by",
    "refuted",
    "visited",
    "counterexample",
    "guarantee",
];

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let how = args.how.how();
    let mut watch = Watch::over(&how.limits);
    let (mut session, reachable) = args.opened(&how.limits)?;
    let strategy = Some(args.read()?);
    let found = args.asked.answer(&mut session, strategy, reachable, &how)?;
    let written = args.certify(&mut session, &found, &how)?;
    watch.found();
    written.tell(&found, args.json)?;
    drop(watch);
    Ok(if found.refuted {
        Status::Refuted
    } else if found.stopped.is_some() {
        Watch::status()
    } else {
        Status::Answered
    })
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::of(&self.game)
            .by(&self.how)
            .told(self.json, FIELDS)
    }

    /// The game at its usual start, and true; if it has none, the game at any position, and false.
    fn opened(&self, limits: &Limits) -> anyhow::Result<(Session, bool)> {
        match self.game.open(None, limits) {
            Ok(session) => Ok((session, true)),
            Err(_) => Ok((self.game.open_anywhere(limits)?, false)),
        }
    }

    /// Writes the proof that the move of the counterexample is not best.
    fn certify(
        &self,
        session: &mut Session,
        found: &Refutation,
        how: &How,
    ) -> anyhow::Result<Written> {
        if !self.certificate.is_asked() {
            return Ok(Written::NotAsked);
        }
        let Some(counterexample) = &found.counterexample else {
            return Ok(Written::Not("no counterexample was found".to_owned()));
        };
        let (position, mv) = (&counterexample.position, &counterexample.name);
        let known = KnownBounds::of_mistake(session, position, mv, how)?;
        session.go(position)?;
        self.certificate.check(session)?;
        self.certificate.write(session, &known, how)
    }

    #[cfg(feature = "rules")]
    fn read(&self) -> anyhow::Result<Strategy> {
        Ok(Strategy::read(&self.asked.strategy)?)
    }

    #[cfg(not(feature = "rules"))]
    fn read(&self) -> anyhow::Result<Strategy> {
        Ok(Strategy::from(self.asked.strategy.as_str()))
    }
}
