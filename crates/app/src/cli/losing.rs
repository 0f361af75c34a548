//! `bouton losing`: the positions that are lost for the player to move, up to a bound.

use bouton::experiment::{Bound, losing};

use super::options::{GameArg, HowArgs};
use super::output::{complain, credit, json, text};
use super::subject::Subject;
use super::watch::Watch;
use crate::status::Status;
use bouton_web::ranges::totals;

/// List the positions that the player to move loses, with heaps up to N
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton losing wythoff --up-to 49
  bouton losing wythoff --total 20..30
  bouton losing nim --piles 3 --up-to 7 --misere")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,
    /// The largest heap [default: the largest total, with --total]
    #[arg(long, value_name = "N", required_unless_present = "total")]
    up_to: Option<u64>,
    /// Only positions whose total is in this range
    #[arg(long, value_name = "A..B", value_parser = totals)]
    total: Option<(u64, u64)>,
    /// Number of heaps, in a game with any number of them
    #[arg(long, value_name = "K")]
    piles: Option<usize>,
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
            .told(self.json, &["up_to", "positions"])
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let how = args.how.how();
    let mut watch = Watch::over(&how.limits);
    let mut session = args.game.open_anywhere(&how.limits)?;
    let bound = Bound {
        up_to: args.up_to.or(args.total.map(|(_, most)| most)).unwrap_or(0),
        piles: args.piles,
        total: args.total,
    };
    let answer = losing(&mut session, &bound, &how)?;
    watch.found();
    if args.json {
        json(&answer)?;
    } else if !answer.positions.is_empty() {
        text(&answer)?;
    }
    drop(watch);
    credit(answer.proved.as_ref(), args.json);
    if let Some(why) = answer.stopped {
        complain(format_args!("{why}; the list may be incomplete"));
        return Ok(Watch::status());
    }
    Ok(Status::Answered)
}
