//! Handling of interruptions (Ctrl-C, SIGTERM): the first one stops the current work; a second one, before the work has
//! stopped, ends the program. An answer that is being written at the first one is completed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, Once, OnceLock, PoisonError};

use crate::cli::output::complain;
use crate::status::Status;

static HAPPENED: AtomicBool = AtomicBool::new(false);

/// The function that stops the current work.
static WORK: Mutex<Option<Running>> = Mutex::new(None);

/// For a parent that passes interruptions on (so that one may arrive twice) and ends this process itself: reports when
/// writing an answer begins and ends.
static PARENT: OnceLock<Box<dyn Fn(bool) + Send + Sync>> = OnceLock::new();

/// The writing of an answer.
static WRITING: Mutex<Writing> = Mutex::new(Writing {
    is_under_way: false,
    is_last: false,
});

struct Writing {
    is_under_way: bool,
    /// Whether the program ends after it.
    is_last: bool,
}

/// The action while no work is running.
static END: OnceLock<fn(u8)> = OnceLock::new();

/// Running work.
struct Running {
    stop: Box<dyn FnMut() + Send>,
    /// Whether it was stopped but still runs.
    is_stopped: bool,
}

/// Sets the action for an interruption while no work is running or while it has not stopped, and for work that overruns its
/// limits: usually ending the process with the exit code passed to `end`. Without it such an interruption is only recorded,
/// and such work continues. Only the first call has an effect.
///
/// ```no_run
/// bouton_cli::at_interruption(|code| std::process::exit(code.into()));
/// ```
pub fn at_interruption(end: fn(u8)) {
    // The first caller, usually `main`, decides.
    let _ = END.set(end);
}

/// While it exists, an interruption stops some work.
#[derive(Debug)]
pub(crate) struct Handling(());

/// Lets an interruption call `stop`, until the returned value is dropped.
pub(crate) fn handle(stop: impl FnMut() + Send + 'static) -> Handling {
    // Before listening: the first interruption that is heard finds the work.
    *lock(&WORK) = Some(Running {
        stop: Box::new(stop),
        is_stopped: false,
    });
    listen();
    Handling(())
}

impl Drop for Handling {
    fn drop(&mut self) {
        *lock(&WORK) = None;
    }
}

fn listen() {
    static HANDLER: Once = Once::new();
    HANDLER.call_once(|| {
        // Without a handler Ctrl-C still ends the program, but not cleanly.
        let _ = ctrlc::set_handler(interrupt);
    });
}

/// Lets an answer, or a line of one, be written completely: a first interruption or a limit at this time does not cut it.
/// The interruption ends the program afterwards.
pub(crate) fn uncut<T>(write: impl FnOnce() -> T) -> T {
    listen();
    let tell = |is_under_way| {
        lock(&WRITING).is_under_way = is_under_way;
        if let Some(parent) = PARENT.get() {
            parent(is_under_way);
        }
    };
    tell(true);
    let written = write();
    tell(false);
    if std::mem::take(&mut lock(&WRITING).is_last) {
        end(Status::Interrupted, None);
    }
    written
}

/// Whether there was one since the last [`forget`].
pub(crate) fn happened() -> bool {
    HAPPENED.load(Ordering::Relaxed)
}

/// Leaves it to the parent to end this process if it does not react, and tells the parent when writing an answer begins and
/// ends.
#[cfg(feature = "rules")]
pub(crate) fn leave_to_parent(tell: impl Fn(bool) + Send + Sync + 'static) {
    // There is only one parent.
    let _ = PARENT.set(Box::new(tell));
}

/// Whether [`leave_to_parent`] was called.
pub(crate) fn is_left_to_parent() -> bool {
    PARENT.get().is_some()
}

/// Resets the state for another command.
pub(crate) fn forget() {
    HAPPENED.store(false, Ordering::Relaxed);
}

fn interrupt() {
    let is_first = !HAPPENED.swap(true, Ordering::Relaxed);
    if let Some(work) = &mut *lock(&WORK) {
        if !std::mem::replace(&mut work.is_stopped, true) {
            return (work.stop)();
        }
        if is_left_to_parent() {
            return;
        }
    }
    let mut writing = lock(&WRITING);
    if writing.is_under_way && (is_first || is_left_to_parent()) {
        writing.is_last = true;
        return;
    }
    // No work is running, or it did not react.
    end_holding(&writing, Status::Interrupted, None);
}

/// Ends the process with its last message, if that was set up and it is not writing an answer. Temporary files are removed.
pub(crate) fn end(status: Status, words: Option<&str>) {
    let writing = lock(&WRITING);
    if !writing.is_under_way {
        end_holding(&writing, status, words);
    }
}

/// While the lock is held, no answer can begin.
fn end_holding(_writing: &MutexGuard<'_, Writing>, status: Status, words: Option<&str>) {
    if let Some(end) = END.get() {
        if let Some(words) = words {
            complain(words);
        }
        bouton_files::abandon();
        end(status as u8);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
