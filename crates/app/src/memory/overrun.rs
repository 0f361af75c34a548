//! [`Overrun`]: stops work that holds more memory than it may, by the flag of its limits. Solvers count their tables; texts,
//! pictures, long numbers and results are seen here alone. A command that goes on in spite of a limit, in a step that asks none
//! (the arithmetic of long numbers, the formatting of a long answer), is ended.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, Once, PoisonError};
use std::time::{Duration, Instant};

use bouton::Limits;

use super::{held, with_aside};
use crate::console::{Console, here};

/// The interval between two looks.
const BEAT: Duration = Duration::from_millis(5);
/// The looks during which stopped work gives its memory back, before other work is stopped as well.
const GIVING_BACK: usize = 20;
/// The looks that find too much memory before a command is ended: work that asks its limits has stopped by then.
const LOOKS: usize = 3;
/// The processor time for which a command may go on after its time, all threads together.
const GRACE: Duration = Duration::from_millis(400);

const NO_MEMORY: &str =
    "stopped by the limit of memory: the question needs more than it may take beside its tables";
const NO_TIME: &str = "stopped by the time limit, during a step that cannot be interrupted";

/// Watches over some work until it is dropped.
pub(crate) struct Overrun(u64);

/// Work that is watched.
struct Work {
    id: u64,
    /// The bytes that the process may hold.
    most: u64,
    /// The flag of its limits.
    full: Arc<AtomicBool>,
    command: Option<Command>,
}

/// A command, which is ended if it does not stop.
struct Command {
    console: Console,
    deadline: Option<Instant>,
    /// The processor time at the deadline.
    late: Option<Duration>,
    /// The last looks that found too much memory.
    full: usize,
}

/// The running work, the oldest first. One thread watches all of it: to start a thread takes longer than a small question.
static WORK: Mutex<Vec<Work>> = Mutex::new(Vec::new());
static BEGUN: Condvar = Condvar::new();
static WATCHER: Once = Once::new();
static LAST: AtomicU64 = AtomicU64::new(0);

impl Overrun {
    /// From now on the work under these limits stops when the process holds more than `most` bytes.
    #[cfg(any(test, feature = "serve"))]
    pub(crate) fn over(limits: &Limits, most: u64) -> Self {
        Self::watched(limits, most, None)
    }

    /// Watches over a command under these limits, if they are limits of time or memory.
    pub(crate) fn of_command(limits: &Limits) -> Option<Self> {
        let (deadline, memory) = (limits.deadline, limits.memory);
        if deadline.is_none() && memory.is_none() {
            return None;
        }
        let command = Command {
            console: here(),
            deadline,
            late: None,
            full: 0,
        };
        let most = memory.map_or(u64::MAX, with_aside);
        Some(Self::watched(limits, most, Some(command)))
    }

    fn watched(limits: &Limits, most: u64, command: Option<Command>) -> Self {
        WATCHER.call_once(|| {
            std::thread::spawn(watch);
        });
        let id = LAST.fetch_add(1, Relaxed);
        work().push(Work {
            id,
            most,
            full: limits.full.clone(),
            command,
        });
        BEGUN.notify_one();
        Self(id)
    }
}

impl Drop for Overrun {
    fn drop(&mut self) {
        work().retain(|work| work.id != self.0);
    }
}

fn work() -> MutexGuard<'static, Vec<Work>> {
    // No code panics while the lock is held.
    WORK.lock().unwrap_or_else(PoisonError::into_inner)
}

fn watch() {
    let mut giving_back = 0;
    loop {
        let running = BEGUN.wait_while(work(), |running| running.is_empty());
        let mut running = running.unwrap_or_else(PoisonError::into_inner);
        let held = held().unwrap_or(0);
        let mut full = running.iter().filter(|work| held > work.most);
        // Of several the oldest: small questions are answered before anything can grow.
        giving_back = match giving_back {
            0 if full.any(|work| !work.full.swap(true, Relaxed)) => GIVING_BACK,
            looks => looks.saturating_sub(1),
        };
        let faults = running.iter_mut().filter_map(|work| {
            let is_full = held > work.most;
            let command = work.command.as_mut()?;
            Some((command.fault(is_full)?, command.console.clone()))
        });
        let faults: Vec<_> = faults.collect();
        drop(running);
        for (words, console) in faults {
            console.interruption().give_up(words);
        }
        std::thread::sleep(BEAT);
    }
}

impl Command {
    /// The reason to end it.
    fn fault(&mut self, is_full: bool) -> Option<&'static str> {
        self.full = if is_full { self.full + 1 } else { 0 };
        if self.full >= LOOKS {
            return Some(NO_MEMORY);
        }
        if Instant::now() <= self.deadline? {
            return None;
        }
        // Time spent waiting for the reader of the output does not count.
        let now = spent();
        let late = now.saturating_sub(*self.late.get_or_insert(now));
        (late > GRACE).then_some(NO_TIME)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(any(target_os = "linux", target_vendor = "apple", windows))]
    fn one_after_the_other_is_stopped_until_there_is_memory() {
        let [little, much] = [1, u64::MAX].map(|most| {
            let limits = Limits::default();
            (Overrun::over(&limits, most), limits)
        });
        while little.1.check().is_ok() {
            std::thread::sleep(BEAT);
        }
        assert_eq!(little.1.check(), Err(bouton::StopReason::Memory));
        assert_eq!(much.1.check(), Ok(()));
    }
}
