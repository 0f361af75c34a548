//! `bouton rules`: the rules of a game as a rule file.

use bouton::Name;

use super::output::{json, own};
use super::subject::Subject;
use crate::status::Status;

/// Print the rules of a game as a text in Python, to read or to change
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton rules nim
  bouton rules nogo:3,4
  bouton rules nim > mine.py && bouton solve mine.py 3,4,5

The parameters of the name are the defaults in the text. The solvers of the catalogue's games are faster; that they
play by these texts is tested.")]
pub(crate) struct Args {
    /// The game: `name` or `name:parameters`; `bouton games` lists them
    game: String,
    /// Answer with one JSON object on one line
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::default()
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let text = Name::read(&args.game)?.rule_text()?;
    match args.json {
        true => json(&serde_json::json!({ "game": args.game, "text": text }))?,
        false => own(text.trim_end())?,
    }
    Ok(Status::Answered)
}
