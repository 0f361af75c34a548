//! The period of a stream: proved when its window recurs, long before half of the usual range.
//!
//! The theorem of Guy and Smith needs the values of 2·n0 + 2p + k heaps. On a sparse space n0 + p heaps and a window
//! suffice:
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
//! A [`Stream`] that has dropped its first heaps settles every heap by such options, or stops; so it is enough to see the
//! window again while no rare is found. The window is compared with those at heaps of about 2^i (Brent), so that N is below
//! 2·max(n0 + w, p). The first period to be seen is the smallest, since everything that follows depends on the window
//! alone. The smallest preperiod is then found by two streams, one a period behind the other, starting at the last of these
//! heaps below it: at most 2·n0 + p more steps. The memory is that of some windows, for numbers of any size; a
//! [checkpoint](super::checkpoint) contains these windows.

use super::stream::{Stream, StreamError, WINDOW};
use bouton_core::StopReason;
use bouton_core::limits::Limits;
use memchr::memmem;

/// A period proved by a window that recurred.
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

/// The number of cells by which a window is recognised, before all are compared.
const RECOGNIZED: usize = 64;
/// Heaps settled between two checks.
const PIECE: usize = WINDOW / 2;

/// A search for a window that recurs, in its present state.
#[derive(Clone, Debug)]
pub struct Search {
    pub(super) stream: Stream,
    /// Streams as they were at heaps of about 2^i. From the second on they have windows; the last one's window is searched
    /// for.
    pub(super) past: Vec<Stream>,
    pub(super) preperiod: Option<Preperiod>,
}

impl Search {
    /// A search that begins with a stream.
    pub fn new(stream: Stream) -> Self {
        Self {
            past: vec![stream.clone()],
            stream,
            preperiod: None,
        }
    }

    /// The stream, in its present state.
    pub fn stream(&self) -> &Stream {
        &self.stream
    }

    /// Continues until the period is proved, at most to heap `most`. `keep` may save the search: it is called between
    /// pieces of work, some hundred times a second.
    ///
    /// # Errors
    /// If a value is not determined, a limit is reached, or `keep` fails.
    pub fn run(
        &mut self,
        most: u64,
        limits: &Limits,
        keep: &mut dyn FnMut(&Self) -> Result<(), StopReason>,
    ) -> Result<Option<Recurrence>, StreamError> {
        if self.stream.rules.has_halves() {
            return Ok(None);
        }
        let windows = self.past.get(1..).unwrap_or_default();
        let mut window = windows.last().map(Window::of);
        loop {
            limits.check().map_err(StreamError::Stopped)?;
            keep(self).map_err(StreamError::Stopped)?;
            if let Some(preperiod) = &mut self.preperiod {
                if let Some(found) = preperiod.step(&self.past)? {
                    return Ok(Some(Recurrence {
                        period: preperiod.period,
                        preperiod: found,
                        needed: preperiod.end + preperiod.period,
                        last_rare: self.stream.rares().last().copied().unwrap_or(0).into(),
                    }));
                }
                continue;
            }
            let next = self.stream.next_heap();
            if next >= most {
                return Ok(None);
            }
            limits.progress.set(next, most);
            self.step(&mut window)?;
        }
    }

    /// Settles a piece, and searches it for the window.
    fn step(&mut self, window: &mut Option<Window>) -> Result<(), StreamError> {
        let stream = &mut self.stream;
        let (next, rares) = (stream.next_heap(), stream.rares().len());
        let is_old = |kept: &Window| next >= 2 * kept.end || rares > kept.rares;
        if stream.cells.offset > stream.reach() && window.as_ref().is_none_or(is_old) {
            *window = Some(Window::of(stream));
            self.past.push(stream.clone());
        }
        let seen = stream.cells.next();
        stream.forgetful_extend(seen + PIECE)?;
        let again = window.as_ref().and_then(|kept| kept.again(stream, seen));
        if let Some((kept, end)) = window.as_ref().zip(again) {
            self.preperiod = Some(Preperiod::new(&self.past, end - kept.end, kept.end));
        }
        Ok(())
    }
}

impl Stream {
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
    /// The number of rares.
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

    /// The heap after the first window equal to this one that ends after heap `seen`, if no rare was found since.
    fn again(&self, stream: &Stream, seen: usize) -> Option<u64> {
        if stream.rares().len() > self.rares {
            return None;
        }
        let cells = &stream.cells.cells;
        // `memmem` looks for a few cells with vector instructions; only where it finds them are all compared.
        let first = seen - stream.cells.offset + 1 - RECOGNIZED;
        let last = &self.cells[self.cells.len() - RECOGNIZED..];
        memmem::find_iter(&cells[first..], last)
            .map(|at| first + at + RECOGNIZED)
            .filter(|&end| cells[..end].ends_with(&self.cells))
            .map(|end| (stream.cells.offset + end) as u64)
            .find(|end| !stream.space().alternating || (end - self.end).is_multiple_of(2))
    }
}

/// The search for the smallest heap from which a period holds, in its present state: it compares two streams, one a period
/// behind the other.
#[derive(Clone, Debug)]
pub(super) struct Preperiod {
    pub(super) period: u64,
    /// The period holds from some heap below this one.
    pub(super) end: u64,
    /// The index of the past stream from which both started.
    pub(super) place: usize,
    pub(super) early: Stream,
    pub(super) late: Stream,
    /// The next heap to compare.
    pub(super) next: u64,
    /// The last heap that differed from the heap a period later.
    pub(super) last: Option<u64>,
}

impl Preperiod {
    fn new(past: &[Stream], period: u64, end: u64) -> Self {
        let place = past.iter().rposition(|stream| stream.next_heap() < end);
        Self::begun_at(
            past,
            place.expect("invariant: the first stream is before every window"),
            period,
            end,
        )
    }

    fn begun_at(past: &[Stream], place: usize, period: u64, end: u64) -> Self {
        let from = &past[place];
        Self {
            period,
            end,
            place,
            early: from.clone(),
            late: from.clone(),
            next: from.cells.offset as u64,
            last: None,
        }
    }

    /// Compares a piece; the preperiod, once it is known.
    fn step(&mut self, past: &[Stream]) -> Result<Option<u64>, StreamError> {
        if self.next == self.end {
            return Ok(match (self.last, self.place) {
                (Some(last), _) => Some(last + 1),
                (None, 0) => Some(0),
                (None, place) => {
                    *self = Self::begun_at(past, place - 1, self.period, self.end);
                    None
                }
            });
        }
        let behind = self.next + self.period;
        if self.late.next_heap() < behind {
            let piece = self.late.cells.next() + PIECE;
            self.late.forgetful_extend(piece.min(behind as usize))?;
            return Ok(None);
        }
        if self.next == self.early.next_heap() {
            let piece = self.early.cells.next() + PIECE;
            self.early.forgetful_extend(piece)?;
        }
        let stop = (self.end)
            .min(self.early.next_heap())
            .min(self.next + PIECE as u64);
        if self.late.next_heap() < stop + self.period {
            self.late.forgetful_extend((stop + self.period) as usize)?;
        }
        for heap in self.next..stop {
            let later = self.late.value(heap + self.period);
            let pair = self.early.value(heap).zip(later);
            let (value, later) = pair.ok_or(StreamError::Forgotten(heap))?;
            if value != later {
                self.last = Some(heap);
            }
        }
        self.next = stop;
        Ok(None)
    }
}
