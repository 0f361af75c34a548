//! `bouton values`: tables of outcomes or Grundy values.

use bouton::Whole;
use bouton::experiment::{Kind, Table, values};
use serde::Serialize;

use super::options::{GameArg, HowArgs, open_anywhere};
use super::output::{json, line, table};
use super::subject::Subject;
use super::watch::Watch;
use crate::status::Status;

/// Table of outcomes or Grundy values: one heap a line, two heaps a grid
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton values subtraction:1,2,3 --up-to 9
  bouton values wythoff --up-to 20
  bouton values kayles --up-to 30 --kind grundy")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,
    /// The largest heap
    #[arg(long, value_name = "N")]
    up_to: u64,
    /// How many heaps (1 or 2), where the game has any number of them
    #[arg(long, value_name = "K")]
    piles: Option<usize>,
    /// What to show
    #[arg(long, value_enum, default_value = "outcome")]
    kind: KindArg,
    #[command(flatten)]
    how: HowArgs,
    /// Answer with one JSON object on one line
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::of(&self.game).by(&self.how)
    }
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum KindArg {
    Outcome,
    Grundy,
}

/// The answer of `values --json`.
#[derive(Serialize)]
pub(crate) struct Values<'v> {
    pub(crate) game: &'v str,
    pub(crate) up_to: u64,
    pub(crate) kind: &'static str,
    pub(crate) values: &'v Table,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let mut session = open_anywhere(&args.game)?;
    let (kind, word) = match args.kind {
        KindArg::Outcome => (Kind::Outcome, "outcome"),
        KindArg::Grundy => (Kind::Grundy, "grundy"),
    };
    let how = args.how.how();
    let watch = Watch::over(&how.limits);
    let result = values(&mut *session, args.up_to, args.piles, kind, &how)?;
    drop(watch);
    let values = match result {
        Ok(values) => values,
        Err(why) => {
            eprintln!("bouton: {why} before the table was full");
            return Ok(Watch::status());
        }
    };
    if args.json {
        json(&Values {
            game: session.game(),
            up_to: args.up_to,
            kind: word,
            values: &values,
        })?;
    } else {
        show(&values)?;
    }
    Ok(Status::Answered)
}

fn show(values: &Table) -> anyhow::Result<()> {
    match values {
        Table::Line(cells) => {
            let cells: Vec<_> = cells.iter().map(cell).collect();
            line(cells.join(" "))
        }
        Table::Grid(rows) => {
            let columns = rows.first().map_or(0, Vec::len);
            let head = std::iter::once(String::new()).chain((0..columns).map(|n| n.to_string()));
            let mut shown: Vec<Vec<String>> = vec![head.collect()];
            for (n, row) in rows.iter().enumerate() {
                shown.push(
                    std::iter::once(n.to_string())
                        .chain(row.iter().map(cell))
                        .collect(),
                );
            }
            table(&shown)
        }
    }
}

pub(crate) fn cell(cell: &bouton::experiment::Cell) -> String {
    use bouton::experiment::Cell;
    match cell {
        Cell::None => "·".into(),
        Cell::Outcome(outcome) => outcome.letter().into(),
        Cell::Number(number) => Whole::to_string(number),
    }
}
