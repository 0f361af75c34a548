//! [`check_table`]: a table held against the rules.

use bouton_answers::{TableCheck, WrongEntry};
use bouton_core::{Limits, StopReason};
use bouton_engine::{Error, LAYER_BITS};
use bouton_solvers::layers::check_layers;
use bouton_solvers::whole::{Unchecked, Wrong, check_numbers, check_texts};
use bouton_tables::{Entry, Naming, Table};

use super::files::{failed, is_of, other};
use super::rules::begin;
use crate::open::Open;

/// Holds every position of a table against one step of the rules of the game that it names, which is complete: a table that passes is
/// true. The table is held in memory, a byte or two a number.
///
/// # Errors
/// A game that is not known here or has other rules; a table that cannot be read; a limit that is reached.
pub fn check_table(table: &Table, limits: &Limits) -> Result<TableCheck, Error> {
    let contents = table.contents();
    let open = || Open::game(contents.game.as_str()).misere(contents.misere);
    let mut session = match contents.naming {
        Naming::Numbers => open().anywhere()?,
        Naming::Keys | Naming::Texts => open().at(contents.position.as_str()).session()?,
    };
    if !is_of(&mut session, contents)? {
        return Err(other(table.path(), contents, &session));
    }
    let mut found = Err(Unchecked::Stopped(StopReason::Cancelled));
    match contents.naming {
        Naming::Numbers => {
            session.whole(contents.total, limits, &mut |space| {
                found = check_numbers(space, table, limits);
            })?;
        }
        Naming::Texts => session.explore(limits, &mut |game| {
            let first = begin(game);
            found = check_texts(game.positions(), first, table, limits);
        })?,
        Naming::Keys => {
            session.layers(limits, &mut |layers| {
                found = check_layers(layers, table, LAYER_BITS, limits);
            })?;
        }
    }
    let wrong = found.map_err(|unchecked| match unchecked {
        Unchecked::Stopped(reason) => Error::Stopped(reason),
        Unchecked::Table(error) => failed(error),
    })?;
    let checked = vec![format!(
        "one step of the rules of {} from each of its {} positions",
        contents.game,
        contents.tally().positions
    )];
    let wrong = wrong.into_iter().map(told).collect();
    Ok(TableCheck::of(&contents.game, checked, wrong))
}

fn told(wrong: Wrong) -> WrongEntry {
    let word = |entry: Option<Entry>| entry.map(|entry| entry.to_string());
    WrongEntry {
        position: wrong.position,
        says: word(wrong.says),
        is: word(wrong.is),
    }
}
