//! Puzzles, as data and as a sheet.

use bouton::How;
use bouton::answers::Puzzles;
use bouton::experiment::{Wish, puzzles as hunt};
use bouton_pictures::{Paper, Sheet};

use crate::draw::written;
use crate::games::rules_on_paper;
use crate::last_game::{LastGame, named};
use crate::query::Query;
use crate::refusal::Refusal;
use crate::reply::Reply;
use crate::routes::Answered;
use crate::typed::date;

/// The day of the puzzles, or the number of their version.
fn seed(query: &Query) -> Result<Option<String>, Refusal> {
    let day = query.text("date").map(date).transpose();
    let day = day.map_err(|why| Refusal::parameter(format!("date: {why}")))?;
    match (day, query.text("seed")) {
        (Some(_), Some(_)) => Err(Refusal::parameter(
            "seed: the puzzles of a day have no other version".to_owned(),
        )),
        (day, seed) => Ok(day.or(seed.map(str::to_owned))),
    }
}

fn hunted(last: &mut LastGame, query: &Query, how: &How) -> Result<Puzzles, Refusal> {
    let seed = seed(query)?;
    let usual = if query.text("date").is_some() { 1 } else { 10 };
    let (session, varied) = last.open_to_play(query)?;
    let wish = Wish {
        count: query.number("count").unwrap_or(usual),
        seed: seed.as_deref(),
        varied,
    };
    Ok(hunt(session, &wish, how)?)
}

pub(crate) fn puzzles(last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let found = hunted(last, query, how)?;
    Reply::told(query, &found, found.stopped)
}

pub(crate) fn sheet(last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let found = hunted(last, query, how)?;
    let rules = rules_on_paper(&named(query, query.text("position"))?);
    let seed = seed(query)?;
    let written_on = Sheet {
        rules: &rules,
        paper: query
            .text("paper")
            .and_then(Paper::named)
            .unwrap_or_default(),
        seed: seed.as_deref(),
    };
    let picture = bouton_pictures::sheet(last.open_to_play(query)?.0, &found, &written_on)?;
    let format = query.text("format").unwrap_or("svg");
    let reply = written(&picture, format, query, &how.limits)?;
    let file = query.flag("download");
    Ok(reply.named(file.then(|| query.file_name("puzzles", format))))
}
