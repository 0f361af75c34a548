//! `bouton analyze`: all positions that can be reached, counted by outcome and remoteness.

use bouton::experiment::analyze;
use bouton::{Error, How};

use super::batch::batch;
use super::halted::Missing;
use super::options::{GameArg, PositionsArg, ThreadedArgs, open};
use super::output::tell;
use super::subject::Subject;
use super::watch::Watch;
use crate::status::Status;

/// Count all reachable positions by outcome and remoteness
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton analyze wythoff 8,14
  bouton analyze mu-torere
  bouton analyze connect:4,4,4
  bouton analyze krk 'Kc3 Rh2 ka1' --json")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,
    #[command(flatten)]
    position: PositionsArg,
    #[command(flatten)]
    limits: ThreadedArgs,
    /// Answer with one JSON object on one line
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::of(&self.game)
            .at(self.position.position.as_ref())
            .spending(&self.limits.spent)
            .told(self.json, COUNTS.fields)
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    match args.position.position.as_deref() {
        Some("-") => batch(|position| one(args, Some(position), true)),
        typed => one(args, typed, false),
    }
}

const COUNTS: Missing = Missing {
    fields: &[
        "positions",
        "win",
        "loss",
        "draw",
        "endless",
        "by_remoteness",
        "up_to_symmetry",
    ],
    undone: "everything was counted",
};

/// The positions reachable from one position, or from a line of a batch.
fn one(args: &Args, typed: Option<&str>, in_batch: bool) -> anyhow::Result<Status> {
    let limits = args.limits.begin();
    let mut watch = Watch::over(&limits);
    let session = open(&args.game, typed, &limits)?;
    let how = How {
        limits,
        ..How::default()
    };
    let result = analyze(&session, &how);
    watch.found();
    let analysis = match result {
        Err(Error::Stopped(why)) => {
            let position = session.named_position()?;
            return COUNTS.tell(session.game(), position, why, args.json || in_batch);
        }
        answered => answered?,
    };
    tell(&analysis, args.json || in_batch)?;
    drop(watch);
    Ok(Status::Answered)
}
