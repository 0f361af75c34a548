//! Calls that hear of no limit: a step inside of Starlark, such as the largest of a long range or the square of a huge
//! number, cannot be interrupted. A thread looks now and then how long each call has been going on; only the end of the
//! process helps then.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use crate::fault::Fault;
use crate::function::Function;

/// How often the thread looks.
const BEAT: Duration = Duration::from_millis(200);

/// What the clock showed last, in milliseconds.
static NOW: AtomicU64 = AtomicU64::new(0);

/// The evaluators of all threads.
static WATCHED: Mutex<Vec<Watched>> = Mutex::new(Vec::new());

/// A file that knows where its functions are defined.
pub(crate) trait Places: Send + Sync {
    /// The text of the file, and the bytes where a function is defined.
    fn place_of(&self, function: Function) -> Option<(&Arc<str>, Range<usize>)>;
}

/// An evaluator, and of which file; that file itself, once it is read.
struct Watched {
    since: Weak<Since>,
    path: Arc<str>,
    file: Option<Weak<dyn Places>>,
}

/// Since when an evaluator is at work, and on which function: one more than milliseconds · 2¹⁶ + the place of the
/// function; 0 while it rests.
#[derive(Debug, Default)]
pub(crate) struct Since(AtomicU64);

impl Since {
    /// That of a new evaluator of a file.
    pub(crate) fn of(path: &Arc<str>, file: Arc<dyn Places>) -> Arc<Self> {
        Self::watched(path, Some(Arc::downgrade(&file)))
    }

    /// That of the evaluator that reads a file, which it begins at once.
    pub(crate) fn reading(path: &Arc<str>) -> Arc<Self> {
        let since = Self::watched(path, None);
        since.begin(Function::Moves);
        since
    }

    fn watched(path: &Arc<str>, file: Option<Weak<dyn Places>>) -> Arc<Self> {
        let since = Arc::new(Self::default());
        let mut watched = WATCHED.lock().unwrap_or_else(PoisonError::into_inner);
        watched.retain(|watched| watched.since.strong_count() > 0);
        watched.push(Watched {
            since: Arc::downgrade(&since),
            path: path.clone(),
            file,
        });
        since
    }

    /// A call begins.
    pub(crate) fn begin(&self, function: Function) {
        let now = NOW.load(Ordering::Relaxed);
        self.0
            .store((now << 16) + function.place() as u64 + 1, Ordering::Relaxed);
    }

    /// It has ended.
    pub(crate) fn end(&self) {
        self.0.store(0, Ordering::Relaxed);
    }

    /// The place of the function that has been at work since before `time`.
    fn overdue(&self, time: u64) -> Option<usize> {
        let since = self.0.load(Ordering::Relaxed).checked_sub(1)?;
        (since >> 16 < time).then_some((since & 0xffff) as usize)
    }
}

/// How long something may go on that hears of no limit.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// The reading of a file.
    pub reading: Duration,
    /// A call of one of its functions.
    pub call: Duration,
}

/// From now on tells `end` of a call that goes on for longer than `patience` by `clock`, which should show how long the
/// process has computed: a busy machine is no reason to give up.
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
        let (what, patience) = match watched.file {
            Some(_) => ("this call", patience.call),
            None => ("reading the file", patience.reading),
        };
        let since = watched.since.upgrade()?;
        let place = since.overdue(now.saturating_sub(millis(patience)))?;
        let file = watched.file.as_ref().and_then(Weak::upgrade);
        let message = format!(
            "{what} takes more than {} s: does a number or a range grow without end?",
            patience.as_secs_f32()
        );
        let place = file
            .as_ref()
            .and_then(|file| file.place_of(Function::at(place)));
        Some(Fault::new(&watched.path, message).at_least(place))
    })
}
