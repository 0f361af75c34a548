//! `bouton analyze`: all positions that can be reached, counted by outcome and remoteness.

use bouton::experiment::{Analysis, Counts, analyze};

use super::Status;
use super::options::{GameArg, HowArgs, PositionArg, open};
use super::output::{json, line, table};
use super::watch::Watch;

/// Count all positions that can be reached by outcome and remoteness
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton analyze wythoff 8,14
  bouton analyze mu-torere
  bouton analyze connect:4,4,4
  bouton analyze krk --json")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,
    #[command(flatten)]
    position: PositionArg,
    #[command(flatten)]
    how: HowArgs,
    /// Answer with one JSON object on one line
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let typed = args.position.position.as_deref();
    let session = open(&args.game, typed)?;
    let how = args.how.how();
    let watch = Watch::over(&how.limits);
    let result = analyze(&*session, &how)?;
    drop(watch);
    let mut analysis = match result {
        Ok(analysis) => analysis,
        Err(why) => {
            eprintln!("bouton: {why} before everything was counted");
            return Ok(Watch::status());
        }
    };
    if let Some(typed) = typed {
        analysis.position = typed.to_owned();
    }
    if args.json {
        json(&analysis)?;
    } else {
        show(&analysis)?;
    }
    Ok(Status::Answered)
}

fn show(analysis: &Analysis) -> anyhow::Result<()> {
    line(summary("positions", &analysis.all))?;
    if let Some(folded) = &analysis.up_to_symmetry {
        line(summary("up to symmetry", folded))?;
    }
    let head = ["remoteness", "win", "loss", "draw"].map(str::to_owned);
    let rows = analysis.all.by_remoteness.iter().rev().map(|row| {
        let cells = [row.remoteness as u64, row.win, row.loss, row.draw];
        cells.map(|cell| cell.to_string()).to_vec()
    });
    table(
        &std::iter::once(head.to_vec())
            .chain(rows)
            .collect::<Vec<_>>(),
    )
}

fn summary(what: &str, counts: &Counts) -> String {
    let Counts {
        positions,
        win,
        loss,
        draw,
        endless,
        ..
    } = counts;
    let endless = match endless {
        0 => String::new(),
        n => format!(" + {n} drawn without end"),
    };
    format!("{what}: {positions} = {win} won + {loss} lost + {draw} drawn{endless}")
}
