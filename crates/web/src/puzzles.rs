//! Puzzles, as data and as a sheet.

use bouton::How;
use bouton::answers::Puzzles as Found;
use bouton::questions::Puzzles;
use bouton_pictures::{Sheet, Theme};

use crate::draw::formed;
use crate::games::rules_on_paper;
use crate::last_game::{LastGame, named};
use crate::query::Query;
use crate::refusal::Refusal;
use crate::reply::Reply;
use crate::routes::Answered;
use crate::routes::parameters::Sheeted;

fn hunted(last: &mut LastGame, query: &Query, how: &How) -> Result<Found, Refusal> {
    let asked: Puzzles = query.read()?;
    asked.version()?;
    let (session, varied) = last.open_to_play(query)?;
    Ok(asked.answer(session, varied, how)?)
}

pub(crate) fn puzzles(last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let found = hunted(last, query, how)?;
    Reply::told(query, &found, found.stopped)
}

pub(crate) fn sheet(last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let found = hunted(last, query, how)?;
    let rules = rules_on_paper(&named(query, query.named.position.as_deref())?);
    let version = query.read::<Puzzles>()?.version()?;
    let sheeted: Sheeted = query.read()?;
    let sheet = Sheet {
        rules: &rules,
        paper: sheeted.printed.paper,
        seed: version.as_deref(),
    };
    let picture = bouton_pictures::sheet(last.open_to_play(query)?.0, &found, &sheet)?;
    let reply = formed(&picture, &sheeted.format, (Theme::Auto, 2), &how.limits)?;
    let name = || query.file_name("puzzles", &sheeted.format);
    Ok(reply.named(sheeted.download.then(name)))
}
