//! `bouton atlas`: the smallest position of each game with a value.

use bouton::Open;
use bouton::experiment::ATLAS;
use bouton::questions::Atlas;

use super::options::LimitArgs;
use super::output::{complain, csv, json, text};
use super::posed::Posed;
use super::subject::Subject;
use super::watch::Watch;
use crate::status::Status;

/// Find the smallest position of each game that has a value, over ranges of sizes
#[derive(clap::Args)]
#[command(after_help = after_help())]
pub(crate) struct Args {
    #[command(flatten)]
    asked: Posed<Atlas>,
    #[command(flatten)]
    limits: LimitArgs,
    /// Answer with one JSON object on one line
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Answer with a CSV table
    #[arg(long)]
    csv: bool,
}

fn after_help() -> String {
    format!(
        "Examples:
  bouton atlas '^' clobber:1..3,1..4 domineering:1..3,1..3
  bouton atlas '{{2|-1/2}}'
  bouton atlas '*4' kayles nim --up-to 20

Boards are searched in the order of their cells, all games together, and of each the first with the value is told.
A game whose boards are as large as the position takes sizes, too: toads-and-frogs:1,1..8.
Without games: {}",
        ATLAS.join(" ")
    )
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::default().spending(&self.limits)
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let how = bouton::How {
        solver: None,
        limits: args.limits.begin(),
    };
    let mut watch = Watch::over(&how.limits);
    let found = args.asked.answer(Open::game, &how)?;
    watch.found();
    if args.json {
        json(&found)?;
    } else if args.csv {
        csv(&found, |found| found.csv())?;
    } else {
        text(&found)?;
    }
    drop(watch);
    if let Some(why) = found.stopped {
        complain(format_args!("{why}; larger sizes were not searched"));
        return Ok(Watch::status());
    }
    Ok(Status::Answered)
}
