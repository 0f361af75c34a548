//! A table held against one step of the rules from every position.
//!
//! It is complete, no sample. Where play is over, the table must say what the rules say. Elsewhere a position is won in n if a move
//! leads to one that is lost in n - 1 and none to one lost sooner; lost in n if all lead to won ones, the latest in n - 1: by
//! induction on n such a table says so of exactly the positions that are won and lost. Of the others, neither side is forced out;
//! a draw in n has a move to one in n - 1, down to a drawn end, and one without an end has none. Margins are right by induction on
//! the moves that are left, since play ends.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use bouton_core::{Limits, Outcome, StopReason};
use bouton_tables::{Entry, Name, Naming, Table, TableError, Worth};

use super::held::Held;
use super::numbers::{Lead, Seen, Whole};
use super::reached::Reached;
use crate::interned::{Interned, Number};
use crate::parallel::{par_each, threads};

/// A position of which the table says something false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The position, or the number that is that of none.
    pub position: String,
    /// What the table says.
    pub says: Option<Entry>,
    /// What one step of the rules says, the rest of the table being true.
    pub is: Option<Entry>,
}

/// Why a table was not checked to the end.
#[derive(Debug, thiserror::Error)]
pub enum Unchecked {
    /// A limit was reached.
    #[error("{0}")]
    Stopped(StopReason),
    /// It cannot be read, or is damaged.
    #[error(transparent)]
    Table(#[from] TableError),
}

impl From<std::io::Error> for Unchecked {
    fn from(error: std::io::Error) -> Self {
        Self::Table(error.into())
    }
}

impl From<StopReason> for Unchecked {
    fn from(reason: StopReason) -> Self {
        Self::Stopped(reason)
    }
}

/// So many mistakes are told.
const MOST_TOLD: usize = 10;
/// Numbers that a thread goes through at a time.
const STRETCH: u64 = 1 << 14;

/// What the moves of a position make of it.
#[derive(Default)]
struct Sum {
    moves: bool,
    /// The fewest plies of a move that wins.
    win: Option<u32>,
    /// The most plies of one that loses.
    loss: Option<u32>,
    draws: bool,
    /// The fewest plies to a drawn end.
    draw: Option<u32>,
    margin: Option<i128>,
    /// A move leads to what the table does not have, or has as a value of another kind.
    lost: bool,
}

impl Sum {
    fn add(&mut self, lead: Lead, to: Option<Entry>) {
        self.moves = true;
        match to {
            Some(Entry::Worth(Worth::Margin(margin))) => {
                let after = i128::from(margin);
                let after = lead.gain + if lead.keeps_turn { after } else { -after };
                self.margin = self.margin.max(Some(after));
            }
            Some(Entry::Worth(Worth::Outcome(outcome, plies))) => {
                let after = plies.map(|plies| plies.saturating_add(1));
                match (if lead.keeps_turn { outcome } else { -outcome }, after) {
                    (Outcome::Win, Some(after)) => {
                        self.win = Some(self.win.map_or(after, |least| least.min(after)));
                    }
                    (Outcome::Loss, Some(after)) => self.loss = self.loss.max(Some(after)),
                    (Outcome::Draw, after) => {
                        self.draws = true;
                        self.draw = self.draw.into_iter().chain(after).min();
                    }
                    _ => self.lost = true,
                }
            }
            Some(Entry::Hole) | None => self.lost = true,
        }
    }

    /// What the position is; `None` where its moves do not tell.
    fn worth(&self, counts_points: bool) -> Option<Worth> {
        if self.lost || !self.moves || counts_points != self.margin.is_some() {
            return None;
        }
        if let Some(margin) = self.margin {
            return i64::try_from(margin).ok().map(Worth::Margin);
        }
        Some(match (self.win, self.draws) {
            (Some(plies), _) => Worth::Outcome(Outcome::Win, Some(plies)),
            (None, true) => Worth::Outcome(Outcome::Draw, self.draw),
            (None, false) => Worth::Outcome(Outcome::Loss, self.loss),
        })
    }
}

/// What one step of the rules says of a number.
fn is(
    seen: impl FnOnce(&mut dyn FnMut(Lead)) -> Seen,
    counts_points: bool,
    entry: impl Fn(u64) -> Option<Entry>,
) -> Option<Entry> {
    let mut sum = Sum::default();
    let worth = match seen(&mut |lead| sum.add(lead, entry(lead.to))) {
        Seen::Hole => return Some(Entry::Hole),
        Seen::Over(rank) if counts_points => i64::try_from(rank).ok().map(Worth::Margin),
        Seen::Over(rank) => Some(Worth::Outcome(Outcome::of_margin(rank), Some(0))),
        Seen::Open => sum.worth(counts_points),
    };
    worth.map(Entry::Worth)
}

/// Checks a table of numbers, on all threads; what is wrong, if anything is, as far as it is told.
///
/// # Errors
/// A limit is reached, or the table cannot be read.
pub fn check_numbers(
    space: &dyn Whole,
    table: &Table,
    limits: &Limits,
) -> Result<Vec<Wrong>, Unchecked> {
    let count = space.count();
    if table.contents().count != count {
        return Ok(vec![Wrong {
            position: format!(
                "{count} numbers, and the table has {}",
                table.contents().count
            ),
            says: None,
            is: None,
        }]);
    }
    let mut wrong = Vec::new();
    let (slices, mut held) = (space.slices(), Vec::<(usize, Held)>::new());
    for (nth, slice) in slices.iter().enumerate() {
        let is_needed = |other: usize| other == nth || slice.feeds.contains(&other);
        held.retain(|(there, _)| is_needed(*there));
        for needed in (0..=nth).filter(|other| is_needed(*other)) {
            if held.iter().all(|(there, _)| *there != needed) {
                let others = held.iter().map(|(_, held)| held.bytes()).sum();
                let numbers = slices[needed].numbers.clone();
                let first = numbers.start;
                held.push((needed, Held::read(table, numbers, first, others, limits)?));
            }
        }
        // Its own first: most moves stay there.
        held.sort_unstable_by_key(|(there, _)| *there != nth);
        let entry = |number| held.iter().find_map(|(_, held)| held.entry(number));
        wrong.extend(check_slice(space, slice.numbers.clone(), &entry, limits)?);
        if wrong.len() >= MOST_TOLD {
            break;
        }
    }
    wrong.truncate(MOST_TOLD);
    let told = |(number, says, is)| Wrong {
        position: space
            .show(number)
            .unwrap_or_else(|| format!("number {number}")),
        says,
        is,
    };
    Ok(wrong.into_iter().map(told).collect())
}

/// A number of which a table says something false: what it says, and what is true.
type False = (u64, Option<Entry>, Option<Entry>);

/// Checks some numbers, on all threads, in a table whose entries are told for them and for all that their moves lead to.
fn check_slice(
    space: &dyn Whole,
    numbers: Range<u64>,
    entry: &(dyn Fn(u64) -> Option<Entry> + Sync),
    limits: &Limits,
) -> Result<Vec<False>, StopReason> {
    let (wrong, stopped) = (Mutex::new(Vec::new()), Mutex::new(Ok(())));
    let (done, points) = (AtomicU64::new(numbers.start), space.counts_points());
    let stretches = (numbers.end - numbers.start).div_ceil(STRETCH);
    par_each(stretches as usize, threads(limits), &|stretch| {
        if let Err(reason) = limits.check() {
            *stopped.lock().unwrap_or_else(PoisonError::into_inner) = Err(reason);
            return;
        }
        let from = numbers.start + stretch as u64 * STRETCH;
        let to = numbers.end.min(from + STRETCH);
        for number in from..to {
            let says = entry(number);
            let is = is(|tell| space.see(number, tell), points, entry);
            if is.is_none() || says != is {
                let mut wrong = wrong.lock().unwrap_or_else(PoisonError::into_inner);
                wrong.push((number, says, is));
                wrong.sort_unstable_by_key(|(number, ..)| *number);
                wrong.truncate(MOST_TOLD);
            }
        }
        let here = to - from;
        limits
            .progress
            .set(done.fetch_add(here, Relaxed) + here, space.count());
    });
    stopped
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner)?;
    Ok(wrong.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// Checks a table of texts: that it has exactly what can be reached from `at`, with their values.
///
/// # Errors
/// A limit is reached, or the table cannot be read.
pub fn check_texts(
    game: &mut dyn Interned,
    at: Number,
    table: &Table,
    limits: &Limits,
) -> Result<Vec<Wrong>, Unchecked> {
    let reached = Reached::from(game, at, usize::MAX, limits)?;
    let mut entries = Vec::new();
    for number in 0..reached.count() {
        if number.is_multiple_of(STRETCH) {
            limits.check()?;
            limits.progress.set(number, 2 * reached.count());
        }
        let worth = table.text(&text(game, number))?;
        entries.push(worth.map(Entry::Worth));
    }
    let (mut wrong, points) = (Vec::new(), game.counts_points());
    for number in 0..reached.count() {
        let says = entries[number as usize];
        let entry = |number: u64| entries[number as usize];
        let is = is(|tell| reached.see(number, tell), points, entry);
        if (says != is || is.is_none()) && wrong.len() < MOST_TOLD {
            let position = text(game, number);
            wrong.push(Wrong { position, says, is });
        }
    }
    let (has, can) = (table.contents().count, reached.count());
    if wrong.is_empty() && has != can {
        wrong.push(Wrong {
            position: format!("{can} positions can be reached, and the table has {has}"),
            says: None,
            is: None,
        });
    }
    Ok(wrong)
}

/// What a table calls a position that is stored.
fn text(game: &dyn Interned, number: u64) -> String {
    match game.name(number as Number, Naming::Texts) {
        Some(Name::Text(text)) => text,
        _ => unreachable!("invariant: every position has a text"),
    }
}
