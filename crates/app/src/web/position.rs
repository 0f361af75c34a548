//! Questions about one position: what it is, its value, its moves, a line of play from it, what can be reached.

use axum::http::StatusCode;
use bouton::experiment::{analyze, review};
use bouton::{How, Name};

use super::last_game::{LastGame, no_file};
use super::query::Query;
use super::refusal::Refusal;
use super::reply::Reply;
use super::routes::Answered;

/// What is told about a game, for whoever looks at the catalogue.
pub(crate) fn card(_last: &mut LastGame, query: &Query, _how: &How) -> Answered {
    let told = |name: &str| {
        let name = Name::read(name)?;
        if name.has_position() {
            return Err(Refusal::bad("the catalogue tells of single games"));
        }
        no_file(&name, None)?;
        Ok(crate::games::describe(&name)?)
    };
    let game = told(query.text("game").unwrap_or_default());
    let game = game.map_err(|refusal| Refusal {
        status: StatusCode::NOT_FOUND,
        ..refusal
    })?;
    Reply::json(&game, None)
}

pub(crate) fn view(last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let view = bouton::view(last.open(query)?, how)?;
    Reply::json(&view, None)
}

pub(crate) fn solve(last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let mut answer = last.open(query)?.solve(how)?;
    if let Some(typed) = query.text("position") {
        answer.position = typed.to_owned();
    }
    Reply::json(&answer, answer.stopped)
}

pub(crate) fn moves(last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let mut moves = last.open(query)?.moves(how)?;
    if let Some(typed) = query.text("position") {
        moves.position = typed.to_owned();
    }
    Reply::json(&moves, None)
}

pub(crate) fn near(last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let depth = query.number("depth").unwrap_or(40);
    let answer = bouton::near(last.open(query)?, depth, how)?;
    // What was seen so far is all that is asked for.
    Reply::json(&answer, None)
}

pub(crate) fn replay(last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let session = last.open(query)?;
    let answer = review(session, &query.all("move"), how)?;
    Reply::table(query, "review", &answer, None, || answer.csv())
}

pub(crate) fn census(last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let session = last.open(query)?;
    let mut answer = analyze(session, how)?;
    if let Some(typed) = query.text("position") {
        answer.position = typed.to_owned();
    }
    Reply::json(&answer, None)
}
