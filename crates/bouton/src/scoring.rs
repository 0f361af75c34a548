//! Which of two positions is better in every sum, where points decide or the last to move loses.

use bouton_answers::{Class, Order, Relation, ScoredPosition, Whole};
use bouton_core::{Limits, StopReason};
use bouton_engine::{Error, KeptParts, ScoredForm};
use bouton_values::{ScoringGame, ScoringGames};
use web_time::Instant;

use crate::Session;

/// Compares the session's position with another one of the same game, which the session then stands at. The theorem and its
/// source are with [`ScoringGames`].
///
/// # Errors
/// If the game neither counts points of Left and Right nor is lost by the last to move, play can reach a position of no universe of the
/// theorem, or the rules fail. A limit that is reached is part of the answer.
pub fn compare(session: &mut Session, other: &str, limits: &Limits) -> Result<Order, Error> {
    let (start, mut games) = (Instant::now(), ScoringGames::default());
    let (first, one) = standing(session, &mut games, limits)?;
    session.go(other)?;
    let (second, two) = standing(session, &mut games, limits)?;
    let universe = match (&one, &two) {
        (Ok(one), Ok(two)) => games.universe([*one, *two]),
        _ => None,
    };
    let compared = one.and_then(|one| {
        let two = two?;
        let universe = universe.expect("invariant: the last universe of its kind contains both");
        games.compare(one, two, universe, &mut limits.meter())
    });
    let relation = compared.map(|order| match order {
        Some(order) if order.is_lt() => Relation::Less,
        Some(order) if order.is_gt() => Relation::Greater,
        Some(_) => Relation::Equal,
        None => Relation::Confused,
    });
    Ok(Order {
        game: session.game().to_owned(),
        first,
        second,
        relation: relation.ok(),
        universe: universe.map(|universe| universe.to_string()),
        visited: games.len() as u64,
        seconds: start.elapsed().as_secs_f64(),
        stopped: relation.err(),
    })
}

/// The session's position as a game, or the limit that was reached.
pub(crate) fn formed(
    session: &Session,
    games: &mut ScoringGames,
    limits: &Limits,
) -> Result<Result<ScoredForm, StopReason>, Error> {
    let kept = &mut KeptParts::default();
    let formed = session.look_within(limits, |face| face.scoring(&[], false, kept, games, limits));
    let formed = match formed {
        Err(Error::Stopped(why)) => Some(Err(why)),
        formed => formed?,
    };
    let game = session.game();
    let Some(formed) = formed else {
        return Err(Error::Unfit(match session.is_misere() {
            true => format!(
                "{game} is not decided by the last move: only such games are compared where it loses"
            ),
            false => format!(
                "{game} is no game of points of Left and Right: only those, and positions with --misere, are compared here; `bouton calc` compares values"
            ),
        }));
    };
    let form = formed.transpose().ok_or_else(|| {
        let message = "a move keeps the turn: games are compared in which players take turns";
        Error::Unfit(message.into())
    })?;
    Ok(form)
}

pub(crate) fn class(games: &ScoringGames, game: ScoringGame) -> Class {
    Class::of_scores(games.scores(game))
}

fn standing(
    session: &Session,
    games: &mut ScoringGames,
    limits: &Limits,
) -> Result<(ScoredPosition, Result<ScoringGame, StopReason>), Error> {
    let (position, is_misere) = (session.position()?, session.is_misere());
    let form = formed(session, games, limits)?;
    if let Ok(Some(at)) = form.as_ref().map(|form| &form.outside) {
        return Err(Error::Unfit(match is_misere {
            true => format!(
                "only dead-ending games are compared where the last to move loses, and at {at} a player who cannot move can move later"
            ),
            false => format!(
                "only guaranteed games are compared, and at {at} a player gains by being unable to move"
            ),
        }));
    }
    let game = form.map(|form| form.parts[0].1);
    let scores = game.as_ref().ok().map(|game| games.scores(*game));
    let standing = ScoredPosition {
        position: position.strip_suffix(" R").unwrap_or(&position).to_owned(),
        scores: scores
            .filter(|_| !is_misere)
            .map(|scores| scores.map(Whole::from)),
        class: scores.map(Class::of_scores),
    };
    Ok((standing, game))
}
