//! `bouton games`: the catalogue.

use bouton::Error;
use bouton::answers::Columns;
use bouton::catalogue::{Listing, find, listings};

use super::Status;
use super::output::{json, tell, text};
use crate::games::describe;

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

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    match (&args.name, args.json) {
        (None, false) => {
            let row = |listing: &Listing| vec![listing.card.name.into(), listing.card.rules.into()];
            text(&listings().iter().map(row).collect::<Columns>())?
        }
        (None, true) => json(
            &listings()
                .iter()
                .map(describe)
                .collect::<Result<Vec<_>, _>>()?,
        )?,
        (Some(name), as_json) => {
            #[cfg(feature = "rules")]
            if let Some(card) = bouton::rule_file::card(name)? {
                tell(&crate::games::of_rule_file(name, card), as_json)?;
                return Ok(Status::Answered);
            }
            let bare = name.split(':').next().unwrap_or(name);
            // Opening tells what is wrong with a name that is not found.
            let Some((listing, _)) = find(bare) else {
                return Err(bouton::open(name, None, false)
                    .err()
                    .unwrap_or(Error::Unfit(String::new()))
                    .into());
            };
            tell(&describe(listing)?, as_json)?;
        }
    }
    Ok(Status::Answered)
}
