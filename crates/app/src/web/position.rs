//! Questions about one position: what it is, its value, its moves, a line of play from it, what can be reached.

use bouton::How;
use bouton::answers::Moves;
use bouton::experiment::{analyze, review};

use super::desk::Desk;
use super::pool::Answered;
use super::query::Query;
use super::refusal::Refusal;
use super::reply::Reply;

pub(crate) fn view(desk: &mut Desk, query: &Query, how: &How) -> Answered {
    let view = bouton::view(desk.open(query)?, how)?;
    Reply::json(&view, None)
}

pub(crate) fn solve(desk: &mut Desk, query: &Query, how: &How) -> Answered {
    let mut answer = desk.open(query)?.solve(how)?;
    if let Some(typed) = query.text("position") {
        answer.position = typed.to_owned();
    }
    Reply::json(&answer, answer.stopped)
}

pub(crate) fn moves(desk: &mut Desk, query: &Query, how: &How) -> Answered {
    let session = desk.open(query)?;
    let moves = session.moves(how)?.map_err(Refusal::stopped)?;
    let typed = query.text("position").map(str::to_owned);
    let answer = Moves {
        game: session.game().to_owned(),
        position: typed.unwrap_or_else(|| session.position()),
        moves,
    };
    Reply::json(&answer, None)
}

pub(crate) fn replay(desk: &mut Desk, query: &Query, how: &How) -> Answered {
    let session = desk.open(query)?;
    let answer = review(session, &query.all("move"), how)?;
    Reply::table(query, "review", &answer, None, || answer.csv())
}

pub(crate) fn census(desk: &mut Desk, query: &Query, how: &How) -> Answered {
    let session = desk.open(query)?;
    let mut answer = analyze(session, how)?;
    if let Some(typed) = query.text("position") {
        answer.position = typed.to_owned();
    }
    Reply::json(&answer, None)
}
