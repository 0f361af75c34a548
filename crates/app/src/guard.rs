//! [`Guard`]: ends a question that does not hear of its limits, amid the reading of a long position, the telling of a long answer, a
//! single step of rules. Whatever looks at limits stops before, and tells what it knows.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, Once, PoisonError};
use std::time::{Duration, Instant};

use bouton::Limits;

use crate::interruption;
use crate::memory;
use crate::status::Status;

/// Time between two looks.
const BEAT: Duration = Duration::from_millis(5);
/// What a question may compute after its time to come to its end, all its threads together; with what they compute between two looks it
/// is less than half a second.
const GRACE: Duration = Duration::from_millis(400);

const NO_MEMORY: &str =
    "stopped by the limit of memory: the question needs more than it may take beside its tables";
const NO_TIME: &str = "stopped by the limit of time, amid a step that could not be interrupted";

/// Guards a question until it is dropped.
pub(crate) struct Guard(u64);

/// A question that is guarded.
struct Question {
    id: u64,
    deadline: Option<Instant>,
    /// The bytes that the process may hold.
    most: Option<u64>,
    /// What the process had computed when its time was over.
    late: Option<Duration>,
}

/// The questions at work, which one thread looks at as long as there are any: a thread for each would take longer than small questions do.
static QUESTIONS: Mutex<Vec<Question>> = Mutex::new(Vec::new());
static BEGUN: Condvar = Condvar::new();
static WATCHER: Once = Once::new();
static LAST: AtomicU64 = AtomicU64::new(0);

impl Guard {
    /// Guards what is done from now on: when its time is over, it may compute for [`GRACE`], and it never holds more than its
    /// memory with what goes [beside](memory::with_aside) it.
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
        });
        BEGUN.notify_one();
        Self(id)
    }
}

impl Drop for Guard {
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
                faults.push(words);
                false
            }
            None => true,
        });
        drop(asked);
        faults.into_iter().for_each(end);
        std::thread::sleep(BEAT);
    }
}

impl Question {
    /// Why it is to be ended, if it is.
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
            // Who waits for somebody to take the answer computes nothing.
            let spent = spent();
            if spent - *self.late.get_or_insert(spent) > GRACE {
                return Some(NO_TIME);
            }
        }
        None
    }
}

fn end(words: &'static str) {
    let growth = crate::cli::growth().map(|growth| format!("; {growth}"));
    let words = format!("{words}{}", growth.unwrap_or_default());
    interruption::end(Status::Stopped, Some(&words));
}

/// How much processor time this process has taken.
#[cfg(all(unix, any(feature = "rules", feature = "serve")))]
pub(crate) fn spent() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ProcessCPUTime);
    // The system counts from 0 on.
    time.try_into().unwrap_or_default()
}

/// Where the system is not asked, all time is taken for time of computing.
#[cfg(not(all(unix, any(feature = "rules", feature = "serve"))))]
pub(crate) fn spent() -> Duration {
    static BEGAN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    BEGAN.get_or_init(Instant::now).elapsed()
}
