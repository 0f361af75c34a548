//! [`Late`]: ends a command that computes on after its time, or takes more memory than it may, in a step that asks no limit: in
//! the arithmetic of long numbers, or while a long answer is formatted.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use bouton::Limits;

use crate::console::here;
use crate::memory::{held, with_aside};

/// The interval between two looks.
const BEAT: Duration = Duration::from_millis(5);
/// The processor time for which work may go on after its time, all threads together.
const GRACE: Duration = Duration::from_millis(400);
/// The looks that find too much memory before work is ended: work that asks its limits has stopped by then.
const LOOKS: usize = 3;

const NO_MEMORY: &str =
    "stopped by the limit of memory: the question needs more than it may take beside its tables";
const NO_TIME: &str = "stopped by the time limit, during a step that cannot be interrupted";

/// Watches over a command until it is dropped.
pub(crate) struct Late {
    is_done: Arc<AtomicBool>,
    thread: Thread,
}

/// The looks at a command.
struct Looks {
    deadline: Option<Instant>,
    /// The bytes that the process may hold.
    most: Option<u64>,
    /// The processor time at the deadline.
    late: Option<Duration>,
    full: usize,
}

impl Late {
    /// Watches over work under these limits, if they are limits of time or memory.
    pub(crate) fn over(limits: &Limits) -> Option<Self> {
        let (deadline, most) = (limits.deadline, limits.memory.map(with_aside));
        if deadline.is_none() && most.is_none() {
            return None;
        }
        let is_done = Arc::new(AtomicBool::new(false));
        let (flag, console) = (is_done.clone(), here());
        let mut looks = Looks {
            deadline,
            most,
            late: None,
            full: 0,
        };
        let watching = thread::spawn(move || {
            while !flag.load(Relaxed) {
                if let Some(words) = looks.fault() {
                    console.interruption().give_up(words);
                }
                thread::park_timeout(BEAT);
            }
        });
        Some(Self {
            is_done,
            thread: watching.thread().clone(),
        })
    }
}

impl Looks {
    /// The reason to end the work.
    fn fault(&mut self) -> Option<&'static str> {
        let is_full = self
            .most
            .zip(held())
            .is_some_and(|(most, held)| held > most);
        self.full = if is_full { self.full + 1 } else { 0 };
        if self.full >= LOOKS {
            return Some(NO_MEMORY);
        }
        if self
            .deadline
            .is_none_or(|deadline| Instant::now() <= deadline)
        {
            return None;
        }
        // Time spent waiting for the reader of the output does not count.
        let now = spent();
        let late = now.saturating_sub(*self.late.get_or_insert(now));
        (late > GRACE).then_some(NO_TIME)
    }
}

impl Drop for Late {
    fn drop(&mut self) {
        self.is_done.store(true, Relaxed);
        self.thread.unpark();
    }
}

/// The processor time of this process.
#[cfg(unix)]
fn spent() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    // The system counts from 0 on.
    clock_gettime(ClockId::ProcessCPUTime)
        .try_into()
        .unwrap_or_default()
}

/// Elapsed time counts as processor time.
#[cfg(not(unix))]
fn spent() -> Duration {
    static BEGAN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    BEGAN.get_or_init(Instant::now).elapsed()
}
