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

fn hunted(last: &mut LastGame, query: &Query, how: &How) -> Result<Puzzles, Refusal> {
    let day = query.text("date").map(date).transpose();
    let day = day.map_err(|why| Refusal::parameter(format!("date: {why}")))?;
    let usual = if day.is_some() { 1 } else { 10 };
    let (session, varied) = last.open_to_play(query)?;
    let wish = Wish {
        count: query.number("count").unwrap_or(usual),
        seed: day.as_deref().or(query.text("seed")),
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
    let version = query.text("seed").map(|seed| format!("version {seed}"));
    let written_on = Sheet {
        rules: &rules,
        paper: match query.text("paper") {
            Some("letter") => Paper::Letter,
            _ => Paper::A4,
        },
        version: query.text("date").or(version.as_deref()).unwrap_or(""),
    };
    let picture = bouton_pictures::sheet(last.open_to_play(query)?.0, &found, &written_on)?;
    let format = query.text("format").unwrap_or("svg");
    let reply = written(&picture, format, query, &how.limits)?;
    let file = query.flag("download");
    Ok(reply.named(file.then(|| query.file_name("puzzles", format))))
}
