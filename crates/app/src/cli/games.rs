//! `bouton games`: the catalogue.

use bouton::GameKind as Kind;
use bouton::answers::Game;
use bouton::{Card, Name};
use clap::builder::PossibleValuesParser;

use super::output::{json, layout, tell};
use super::subject::Subject;
use crate::status::Status;
use bouton_web::{catalogue, describe};

/// List the games by kind; with a name, describe one game
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton games
  bouton games --kind rows
  bouton games wythoff
  bouton games wythoff --solvers
  bouton games --json")]
pub(crate) struct Args {
    /// The game to describe
    name: Option<String>,
    /// List only the games of this kind
    #[arg(long, conflicts_with = "name", value_parser = PossibleValuesParser::new(Kind::ALL.map(Kind::name)))]
    kind: Option<String>,
    /// Answer in JSON: an array of games, or one game
    #[arg(long)]
    json: bool,
    /// Describe the solvers of the game, best first
    #[arg(long, requires = "name", conflicts_with = "json")]
    solvers: bool,
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::named(self.name.as_deref().unwrap_or_default())
    }

    /// The kinds to list.
    fn kinds(&self) -> impl Iterator<Item = Kind> {
        let wanted = self.kind.as_deref();
        let is_wanted = move |kind: &Kind| wanted.is_none_or(|name| kind.name() == name);
        Kind::ALL.into_iter().filter(is_wanted)
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    match (&args.name, args.json) {
        (None, false) => layout(listed(args.kinds()))?,
        (None, true) => {
            let kinds: Vec<_> = args.kinds().map(Kind::name).collect();
            let is_wanted = |game: &Game| {
                game.kind
                    .as_deref()
                    .is_none_or(|kind| kinds.contains(&kind))
            };
            let games = catalogue()?.into_iter().filter(is_wanted);
            json(&games.collect::<Vec<_>>())?;
        }
        (Some(name), as_json) => {
            let game = describe(&Name::read(name)?)?;
            match args.solvers {
                true => layout(game.solvers_in_words())?,
                false => tell(&game, as_json)?,
            }
        }
    }
    Ok(Status::Answered)
}

/// The longest line, so that lines fit a terminal of the usual width.
const WIDTH: usize = 80;
/// The width of the column of names: the longest name plus a space.
const NAMES: usize = 23;

/// The games of these kinds under their headings, each with its rules beside its name.
fn listed(kinds: impl Iterator<Item = Kind>) -> String {
    let cards = bouton::cards();
    let section = |kind: Kind| {
        let of_kind = |card: &&Card| card.kind == Some(kind);
        let heading = format!("{} (--kind {})", kind.title(), kind.name());
        let games = cards.iter().filter(of_kind).map(beside);
        [heading]
            .into_iter()
            .chain(games)
            .collect::<Vec<_>>()
            .join("\n")
    };
    kinds.map(section).collect::<Vec<_>>().join("\n\n")
}

/// A name with the rules beside it, on as many lines as they need.
fn beside(card: &Card) -> String {
    let mut lines = vec![format!("  {:1$}", card.name, NAMES - 2)];
    for word in card.rules.split_whitespace() {
        let line = lines.last_mut().expect("invariant: there is a line");
        if line.chars().count() > NAMES && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(format!("{:NAMES$}{word}", ""));
            continue;
        }
        if line.chars().count() > NAMES {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_games_fits_a_narrow_terminal_and_has_each_game_once() {
        let list = listed(Kind::ALL.into_iter());
        for line in list.lines() {
            assert!(line.chars().count() <= WIDTH, "{line}");
        }
        for card in bouton::cards() {
            let head = format!("  {} ", card.name);
            let listed = list.lines().filter(|line| line.starts_with(&head));
            assert_eq!(listed.count(), 1, "{}", card.name);
        }
        let rows = super::listed([Kind::Rows].into_iter());
        assert!(rows.starts_with("Rows of numbers"), "{rows}");
        assert!(
            rows.contains("  row-ends ") && !rows.contains("  nim "),
            "{rows}"
        );
    }
}
