//! The program as a player: its levels, and its move at a level.

use bouton::How;
use bouton::answers::MoveMade;
use bouton::play::{Level, Turn};

use crate::last_game::LastGame;
use crate::query::Query;
use crate::reply::Reply;
use crate::routes::Answered;

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
    let level = query.text("level").unwrap_or("perfect");
    let before = query.all("before");
    let before: Vec<_> = before.iter().map(String::as_str).collect();
    let turn = Turn {
        lead: query.number("lead").unwrap_or(0),
        before: &before,
        seed: query.number("seed").unwrap_or(1),
    };
    let chosen = Level::named(level, session)?.reply(session, &turn, how)?;
    let answer = MoveMade {
        game: session.game().to_owned(),
        position: session.position()?,
        level: level.to_owned(),
        name: chosen.name,
        depth: chosen.depth,
        outcome: chosen.outcome,
        visited: chosen.visited,
        stopped: chosen.stopped,
    };
    // A limit that was reached is reported; the request is only about the move.
    Reply::json(&answer, None)
}
