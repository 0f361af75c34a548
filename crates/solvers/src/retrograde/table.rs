//! The table of all values.
//!
//! A cell holds the moves of an open position not yet refuted, or the code of its value. Codes are given out from the
//! top as values turn up, so that a byte is enough for games with up to some 200 moves and values together; if it is
//! not, the work starts again with two bytes, and then with four.

mod work;

use std::sync::atomic::AtomicU64;

use bouton_core::{Limits, Outcome, StopReason};
use bouton_tables::{Entry, Worth};

use super::cell::Cell;
use super::space::Space;
use crate::keeper::Keeper;
use work::Work;
pub(super) use work::broken;

/// A value with the plies to the end; `None` for play without end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Value {
    pub(crate) outcome: Outcome,
    pub(crate) plies: Option<u32>,
}

/// What is never decided.
const ENDLESS: Value = Value {
    outcome: Outcome::Draw,
    plies: None,
};

/// The value of every number of a space.
#[derive(Debug)]
pub(super) struct Table {
    cells: Cells,
    codes: Vec<Value>,
}

#[derive(Debug)]
enum Cells {
    Narrow(Vec<u8>),
    Wide(Vec<u16>),
    Deep(Vec<u32>),
}

/// Why the work could not be finished with cells of one width.
pub(super) enum Halt {
    Limit(StopReason),
    TooNarrow,
}

impl From<StopReason> for Halt {
    fn from(reason: StopReason) -> Self {
        Self::Limit(reason)
    }
}

/// The work was stopped by a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unfinished {
    pub(super) reason: StopReason,
    /// Numbers looked at by then.
    pub(super) looked: u64,
}

impl From<Unfinished> for StopReason {
    fn from(unfinished: Unfinished) -> Self {
        unfinished.reason
    }
}

impl Table {
    /// Works out every value.
    pub(super) fn solve(space: &impl Space, limits: &Limits) -> Result<Self, Unfinished> {
        Self::solve_kept(space, limits, None)
    }

    /// The same, going on with what was kept of it, and keeping it from time to time.
    pub(super) fn solve_kept(
        space: &impl Space,
        limits: &Limits,
        mut keeper: Option<&mut Keeper>,
    ) -> Result<Self, Unfinished> {
        let looked = AtomicU64::new(0);
        let run = Work::<u8, _>::run(space, limits, &looked, keeper.as_deref_mut());
        let mut found = run.map(|(cells, codes)| (Cells::Narrow(cells), codes));
        if let Err(Halt::TooNarrow) = found {
            let run = Work::<u16, _>::run(space, limits, &looked, keeper.as_deref_mut());
            found = run.map(|(cells, codes)| (Cells::Wide(cells), codes));
        }
        if let Err(Halt::TooNarrow) = found {
            let run = Work::<u32, _>::run(space, limits, &looked, keeper);
            found = run.map(|(cells, codes)| (Cells::Deep(cells), codes));
        }
        let found = found.map_err(|halt| match halt {
            Halt::Limit(reason) => reason,
            // Four billion values and moves.
            Halt::TooNarrow => StopReason::Memory,
        });
        let found = found.map(|(cells, codes)| Self { cells, codes });
        found.map_err(|reason| Unfinished {
            reason,
            looked: looked.into_inner(),
        })
    }

    /// How many numbers there are.
    pub(super) fn count(&self) -> u64 {
        let count = match &self.cells {
            Cells::Narrow(cells) => cells.len(),
            Cells::Wide(cells) => cells.len(),
            Cells::Deep(cells) => cells.len(),
        };
        count as u64
    }

    /// What each [`Table::raw`] code stands for.
    pub(super) fn entries(&self) -> Vec<Entry> {
        entries(&self.codes)
    }

    /// The value of a number as a place among [`Table::entries`].
    #[inline]
    pub(super) fn raw(&self, number: u64) -> usize {
        match &self.cells {
            Cells::Narrow(cells) => place(cells[number as usize], self.codes.len()),
            Cells::Wide(cells) => place(cells[number as usize], self.codes.len()),
            Cells::Deep(cells) => place(cells[number as usize], self.codes.len()),
        }
    }

    /// The value of a number; `None` if it is that of no position.
    pub(super) fn value(&self, number: u64) -> Option<Value> {
        let number = usize::try_from(number).ok()?;
        let from_top = match &self.cells {
            Cells::Narrow(cells) => u8::TOP - cells.get(number)?.get(),
            Cells::Wide(cells) => u16::TOP - cells.get(number)?.get(),
            Cells::Deep(cells) => u32::TOP - cells.get(number)?.get(),
        };
        let code = from_top.checked_sub(1)? as usize;
        Some(self.codes.get(code).copied().unwrap_or(ENDLESS))
    }
}

/// What a cell may stand for: a hole, what the codes from the top down do, and what is never decided.
pub(super) fn entries(codes: &[Value]) -> Vec<Entry> {
    let worth = |value: &Value| Entry::Worth(Worth::Outcome(value.outcome, value.plies));
    let hole = std::iter::once(Entry::Hole);
    let codes = codes.iter().map(worth);
    hole.chain(codes).chain([worth(&ENDLESS)]).collect()
}

/// The place among [`entries`], of so many codes, of what a cell stands for.
#[inline]
pub(super) fn place<C: Cell>(cell: C, codes: usize) -> usize {
    ((C::TOP - cell.get()) as usize).min(codes + 1)
}
