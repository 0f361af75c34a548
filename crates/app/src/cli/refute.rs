//! `bouton refute`: the smallest position where a strategy is not best.

use bouton::answers::By;
use bouton::experiment::{Heaps, Rows, Search, refute};
use clap::ValueEnum;

use super::options::{GameArg, HowArgs};
use super::output::tell;
use super::subject::Subject;
use super::watch::Watch;
use crate::ranges::{lengths, values};
use crate::status::Status;

/// Look for the smallest position where a strategy allows a move that is not best
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton refute row-ends larger-end
  bouton refute row-ends peak-then-totals --even
  bouton refute expression hotstrat --piles 4
  bouton refute row-ends alternating-totals --even --values 0..20 --length ..6 --by margin

Exit code 4 when refuted, 0 when it stands as far as was looked.")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,
    /// The strategy (`bouton games NAME` lists them)
    strategy: String,
    /// What a best move is measured by
    #[arg(long, value_enum, default_value_t = Measure::Outcome)]
    by: Measure,
    /// On a row: only even lengths
    #[arg(long)]
    even: bool,
    /// On a row: the values, 1..9 by default
    #[arg(long, value_name = "A..B", value_parser = values, allow_hyphen_values = true)]
    values: Option<(i64, i64)>,
    /// On a row: the lengths, up to 8 by default
    #[arg(long, value_name = "..N", value_parser = lengths)]
    length: Option<(usize, usize)>,
    /// With heaps: the largest
    #[arg(long, value_name = "N", default_value_t = Heaps::default().up_to)]
    up_to: u64,
    /// With any number of heaps, or parts of a sum: the most
    #[arg(long, value_name = "K", default_value_t = Heaps::default().piles)]
    piles: usize,
    #[command(flatten)]
    how: HowArgs,
    /// Answer with one JSON object on one line
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Measure {
    Outcome,
    Margin,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let how = args.how.how();
    let mut watch = Watch::over(&how.limits);
    let mut session = args.game.open_anywhere(&how.limits)?;
    let found = refute(&mut session, &args.strategy, &args.search(), &how)?;
    watch.found();
    tell(&found, args.json)?;
    drop(watch);
    Ok(if found.is_refuted() {
        Status::Refuted
    } else if found.stopped.is_some() {
        Watch::status()
    } else {
        Status::Answered
    })
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::of(&self.game).by(&self.how)
    }

    fn search(&self) -> Search {
        let rows = Rows::default();
        Search {
            by: match self.by {
                Measure::Outcome => By::Outcome,
                Measure::Margin => By::Margin,
            },
            rows: Rows {
                values: self.values.unwrap_or(rows.values),
                lengths: self.length.unwrap_or(rows.lengths),
                even: self.even,
            },
            heaps: Heaps {
                up_to: self.up_to,
                piles: self.piles,
            },
        }
    }
}
