//! [`Outcomes`]: the table of all values.
//!
//! A cell holds the number of moves of an open position not yet refuted, or the code of its value, counted down from the
//! top. So a byte suffices for games with up to some 200 moves and plies together; if it does not, the work starts again
//! with two bytes, and then with four.

use bouton_core::{Limits, Outcome, StopReason};
use bouton_tables::{Entry, TableValue};

use super::by_threads::in_memory;
use super::cell::Cells;
use super::engine::Job;
use super::space::Space;
use crate::keeper::Keeper;

/// A value with the plies to the end; `None` for play without end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Value {
    pub(crate) outcome: Outcome,
    pub(crate) plies: Option<u32>,
}

/// The value of a position that is never decided.
const ENDLESS: Value = Value {
    outcome: Outcome::Draw,
    plies: None,
};

/// The outcome and the plies of every number.
#[derive(Debug)]
pub struct Outcomes {
    cells: Cells,
    codes: Vec<Value>,
}

/// The work was stopped by a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unfinished {
    pub(super) reason: StopReason,
    /// The number of numbers looked at by then.
    pub(super) looked: u64,
}

impl From<Unfinished> for StopReason {
    fn from(unfinished: Unfinished) -> Self {
        unfinished.reason
    }
}

impl Outcomes {
    /// Computes every value, continuing from saved work and saving it from time to time.
    pub(super) fn solve(
        space: &dyn Space,
        limits: &Limits,
        keeper: Option<&mut Keeper>,
    ) -> Result<Self, Unfinished> {
        let job = Job::of(space, limits, 1);
        let solved = in_memory(&job, keeper);
        let table = solved.map(|(cells, codes)| Self { cells, codes });
        table.map_err(|reason| Unfinished {
            reason,
            looked: job.looked(),
        })
    }

    /// The number of numbers.
    pub fn count(&self) -> u64 {
        self.cells.count() as u64
    }

    /// The possible entries of a number.
    pub fn entries(&self) -> Vec<Entry> {
        entries(&self.codes)
    }

    /// The value of a number as a place among [`Outcomes::entries`].
    #[inline]
    pub fn place(&self, number: u64) -> usize {
        let cell = self.cells.below_top(number as usize);
        place(cell.unwrap_or(0), self.codes.len())
    }

    /// The value of a number; `None` if it has no position.
    pub(super) fn value(&self, number: u64) -> Option<Value> {
        let cell = self.cells.below_top(usize::try_from(number).ok()?)?;
        let code = cell.checked_sub(1)? as usize;
        Some(self.codes.get(code).copied().unwrap_or(ENDLESS))
    }
}

/// The possible entries of a cell: a hole, the values of the codes from the top down, and an undecided position.
pub(super) fn entries(codes: &[Value]) -> Vec<Entry> {
    let worth = |value: &Value| Entry::Value(TableValue::Outcome(value.outcome, value.plies));
    let hole = std::iter::once(Entry::Hole);
    let codes = codes.iter().map(worth);
    hole.chain(codes).chain([worth(&ENDLESS)]).collect()
}

/// The place among [`entries`], for this many codes, of a cell at this distance from the top.
#[inline]
pub(super) fn place(below_top: u32, codes: usize) -> usize {
    (below_top as usize).min(codes + 1)
}
