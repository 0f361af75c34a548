//! [`Guard`]: ends a question that does not hear of its limits, amid the reading of a long position, the telling of a long answer, a
//! single step of rules. Whatever looks at limits stops before, and tells what it knows.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use bouton::Limits;

use crate::interruption;
use crate::memory;
use crate::status::Status;

/// Time between two looks.
const BEAT: Duration = Duration::from_millis(5);
/// What a question has beyond half its time to come to its end.
const GRACE: Duration = Duration::from_millis(250);

const NO_MEMORY: &str =
    "stopped by the limit of memory: the question needs more than it may take beside its tables";
const NO_TIME: &str = "stopped by the limit of time, amid a step that could not be interrupted";

/// Guards a question until it is dropped.
pub(crate) struct Guard(#[allow(dead_code, reason = "its end is what is waited for")] Sender<()>);

impl Guard {
    /// Guards what is done from now on: when its time is over, it may compute for half as long again and a quarter of a
    /// second, and it never holds more than its memory with what goes [beside](memory::with_aside) it.
    pub(crate) fn over(limits: &Limits) -> Self {
        let (over, is_over) = channel();
        let (deadline, most) = (limits.deadline, limits.memory.map(memory::with_aside));
        let time = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let patience = time.unwrap_or_default() / 2 + GRACE;
        std::thread::spawn(move || {
            let mut late = None;
            while is_over.recv_timeout(BEAT) == Err(RecvTimeoutError::Timeout) {
                let held = memory::held();
                if most.zip(held).is_some_and(|(most, held)| held > most) {
                    return end(NO_MEMORY);
                }
                if deadline.is_some_and(|deadline| Instant::now() > deadline) {
                    // Who waits for somebody to take the answer computes nothing.
                    let spent = spent();
                    if spent - *late.get_or_insert(spent) > patience {
                        return end(NO_TIME);
                    }
                }
            }
        });
        Self(over)
    }
}

fn end(words: &str) {
    interruption::end(Status::Stopped, Some(words));
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
