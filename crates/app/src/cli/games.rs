//! `bouton games`: the catalogue.

use bouton::catalogue::{Listing, find, listings};
use bouton::{Error, Session, StrategyCard};
use bouton_pictures::Kind;
use serde::Serialize;

use super::output::{json, line, table};
use super::subject::Subject;
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

/// All that is told about a game.
#[derive(Default, Serialize)]
pub(crate) struct Game {
    name: String,
    aliases: Vec<&'static str>,
    parameters: String,
    rules: String,
    notation: String,
    example: [String; 2],
    /// The usual start, with the parameters of the example.
    start: Option<String>,
    pictures: Vec<&'static str>,
    heaps: Option<Heaps>,
    /// Whether Left and Right play differently.
    partizan: bool,
    solvers: Vec<Solver>,
    misere: Option<Vec<Solver>>,
    strategies: Vec<[String; 2]>,
    sources: Vec<String>,
}

/// The heaps of a position: how many, if fixed, and whether their order matters.
#[derive(Serialize)]
struct Heaps {
    count: Option<usize>,
    ordered: bool,
}

#[derive(Clone, Serialize)]
struct Solver {
    id: &'static str,
    method: &'static str,
    fills: Vec<&'static str>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    match (&args.name, args.json) {
        (None, false) => table(
            &listings()
                .iter()
                .map(|l| vec![l.card.name.into(), l.card.rules.into()])
                .collect::<Vec<_>>(),
        )?,
        (None, true) => json(
            &listings()
                .iter()
                .map(describe)
                .collect::<Result<Vec<_>, _>>()?,
        )?,
        (Some(name), as_json) => {
            #[cfg(feature = "rules")]
            if let Some(card) = bouton::rule_file::card(name)? {
                tell(&of_rule_file(name, card)?, as_json)?;
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

fn tell(game: &Game, as_json: bool) -> anyhow::Result<()> {
    if as_json {
        json(game)
    } else {
        line(page(game))
    }
}

#[cfg(feature = "rules")]
fn of_rule_file(named: &str, card: bouton::rule_file::RuleCard) -> anyhow::Result<Game> {
    let session = bouton::open(named, None, false).ok();
    let start = session.as_ref().map(|session| session.position());
    Ok(Game {
        name: card.name,
        parameters: card.parameters,
        rules: card.rules,
        notation: card.notation,
        example: [named.to_owned(), start.clone().unwrap_or_default()],
        start,
        sources: Some(card.source)
            .filter(|source| !source.is_empty())
            .into_iter()
            .collect(),
        ..session.map_or_else(Game::default, |session| played(&*session, named, None))
    })
}

/// What a position tells about its game.
fn played(session: &dyn Session, named: &str, position: Option<&str>) -> Game {
    let misere = bouton::open(named, position, true).ok();
    Game {
        pictures: pictures(session),
        heaps: (session.heaps()).map(|(count, unordered)| Heaps {
            count,
            ordered: !unordered,
        }),
        partizan: session.side().is_some(),
        solvers: solvers(session),
        misere: misere.map(|session| solvers(&*session)),
        strategies: strategies(session),
        ..Game::default()
    }
}

fn strategies(session: &dyn Session) -> Vec<[String; 2]> {
    let card = |card: &StrategyCard| [card.name, card.plays].map(str::to_owned);
    session.strategies().iter().map(card).collect()
}

pub(crate) fn describe(listing: &Listing) -> Result<Game, Error> {
    let card = listing.card;
    let parameters = card.example.parameters;
    let named = if parameters.is_empty() {
        card.name.to_owned()
    } else {
        format!("{}:{parameters}", card.name)
    };
    let position = Some(card.example.position);
    let session = bouton::open(&named, position, false)?;
    Ok(Game {
        name: card.name.to_owned(),
        aliases: card.aliases.iter().map(|(alias, _)| *alias).collect(),
        parameters: card.parameters.to_owned(),
        rules: card.rules.to_owned(),
        notation: card.notation.to_owned(),
        start: (bouton::open(&named, None, false).ok()).map(|session| session.position()),
        sources: (card.sources.iter())
            .map(|&source| source.to_owned())
            .collect(),
        example: [named.clone(), card.example.position.to_owned()],
        ..played(&*session, &named, position)
    })
}

fn pictures(session: &dyn Session) -> Vec<&'static str> {
    let fits = Kind::ALL.into_iter().filter(|(_, kind)| kind.fits(session));
    fits.map(|(name, _)| name).collect()
}

fn solvers(session: &dyn Session) -> Vec<Solver> {
    let fills = |about: &bouton::About| about.fills.iter().map(|field| field.word()).collect();
    session
        .solvers()
        .into_iter()
        .map(|about| Solver {
            id: about.id,
            method: about.method,
            fills: fills(about),
        })
        .collect()
}

fn page(game: &Game) -> String {
    let mut lines = vec![format!("{}: {}", game.name, game.rules)];
    if !game.aliases.is_empty() {
        lines.push(format!("also called: {}", game.aliases.join(", ")));
    }
    if !game.parameters.is_empty() {
        lines.push(format!("parameters:  {}", game.parameters));
    }
    lines.push(format!("position:    {}", game.notation));
    lines.push(format!(
        "try:         bouton solve {} {}",
        game.example[0],
        quoted(&game.example[1])
    ));
    lines.push("solvers, best first:".into());
    lines.extend(game.solvers.iter().map(solver_line));
    match &game.misere {
        None => lines.push("no misère form".into()),
        Some(solvers) => {
            lines.push("solvers with --misere:".into());
            lines.extend(solvers.iter().map(solver_line));
        }
    }
    if !game.strategies.is_empty() {
        lines.push("strategies to refute:".into());
        lines.extend(
            game.strategies
                .iter()
                .map(|[name, plays]| format!("  {name:20} {plays}")),
        );
    }
    if !game.sources.is_empty() {
        lines.push("sources:".into());
    }
    lines.extend(game.sources.iter().map(|source| format!("  {source}")));
    lines.join("\n")
}

fn quoted(position: &str) -> String {
    if position.is_empty() {
        "''".into()
    } else {
        position.to_owned()
    }
}

fn solver_line(solver: &Solver) -> String {
    format!(
        "  {:14} {} (gives {})",
        solver.id,
        solver.method,
        solver.fills.join(", ")
    )
}
