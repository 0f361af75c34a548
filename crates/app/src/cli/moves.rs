//! `bouton moves`: every legal move with the value it leads to.

use bouton::MoveAnswer;
use serde::Serialize;

use super::batch::{batch, unanswered};
use super::options::{GameArg, HowArgs, PositionsArg, open};
use super::output::{json, line, table};
use super::subject::Subject;
use super::watch::Watch;
use crate::status::Status;

/// Every legal move with the value it leads to, best first
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton moves wythoff 3,4
  bouton moves row-ends 1,2,4,3 --json")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,
    #[command(flatten)]
    position: PositionsArg,
    #[command(flatten)]
    how: HowArgs,
    /// Answer with one JSON object on one line
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::of(&self.game)
            .at(self.position.position.as_ref())
            .by(&self.how)
    }
}

/// The answer of `moves --json`.
#[derive(Serialize)]
pub(crate) struct Moves<'m> {
    pub(crate) game: &'m str,
    pub(crate) position: &'m str,
    pub(crate) moves: Vec<MoveAnswer>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    match args.position.position.as_deref() {
        Some("-") => batch(|position| one(args, Some(position), true)),
        typed => one(args, typed, false),
    }
}

/// The moves of one position, or of a line of a batch.
fn one(args: &Args, typed: Option<&str>, in_batch: bool) -> anyhow::Result<Status> {
    let mut session = open(&args.game, typed)?;
    let how = args.how.how();
    let watch = Watch::over(&how.limits);
    let result = session.moves(&how)?;
    drop(watch);
    let moves = match result {
        Ok(moves) => moves,
        Err(why) => {
            let sentence = format!("{why} before every move was valued");
            match typed {
                Some(position) if in_batch => unanswered(position, sentence)?,
                _ => eprintln!("bouton: {sentence}"),
            }
            return Ok(Watch::status());
        }
    };
    let position = typed.map_or_else(|| session.position(), str::to_owned);
    if args.json || in_batch {
        json(&Moves {
            game: session.game(),
            position: &position,
            moves,
        })?;
    } else if moves.is_empty() {
        line("no move: play is over")?;
    } else {
        table(&rows(&moves))?;
    }
    Ok(Status::Answered)
}

fn rows(moves: &[MoveAnswer]) -> Vec<Vec<String>> {
    let margins = moves.iter().any(|mv| mv.margin.is_some());
    let plies = moves.iter().any(|mv| mv.remoteness.is_some());
    let grundy = moves.iter().any(|mv| mv.grundy.is_some());
    let columns = |cells: [String; 6]| -> Vec<String> {
        let shown = [true, true, margins, plies, grundy, true];
        cells
            .into_iter()
            .zip(shown)
            .filter(|(_, shown)| *shown)
            .map(|(cell, _)| cell)
            .collect()
    };
    let mut rows = vec![columns(
        ["move", "outcome", "margin", "in", "grundy", "to"].map(str::to_owned),
    )];
    for mv in moves {
        let star = if mv.best { "* " } else { "  " };
        rows.push(columns([
            format!("{star}{}", mv.name),
            mv.outcome.to_owned(),
            mv.margin
                .as_ref()
                .map(ToString::to_string)
                .unwrap_or_default(),
            mv.remoteness
                .map(|plies| plies.to_string())
                .unwrap_or_default(),
            mv.grundy
                .as_ref()
                .map(ToString::to_string)
                .unwrap_or_default(),
            mv.to.clone().unwrap_or_default(),
        ]));
    }
    rows[0][0].insert_str(0, "  ");
    rows
}
