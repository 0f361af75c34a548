//! Checks a table by one step of the rules from every position.
//!
//! The check itself, and the reason why it suffices, are in [`bouton_verify::table`]. This module passes it the positions
//! and moves of a space, and holds the table's values in memory, slice by slice.

use std::collections::HashSet;

use bouton_core::space::{self, Numbered};
use bouton_core::{Limits, Outcome, StopReason};
use bouton_tables::{Entry, Name, Naming, Table, TableError, TableValue};
use bouton_verify::table::{Move, NumberState, Obligation, Rules, Steps, Value};

use super::numbers::Whole;
use super::table_range::TableRange;
use crate::interned::{Fold, Interned, Number, Reached};
use crate::parallel::threads;

/// A position for which the table's value does not follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The position; `None` if the table as a whole is wrong.
    pub position: Option<String>,
    /// The value in the table.
    pub says: Option<Value>,
    /// The value from one step of the rules, if the rest of the table is true.
    pub is: Option<Value>,
    /// The violated condition.
    pub fails: Obligation,
}

impl Wrong {
    /// An error of the table as a whole.
    pub(crate) fn whole(fails: Obligation) -> Self {
        Self::of(bouton_verify::table::Wrong::whole(fails), |_| None)
    }

    pub(crate) fn of(
        wrong: bouton_verify::table::Wrong,
        show: impl FnOnce(u64) -> Option<String>,
    ) -> Self {
        let name = |number| show(number).unwrap_or_else(|| format!("number {number}"));
        Self {
            position: wrong.number.map(name),
            says: wrong.says,
            is: wrong.is,
            fails: wrong.fails,
        }
    }
}

/// The reason why a table was not checked to the end.
#[derive(Debug, thiserror::Error)]
pub enum Unchecked {
    /// A limit was reached.
    #[error("{0}")]
    Stopped(StopReason),
    /// The table cannot be read, or is damaged.
    #[error(transparent)]
    Table(#[from] TableError),
}

impl From<std::io::Error> for Unchecked {
    fn from(error: std::io::Error) -> Self {
        Self::Table(error.into())
    }
}

bouton_core::made_from!(StopReason => Unchecked::Stopped);

/// An entry in the form of the checker. A win or a loss always has plies there: one without plies is not a value.
pub(crate) fn value(entry: Entry) -> Option<Value> {
    Some(match entry {
        Entry::Hole => Value::Hole,
        Entry::Value(TableValue::Margin(margin)) => Value::Margin(margin),
        Entry::Value(TableValue::Outcome(Outcome::Draw, plies)) => Value::Draw(plies),
        Entry::Value(TableValue::Outcome(Outcome::Win, plies)) => Value::Win(plies?),
        Entry::Value(TableValue::Outcome(Outcome::Loss, plies)) => Value::Loss(plies?),
    })
}

/// The values in a table, each with its count.
pub(crate) fn values(table: &Table) -> Vec<(Value, u64)> {
    let codes = table.contents().codes.iter();
    codes
        .filter_map(|(entry, count)| Some((value(*entry)?, *count)))
        .collect()
}

/// Numbered positions in the form of the checker.
struct Space<'n>(&'n dyn Numbered);

impl Rules for Space<'_> {
    fn count(&self) -> u64 {
        self.0.count()
    }
    fn counts_points(&self) -> bool {
        self.0.counts_points()
    }
    fn look(&self, number: u64, tell: &mut dyn FnMut(Move)) -> NumberState {
        let state = self.0.look(number, &mut |step| {
            tell(Move {
                to: step.to,
                gain: step.gain,
                keeps_turn: step.keeps_turn,
            });
        });
        match state {
            space::NumberState::Hole => NumberState::Hole,
            space::NumberState::Over(rank) => NumberState::Over(rank),
            space::NumberState::Open => NumberState::Open,
        }
    }
}

/// Checks a table of numbers, on all threads, and returns the mistakes found.
///
/// # Errors
/// If a limit is reached, or the table cannot be read.
pub fn check_numbers(
    space: &dyn Whole,
    table: &Table,
    limits: &Limits,
) -> Result<Vec<Wrong>, Unchecked> {
    let rules = Space(space);
    let mut steps = Steps::of(&rules, table.contents().count, &values(table));
    let (slices, mut held) = (space.slices(), Vec::<(usize, TableRange)>::new());
    let pulse = |done| pulse(done, rules.count(), limits);
    for (nth, slice) in slices.iter().enumerate() {
        if steps.is_wrong() {
            break;
        }
        let is_needed = |other: usize| other == nth || slice.feeds.contains(&other);
        held.retain(|(there, _)| is_needed(*there));
        for needed in (0..=nth).filter(|other| is_needed(*other)) {
            if held.iter().all(|(there, _)| *there != needed) {
                let others = held.iter().map(|(_, held)| held.bytes()).sum();
                let numbers = slices[needed].numbers.clone();
                let first = numbers.start;
                held.push((
                    needed,
                    TableRange::read(table, numbers, first, others, limits)?,
                ));
            }
        }
        // The slice itself first: most moves stay in it.
        held.sort_unstable_by_key(|(there, _)| *there != nth);
        let says = |number| {
            held.iter()
                .find_map(|(_, held)| held.entry(number))
                .and_then(value)
        };
        steps.go(slice.numbers.end, &says, threads(limits), &pulse)?;
    }
    if space.counts_points() {
        let others: u64 = held.iter().map(|(_, held)| held.bytes()).sum();
        limits.afford(
            others
                .saturating_add(table.held())
                .saturating_add(space.count()),
        )?;
    }
    let wrong = steps.end(&pulse)?;
    Ok(wrong
        .into_iter()
        .map(|wrong| Wrong::of(wrong, |number| space.show(number)))
        .collect())
}

/// Checks the limits, and reports the progress of the check.
fn pulse(done: u64, count: u64, limits: &Limits) -> Result<(), StopReason> {
    limits.check()?;
    limits.progress.set(done, count);
    Ok(())
}

/// Numbers between two checks of the limits.
const STRETCH: u64 = 1 << 14;

/// Checks that a table of texts has exactly the positions reachable from `at`, with their values.
///
/// # Errors
/// If a limit is reached, or the table cannot be read.
pub fn check_texts(
    game: &mut dyn Interned,
    at: Number,
    table: &Table,
    limits: &Limits,
) -> Result<Vec<Wrong>, Unchecked> {
    let reached = Reached::from(game, at, Fold::Symmetric, usize::MAX, limits)?;
    let (mut says, mut texts) = (Vec::new(), HashSet::new());
    for number in 0..reached.count() {
        if number.is_multiple_of(STRETCH) {
            pulse(number, 2 * reached.count(), limits)?;
        }
        let text = text(game, number);
        let worth = table.text(&text)?;
        says.push(worth.map(Entry::Value).and_then(value));
        if let Some(alike) = texts.replace(text) {
            // They share an entry: another entry could be one that is never checked.
            return Ok(vec![Wrong {
                position: Some(alike),
                says: says.pop().flatten(),
                is: None,
                fails: Obligation::Every,
            }]);
        }
    }
    let rules = Space(&reached);
    let pulse = |done| pulse(reached.count() + done, 2 * reached.count(), limits);
    let mut steps = Steps::of(&rules, table.contents().count, &values(table));
    if !steps.is_wrong() {
        let says = |number: u64| says.get(number as usize).copied().flatten();
        steps.go(rules.count(), &says, threads(limits), &pulse)?;
    }
    let wrong = steps.end(&pulse)?;
    Ok(wrong
        .into_iter()
        .map(|wrong| Wrong::of(wrong, |number| Some(text(game, number))))
        .collect())
}

/// The name of a stored position in tables.
fn text(game: &dyn Interned, number: u64) -> String {
    match game.name(number, Naming::Texts) {
        Some(Name::Text(text)) => text,
        _ => unreachable!("invariant: every position has a text"),
    }
}
