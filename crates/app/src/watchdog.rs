//! [`Watchdog`]: the watchdog that stops queries which overrun their limits: while reading a long position, writing a long
//! answer, or in a single step of rules. Work that checks its limits stops earlier and reports partial results.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, Once, PoisonError};
use std::time::{Duration, Instant};

use bouton::Limits;

use crate::console::{Console, here};
use crate::memory;
use crate::status::Status;

/// The interval between two checks.
const BEAT: Duration = Duration::from_millis(5);
/// The processor time that a query may use after its time limit, all threads together; with the time between two checks it
/// is less than half a second.
const GRACE: Duration = Duration::from_millis(400);

const NO_MEMORY: &str =
    "stopped by the limit of memory: the question needs more than it may take beside its tables";
const NO_TIME: &str = "stopped by the time limit, during a step that cannot be interrupted";

/// Watches a query until it is dropped.
pub(crate) struct Watchdog(u64);

/// A query that is watched.
struct Question {
    id: u64,
    deadline: Option<Instant>,
    /// The bytes that the process may hold.
    most: Option<u64>,
    /// The processor time at the end of its time limit.
    late: Option<Duration>,
    console: Console,
}

/// The running queries. One thread checks all of them: a thread for each would take longer than a small query.
static QUESTIONS: Mutex<Vec<Question>> = Mutex::new(Vec::new());
static BEGUN: Condvar = Condvar::new();
static WATCHER: Once = Once::new();
static LAST: AtomicU64 = AtomicU64::new(0);

impl Watchdog {
    /// Watches the work from now on: after its time limit it may compute for [`GRACE`], and it may never hold more than its
    /// memory limit with the usual [additions](memory::with_aside).
    pub(crate) fn over(limits: &Limits) -> Self {
        WATCHER.call_once(|| {
            std::thread::spawn(watch);
        });
        let id = LAST.fetch_add(1, Relaxed);
        questions().push(Question {
            id,
            deadline: limits.deadline,
            most: limits.memory.map(memory::with_aside),
            late: None,
            console: here(),
        });
        BEGUN.notify_one();
        Self(id)
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        questions().retain(|question| question.id != self.0);
    }
}

fn questions() -> MutexGuard<'static, Vec<Question>> {
    QUESTIONS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn watch() {
    loop {
        let asked = BEGUN.wait_while(questions(), |questions| questions.is_empty());
        let mut asked = asked.unwrap_or_else(PoisonError::into_inner);
        let mut faults = Vec::new();
        asked.retain_mut(|question| match question.fault() {
            Some(words) => {
                faults.push((words, question.console.clone()));
                false
            }
            None => true,
        });
        drop(asked);
        faults
            .into_iter()
            .for_each(|(words, console)| end(words, &console));
        std::thread::sleep(BEAT);
    }
}

impl Question {
    /// The reason why it must be stopped, if there is one.
    fn fault(&mut self) -> Option<&'static str> {
        if self
            .most
            .zip(memory::held())
            .is_some_and(|(most, held)| held > most)
        {
            return Some(NO_MEMORY);
        }
        if self
            .deadline
            .is_some_and(|deadline| Instant::now() > deadline)
        {
            // Time spent waiting for the reader of the output does not count.
            let spent = spent();
            if spent - *self.late.get_or_insert(spent) > GRACE {
                return Some(NO_TIME);
            }
        }
        None
    }
}

fn end(words: &'static str, console: &Console) {
    let growth = crate::cli::growth().map(|growth| format!("; {growth}"));
    let words = format!("{words}{}", growth.unwrap_or_default());
    console.interruption().end(Status::Stopped, Some(&words));
}

/// The processor time that this process has used.
#[cfg(all(unix, any(feature = "rules", feature = "serve")))]
pub(crate) fn spent() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ProcessCPUTime);
    // The system counts from 0 on.
    time.try_into().unwrap_or_default()
}

/// How much processor time this process has taken.
#[cfg(all(windows, any(feature = "rules", feature = "serve")))]
pub(crate) fn spent() -> Duration {
    // A process may always ask for its own.
    crate::windows::spent().unwrap_or_default()
}

/// Without rules and a server, elapsed time counts as processor time.
#[cfg(not(any(feature = "rules", feature = "serve")))]
pub(crate) fn spent() -> Duration {
    static BEGAN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    BEGAN.get_or_init(Instant::now).elapsed()
}
