//! `bouton losing`: the positions that are lost for the player to move, up to a bound.

use bouton::questions::Losing;

use super::list::ListArgs;
use super::options::{GameArg, HowArgs};
use super::posed::Posed;
use super::subject::Subject;
use super::watch::Watch;
use crate::status::Status;

/// List the positions that the player to move loses, with heaps up to N
#[derive(clap::Args)]
#[command(
    after_help = "It is `bouton find GAME --where loss`, which has more options.

Examples:
  bouton losing wythoff --up-to 49
  bouton losing wythoff --total 20..30
  bouton losing nim --piles 3 --up-to 7 --misere"
)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,
    #[command(flatten)]
    asked: Posed<Losing>,
    #[command(flatten)]
    list: ListArgs,
    #[command(flatten)]
    how: HowArgs,
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::of(&self.game)
            .by(&self.how)
            .told(self.list.json, &["up_to", "positions"])
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let how = args.how.how();
    let watch = Watch::over(&how.limits);
    let mut session = args.game.open_anywhere(&how.limits)?;
    let fields = args.asked.fields.as_ref();
    (args.list).tell(fields, watch, |each| {
        args.asked.answer(&mut session, &how, each)
    })
}
