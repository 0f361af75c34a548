//! `bouton moves`: every legal move with the value it leads to.

use bouton::Error;
use bouton::certificates::KnownBounds;

use super::batch::batch;
use super::certificate::CertificateArg;
use super::halted::Missing;
use super::options::{GameArg, HowArgs, PositionsArg, TableArgs, open};
use super::subject::Subject;
use super::watch::Watch;
use crate::status::Status;

/// List every legal move with the value it leads to, best first
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton moves wythoff 3,4
  bouton moves row-ends 1,2,4,3 --json")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,
    #[command(flatten)]
    position: PositionsArg,
    #[command(flatten)]
    how: HowArgs,
    #[command(flatten)]
    certificate: CertificateArg,
    #[command(flatten)]
    tables: TableArgs,
    /// Answer with one JSON object on one line
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        self.certificate.of(Subject::of(&self.game)
            .at(self.position.position.as_ref())
            .by(&self.how)
            .with_tables(&self.tables)
            .told(self.json, VALUES.fields))
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    match args.position.position.as_deref() {
        Some("-") if args.certificate.is_asked() => {
            anyhow::bail!("--certificate is of one position, not of a batch")
        }
        Some("-") => batch(|position| one(args, Some(position), true)),
        typed => one(args, typed, false),
    }
}

const VALUES: Missing = Missing {
    fields: &["moves"],
    undone: "every move was valued",
};

/// The moves of one position, or of a line of a batch.
fn one(args: &Args, typed: Option<&str>, in_batch: bool) -> anyhow::Result<Status> {
    let how = args.how.how();
    let mut watch = Watch::over(&how.limits);
    let session = open(&args.game, typed, &how.limits)?;
    let mut session = args.tables.attach(session)?;
    args.certificate.check(&session)?;
    let result = session.moves(&how);
    let written = match args.certificate.is_asked() && result.is_ok() {
        true => {
            let known = KnownBounds::after(&mut session, None, &how)?;
            args.certificate.write(&mut session, &known, &how)?
        }
        false => args.certificate.nothing_proved(),
    };
    watch.found();
    let moves = match result {
        Err(Error::Stopped(why)) => {
            let position = session.named_position()?;
            return VALUES.tell(session.game(), position, why, args.json || in_batch);
        }
        answered => answered?,
    };
    written.tell(&moves, args.json || in_batch)?;
    let status = match written.is_missing() {
        true => Watch::status(),
        false => Status::Answered,
    };
    drop(watch);
    Ok(status)
}
