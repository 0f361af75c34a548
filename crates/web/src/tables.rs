//! Queries about many positions at once: lost positions, tables of values, sequences, strategies to refute.

use bouton::answers::FoundPositions;
use bouton::experiment::Each;
use bouton::questions::{Atlas, Find, Losing, Quotient, Refute, Sequence, Values};
use bouton::quotients::QuotientReport;
use bouton::{Error, How, Open, Session};
use web_time::Instant;

use crate::last_game::{LastGame, named, terms};
use crate::query::Query;
use crate::refusal::Refusal;
use crate::reply::{Bounded, CSV, Reply};
use crate::routes::Answered;

/// The most cells of a table.
const MOST_CELLS: u64 = 1_000_000;

/// Refuses a table of too many cells of heaps up to a bound.
fn check(session: &Session, up_to: u64, piles: Option<usize>) -> Result<(), Refusal> {
    let heaps = session.heaps().and_then(|(fixed, _)| fixed.or(piles));
    let heaps = heaps.and_then(|heaps| u32::try_from(heaps).ok());
    let cells = (up_to + 1).checked_pow(heaps.unwrap_or(1));
    if cells.is_some_and(|cells| cells <= MOST_CELLS) {
        return Ok(());
    }
    Err(Refusal::bad(format!(
        "a table has at most {MOST_CELLS} cells here: ask for a smaller up_to, or on the command line"
    )))
}

pub(crate) fn lost(last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let asked: Losing = query.read()?;
    let session = last.open_anywhere(query)?;
    check(
        session,
        asked.bound.largest().unwrap_or(0),
        asked.bound.piles,
    )?;
    listed(query, "losing", |each| asked.answer(session, how, each))
}

/// The positions that `ask` finds: a table, or with `lines` or chosen fields each row on a line of its own.
fn listed(
    query: &Query,
    what: &str,
    ask: impl FnOnce(Option<Each<'_>>) -> Result<FoundPositions, Error>,
) -> Answered {
    let is_other = query.told.words || query.text("format").is_some();
    if is_other || !(query.told.lines || query.text("fields").is_some()) {
        let answer = ask(None)?;
        return Reply::table(query, what, &answer, answer.stopped, || answer.csv());
    }
    let (begun, mut lines) = (Instant::now(), Bounded::default());
    let mut fits = Ok(());
    let found = ask(Some(&mut |row| {
        fits = lines.line(&row);
        fits.is_ok()
    }))?;
    fits?;
    lines.end(&found.end(begun.elapsed().as_secs_f64()))
}

/// The most positions of a list, if no number is asked for.
const MOST_LISTED: usize = 1000;

pub(crate) fn found(_last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let (mut asked, about) = (query.read::<Find>()?, &query.named);
    let position = about.position.as_deref();
    named(query, position)?;
    if !asked.count && asked.sum.is_none() && asked.group_by.is_none() {
        asked.first.get_or_insert(MOST_LISTED);
    }
    let open = |name: String| {
        Open::game(name)
            .misere(about.misere)
            .right(about.right)
            .on(terms(query))
            .position(position)
    };
    listed(query, "found", |each| {
        asked.answer(&about.game, open, how, each)
    })
}

/// The smallest positions with a value.
pub(crate) fn smallest(_last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let answer = query.read::<Atlas>()?.answer(Open::game, how)?;
    Reply::table(query, "atlas", &answer, answer.stopped, || answer.csv())
}

pub(crate) fn table(last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let asked: Values = query.read()?;
    let session = last.open_anywhere(query)?;
    check(session, asked.up_to, asked.piles)?;
    let answer = asked.answer(session, how)?;
    Reply::table(query, "values", &answer, None, || answer.csv())
}

pub(crate) fn sequence(_last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let mut asked: Sequence = query.read()?;
    asked.values |= query.text("format") == Some(CSV);
    named(query, None)?;
    if asked.values && asked.heaps > MOST_CELLS {
        return Err(Refusal::bad(format!(
            "the server computes the values of at most {MOST_CELLS} heaps: ask for fewer, or on the command line"
        )));
    }
    if asked.misere {
        let answer = asked.outcomes(&how.limits).map_err(unread)?;
        return Reply::told(query, &answer, answer.stopped)?.saved(query, "sequence");
    }
    let answer = asked.answer(&how.limits).map_err(unread)?;
    Reply::table(query, "sequence", &answer, answer.stopped, || answer.csv())
}

pub(crate) fn quotient(_last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let found = quotient_of(query, how)?;
    Reply::told(query, &found.told(), found.stopped)
}

/// The misère quotient that a question is about.
pub(crate) fn quotient_of(query: &Query, how: &How) -> Result<QuotientReport, Refusal> {
    let position = query.named.position.as_deref();
    named(query, position)?;
    let open = Open::game(&query.named.game)
        .position(position)
        .on(terms(query));
    let asked: Quotient = query.read()?;
    Ok(QuotientReport::of(&open, asked.heaps, &how.limits)?)
}

/// The error about the game of a sequence.
fn unread(error: Error) -> Refusal {
    match error {
        Error::Stopped(why) => Refusal::stopped(why),
        Error::Input { error, .. } => Refusal::bad(format!("game: {}", error.message())),
        error => Refusal::bad(format!("game: {error}")),
    }
}

pub(crate) fn hunt(last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let asked: Refute = query.read()?;
    let session = last.open_anywhere(query)?;
    let answer = asked.answer(session, None, false, how)?;
    Reply::told(query, &answer, answer.stopped)
}
