//! The period of a stream: proved when its window comes back, long before half of the usual range.
//!
//! The theorem of Guy and Smith asks for the values of 2·n0 + 2p + k heaps. On a sparse space n0 + p and a window are enough:
//!
//! **Recurring window.** A code of at most two heaps takes at most k tokens and halves no heap. In a space let R be the last rare
//! heap below N + p, let h > R and w ≥ h + k, and N - w > R. Suppose that
//! 1. for every n in N..N+p each value below G(n) is that of an option (a, b) with a < h (or a = 0: one heap is left), so that
//!    b ≥ n - w;
//! 2. G(m + p) = G(m) for every m in N-w..N; and p is even where the space is of the alternating kind.
//!
//! Then G(n + p) = G(n) for all n ≥ N - w, and no more heap is rare. By induction over n ≥ N + p let v = G(n - p).
//! A value below v is that of an option (a, b) of n - p as in 1, and so of the option (a, b + p) of n, since b + p ≥ N - w + p has the
//! value of b; this is again as in 1. And v is the value of no option of n: it has the common type for n - p and so for n, thus only
//! a rare heap a ≤ R with a common one b ≥ n - w, or b alone, could have it; then (a, b - p) would be an option of n - p of value v.
//! Pairs that must differ do: a < b. So G(n) = v, which is common.
//!
//! A [`Stream`] whose first heaps are forgotten settles every heap by such options, or stops; so it is enough to see the window
//! again while no rare is found. It is compared with those of heaps about 2^i (Brent), so that N is below 2·max(n0 + w, p).
//! The smallest period is the first to be seen, since what follows depends on the window alone. The smallest preperiod is then found
//! by two streams, one a period behind the other, from the last of these heaps below it on: 2·n0 + p steps more at most.
//! The memory is that of some windows, however large the numbers are.

use super::stream::{Stream, StreamError, WINDOW};
use bouton_core::limits::Limits;
use memchr::memmem;

/// A period proved by a window that came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recurrence {
    /// The smallest period.
    pub period: u64,
    /// The smallest heap from which it holds.
    pub preperiod: u64,
    /// The values of the heaps below this number prove it.
    pub needed: u64,
    /// The last rare heap.
    pub last_rare: u64,
}

/// Cells by which a window is recognized, before all are compared.
const RECOGNIZED: usize = 64;
/// Heaps settled between two looks.
const PIECE: usize = WINDOW / 2;

impl Stream {
    /// Goes on until the period is proved, to heap `most` at the latest.
    ///
    /// # Errors
    /// When a value cannot be told, or a limit is reached.
    pub fn recurrence(
        &mut self,
        most: u64,
        limits: &Limits,
    ) -> Result<Option<Recurrence>, StreamError> {
        if self.rules.has_halves() {
            return Ok(None);
        }
        let mut past = vec![self.clone()];
        let mut kept: Option<Window> = None;
        while self.next_heap() < most {
            limits.check().map_err(StreamError::Stopped)?;
            limits.progress.set(self.next_heap(), most);
            let (next, rares) = (self.next_heap(), self.rares().len());
            let is_old = |kept: &Window| next >= 2 * kept.end || rares > kept.rares;
            if self.cells.offset > self.reach() && kept.as_ref().is_none_or(is_old) {
                kept = Some(Window::of(self));
                past.push(self.clone());
            }
            let seen = self.cells.next();
            self.forgetful_extend(seen + PIECE)?;
            let again = kept.as_ref().and_then(|kept| kept.again(self, seen));
            if let Some((kept, end)) = kept.as_ref().zip(again) {
                let period = end - kept.end;
                return Ok(Some(Recurrence {
                    period,
                    preperiod: preperiod(&past, period, kept.end, limits)?,
                    needed: end,
                    last_rare: self.rares().last().copied().unwrap_or(0).into(),
                }));
            }
        }
        Ok(None)
    }

    fn forgetful_extend(&mut self, end: usize) -> Result<(), StreamError> {
        let next = self.next_heap();
        self.extend(end).map_err(|_| StreamError::Forgotten(next))
    }
}

/// The cells of the heaps before one, as far back as a heap depends on them.
struct Window {
    cells: Vec<u8>,
    /// The first heap after it.
    end: u64,
    /// How many rares there were.
    rares: usize,
}

impl Window {
    fn of(stream: &Stream) -> Self {
        let cells = &stream.cells.cells;
        Window {
            cells: cells[cells.len() - stream.reach()..].to_vec(),
            end: stream.next_heap(),
            rares: stream.rares().len(),
        }
    }

    /// The heap after the first window like this that ends after heap `seen`, where no rare was found since.
    fn again(&self, stream: &Stream, seen: usize) -> Option<u64> {
        if stream.rares().len() > self.rares {
            return None;
        }
        let cells = &stream.cells.cells;
        let first = seen - stream.cells.offset + 1 - RECOGNIZED;
        let last = &self.cells[self.cells.len() - RECOGNIZED..];
        memmem::find_iter(&cells[first..], last)
            .map(|at| first + at + RECOGNIZED)
            .filter(|&end| cells[..end].ends_with(&self.cells))
            .map(|end| (stream.cells.offset + end) as u64)
            .find(|end| !stream.space().alternating || (end - self.end).is_multiple_of(2))
    }
}

/// The smallest heap from which the period holds, which is before heap `end`.
fn preperiod(past: &[Stream], period: u64, end: u64, limits: &Limits) -> Result<u64, StreamError> {
    for stream in past.iter().rev().filter(|stream| stream.next_heap() < end) {
        if let Some(last) = last_difference(stream, period, end, limits)? {
            return Ok(last + 1);
        }
    }
    Ok(0)
}

/// The last heap below `end`, among those that the stream has or will have, whose value is not that of a period later.
fn last_difference(
    from: &Stream,
    period: u64,
    end: u64,
    limits: &Limits,
) -> Result<Option<u64>, StreamError> {
    let (mut early, mut late) = (from.clone(), from.clone());
    let mut next = from.cells.offset as u64;
    let mut last = None;
    while late.next_heap() < next + period {
        limits.check().map_err(StreamError::Stopped)?;
        let piece = late.cells.next() + PIECE;
        late.forgetful_extend(piece.min((next + period) as usize))?;
    }
    while next < end {
        limits.check().map_err(StreamError::Stopped)?;
        if next == early.next_heap() {
            let piece = early.cells.next() + PIECE;
            early.forgetful_extend(piece)?;
        }
        let stop = end.min(early.next_heap()).min(next + PIECE as u64);
        if late.next_heap() < stop + period {
            late.forgetful_extend((stop + period) as usize)?;
        }
        for heap in next..stop {
            let pair = early.value(heap).zip(late.value(heap + period));
            let (value, later) = pair.ok_or(StreamError::Forgotten(heap))?;
            if value != later {
                last = Some(heap);
            }
        }
        next = stop;
    }
    Ok(last)
}
