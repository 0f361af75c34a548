//! Queries about many positions at once: lost positions, tables of values, sequences, strategies to refute.

use bouton::answers::{By, CellKind, End, FoundPositions, Promise};
use bouton::experiment::{
    Bound, Each, Heaps, Places, Rows, Search, Wanted, atlas, find_each, losing_each, refute, values,
};
use bouton::quotients::QuotientReport;
use bouton::sequences::Question;
use bouton::{Error, How, Open, Session};
use web_time::Instant;

use crate::last_game::{LastGame, named, terms};
use crate::query::Query;
use crate::ranges;
use crate::refusal::Refusal;
use crate::reply::{Bounded, CSV, Reply};
use crate::routes::Answered;

/// The most cells of a table.
const MOST_CELLS: u64 = 1_000_000;

/// The largest heap, if a table of the game's heaps up to it is not too large.
fn bounded(session: &Session, query: &Query, piles: Option<usize>) -> Result<u64, Refusal> {
    let up_to: u64 = query.number("up_to").unwrap_or_default();
    let heaps = session.heaps().and_then(|(fixed, _)| fixed.or(piles));
    let heaps = heaps.and_then(|heaps| u32::try_from(heaps).ok());
    let cells = (up_to + 1).checked_pow(heaps.unwrap_or(1));
    if cells.is_some_and(|cells| cells <= MOST_CELLS) {
        return Ok(up_to);
    }
    Err(Refusal::bad(format!(
        "a table has at most {MOST_CELLS} cells here: ask for a smaller up_to, or on the command line"
    )))
}

pub(crate) fn lost(last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let session = last.open_anywhere(query)?;
    let piles = query.number("piles");
    bounded(session, query, piles)?;
    let bound = bound(query)?.unwrap_or_default();
    let wanted = Wanted {
        fields: query.text("fields"),
        ..Wanted::default()
    };
    listed(query, "losing", |each| {
        losing_each(session, &bound, &wanted, how, each)
    })
}

/// The bound of heaps, if there is one.
fn bound(query: &Query) -> Result<Option<Bound>, Refusal> {
    let total = ends(query, "total", ranges::totals)?;
    let up_to = query.number("up_to").or(total.map(|(_, most)| most));
    Ok(up_to.map(|up_to| Bound {
        up_to,
        piles: query.number("piles"),
        total,
        ordered: query.flag("ordered"),
    }))
}

/// The positions that `ask` finds: a table, or with `lines` or chosen fields each row on a line of its own.
fn listed(
    query: &Query,
    what: &str,
    ask: impl FnOnce(Option<Each<'_>>) -> Result<FoundPositions, Error>,
) -> Answered {
    let is_other = query.flag("words") || query.text("format").is_some();
    if is_other || !(query.flag("lines") || query.text("fields").is_some()) {
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
    let end = End {
        count: found.count,
        stopped: found.stopped,
        progress: None,
        seconds: begun.elapsed().as_secs_f64(),
    };
    lines.end(&end)
}

pub(crate) fn found(_last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let (game, position) = (
        query.text("game").unwrap_or_default(),
        query.text("position"),
    );
    named(query, position)?;
    let places = match (bound(query)?, query.flag("all"), query.flag("reachable")) {
        (Some(bound), false, false) => Places::UpTo(bound),
        (None, true, false) => Places::Boards,
        (None, false, true) => Places::Reachable,
        (None, false, false) => Places::Start,
        _ => {
            let why = "expected one of up_to (or total), all and reachable, found several";
            return Err(Refusal::parameter(why));
        }
    };
    let is_list = !query.flag("count") && query.text("sum").or(query.text("group_by")).is_none();
    let wanted = Wanted {
        condition: query.text("where").unwrap_or_default(),
        places,
        first: query.number("first").or(is_list.then_some(1000)),
        sort: query.text("sort"),
        count: query.flag("count"),
        sum: query.text("sum"),
        group_by: query.text("group_by"),
        fields: query.text("fields"),
    };
    let (misere, right) = (query.flag("misere"), query.flag("right"));
    let open = |name: String| {
        Open::game(name)
            .misere(misere)
            .right(right)
            .on(terms(query))
            .position(position)
    };
    listed(query, "found", |each| {
        find_each(game, open, &wanted, how, each)
    })
}

/// The smallest positions with a value.
pub(crate) fn smallest(_last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let value = query.text("value").unwrap_or_default();
    let games = query.text("games").unwrap_or_default();
    let games: Vec<String> = games.split_whitespace().map(str::to_owned).collect();
    let up_to = query.number("up_to").unwrap_or(100);
    let answer = atlas(value, &games, Open::game, up_to, how)?;
    Reply::table(query, "atlas", &answer, answer.stopped, || answer.csv())
}

pub(crate) fn table(last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let session = last.open_anywhere(query)?;
    let piles = query.number("piles");
    let up_to = bounded(session, query, piles)?;
    let kind = match query.text("kind") {
        Some("grundy") => CellKind::Grundy,
        _ => CellKind::Outcome,
    };
    let answer = values(session, up_to, piles, kind, how)?;
    Reply::table(query, "values", &answer, None, || answer.csv())
}

pub(crate) fn sequence(_last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let question = Question {
        game: query.text("game").unwrap_or_default(),
        heaps: query.number("heaps").unwrap_or(1000),
        values: query.text("format") == Some(CSV) || query.flag("values"),
    };
    named(query, None)?;
    if question.values && question.heaps > MOST_CELLS {
        return Err(Refusal::bad(format!(
            "the server computes the values of at most {MOST_CELLS} heaps: ask for fewer, or on the command line"
        )));
    }
    if query.flag("misere") {
        let answer = question.misere(&how.limits).map_err(unread)?;
        return Reply::told(query, &answer, answer.stopped)?.saved(query, "sequence");
    }
    let answer = question.answer(&how.limits).map_err(unread)?;
    Reply::table(query, "sequence", &answer, answer.stopped, || answer.csv())
}

pub(crate) fn quotient(_last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let found = quotient_of(query, how)?;
    Reply::told(query, &found.told(), found.stopped)
}

/// The misère quotient that a question is about.
pub(crate) fn quotient_of(query: &Query, how: &How) -> Result<QuotientReport, Refusal> {
    let position = query.text("position");
    named(query, position)?;
    let game = query.text("game").unwrap_or_default();
    let open = Open::game(game).position(position).on(terms(query));
    let heaps = query.number("heaps").unwrap_or(500);
    Ok(QuotientReport::of(&open, heaps, &how.limits)?)
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
    let session = last.open_anywhere(query)?;
    let strategy = query.text("strategy").unwrap_or_default();
    let answer = refute(session, strategy, &search(query)?, how)?;
    Reply::told(query, &answer, answer.stopped)
}

fn search(query: &Query) -> Result<Search, Refusal> {
    let (rows, heaps) = (Rows::default(), Heaps::default());
    Ok(Search {
        by: match query.text("by") {
            Some("margin") => By::Margin,
            _ => By::Outcome,
        },
        rows: Rows {
            values: ends(query, "values", ranges::values)?.unwrap_or(rows.values),
            lengths: ends(query, "length", ranges::lengths)?.unwrap_or(rows.lengths),
            even: query.flag("even"),
        },
        heaps: Heaps {
            up_to: query.number("up_to").unwrap_or(heaps.up_to),
            piles: query.number("piles").unwrap_or(heaps.piles),
        },
        reachable: false,
        promise: match query.text("promise") {
            Some("never-loses") => Promise::NeverLoses,
            _ => Promise::BestAlways,
        },
        strict: query.flag("strict"),
        prescribes: query.flag("prescribes"),
    })
}

/// A range in the form of the command line.
fn ends<T>(
    query: &Query,
    name: &str,
    read: fn(&str) -> Result<(T, T), String>,
) -> Result<Option<(T, T)>, Refusal> {
    let range = query.text(name).map(read).transpose();
    range.map_err(|why| Refusal::parameter(format!("{name}: {why}")))
}
