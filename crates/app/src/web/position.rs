//! Questions about one position: what it is, its value, its moves, a line of play from it, what can be reached.

use bouton::How;
use bouton::experiment::{analyze, review};

use super::last_game::LastGame;
use super::pool::Answered;
use super::query::Query;
use super::reply::Reply;

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
