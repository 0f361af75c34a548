//! Questions about many positions at once: lost positions, tables of values, sequences, strategies refuted.

use std::ops::RangeInclusive;

use bouton::How;
use bouton::experiment::{Bound, By, Heaps, Kind, Rows, Search, Table, losing, refute, values};

use super::csv::Csv;
use super::desk::Desk;
use super::pool::Answered;
use super::query::Query;
use super::refusal::Refusal;
use super::reply::Reply;
use crate::cli::losing::Losing;
use crate::cli::options::range;
use crate::cli::refute::{Refuted, lengths as row_lengths, values as row_values};
use crate::cli::sequence::Question;
use crate::cli::values::{Values, cell};

/// A table has so many cells.
const MOST_CELLS: u64 = 1_000_000;

/// The largest heap, if a table of so many heaps up to it is not too large.
fn bounded(query: &Query, heaps: Option<usize>) -> Result<u64, Refusal> {
    let up_to: u64 = query.number("up_to").unwrap_or_default();
    let heaps = heaps.and_then(|heaps| u32::try_from(heaps).ok());
    let cells = (up_to + 1).checked_pow(heaps.unwrap_or(1));
    if cells.is_some_and(|cells| cells <= MOST_CELLS) {
        return Ok(up_to);
    }
    Err(Refusal::bad(format!(
        "a table has at most {MOST_CELLS} cells here: ask for a smaller up_to, or on the command line"
    )))
}

pub(crate) fn lost(desk: &mut Desk, query: &Query, how: &How) -> Answered {
    let session = desk.open_anywhere(query)?;
    let piles = query.number("piles");
    let heaps = session.heaps().and_then(|(fixed, _)| fixed.or(piles));
    let bound = Bound {
        up_to: bounded(query, heaps)?,
        piles,
        total: match query.text("total") {
            None => None,
            Some(text) => {
                Some(range(text).map_err(|why| Refusal::parameter(format!("total: {why}")))?)
            }
        },
    };
    let mut positions = Vec::new();
    let stopped = losing(session, &bound, how, |position| positions.push(position))?;
    if query.text("format") == Some("csv") {
        let mut csv = Csv::new(["position"]);
        positions.iter().for_each(|position| csv.row([position]));
        return Reply {
            stopped,
            ..csv.reply()?
        }
        .saved(query, "losing");
    }
    let answer = Losing {
        game: session.game(),
        up_to: bound.up_to,
        positions,
        stopped,
    };
    Reply::json(&answer, stopped)?.saved(query, "losing")
}

pub(crate) fn table(desk: &mut Desk, query: &Query, how: &How) -> Answered {
    let session = desk.open_anywhere(query)?;
    let piles = query.number("piles");
    let heaps = session.heaps().and_then(|(fixed, _)| fixed.or(piles));
    let up_to = bounded(query, heaps)?;
    let (kind, word) = match query.text("kind") {
        Some("grundy") => (Kind::Grundy, "grundy"),
        _ => (Kind::Outcome, "outcome"),
    };
    let values = values(session, up_to, piles, kind, how)?.map_err(Refusal::stopped)?;
    if query.text("format") == Some("csv") {
        return csv_of(&values).reply()?.saved(query, "values");
    }
    let answer = Values {
        game: session.game(),
        up_to,
        kind: word,
        values: &values,
    };
    Reply::json(&answer, None)?.saved(query, "values")
}

fn csv_of(values: &Table) -> Csv {
    match values {
        Table::Line(cells) => {
            let mut csv = Csv::new(["heap", "value"]);
            for (n, value) in cells.iter().enumerate() {
                csv.row([n.to_string(), cell(value)]);
            }
            csv
        }
        Table::Grid(rows) => {
            let columns = 0..rows.first().map_or(0, Vec::len);
            let head = std::iter::once("heap".to_owned());
            let mut csv = Csv::new(head.chain(columns.map(|n| n.to_string())));
            for (n, row) in rows.iter().enumerate() {
                csv.row(std::iter::once(n.to_string()).chain(row.iter().map(cell)));
            }
            csv
        }
    }
}

pub(crate) fn sequence(_desk: &mut Desk, query: &Query, how: &How) -> Answered {
    let csv = query.text("format") == Some("csv");
    let question = Question {
        game: query.text("game").unwrap_or_default(),
        heaps: query.number("heaps").unwrap_or(1000),
        values: csv || query.flag("values"),
    };
    if question.values && question.heaps > MOST_CELLS {
        return Err(Refusal::bad(format!(
            "the values of at most {MOST_CELLS} heaps are told here: ask for fewer, or on the command line"
        )));
    }
    let wrong = |error: anyhow::Error| Refusal::bad(sentence(&format!("game: {error:#}")));
    if query.flag("misere") {
        let answer = question.misere(&how.limits).map_err(wrong)?;
        return Reply::json(&answer, answer.stopped)?.saved(query, "sequence");
    }
    let answer = question.answer(&how.limits).map_err(wrong)?;
    if !csv {
        return Reply::json(&answer, answer.stopped)?.saved(query, "sequence");
    }
    let mut csv = Csv::new(["heap", "value"]);
    for (n, value) in answer.values.iter().flatten().enumerate() {
        csv.row([n.to_string(), value.to_string()]);
    }
    let stopped = answer.stopped;
    Reply {
        stopped,
        ..csv.reply()?
    }
    .saved(query, "sequence")
}

/// The sentence of an error that goes on to show the place in the text.
fn sentence(error: &str) -> String {
    error.lines().next().unwrap_or_default().to_owned()
}

pub(crate) fn hunt(desk: &mut Desk, query: &Query, how: &How) -> Answered {
    let session = desk.open_anywhere(query)?;
    let strategy = query.text("strategy").unwrap_or_default();
    let search = search(query)?;
    let found = refute(session, strategy, &search, how)?;
    let answer = Refuted::new(session.game(), strategy, search.by, found);
    Reply::json(&answer, answer.stopped)
}

fn search(query: &Query) -> Result<Search, Refusal> {
    let (rows, heaps) = (Rows::default(), Heaps::default());
    Ok(Search {
        by: match query.text("by") {
            Some("margin") => By::Margin,
            _ => By::Outcome,
        },
        rows: Rows {
            values: ends(query, "values", row_values)?.unwrap_or(rows.values),
            lengths: ends(query, "length", row_lengths)?.unwrap_or(rows.lengths),
            even: query.flag("even"),
        },
        heaps: Heaps {
            up_to: query.number("up_to").unwrap_or(heaps.up_to),
            piles: query.number("piles").unwrap_or(heaps.piles),
        },
    })
}

/// Both ends of a range that the command line would read.
fn ends<T: Copy>(
    query: &Query,
    name: &str,
    read: fn(&str) -> Result<RangeInclusive<T>, String>,
) -> Result<Option<(T, T)>, Refusal> {
    let range = query.text(name).map(read).transpose();
    let range = range.map_err(|why| Refusal::parameter(format!("{name}: {why}")))?;
    Ok(range.map(|range| (*range.start(), *range.end())))
}
