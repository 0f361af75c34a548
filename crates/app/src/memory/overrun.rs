//! [`Overrun`]: stops work when this process holds more memory than it may. Solvers count their tables; texts, pictures, long
//! numbers and results are seen here alone.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, Once, PoisonError};
use std::time::Duration;

use bouton::Limits;

use super::held;

/// The interval between two readings.
const BEAT: Duration = Duration::from_millis(5);
/// The time in which stopped work gives its memory back, before other work is stopped as well.
const GIVING_BACK: Duration = Duration::from_millis(100);

/// Watches over some work until it is dropped.
pub(crate) struct Overrun(u64);

/// Work that is watched.
struct Work {
    id: u64,
    /// The bytes that the process may hold.
    most: u64,
    /// The flag of its limits.
    full: Arc<AtomicBool>,
}

/// The running work, the oldest first. One thread watches all of it: to start a thread takes longer than a small question.
static WORK: Mutex<Vec<Work>> = Mutex::new(Vec::new());
static BEGUN: Condvar = Condvar::new();
static WATCHER: Once = Once::new();
static LAST: AtomicU64 = AtomicU64::new(0);

impl Overrun {
    /// From now on the work under these limits stops when the process holds more than `most` bytes.
    pub(crate) fn over(limits: &Limits, most: u64) -> Self {
        WATCHER.call_once(|| {
            std::thread::spawn(watch);
        });
        let id = LAST.fetch_add(1, Relaxed);
        work().push(Work {
            id,
            most,
            full: limits.full.clone(),
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
    loop {
        let running = BEGUN.wait_while(work(), |running| running.is_empty());
        let running = running.unwrap_or_else(PoisonError::into_inner);
        let held = held().unwrap_or(0);
        let mut full = running.iter().filter(|work| held > work.most);
        // Of several the oldest: small questions are answered before anything can grow.
        let is_stopped = full.find(|work| !work.full.swap(true, Relaxed)).is_some();
        drop(running);
        std::thread::sleep(if is_stopped { GIVING_BACK } else { BEAT });
    }
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
