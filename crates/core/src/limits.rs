//! Limits of a solver: [`Limits`] go in as a value, [`StopReason`] comes out as one.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use serde::Serialize;
use web_time::Instant;

/// The reason why a solver stopped before it had the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum StopReason {
    /// The time limit was reached.
    Time,
    /// The memory limit would have been exceeded.
    Memory,
    /// The limit on positions was reached.
    Nodes,
    /// The caller cancelled it.
    Cancelled,
}

impl std::error::Error for StopReason {}

/// Makes a value of a type from the one that a variant of it holds: `made_from!(StopReason => Refusal::Stopped);`.
#[macro_export]
macro_rules! made_from {
    ($from:ty => $type:ident::$variant:ident) => {
        impl From<$from> for $type {
            fn from(inner: $from) -> Self {
                Self::$variant(inner)
            }
        }
    };
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Time => "stopped by the limit of time",
            Self::Memory => "stopped by the limit of memory",
            Self::Nodes => "stopped by the limit of nodes",
            Self::Cancelled => "cancelled",
        })
    }
}

/// A function that is called with a short sentence whenever something larger begins.
pub type Listener = Arc<dyn Fn(&str) + Send + Sync>;

/// A function that is called with the units finished and how many there are at most (0: unknown).
pub type Watcher = Arc<dyn Fn(u64, u64) + Send + Sync>;

/// The progress of long work: the solver writes it, the caller reads and shows it.
#[derive(Default)]
pub struct Progress {
    done: AtomicU64,
    total: AtomicU64,
    /// Units that were finished in earlier turns, and how many there are in all by an estimate (0: unknown).
    before: AtomicU64,
    expected: AtomicU64,
    listener: Option<Listener>,
    watcher: Option<Watcher>,
}

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Progress").field(&self.get()).finish()
    }
}

impl Progress {
    /// Progress whose sentences go to a listener.
    pub fn to(listener: Listener) -> Self {
        Self {
            listener: Some(listener),
            ..Self::default()
        }
    }

    /// Progress that is handed to a watcher whenever it changes, where no other thread can read it.
    pub fn watched(watcher: Watcher) -> Self {
        Self {
            watcher: Some(watcher),
            ..Self::default()
        }
    }

    /// The function that sentences go to.
    pub fn listener(&self) -> Option<&Listener> {
        self.listener.as_ref()
    }

    /// Reports a step that begins; the sentence is made only if there is a listener.
    pub fn say(&self, sentence: impl FnOnce() -> String) {
        if let Some(listener) = &self.listener {
            listener(&sentence());
        }
    }

    /// Reports that `done` units of at most `total` (0: unknown) are finished.
    pub fn set(&self, done: u64, total: u64) {
        self.total.store(total, Ordering::Relaxed);
        self.done.store(done, Ordering::Relaxed);
        if let Some(watcher) = &self.watcher {
            watcher(done, total);
        }
    }

    /// Reports that units were finished before those that are reported from now on, and how many there are in all by an estimate
    /// (0: unknown), for work that does not know it.
    pub fn expect(&self, before: u64, all: u64) {
        self.before.store(before, Ordering::Relaxed);
        self.expected.store(all, Ordering::Relaxed);
    }

    /// Units finished, and how many there are at most (0: unknown).
    pub fn get(&self) -> (u64, u64) {
        let [done, total, before, expected] =
            [&self.done, &self.total, &self.before, &self.expected]
                .map(|count| count.load(Ordering::Relaxed));
        match total {
            0 if expected > 0 => (before + done, expected.max(before + done)),
            _ => (done, total),
        }
    }
}

/// Counters of all the work that shares one value of [`Limits`] and its clones.
#[derive(Debug, Default)]
pub struct Spent {
    steps: AtomicU64,
    work: AtomicU64,
    looks: AtomicU64,
    held: AtomicU64,
}

impl Spent {
    /// Steps that were counted by [`Limits::spend`].
    pub fn steps(&self) -> u64 {
        self.steps.load(Ordering::Relaxed)
    }

    /// The work that was counted by [`Limits::count`].
    pub fn work(&self) -> u64 {
        self.work.load(Ordering::Relaxed)
    }

    /// The bytes that tables and stacks hold, as they have counted last.
    pub fn held(&self) -> u64 {
        self.held.load(Ordering::Relaxed)
    }

    /// The number of calls of [`Limits::check`].
    pub fn looks(&self) -> u64 {
        self.looks.load(Ordering::Relaxed)
    }
}

/// The resources that a solver may use. [`Limits::default`] has no bounds.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The time at which to stop.
    pub deadline: Option<Instant>,
    /// Bytes that tables and stacks may take together.
    pub memory: Option<u64>,
    /// Positions that may be visited.
    pub nodes: Option<u64>,
    /// Steps allowed to all work that shares `spent`, such as building a transition of an automaton: a measure of time that
    /// is the same on every machine.
    pub steps: Option<u64>,
    /// The budget of a solver that takes turns with others: [`Spent::work`] at which it stops. Positions and moves are
    /// counted, never the clock, so that it is the same on an idle and on a busy machine.
    pub work: Option<u64>,
    /// Counts these steps, this work, and the checks of these limits.
    pub spent: Arc<Spent>,
    /// From this check on, time counts as over, whatever the clock says. Tests use it to find loops that never check.
    pub last_look: Option<u64>,
    /// Threads to use; `None`: as many as the machine has.
    pub threads: Option<usize>,
    /// Set it to true to stop the work.
    pub cancel: Arc<AtomicBool>,
    /// Set it to true when the process holds too much: the work then stops as at its limit of memory, whatever it counts.
    pub full: Arc<AtomicBool>,
    /// Receives the progress of the work.
    pub progress: Arc<Progress>,
}

impl Limits {
    /// Limits that end the work after `time` from now.
    pub fn within(time: Duration) -> Self {
        Self {
            deadline: Instant::now().checked_add(time),
            ..Self::default()
        }
    }

    /// A limit of bytes alone.
    pub fn of_memory(bytes: u64) -> Self {
        Self {
            memory: Some(bytes),
            ..Self::default()
        }
    }

    /// A limit of visited positions alone.
    pub fn of_nodes(most: u64) -> Self {
        Self {
            nodes: Some(most),
            ..Self::default()
        }
    }

    /// No limits, with this many threads.
    pub fn of_threads(threads: usize) -> Self {
        Self {
            threads: Some(threads),
            ..Self::default()
        }
    }

    /// Limits by which time is over at this check.
    pub fn of_looks(last: u64) -> Self {
        Self {
            last_look: Some(last),
            ..Self::default()
        }
    }

    /// An error with the reason if it is time to stop. This reads the clock: call it once every few thousand steps.
    pub fn check(&self) -> Result<(), StopReason> {
        self.check_all_but_budget()?;
        match self.has_spent_budget() {
            true => Err(StopReason::Nodes),
            false => Ok(()),
        }
    }

    /// [`Limits::check`], where a budget is not to end the work: it would end where the clock says.
    pub fn check_all_but_budget(&self) -> Result<(), StopReason> {
        let look = self.spent.looks.fetch_add(1, Ordering::Relaxed) + 1;
        if self.cancel.load(Ordering::Relaxed) {
            return Err(StopReason::Cancelled);
        }
        if self.full.load(Ordering::Relaxed) {
            return Err(StopReason::Memory);
        }
        if self.steps.is_some_and(|steps| self.spent.steps() >= steps) {
            return Err(StopReason::Nodes);
        }
        let late = self.last_look.is_some_and(|last| look >= last)
            || (self.deadline).is_some_and(|deadline| Instant::now() >= deadline);
        if late {
            return Err(StopReason::Time);
        }
        Ok(())
    }

    /// Whether the budget of work is spent: the solver stops, as at a limit of positions, until it has another turn.
    pub fn has_spent_budget(&self) -> bool {
        self.work.is_some_and(|work| self.spent.work() >= work)
    }

    /// Counts work, where there is a budget: positions visited and moves listed, each some tens of nanoseconds long.
    pub fn count(&self, work: u64) {
        if self.work.is_some() {
            self.spent.work.fetch_add(work, Ordering::Relaxed);
        }
    }

    /// Counts steps for all that share these limits.
    pub fn spend(&self, steps: u64) -> Result<(), StopReason> {
        let spent = self.spent.steps.fetch_add(steps, Ordering::Relaxed);
        match self.steps {
            Some(most) if spent >= most => Err(StopReason::Nodes),
            _ => Ok(()),
        }
    }

    /// Whether `bytes` more may be allocated.
    pub fn afford(&self, bytes: u64) -> Result<(), StopReason> {
        match self.memory {
            Some(memory) if bytes > memory => Err(StopReason::Memory),
            _ => {
                self.spent.held.store(bytes, Ordering::Relaxed);
                Ok(())
            }
        }
    }

    /// The memory that tables and stacks do not hold, as far as they have counted; an eighth of all is always left.
    pub fn left(&self) -> Option<u64> {
        let held = self.spent.held.load(Ordering::Relaxed);
        self.memory
            .map(|memory| memory.saturating_sub(held).max(memory / 8))
    }

    /// The limits that remain for a query that has already visited this many positions.
    pub fn less(&self, visited: u64) -> Self {
        Self {
            nodes: self.nodes.map(|nodes| nodes.saturating_sub(visited)),
            ..self.clone()
        }
    }

    /// A meter that counts visited positions against these limits.
    pub fn meter(&self) -> Meter<'_> {
        Meter {
            limits: self,
            visited: 0,
            next_check: 1,
            next_look: 1,
            stride: 1,
            looked: Instant::now(),
            steps: 0,
            other: 0,
            counted: 0,
        }
    }
}

/// Counts visited positions and reads the clock from time to time.
#[derive(Clone, Debug)]
pub struct Meter<'l> {
    limits: &'l Limits,
    visited: u64,
    next_check: u64,
    /// The position before which the clock is read next.
    next_look: u64,
    /// Positions between this reading of the clock and the next.
    stride: u64,
    /// The time of the last reading of the clock.
    looked: Instant,
    /// Other work since the clock was last read.
    steps: usize,
    /// Other work in all.
    other: u64,
    /// The part of all the work that was counted against the budget.
    counted: u64,
}

/// The most positions between two readings of the clock: some tens of microseconds of work, for positions with few moves.
const STRIDE: u64 = 1024;

/// Positions between two looks at the budget of work: always the same ones, however fast the machine is.
const GRID: u64 = 16;

/// If a reading comes later than this, the next one comes sooner.
const LATE: Duration = Duration::from_millis(5);

/// Steps of other work between two readings of the clock; each takes at most a few hundred nanoseconds.
pub const STEPS: usize = 1 << 14;

impl Meter<'_> {
    /// Counts one position; an error when a limit is reached.
    #[inline]
    pub fn visit(&mut self) -> Result<(), StopReason> {
        if self.visited + 1 >= self.next_check {
            self.look()?;
        }
        self.visited += 1;
        Ok(())
    }

    /// Counts work that visits no position, such as listing moves: at a position with a million moves the clock must be read
    /// more than once.
    #[inline]
    pub fn spend(&mut self, steps: usize) -> Result<(), StopReason> {
        self.steps = self.steps.saturating_add(steps);
        self.other += steps as u64;
        if self.steps >= STEPS {
            self.pause()?;
        }
        Ok(())
    }

    /// [`Meter::spend`], which also checks the bytes that are held each time it reads the clock.
    #[inline]
    pub fn spend_holding(
        &mut self,
        steps: usize,
        held: impl FnOnce() -> u64,
    ) -> Result<(), StopReason> {
        let before = self.steps;
        self.spend(steps)?;
        // The count restarts with each reading of the clock.
        if self.steps < before.saturating_add(steps) {
            self.afford(held())?;
        }
        Ok(())
    }

    /// Reads the clock now, before work that cannot read it.
    pub fn pause(&mut self) -> Result<(), StopReason> {
        self.steps = 0;
        self.count(self.visited);
        self.limits.check()
    }

    /// Counts the work since the last time: so many positions in all.
    fn count(&mut self, visited: u64) {
        let done = (visited + self.other).max(self.counted);
        self.limits.count(done - self.counted);
        self.counted = done;
    }

    #[cold]
    fn look(&mut self) -> Result<(), StopReason> {
        if self.limits.work.is_some() && self.visited.is_multiple_of(GRID) {
            // With the one that is entered: a search of few positions is counted, too.
            self.count(self.visited + 1);
            if self.limits.has_spent_budget() {
                return Err(StopReason::Nodes);
            }
        }
        if self.visited + 1 >= self.next_look {
            self.look_at_clock()?;
        }
        self.next_check = match self.limits.work {
            Some(_) => self.next_look.min((self.visited / GRID + 1) * GRID + 1),
            None => self.next_look,
        };
        Ok(())
    }

    fn look_at_clock(&mut self) -> Result<(), StopReason> {
        self.limits.check_all_but_budget()?;
        let cap = self.limits.nodes.unwrap_or(u64::MAX);
        if self.visited >= cap {
            return Err(StopReason::Nodes);
        }
        self.limits.progress.set(self.visited, 0);
        self.stride = if self.looked.elapsed() > LATE {
            (self.stride / 2).max(1)
        } else {
            (2 * self.stride).min(STRIDE)
        };
        self.looked = Instant::now();
        self.next_look = (self.visited + 1 + self.stride).min(cap.saturating_add(1));
        Ok(())
    }

    /// Whether `bytes` in all may be held.
    pub fn afford(&self, bytes: u64) -> Result<(), StopReason> {
        self.limits.afford(bytes)
    }

    /// Positions visited so far.
    pub fn visited(&self) -> u64 {
        self.visited
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_watcher_sees_how_far_work_is() {
        let seen = Arc::new(AtomicU64::new(0));
        let watcher = seen.clone();
        let limits = Limits {
            progress: Arc::new(Progress::watched(Arc::new(move |done, total| {
                watcher.store(done + total, Ordering::Relaxed);
            }))),
            ..Limits::default()
        };
        limits.clone().progress.set(30, 12);
        assert_eq!(seen.load(Ordering::Relaxed), 42);
        assert_eq!(limits.progress.get(), (30, 12));
    }

    #[test]
    fn nodes_are_counted_exactly() {
        for nodes in [0, 1, 2, 1023, 1024, 1025, 5000] {
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
            let mut meter = limits.meter();
            let stopped = loop {
                if let Err(why) = meter.visit() {
                    break why;
                }
            };
            assert_eq!((stopped, meter.visited()), (StopReason::Nodes, nodes));
        }
    }

    #[test]
    fn bytes_are_asked_for_when_the_clock_is_read() {
        let limits = Limits {
            memory: Some(9),
            ..Limits::default()
        };
        let mut meter = limits.meter();
        assert_eq!(meter.spend_holding(STEPS - 1, || 10), Ok(()));
        assert_eq!(meter.spend_holding(1, || 10), Err(StopReason::Memory));
        assert_eq!(meter.spend_holding(STEPS, || 9), Ok(()));
    }

    #[test]
    fn looks_are_counted_and_the_last_one_ends_the_work() {
        let limits = Limits {
            last_look: Some(3),
            ..Limits::default()
        };
        let mut meter = limits.meter();
        let steps = (0..).find(|_| meter.spend(1).is_err());
        assert_eq!((steps, limits.spent.looks()), (Some(3 * STEPS - 1), 3));
    }

    #[test]
    fn steps_are_counted_for_all_that_share_the_limits() {
        let limits = Limits {
            steps: Some(5),
            ..Limits::default()
        };
        assert_eq!(limits.clone().spend(3), Ok(()));
        assert_eq!(limits.check(), Ok(()));
        assert_eq!(limits.spend(2), Ok(()));
        assert_eq!(limits.check(), Err(StopReason::Nodes));
        assert_eq!(limits.spend(1), Err(StopReason::Nodes));
    }

    #[test]
    fn a_budget_ends_at_the_same_position_on_a_slow_machine() {
        let ends = |pause: Duration| {
            let limits = Limits {
                work: Some(100),
                ..Limits::default()
            };
            let mut meter = limits.meter();
            while meter.visit().is_ok() && meter.spend(3).is_ok() {
                std::thread::sleep(pause);
            }
            (meter.visited(), limits.spent.work())
        };
        let quick = ends(Duration::ZERO);
        assert_eq!(quick, (32, 129));
        assert_eq!(ends(Duration::from_millis(6)), quick);
    }

    #[test]
    fn short_work_is_counted_too() {
        let limits = Limits {
            work: Some(2),
            ..Limits::default()
        };
        assert_eq!(limits.meter().visit(), Ok(()));
        assert_eq!(limits.meter().visit(), Err(StopReason::Nodes));
        assert!(limits.has_spent_budget());
    }

    #[test]
    fn the_clock_is_read_between_two_visits_too() {
        let limits = Limits::within(Duration::ZERO);
        let mut meter = limits.meter();
        assert_eq!(meter.spend(STEPS - 1), Ok(()));
        assert_eq!(meter.spend(1), Err(StopReason::Time));
    }

    #[test]
    fn the_clock_is_read_sooner_where_a_position_takes_long() {
        let limits = Limits::within(Duration::from_millis(60));
        let mut meter = limits.meter();
        while meter.visit().is_ok() {
            std::thread::sleep(Duration::from_millis(6));
        }
        assert!(meter.visited() < 100, "{}", meter.visited());
    }

    #[test]
    fn cancelled_and_late_work_stops() {
        let limits = Limits::default();
        limits.cancel.store(true, Ordering::Relaxed);
        assert_eq!(limits.meter().visit(), Err(StopReason::Cancelled));
        assert_eq!(
            Limits::within(Duration::ZERO).check(),
            Err(StopReason::Time)
        );
    }
}
