//! Queries about one position: its description, its value, its moves, a line of play from it, the reachable positions.

use bouton::How;
use bouton::experiment::{analyze, review};
use bouton::questions::Review;
use http::StatusCode;

use crate::last_game::{LastGame, named};
use crate::query::Query;
use crate::refusal::Refusal;
use crate::reply::Reply;
use crate::routes::Answered;

/// The description of a game in the catalogue.
pub(crate) fn rules(_last: &mut LastGame, query: &Query, _how: &How) -> Answered {
    let name = named(query, None)?;
    let text = name.rule_text()?;
    Reply::json(
        &serde_json::json!({ "game": name.text(), "text": text }),
        None,
    )
}

pub(crate) fn card(_last: &mut LastGame, query: &Query, _how: &How) -> Answered {
    let told = || {
        let name = named(query, None)?;
        if name.has_position() {
            return Err(Refusal::bad("the catalogue tells of single games"));
        }
        Ok(crate::games::describe(&name)?)
    };
    let game = told().map_err(|refusal| Refusal {
        status: StatusCode::NOT_FOUND,
        ..refusal
    })?;
    Reply::json(&game, None)
}

/// The mistakes in a rule file.
#[cfg(feature = "rules")]
pub(crate) fn check(_last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let position = &query.named.position;
    named(query, position.as_deref())?;
    let terms = bouton::Terms {
        limits: how.limits.clone(),
        ..crate::last_game::terms(query)
    };
    let checked = bouton::check(&query.named.game, position.as_slice(), &terms)?;
    Reply::told(query, &checked, None)
}

pub(crate) fn view(last: &mut LastGame, query: &Query, _how: &How) -> Answered {
    let Review { moves, .. } = query.read()?;
    let view = bouton::view_after(last.open(query)?, &moves)?;
    Reply::json(&view, None)
}

pub(crate) fn solve(last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let answer = last.open(query)?.solve(how)?;
    Reply::told(query, &answer, answer.stopped)
}

pub(crate) fn moves(last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let moves = last.open(query)?.moves(how)?;
    Reply::told(query, &moves, None)
}

pub(crate) fn replay(last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let session = last.open(query)?;
    let Review { moves, .. } = query.read()?;
    let answer = review(session, &moves, how)?;
    Reply::table(query, "review", &answer, None, || answer.csv())
}

pub(crate) fn census(last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let answer = analyze(last.open(query)?, how)?;
    Reply::told(query, &answer, None)
}
