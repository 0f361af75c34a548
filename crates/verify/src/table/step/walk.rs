//! [`Steps`]: all positions of a table, one stretch of numbers after the other, on several threads.

use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, scope};

use super::super::ends;
use super::{Obligation, Rules, Says, Value, Wrong, hold, position, too_long};

/// The number of mistakes that are reported.
pub const MOST_TOLD: usize = 10;
/// Numbers that a thread processes at a time.
const STRETCH: u64 = 1 << 14;

/// A table that is being checked, from number 0 on.
pub struct Steps<'r> {
    rules: &'r dyn Rules,
    /// The first number not yet checked.
    next: u64,
    wrong: Vec<Wrong>,
}

impl<'r> Steps<'r> {
    /// Begins with a table that has this many entries: each value in it, with its count.
    pub fn of(rules: &'r dyn Rules, count: u64, values: &[(Value, u64)]) -> Self {
        let mut wrong = Vec::new();
        if hold(count == rules.count(), Obligation::Every).is_err() {
            wrong.push(Wrong::whole(Obligation::Every));
        } else {
            wrong.extend(too_long(values));
        }
        Self {
            rules,
            next: 0,
            wrong,
        }
    }

    /// Whether something is wrong already.
    pub fn is_wrong(&self) -> bool {
        !self.wrong.is_empty()
    }

    /// Checks the next numbers, up to one, on this many threads; `says` is called for them and for all targets of their
    /// moves. `pulse` is called repeatedly to ask whether to continue.
    ///
    /// # Errors
    /// The errors of `pulse`.
    pub fn go<E: Send>(
        &mut self,
        to: u64,
        says: Says<'_>,
        threads: usize,
        pulse: &(dyn Fn(u64) -> Result<(), E> + Sync),
    ) -> Result<(), E> {
        let numbers = self.next..to;
        let found = Results {
            wrong: Mutex::new(Vec::new()),
            stopped: Mutex::new(None),
            ended: AtomicBool::new(false),
            next: AtomicU64::new(numbers.start),
        };
        let run = || self.run(&numbers, says, pulse, &found);
        scope(|scope| {
            // If a thread cannot be started, the work continues with those that exist.
            let others: Vec<_> = (1..threads)
                .filter_map(|_| Builder::new().spawn_scoped(scope, run).ok())
                .collect();
            run();
            for other in others {
                other.join().unwrap_or_else(|panic| resume_unwind(panic));
            }
        });
        let stopped = found.stopped.into_inner();
        if let Some(stopped) = stopped.unwrap_or_else(PoisonError::into_inner) {
            return Err(stopped);
        }
        let mut wrong = found
            .wrong
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        wrong.sort_unstable_by_key(|wrong| wrong.number);
        self.wrong.extend(wrong);
        self.wrong.truncate(MOST_TOLD);
        self.next = to;
        Ok(())
    }

    /// Takes one stretch after the other until none is left.
    fn run<E>(
        &self,
        numbers: &Range<u64>,
        says: Says<'_>,
        pulse: &(dyn Fn(u64) -> Result<(), E> + Sync),
        found: &Results<E>,
    ) {
        while !found.ended.load(Relaxed) {
            let from = found.next.fetch_add(STRETCH, Relaxed);
            if from >= numbers.end {
                return;
            }
            if let Err(stopped) = pulse(from) {
                found.ended.store(true, Relaxed);
                let mut why = found.stopped.lock().unwrap_or_else(PoisonError::into_inner);
                *why = Some(stopped);
                return;
            }
            for number in from..numbers.end.min(from + STRETCH) {
                if let Err(wrong) = position(self.rules, number, says) {
                    found.add(wrong);
                }
            }
        }
    }

    /// The first mistakes in the table; none if it is true.
    ///
    /// # Errors
    /// The errors of `pulse`.
    pub fn end<E>(mut self, pulse: &dyn Fn(u64) -> Result<(), E>) -> Result<Vec<Wrong>, E> {
        if self.wrong.is_empty()
            && hold(self.next >= self.rules.count(), Obligation::Every).is_err()
        {
            self.wrong.push(Wrong::whole(Obligation::Every));
        }
        if self.wrong.is_empty() && self.rules.counts_points() {
            let back = ends::comes_back(self.rules, pulse)?;
            if hold(back.is_none(), Obligation::Ends).is_err() {
                self.wrong.push(Wrong {
                    number: back,
                    ..Wrong::whole(Obligation::Ends)
                });
            }
        }
        Ok(self.wrong)
    }
}

/// The results of several threads.
struct Results<E> {
    wrong: Mutex<Vec<Wrong>>,
    stopped: Mutex<Option<E>>,
    ended: AtomicBool,
    /// The next stretch.
    next: AtomicU64,
}

impl<E> Results<E> {
    fn add(&self, wrong: Wrong) {
        let mut all = self.wrong.lock().unwrap_or_else(PoisonError::into_inner);
        all.push(wrong);
        if all.len() > 2 * MOST_TOLD {
            all.sort_unstable_by_key(|wrong| wrong.number);
            all.truncate(MOST_TOLD);
        }
    }
}
