//! The program as a player: its levels, and its move at a level.

use bouton::How;
use bouton::answers::MoveMade;
use bouton::play::{Level, Turn};

use crate::last_game::LastGame;
use crate::query::Query;
use crate::reply::Reply;
use crate::routes::Answered;
use crate::routes::parameters::Played;

pub(crate) fn levels(last: &mut LastGame, query: &Query, _how: &How) -> Answered {
    // As on the command line: levels belong to the game, wherever play begins.
    let session = match query.text("position") {
        None => last.open_anywhere(query)?,
        Some(_) => last.open(query)?,
    };
    Reply::json(&Level::all(session)?, None)
}

pub(crate) fn reply(last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let session = last.open(query)?;
    let asked: Played = query.read()?;
    let before: Vec<_> = asked.before.iter().map(String::as_str).collect();
    let turn = Turn {
        lead: asked.lead.into(),
        before: &before,
        seed: asked.seed,
    };
    let chosen = Level::named(&asked.level, session)?.reply(session, &turn, how)?;
    let answer = MoveMade {
        game: session.game().to_owned(),
        position: session.position()?,
        level: asked.level,
        name: chosen.name,
        depth: chosen.depth,
        outcome: chosen.outcome,
        visited: chosen.visited,
        stopped: chosen.stopped,
    };
    // A limit that was reached is reported; the request is only about the move.
    Reply::json(&answer, None)
}
