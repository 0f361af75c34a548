//! How far a solver may go: [`Limits`] go in as a value, [`StopReason`] comes out as one.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// Why a solver stopped before it had the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StopReason {
    /// The time given ran out.
    Time,
    /// The memory given would not have sufficed.
    Memory,
    /// The number of positions given was reached.
    Nodes,
    /// Somebody asked it to stop.
    Cancelled,
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

/// How far along a long piece of work is; written by the solver, read by whoever shows it.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    total: AtomicU64,
}

impl Progress {
    /// Says that `done` units are finished, of `total` at most (0: unknown).
    pub fn set(&self, done: u64, total: u64) {
        self.total.store(total, Ordering::Relaxed);
        self.done.store(done, Ordering::Relaxed);
    }

    /// Units finished, and how many there are at most (0: unknown).
    pub fn get(&self) -> (u64, u64) {
        (
            self.done.load(Ordering::Relaxed),
            self.total.load(Ordering::Relaxed),
        )
    }
}

/// What a solver may spend. [`Limits::default`] is without bounds.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Bytes that tables and stacks may take together.
    pub memory: Option<u64>,
    /// Positions that may be visited.
    pub nodes: Option<u64>,
    /// Threads to use; `None`: as many as the machine has.
    pub threads: Option<usize>,
    /// Set to true by anybody to stop the work.
    pub cancel: Arc<AtomicBool>,
    /// Where the work says how far it is.
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

    /// Whether it is time to stop, and why. Reads the clock: call it once per some thousand steps.
    pub fn check(&self) -> Result<(), StopReason> {
        if self.cancel.load(Ordering::Relaxed) {
            return Err(StopReason::Cancelled);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(StopReason::Time),
            _ => Ok(()),
        }
    }

    /// Whether `bytes` more than what is held already may be taken.
    pub fn afford(&self, bytes: u64) -> Result<(), StopReason> {
        match self.memory {
            Some(memory) if bytes > memory => Err(StopReason::Memory),
            _ => Ok(()),
        }
    }

    /// What is left to a question that has visited so many positions already.
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
            stride: 1,
            looked: Instant::now(),
            steps: 0,
        }
    }
}

/// Counts visited positions and looks at the clock every now and then.
#[derive(Debug)]
pub struct Meter<'l> {
    limits: &'l Limits,
    visited: u64,
    next_check: u64,
    /// Positions between this look at the clock and the next.
    stride: u64,
    /// When the clock was looked at last.
    looked: Instant,
    /// Other work since the last look at the clock.
    steps: usize,
}

/// At most so many positions lie between two looks at the clock: some tens of microseconds of work, where one has few moves.
const STRIDE: u64 = 1024;

/// Where a look comes later than this, the next one comes sooner.
const LATE: Duration = Duration::from_millis(5);

/// Steps of other work between two looks at the clock.
const STEPS: usize = 1 << 14;

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

    /// Counts work that visits no position, such as moves looked at: of a position with a million moves the clock is
    /// read more often than once.
    #[inline]
    pub fn spend(&mut self, steps: usize) -> Result<(), StopReason> {
        self.steps += steps;
        if self.steps >= STEPS {
            self.steps = 0;
            self.limits.check()?;
        }
        Ok(())
    }

    #[cold]
    fn look(&mut self) -> Result<(), StopReason> {
        self.limits.check()?;
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
        self.next_check = (self.visited + 1 + self.stride).min(cap.saturating_add(1));
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
