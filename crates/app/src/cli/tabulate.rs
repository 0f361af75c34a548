//! `bouton tabulate`: the values of a full space, written as a table.

use std::path::PathBuf;

use bouton::tables::{Wanted, tabulate};

use super::options::{GameArg, PositionArg, ThreadedArgs, open};
use super::output::tell;
use super::subject::Subject;
use super::watch::Watch;
use crate::status::Status;

/// Solve a full space of positions into a table file, which later answers use
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton tabulate krk -o krk.tb
  bouton tabulate tic-tac-toe -o tic-tac-toe.tb
  bouton tabulate kalah:6,4 --total 0..10 -o kalah.tb
  bouton solve krk 'Kc3 Rh2 ka1' --table krk.tb

Games that number their positions (krk, teeko, mu-torere, …) are tabulated in full; other games as
far as play reaches from POSITION. `bouton verify FILE.tb` checks every value against the rules.")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,
    #[command(flatten)]
    position: PositionArg,
    /// The file to write
    #[arg(short, long, value_name = "FILE.tb")]
    output: PathBuf,
    /// All positions with up to N seeds (kalah) or men (morris), not only the reachable ones
    #[arg(long, value_name = "0..N", value_parser = total)]
    total: Option<u64>,
    /// Compress harder: the file is 1 to 5 % smaller and takes up to four times as long to pack
    #[arg(long)]
    best: bool,
    #[command(flatten)]
    limits: ThreadedArgs,
    /// Report what was written as one JSON object on one line
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::of(&self.game)
            .at(self.position.position.as_ref())
            .spending(&self.limits.spent)
            .told(
                self.json,
                &[
                    "file",
                    "positions",
                    "win",
                    "loss",
                    "draw",
                    "endless",
                    "longest",
                    "bytes",
                ],
            )
    }
}

/// Reads `0..12`.
fn total(text: &str) -> Result<u64, String> {
    let most = text.strip_prefix("0..").and_then(|most| most.parse().ok());
    most.ok_or_else(|| format!("expected all totals up to one, like 0..12, found {text:?}"))
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let limits = args.limits.begin();
    let mut watch = Watch::over(&limits);
    let typed = args.position.position.as_deref();
    let session = match typed {
        Some(_) => open(&args.game, typed, &limits)?,
        None => args.game.open(None, &limits).or_else(|error| {
            // The full space needs no position.
            args.game.open_anywhere(&limits).map_err(|_| error)
        })?,
    };
    let wanted = Wanted {
        total: args.total,
        path: &args.output,
        best: args.best,
    };
    let made = tabulate(&session, &wanted, &limits)?;
    watch.found();
    tell(&made, args.json)?;
    Ok(match made.stopped {
        Some(_) => Watch::status(),
        None => Status::Answered,
    })
}
