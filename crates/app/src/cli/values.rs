//! `bouton values`: tables of outcomes or Grundy values.

use bouton::Error;
use bouton::questions::Values;

use super::halted::Missing;
use super::options::{GameArg, HowArgs};
use super::output::{credit, tell};
use super::posed::Posed;
use super::subject::Subject;
use super::watch::Watch;
use crate::status::Status;

/// Tabulate outcomes or Grundy values: a line for one heap, a grid for two
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton values subtraction:1,2,3 --up-to 9
  bouton values wythoff --up-to 20
  bouton values kayles --up-to 30 --kind grundy")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,
    #[command(flatten)]
    asked: Posed<Values>,
    #[command(flatten)]
    how: HowArgs,
    /// Answer with one JSON object on one line
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::of(&self.game)
            .by(&self.how)
            .told(self.json, TABLE.fields)
    }
}

const TABLE: Missing = Missing {
    fields: &["up_to", "kind", "values"],
    undone: "the table was full",
};

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let how = args.how.how();
    let mut watch = Watch::over(&how.limits);
    let mut session = args.game.open_anywhere(&how.limits)?;
    let result = args.asked.answer(&mut session, &how);
    watch.found();
    let values = match result {
        Err(Error::Stopped(why)) => {
            return TABLE.tell(session.game(), session.position()?, why, args.json);
        }
        answered => answered?,
    };
    tell(&values, args.json)?;
    drop(watch);
    credit(&values.proved, args.json);
    Ok(Status::Answered)
}
