//! `bouton games`: the catalogue.

use bouton::answers::Columns;
use bouton::{Card, Name};

use super::output::{json, layout, tell};
use super::subject::Subject;
use crate::games::{catalogue, describe};
use crate::status::Status;

/// The catalogue; with a name, all about one game
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton games
  bouton games wythoff
  bouton games --json")]
pub(crate) struct Args {
    /// The game to tell about
    name: Option<String>,
    /// Answer in JSON: an array of games, or one game
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::named(self.name.as_deref().unwrap_or_default())
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    match (&args.name, args.json) {
        (None, false) => {
            let row = |card: Card| vec![card.name, card.rules];
            layout(bouton::cards().into_iter().map(row).collect::<Columns>())?
        }
        (None, true) => json(&catalogue()?)?,
        (Some(name), as_json) => {
            let game = describe(&Name::read(name)?)?;
            tell(&game, as_json)?;
        }
    }
    Ok(Status::Answered)
}
