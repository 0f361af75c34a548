//! `bouton refute`: the smallest position where a strategy is not best.

use std::ops::RangeInclusive;

use bouton::StopReason;
use bouton::experiment::{By, Counterexample, Heaps, Refutation, Rows, Search, refute};
use clap::ValueEnum;
use serde::Serialize;

use super::options::{GameArg, HowArgs, open_anywhere};
use super::output::{json, line};
use super::subject::Subject;
use super::watch::Watch;
use crate::status::Status;

/// Look for the smallest position where a strategy allows a move that is not best
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton refute row-ends larger-end
  bouton refute row-ends peak-then-totals --even
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
    values: Option<RangeInclusive<i64>>,
    /// On a row: the lengths, up to 8 by default
    #[arg(long, value_name = "..N", value_parser = lengths)]
    length: Option<RangeInclusive<usize>>,
    /// With heaps: the largest
    #[arg(long, value_name = "N", default_value_t = Heaps::default().up_to)]
    up_to: u64,
    /// With any number of heaps: the most
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

/// The answer of `refute --json`.
#[derive(Serialize)]
pub(crate) struct Refuted<'r> {
    game: &'r str,
    strategy: &'r str,
    by: By,
    refuted: bool,
    tried: u64,
    counterexample: Option<Counterexample>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stopped: Option<StopReason>,
}

impl<'r> Refuted<'r> {
    pub(crate) fn new(game: &'r str, strategy: &'r str, by: By, found: Refutation) -> Self {
        Self {
            game,
            strategy,
            by,
            refuted: found.counterexample.is_some(),
            tried: found.tried,
            counterexample: found.counterexample,
            stopped: found.stopped,
        }
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let mut session = open_anywhere(&args.game)?;
    let how = args.how.how();
    let watch = Watch::over(&how.limits);
    let found = refute(&mut *session, &args.strategy, &args.search(), &how)?;
    drop(watch);
    if args.json {
        let by = args.search().by;
        json(&Refuted::new(
            session.game(),
            &args.strategy,
            by,
            found.clone(),
        ))?;
    } else {
        line(args.sentence(&found))?;
    }
    Ok(match found {
        Refutation {
            counterexample: Some(_),
            ..
        } => Status::Refuted,
        Refutation {
            stopped: Some(_), ..
        } => Watch::status(),
        Refutation { .. } => Status::Answered,
    })
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::of(&self.game).by(&self.how)
    }

    fn search(&self) -> Search {
        let rows = Rows::default();
        let ends = |range: &RangeInclusive<usize>| (*range.start(), *range.end());
        Search {
            by: match self.by {
                Measure::Outcome => By::Outcome,
                Measure::Margin => By::Margin,
            },
            rows: Rows {
                values: self
                    .values
                    .as_ref()
                    .map_or(rows.values, |range| (*range.start(), *range.end())),
                lengths: self.length.as_ref().map_or(rows.lengths, ends),
                even: self.even,
            },
            heaps: Heaps {
                up_to: self.up_to,
                piles: self.piles,
            },
        }
    }

    fn sentence(&self, found: &Refutation) -> String {
        let (strategy, tried) = (&self.strategy, found.tried);
        match (&found.counterexample, found.stopped) {
            (
                Some(Counterexample {
                    position,
                    name,
                    best,
                }),
                _,
            ) => format!(
                "{strategy} is refuted at {position}: it allows {name}, best is {} ({tried} positions tried)",
                best.join(" or ")
            ),
            (None, Some(why)) => {
                format!("{why}: {strategy} stands at the {tried} positions tried")
            }
            (None, None) => {
                format!(
                    "{strategy} stands at all {tried} positions tried; that is no proof for others"
                )
            }
        }
    }
}

/// Reads `A..B`, both included, or `..B`, from `first` on.
fn range<T: std::str::FromStr + PartialOrd + std::fmt::Display>(
    text: &str,
    first: T,
) -> Result<RangeInclusive<T>, String> {
    let wrong = || format!("expected a range like {first}..9, found {text:?}");
    let (low, high) = text.split_once("..").ok_or_else(wrong)?;
    let number = |text: &str| text.trim().parse().map_err(|_| wrong());
    let high = number(high.trim_start_matches('='))?;
    let low = if low.trim().is_empty() {
        None
    } else {
        Some(number(low)?)
    };
    let low = low.unwrap_or(first);
    if low <= high {
        Ok(low..=high)
    } else {
        Err(format!("the range {text} is empty"))
    }
}

pub(crate) fn values(text: &str) -> Result<RangeInclusive<i64>, String> {
    range(text, 1)
}

pub(crate) fn lengths(text: &str) -> Result<RangeInclusive<usize>, String> {
    range(text, 1)
}
