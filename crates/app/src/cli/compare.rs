//! `bouton compare`: which of two positions is better, where points decide or the last to move loses.

use bouton::questions::Compare;
use bouton::scoring::compare;

use super::options::{GameArg, LimitArgs, open};
use super::output::tell;
use super::posed::Posed;
use super::subject::Subject;
use super::value::status;
use super::watch::Watch;
use crate::status::Status;

/// Compare two positions, in a game of points of Left and Right or in misère play: which is better in every sum
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton compare game.star 5 3
  bouton compare sum 'game.star 2 + game.star 3' 'game.star 5' --json
  bouton compare clobber XO XOX --misere

Compares guaranteed scoring games: a player never gains by being unable to move. With --misere,
compares modulo dicots, or else modulo dead-ending games. `bouton calc` compares values, for games
in which the last player to move wins.")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,
    /// The first position
    #[arg(allow_hyphen_values = true)]
    position: String,
    #[command(flatten)]
    asked: Posed<Compare>,
    #[command(flatten)]
    limits: LimitArgs,
    /// Answer with one JSON object on one line
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::of(&self.game)
            .at(Some(&self.position))
            .spending(&self.limits)
            .told(self.json, &["relation"])
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    if args.game.right {
        anyhow::bail!(
            "--right does not apply here: positions are compared with either player to move"
        );
    }
    let limits = args.limits.begin();
    let mut watch = Watch::over(&limits);
    let mut session = open(&args.game, Some(&args.position), &limits)?;
    let order = compare(&mut session, &args.asked.other, &limits)?;
    watch.found();
    tell(&order, args.json)?;
    drop(watch);
    Ok(status(order.stopped.is_some()))
}
