//! What is told about a game: its rules, its notation, the solvers that serve it.

use bouton_answers::{Game, HeapShape, SolverCard};
use bouton_core::solver::About;
use bouton_core::strategy::StrategyCard;

use crate::catalogue::{Listing, open};
use crate::error::Error;
#[cfg(feature = "rules")]
use crate::rule_file::RuleCard;
use crate::session::Session;

/// The names of the pictures that can be drawn of a game; whoever draws them knows.
pub type Pictures<'p> = &'p dyn Fn(&dyn Session) -> Vec<String>;

/// All about a game of the catalogue.
///
/// ```
/// let (listing, _) = bouton::catalogue::find("wythoff").unwrap();
/// let game = bouton::games::describe(listing, &|_| Vec::new())?;
/// assert_eq!(game.solvers[0].id, "closed-form");
/// # Ok::<(), bouton::Error>(())
/// ```
///
/// # Errors
/// None in fact: every game of the catalogue opens at its example.
pub fn describe(listing: &Listing, pictures: Pictures<'_>) -> Result<Game, Error> {
    let card = listing.card;
    let parameters = card.example.parameters;
    let named = if parameters.is_empty() {
        card.name.to_owned()
    } else {
        format!("{}:{parameters}", card.name)
    };
    let position = Some(card.example.position);
    let session = open(&named, position, false)?;
    Ok(Game {
        name: card.name.to_owned(),
        aliases: owned(card.aliases.iter().map(|(alias, _)| alias)),
        parameters: card.parameters.to_owned(),
        rules: card.rules.to_owned(),
        notation: card.notation.to_owned(),
        start: (open(&named, None, false).ok()).map(|session| session.position()),
        sources: owned(card.sources),
        example: [named.clone(), card.example.position.to_owned()],
        ..played(&*session, &named, position, pictures)
    })
}

/// All about the game of a rule file, named with its parameters; less where it cannot be opened at a start.
#[cfg(feature = "rules")]
pub fn of_rule_file(named: &str, card: RuleCard, pictures: Pictures<'_>) -> Game {
    let session = open(named, None, false).ok();
    let start = session.as_ref().map(|session| session.position());
    let played = |session: Box<dyn Session>| played(&*session, named, None, pictures);
    let source = Some(card.source).filter(|source| !source.is_empty());
    Game {
        name: card.name,
        parameters: card.parameters,
        rules: card.rules,
        notation: card.notation,
        example: [named.to_owned(), start.clone().unwrap_or_default()],
        start,
        sources: source.into_iter().collect(),
        ..session.map_or_else(Game::default, played)
    }
}

/// What a position tells about its game.
fn played(
    session: &dyn Session,
    named: &str,
    position: Option<&str>,
    pictures: Pictures<'_>,
) -> Game {
    let misere = open(named, position, true).ok();
    let shape = |(count, unordered): (Option<usize>, bool)| HeapShape {
        count,
        ordered: !unordered,
    };
    let strategy = |card: &StrategyCard<'_>| [card.name, card.plays].map(str::to_owned);
    Game {
        pictures: pictures(session),
        heaps: session.heaps().map(shape),
        partizan: session.side().is_some(),
        solvers: solvers(session),
        misere: misere.map(|session| solvers(&*session)),
        strategies: session.strategies().iter().map(strategy).collect(),
        ..Game::default()
    }
}

fn solvers(session: &dyn Session) -> Vec<SolverCard> {
    let card = |about: &About| SolverCard {
        id: about.id.to_owned(),
        method: about.method.to_owned(),
        fills: about
            .fills
            .iter()
            .map(|field| field.word().to_owned())
            .collect(),
    };
    session.solvers().into_iter().map(card).collect()
}

fn owned<'t>(texts: impl IntoIterator<Item = &'t &'static str>) -> Vec<String> {
    texts.into_iter().map(|text| (*text).to_owned()).collect()
}
