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
    /// Fails when an automaton of this size is too large, or when it is too late.
    pub(crate) fn check(&self, states: usize, columns: usize) -> Result<(), Exceeded> {
        if states > self.states {
            return Err(Exceeded::States(states));
        }
        if states.saturating_mul(columns) > self.cells {
            return Err(Exceeded::Cells(states.saturating_mul(columns)));
        }
        if states % 256 == 1 {
            self.check_time(states)?;
        }
        Ok(())
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
        self.cancel.load(Ordering::Relaxed)
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
