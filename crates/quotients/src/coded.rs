//! The quotient of a take-and-break game, extended heap by heap.

use bouton_core::take_and_break::Code;
use bouton_core::{Limits, StopReason};
use num_bigint::BigUint;

use crate::period::{Period, period};
use crate::position::Position;
use crate::quotient::{Class, Quotient};
use crate::search::Search;

/// The quotient of heaps that follow a code.
///
/// ```
/// use bouton_core::{Limits, take_and_break::Code};
/// use bouton_quotients::Coded;
///
/// let mut kayles = Coded::new(Code::octal("0.77")?);
/// kayles.reach(1_000_000, &Limits::default()).unwrap();
/// assert_eq!(kayles.quotient().order(), 40);
/// // It is that of all heaps, and proved by few of them.
/// assert_eq!((kayles.heaps(), kayles.whole().unwrap().period), (168, 12));
/// assert_eq!(kayles.class(&1_000_000u32.into()), kayles.class(&1_000_012u32.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Coded {
    code: Code,
    search: Search,
    whole: Option<Period>,
}

impl Coded {
    /// The quotient of heap 0.
    pub fn new(code: Code) -> Self {
        Self {
            code,
            search: Search::default(),
            whole: None,
        }
    }

    /// The code.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// The quotient of all sums of the heaps so far.
    pub fn quotient(&self) -> &Quotient {
        self.search.quotient()
    }

    /// The last heap so far.
    pub fn heaps(&self) -> u64 {
        self.quotient().pretending().len() as u64 - 1
    }

    /// The period that proves that the quotient is that of all heaps.
    pub fn whole(&self) -> Option<Period> {
        self.whole
    }

    /// Adds heaps up to this one.
    ///
    /// # Errors
    /// If a limit is reached; results so far are kept.
    pub fn reach(&mut self, heap: u64, limits: &Limits) -> Result<(), StopReason> {
        while self.whole.is_none() && self.heaps() < heap {
            let next = self.heaps() + 1;
            let small = u32::try_from(next).map_err(|_| StopReason::Memory)?;
            limits.progress.set(next, heap);
            let mut options = Vec::new();
            for option in self.code.options(u64::from(small)) {
                limits.check()?;
                let taken = (options.len() * size_of::<Position>()) as u64;
                limits.afford(self.search.bytes() + 2 * taken)?;
                options.push(option.left.iter().map(|&left| left as u32).collect());
            }
            self.search.add(options, limits)?;
            self.whole = self.proved();
        }
        Ok(())
    }

    /// The class of a heap, if it is known.
    pub fn class(&self, heap: &BigUint) -> Option<Class> {
        let pretending = self.quotient().pretending();
        let known = |heap: usize| pretending.get(heap).copied();
        usize::try_from(heap).ok().and_then(known).or_else(|| {
            let Period { period, preperiod } = self.whole?;
            let past = (heap - preperiod) % period;
            known(preperiod + usize::try_from(past).ok()?)
        })
    }

    /// The theorem applies to codes without constraints that take a bounded number.
    fn proved(&self) -> Option<Period> {
        let bound = |number: Option<u64>| usize::try_from(number?).ok();
        let (parts, taken) = (
            bound(self.code.most_heaps())?,
            bound(self.code.most_taken())?,
        );
        let found = period(self.quotient().pretending(), parts, taken)?;
        let mut digits = self.code.digits();
        let plain =
            self.code.frozen().is_empty() && digits.all(|(_, digit)| digit.bits().is_some());
        plain.then_some(found)
    }
}
