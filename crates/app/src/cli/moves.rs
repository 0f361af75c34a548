//! `bouton moves`: every legal move with the value it leads to.

use bouton::answers::Moves;

use super::Status;
use super::batch::{batch, unanswered};
use super::options::{GameArg, HowArgs, PositionsArg, open};
use super::output::tell;
use super::watch::Watch;

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
    let answer = Moves {
        game: session.game().to_owned(),
        position: typed.map_or_else(|| session.position(), str::to_owned),
        moves,
    };
    tell(&answer, args.json || in_batch)?;
    Ok(Status::Answered)
}
