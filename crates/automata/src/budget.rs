//! How much an automaton may cost before its construction is given up.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use thiserror::Error;

/// Someone who is told what is being done, a short sentence at a time.
pub type Listener = Arc<dyn Fn(&str) + Send + Sync>;

/// The bounds every construction keeps, and where its progress is told.
#[derive(Clone)]
pub struct Budget {
    /// The largest number of states of any automaton, before minimisation.
    pub states: usize,
    /// The largest number of transitions (states times digit columns; 4 bytes each) of any automaton.
    pub cells: usize,
    /// The steps after which to stop, of all that are counted in `spent`: a measure of time that is the same on every machine.
    pub steps: Option<u64>,
    /// Transitions built, and whatever else is counted, by all who share this budget.
    pub spent: Arc<AtomicU64>,
    /// The moment at which to stop.
    pub deadline: Option<Instant>,
    /// How often it was asked whether it is over, by all who share this budget.
    pub looks: Arc<AtomicU64>,
    /// The look from which on it is over, whatever the clock says: so a test finds a loop that does not look.
    pub last_look: Option<u64>,
    /// Set by whoever wants everything to stop.
    pub cancel: Arc<AtomicBool>,
    /// Called with a short sentence whenever something larger is begun.
    pub progress: Option<Listener>,
}

impl Default for Budget {
    fn default() -> Self {
        Budget {
            states: 4_000_000,
            cells: 64_000_000,
            steps: None,
            spent: Arc::default(),
            deadline: None,
            looks: Arc::default(),
            last_look: None,
            cancel: Arc::default(),
            progress: None,
        }
    }
}

impl fmt::Debug for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Budget {{ states: {}, cells: {}, deadline: {:?} }}",
            self.states, self.cells, self.deadline
        )
    }
}

/// The bound of a [`Budget`] that was met.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Exceeded {
    /// An automaton grew past the allowed number of states.
    #[error("an automaton reached {0} states, the limit")]
    States(usize),
    /// An automaton grew past the allowed number of transitions.
    #[error("an automaton reached {0} transitions, the limit")]
    Cells(usize),
    /// So many steps were made.
    #[error("{0} steps were made, the limit")]
    Steps(u64),
    /// The deadline passed.
    #[error("the time ran out, the automaton under construction having {0} states")]
    Time(usize),
    /// Somebody wanted everything to stop.
    #[error("cancelled, the automaton under construction having {0} states")]
    Cancelled(usize),
}

impl Budget {
    /// Fails when an automaton of this size is too large.
    pub(crate) fn check(&self, states: usize, columns: usize) -> Result<(), Exceeded> {
        if states > self.states {
            return Err(Exceeded::States(states));
        }
        if states.saturating_mul(columns) > self.cells {
            return Err(Exceeded::Cells(states.saturating_mul(columns)));
        }
        Ok(())
    }

    /// Counts the steps of a loop, and asks every so many of them whether it is too late.
    pub fn pace(&self) -> Pace<'_> {
        Pace {
            budget: self,
            steps: 0,
        }
    }

    /// Counts so many steps, such as transitions that are built.
    ///
    /// # Errors
    /// When they are more than are left.
    pub fn spend(&self, steps: u64) -> Result<(), Exceeded> {
        let spent = self.spent.fetch_add(steps, Ordering::Relaxed);
        match self.steps {
            Some(most) if spent >= most => Err(Exceeded::Steps(spent)),
            _ => Ok(()),
        }
    }

    /// Fails when it is too late, with an automaton of so many states at hand.
    ///
    /// # Errors
    /// When the deadline passed or the work was cancelled.
    pub fn check_time(&self, states: usize) -> Result<(), Exceeded> {
        if self.is_over() {
            return Err(self.late(states));
        }
        Ok(())
    }

    /// Why it is too late, which it is.
    pub fn late(&self, states: usize) -> Exceeded {
        let spent = self.spent.load(Ordering::Relaxed);
        match self.steps {
            _ if self.cancel.load(Ordering::Relaxed) => Exceeded::Cancelled(states),
            Some(most) if spent >= most => Exceeded::Steps(spent),
            _ => Exceeded::Time(states),
        }
    }

    /// Whether the deadline passed, the steps are used up or the work was cancelled.
    pub fn is_over(&self) -> bool {
        let look = self.looks.fetch_add(1, Ordering::Relaxed) + 1;
        self.cancel.load(Ordering::Relaxed)
            || self.last_look.is_some_and(|last| look >= last)
            || (self.steps).is_some_and(|most| self.spent.load(Ordering::Relaxed) >= most)
            || self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Tells whoever watches what is being done.
    pub fn tell(&self, sentence: impl FnOnce() -> String) {
        if let Some(progress) = &self.progress {
            progress(&sentence());
        }
    }
}

/// Counts the steps of a loop: a clock that is read at each of them would take longer than most.
#[derive(Clone, Debug)]
pub struct Pace<'b> {
    budget: &'b Budget,
    /// Steps since the last look.
    steps: u64,
}

/// Steps between two looks, each of which takes some hundred nanoseconds at most: a millisecond or two in all.
pub const STRIDE: u64 = 1 << 14;

impl Pace<'_> {
    /// Counts so many steps.
    ///
    /// # Errors
    /// When it is too late.
    #[inline]
    pub fn step(&mut self, steps: u64) -> Result<(), Exceeded> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps < STRIDE {
            return Ok(());
        }
        self.steps = 0;
        self.budget.check_time(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_than_a_stride_lies_between_two_looks() {
        let budget = Budget {
            last_look: Some(3),
            ..Budget::default()
        };
        let mut pace = budget.pace();
        let steps = (0..).find(|_| pace.step(1).is_err());
        assert_eq!(steps, Some(3 * STRIDE - 1));
    }
}
