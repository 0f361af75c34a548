//! Scoring games of Left and Right: which of two positions is better in every sum.

use bouton_answers::{Class, Order, Relation, ScoredPosition, Whole};
use bouton_core::{Limits, StopReason};
use bouton_engine::{Error, KeptParts};
use bouton_values::{ScoringGame, ScoringGames};
use web_time::Instant;

use crate::Session;

/// Compares the session's position with another one of the same game, which the session then stands at. The theorem and its
/// source are with [`ScoringGames`].
///
/// # Errors
/// If the game does not count points of Left and Right, being unable to move is a merit somewhere, or the rules fail. A limit that
/// is reached is part of the answer.
pub fn compare(session: &mut Session, other: &str, limits: &Limits) -> Result<Order, Error> {
    let (start, mut games) = (Instant::now(), ScoringGames::default());
    let (first, one) = standing(session, &mut games, limits)?;
    session.go(other)?;
    let (second, two) = standing(session, &mut games, limits)?;
    let compared = match (one, two) {
        (Ok(one), Ok(two)) => games.compare(one, two, &mut limits.meter()),
        (Err(why), _) | (_, Err(why)) => Err(why),
    };
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
        visited: games.len() as u64,
        seconds: start.elapsed().as_secs_f64(),
        stopped: relation.err(),
    })
}

/// A position as a game, or the limit that was reached.
type Formed = Result<ScoringGame, StopReason>;

fn standing(
    session: &mut Session,
    games: &mut ScoringGames,
    limits: &Limits,
) -> Result<(ScoredPosition, Formed), Error> {
    let position = session.position()?;
    let kept = &mut KeptParts::default();
    let formed = session.look_within(limits, |face| face.scoring(&[], false, kept, games, limits));
    let formed = match formed {
        Err(Error::Stopped(why)) => Some(Err(why)),
        formed => formed?,
    };
    let form = match formed {
        None => {
            return Err(Error::Unfit(format!(
                "{} is no game of points of Left and Right: only those are compared here, and `bouton calc` compares values",
                session.game()
            )));
        }
        Some(Ok(None)) => {
            return Err(Error::Unfit(
                "a move keeps the turn: games are compared in which players take turns".into(),
            ));
        }
        Some(Ok(Some(form))) => Ok(form),
        Some(Err(why)) => Err(why),
    };
    let told = |scores: Option<[i128; 2]>| ScoredPosition {
        position: position.strip_suffix(" R").unwrap_or(&position).to_owned(),
        scores: scores.map(|scores| scores.map(Whole::from)),
        class: scores.map(Class::of_scores),
    };
    match form {
        Ok(form) => match form.merit {
            Some(merit) => Err(Error::Unfit(format!(
                "only guaranteed games are compared, and at {merit} a player gains by being unable to move"
            ))),
            None => {
                let game = form.parts[0].1;
                Ok((told(Some(games.scores(game))), Ok(game)))
            }
        },
        Err(why) => Ok((told(None), Err(why))),
    }
}
