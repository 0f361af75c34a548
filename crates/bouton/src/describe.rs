//! The description of a game: its rules, its notation, the solvers that serve it.

use bouton_answers::{Game, HeapShape, SolverCard};
use bouton_core::solver::About;
use bouton_core::strategy::StrategyCard;
use bouton_engine::Error;
use bouton_names::{Name, full_name};

use crate::session::Session;

/// A function that returns the names of the pictures that can be drawn of a game.
pub type Pictures<'p> = &'p dyn Fn(&Session) -> Vec<String>;

/// The description of the game with this name; shorter if it cannot be opened at its example or start.
///
/// ```
/// let game = bouton::describe(&bouton::Name::read("queens")?, &|_| Vec::new())?;
/// assert_eq!(game.name, "wythoff");
/// assert_eq!(game.solvers[0].id, "closed-form");
/// # Ok::<(), bouton::Error>(())
/// ```
///
/// # Errors
/// If a file cannot be read.
pub fn describe(name: &Name, pictures: Pictures<'_>) -> Result<Game, Error> {
    let card = name.card()?;
    let full_name = card.called.as_ref().and_then(|_| full_name(name.text()));
    let [named, position] = card.example;
    let name = match named == name.text() {
        true => name.clone(),
        false => Name::read(&named)?,
    };
    let opened = |position: Option<&str>, misere| name.open(position, misere).ok().map(Session::of);
    let start = match opened(None, false) {
        Some(session) if !name.has_position() => Some(session.position()?),
        _ => None,
    };
    let example = Some(position).filter(|position| !position.is_empty());
    let at = example.as_deref();
    let to_play = card.to_play.or_else(|| {
        let position = start.clone().or_else(|| example.clone())?;
        Some([named.clone(), position])
    });
    let told = match opened(at, false) {
        Some(session) => told(&session, opened(at, true), pictures),
        None => Game::default(),
    };
    Ok(Game {
        name: card.name,
        called: card.called,
        full_name,
        kind: card.kind.map(|kind| kind.name().to_owned()),
        to_play,
        aliases: card.aliases,
        parameters: card.parameters,
        rules: card.rules,
        notation: card.notation,
        example: [named, example.or_else(|| start.clone()).unwrap_or_default()],
        start,
        sources: card.sources,
        ..told
    })
}

/// The part of the description that needs a position.
fn told(session: &Session, misere: Option<Session>, pictures: Pictures<'_>) -> Game {
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
        misere: misere.map(|session| solvers(&session)),
        strategies: session.strategies().iter().map(strategy).collect(),
        ..Game::default()
    }
}

fn solvers(session: &Session) -> Vec<SolverCard> {
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
