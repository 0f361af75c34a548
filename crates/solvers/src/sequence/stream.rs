//! A sequence of which only a window is stored.
//!
//! For codes of at most two heaps that split, with few rare heaps and small values. Only the heaps that a rare or a witness
//! can still be paired with are needed, so a [`Stream`] takes memory for a window and not for the sequence, and reaches
//! heaps beyond any memory. The price: a value that could be rare, and that no pair of a first heap with a heap of the
//! window has, is not determined, and ends the stream. [`super::recurrence`] proves periods of streams.

use super::cells::{BLOCK, Cells, Unsettled};
use super::rules::Rules;
use super::run::Run;
use super::space::Space;
use super::sparse;
use bouton_core::StopReason;
use bouton_core::limits::Limits;
use bouton_core::take_and_break::Code;

/// A sequence of which only a window of heaps is stored.
#[derive(Clone, Debug)]
pub struct Stream {
    pub(super) rules: Rules,
    pub(super) cells: Cells<u8>,
}

/// The reason why a stream cannot begin or continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StreamError {
    /// The code or its first heaps are not suitable.
    #[error(
        "a stream needs a code that splits into two heaps, with few rare heaps and values below 256"
    )]
    Unfit,
    /// The window does not determine a value.
    #[error("the heaps that are kept do not determine the value of heap {0}")]
    Forgotten(u64),
    /// A limit was reached.
    #[error("{0}")]
    Stopped(StopReason),
}

/// The most rare heaps of a stream.
const MOST_RARES: usize = 128;
/// Heaps computed before the stream begins.
const BEGUN: usize = 1 << 17;
/// The fewest heaps that are stored.
pub(super) const WINDOW: usize = 1 << 18;

impl Stream {
    /// A stream of the code's sequence; computes the first 2^17 heaps.
    ///
    /// # Errors
    /// If the code or its values are not suitable, or a limit is reached.
    pub fn new(code: &Code, limits: &Limits) -> Result<Self, StreamError> {
        let rules = Rules::of(code)
            .filter(|rules| !rules.splits.is_empty())
            .filter(|rules| rules.most_taken.max(rules.last_frozen()) < BEGUN / 4)
            .ok_or(StreamError::Unfit)?;
        let mut run = Run::new(code.clone(), None, 1).map_err(|_| StreamError::Unfit)?;
        run.extend(BEGUN, limits).map_err(StreamError::Stopped)?;
        let values = run.into_values();
        let (space, rares) =
            Space::best(values.iter(), rules.split_parity()).ok_or(StreamError::Unfit)?;
        let super::values::Values::Bytes(values) = values else {
            return Err(StreamError::Unfit);
        };
        let mut cells = Cells::encode(&rules, space, values);
        if rares > MOST_RARES || cells.words > 2 {
            return Err(StreamError::Unfit);
        }
        cells.head = cells.cells.clone();
        Ok(Stream { rules, cells })
    }

    /// The next heap.
    pub fn next_heap(&self) -> u64 {
        self.cells.next() as u64
    }

    /// The rare heaps so far.
    pub fn rares(&self) -> &[u32] {
        &self.cells.rares
    }

    /// The space of the stream.
    pub fn space(&self) -> Space {
        self.cells.space
    }

    /// The value of a heap in the window.
    pub fn value(&self, heap: u64) -> Option<u32> {
        let kept = usize::try_from(heap).ok()?.checked_sub(self.cells.offset)?;
        let cell = *self.cells.cells.get(kept)?;
        Some(self.cells.space.decode(heap as usize, cell))
    }

    /// Continues to heap `end`, excluded, and a few more; `see` receives each heap with its value, in order.
    ///
    /// # Errors
    /// If a value is not determined, or a limit is reached.
    pub fn advance(
        &mut self,
        end: u64,
        limits: &Limits,
        mut see: impl FnMut(u64, u32),
    ) -> Result<(), StreamError> {
        let end = usize::try_from(end).unwrap_or(usize::MAX);
        while self.cells.next() < end {
            limits.check().map_err(StreamError::Stopped)?;
            limits.progress.set(self.next_heap(), end as u64);
            let first = self.cells.next();
            let piece = end.min(first + WINDOW / 2);
            let forgotten = |_| StreamError::Forgotten(first as u64);
            self.extend(piece).map_err(forgotten)?;
            for heap in first..self.cells.next() {
                see(heap as u64, self.cells.value(heap));
            }
        }
        Ok(())
    }

    /// Settles the heaps up to `end`, excluded, and a few more to fill a block; first drops heaps that are no longer
    /// needed.
    pub(super) fn extend(&mut self, end: usize) -> Result<(), Unsettled> {
        self.forget();
        match self.cells.words {
            1 => sparse::extend::<u8, 1>(&mut self.cells, &self.rules, end),
            _ => sparse::extend::<u8, 2>(&mut self.cells, &self.rules, end),
        }
    }

    /// The distance within which every exclusion lies: a rare heap or one of the first heaps, with the number taken. This
    /// is w of [`super::recurrence`], where h is the larger of the number of first heaps and the heap after the last rare.
    pub(super) fn reach(&self) -> usize {
        let after_rares = self.rares().last().map_or(0, |&last| last as usize + 1);
        self.cells.head.len().max(after_rares) + self.rules.most_taken
    }

    /// Drops the heaps that are no longer needed.
    fn forget(&mut self) {
        let keep = WINDOW.max(self.reach() + 2 * BLOCK);
        if self.cells.cells.len() > 2 * keep {
            let dropped = self.cells.cells.len() - keep;
            self.cells.cells.drain(..dropped);
            self.cells.offset += dropped;
        }
    }
}
