//! The watchdog for steps inside Starlark that no limit can interrupt, such as squaring a huge number. An evaluator checks
//! its limits every thousand steps and records the time here. A thread compares these times with the clock; a call that
//! makes no checks can only be stopped by ending the process.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use crate::fault::Fault;
use crate::function::Function;

/// The interval of the thread.
const BEAT: Duration = Duration::from_millis(200);

/// The last reading of the clock, in milliseconds.
static NOW: AtomicU64 = AtomicU64::new(0);

/// The evaluators of all threads.
static WATCHED: Mutex<Vec<Watched>> = Mutex::new(Vec::new());

/// A file that knows where its functions are defined.
pub(crate) trait Places: Send + Sync {
    /// The text of the file, and the bytes where a function is defined.
    fn place_of(&self, function: Function) -> Option<(&Arc<str>, Range<usize>)>;
}

/// An evaluator, with the path of its file, and the file itself after it is read.
struct Watched {
    since: Weak<Since>,
    path: Arc<str>,
    file: Option<Weak<dyn Places>>,
    /// The work, in words.
    what: &'static str,
}

/// The times at which an evaluator began and last checked its limits, and its function.
#[derive(Debug, Default)]
pub(crate) struct Since {
    /// One more than milliseconds · 2¹⁶ + the place of the function; 0 if it is idle.
    begun: AtomicU64,
    /// Milliseconds.
    asked: AtomicU64,
}

/// The overdue work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Overdue {
    Call,
    Step,
}

impl Since {
    /// The record of a new evaluator of a file.
    pub(crate) fn of(path: &Arc<str>, file: Arc<dyn Places>) -> Arc<Self> {
        Self::watched(path, Some(Arc::downgrade(&file)), "this call")
    }

    /// The record of the evaluator that reads a file, which begins at once.
    pub(crate) fn reading(path: &Arc<str>) -> Arc<Self> {
        Self::begun(path, "reading the file")
    }

    /// The record of the evaluator of statements, which begins at once.
    pub(crate) fn running(path: &Arc<str>) -> Arc<Self> {
        Self::begun(path, "this calculation")
    }

    fn begun(path: &Arc<str>, what: &'static str) -> Arc<Self> {
        let since = Self::watched(path, None, what);
        since.begin(Function::Moves);
        since
    }

    fn watched(path: &Arc<str>, file: Option<Weak<dyn Places>>, what: &'static str) -> Arc<Self> {
        let since = Arc::new(Self::default());
        let mut watched = WATCHED.lock().unwrap_or_else(PoisonError::into_inner);
        watched.retain(|watched| watched.since.strong_count() > 0);
        watched.push(Watched {
            since: Arc::downgrade(&since),
            path: path.clone(),
            file,
            what,
        });
        since
    }

    /// Records the begin of a call.
    pub(crate) fn begin(&self, function: Function) {
        self.begin_at(NOW.load(Ordering::Relaxed), function);
    }

    fn begin_at(&self, now: u64, function: Function) {
        self.asked.store(now, Ordering::Relaxed);
        // A thread that sees the begin also sees the check.
        self.begun
            .store((now << 16) + function.place() as u64 + 1, Ordering::Release);
    }

    /// Records a check of the limits.
    pub(crate) fn ask(&self) {
        self.ask_at(NOW.load(Ordering::Relaxed));
    }

    fn ask_at(&self, now: u64) {
        self.asked.store(now, Ordering::Relaxed);
    }

    /// Records the end of a call.
    pub(crate) fn end(&self) {
        self.begun.store(0, Ordering::Relaxed);
    }

    /// The overdue work, and the place of the running function.
    fn overdue(&self, now: u64, call: Duration, step: Duration) -> Option<(Overdue, usize)> {
        let begun = self.begun.load(Ordering::Acquire).checked_sub(1)?;
        let is_long = |since: u64, patience| since < now.saturating_sub(millis(patience));
        let what = match is_long(begun >> 16, call) {
            true => Overdue::Call,
            false if is_long(self.asked.load(Ordering::Relaxed), step) => Overdue::Step,
            false => return None,
        };
        Some((what, (begun & 0xffff) as usize))
    }
}

/// The longest times that work may take without a check.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// The reading of a file.
    pub reading: Duration,
    /// A call of one of its functions.
    pub call: Duration,
    /// The work between two checks of the limits, in a call or in reading.
    pub step: Duration,
}

/// Starts the watchdog: it passes a call that takes longer than `patience` to `end`. `clock` should give the processor time
/// of the process, so that a busy machine does not count.
pub fn watch(
    patience: Patience,
    mut clock: impl FnMut() -> Duration + Send + 'static,
    end: impl Fn(&Fault) + Send + 'static,
) {
    std::thread::spawn(move || {
        loop {
            let now = millis(clock());
            NOW.store(now, Ordering::Relaxed);
            if let Some(fault) = overdue(now, patience) {
                end(&fault);
            }
            std::thread::sleep(BEAT);
        }
    });
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn overdue(now: u64, patience: Patience) -> Option<Fault> {
    let watched = WATCHED.lock().unwrap_or_else(PoisonError::into_inner);
    watched.iter().find_map(|watched| {
        let (what, most) = match watched.file {
            Some(_) => (watched.what, patience.call),
            None => (watched.what, patience.reading),
        };
        let since = watched.since.upgrade()?;
        let (what, most, place) = match since.overdue(now, most, patience.step)? {
            (Overdue::Call, place) => (what.to_owned(), most, place),
            (Overdue::Step, place) => (format!("a step of {what}"), patience.step, place),
        };
        let file = watched.file.as_ref().and_then(Weak::upgrade);
        let message = format!(
            "{what} takes more than {} s: does a number or a range grow without end?",
            most.as_secs_f32()
        );
        let place = file
            .as_ref()
            .and_then(|file| file.place_of(Function::at(place)));
        Some(Fault::new(&watched.path, message).at_least(place))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const CALL: Duration = Duration::from_secs(10);
    const STEP: Duration = Duration::from_secs(1);

    /// The overdue work of a call that begins at 0 and checks at these times, seen at that time.
    fn seen(asked: &[u64], now: u64) -> Option<Overdue> {
        let since = Since::default();
        since.begin_at(0, Function::Moves);
        asked.iter().for_each(|time| since.ask_at(*time));
        since.overdue(now, CALL, STEP).map(|(what, _)| what)
    }

    #[test]
    fn a_step_has_less_time_than_a_call() {
        assert_eq!(seen(&[], 1000), None);
        assert_eq!(seen(&[], 1001), Some(Overdue::Step));
        assert_eq!(seen(&[900, 1800], 2800), None);
        assert_eq!(seen(&[900, 1800], 2801), Some(Overdue::Step));
        // A call must end, however often it checks its limits.
        assert_eq!(seen(&[9900], 10_000), None);
        assert_eq!(seen(&[10_000], 10_001), Some(Overdue::Call));
        let resting = Since::default();
        assert_eq!(resting.overdue(u64::MAX, CALL, STEP), None);
    }
}
