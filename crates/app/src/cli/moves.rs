//! `bouton moves`: every legal move with the value it leads to.

use bouton::Error;
use bouton::certificates::KnownBounds;

use super::asked::Asked;
use super::batch::batch;
use super::halted::Missing;
use super::options::open;
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
    asked: Asked,
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        self.asked.subject(VALUES.fields)
    }
}

pub(crate) fn run(Args { asked }: &Args) -> anyhow::Result<Status> {
    match asked.position.position.as_deref() {
        Some("-") if asked.certificate.is_asked() => {
            anyhow::bail!("--certificate is of one position, not of a batch")
        }
        Some("-") => batch(|position| one(asked, Some(position), true)),
        typed => one(asked, typed, false),
    }
}

const VALUES: Missing = Missing {
    fields: &["moves"],
    undone: "every move was valued",
};

/// The moves of one position, or of a line of a batch.
fn one(asked: &Asked, typed: Option<&str>, in_batch: bool) -> anyhow::Result<Status> {
    let how = asked.how.how();
    let mut watch = Watch::over(&how.limits);
    let session = open(&asked.game, typed, &how.limits)?;
    let mut session = asked.tables.attach(session)?;
    asked.certificate.check(&session)?;
    let result = session.moves(&how);
    let written = match asked.certificate.is_asked() && result.is_ok() {
        true => {
            let known = KnownBounds::after(&mut session, None, &how)?;
            asked.certificate.write(&mut session, &known, &how)?
        }
        false => asked.certificate.nothing_proved(),
    };
    watch.found();
    let moves = match result {
        Err(Error::Stopped(why)) => {
            let position = session.named_position()?;
            return VALUES.tell(session.game(), position, why, asked.json || in_batch);
        }
        answered => answered?,
    };
    written.tell(&moves, asked.json || in_batch)?;
    let status = match written.is_missing() {
        true => Watch::status(),
        false => Status::Answered,
    };
    drop(watch);
    Ok(status)
}
