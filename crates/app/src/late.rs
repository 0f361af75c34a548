//! [`Late`]: ends a command that computes on after its time, in a step that asks no limit: in the arithmetic of long numbers, or
//! while a long answer is formatted.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use bouton::Limits;

use crate::console::here;

/// The interval between two looks at the processor time.
const BEAT: Duration = Duration::from_millis(20);
/// The processor time for which work may go on after its time, all threads together.
const GRACE: Duration = Duration::from_millis(400);

const WORDS: &str = "stopped by the time limit, during a step that cannot be interrupted";

/// Watches over a command until it is dropped.
pub(crate) struct Late {
    is_done: Arc<AtomicBool>,
    thread: Thread,
}

impl Late {
    /// From the deadline of these limits on, if they have one.
    pub(crate) fn over(limits: &Limits) -> Option<Self> {
        let deadline = limits.deadline?;
        let is_done = Arc::new(AtomicBool::new(false));
        let (flag, console) = (is_done.clone(), here());
        let watching = thread::spawn(move || {
            let mut late = None;
            while !flag.load(Relaxed) {
                let left = deadline.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    // Time spent waiting for the reader of the output does not count.
                    let now = spent();
                    if now.saturating_sub(*late.get_or_insert(now)) > GRACE {
                        return console.interruption().give_up(WORDS);
                    }
                }
                thread::park_timeout(left.max(BEAT));
            }
        });
        Some(Self {
            is_done,
            thread: watching.thread().clone(),
        })
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
