//! What an interruption (Ctrl-C, a polite signal to end) does: it stops the work that is under way; a second one, before that
//! is over, ends the program. An answer that is being written when the first one comes is written to its end.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, Once, OnceLock, PoisonError};

use crate::cli::output::complain;
use crate::status::Status;

static HAPPENED: AtomicBool = AtomicBool::new(false);

/// What stops the work that is under way.
static WORK: Mutex<Option<Work>> = Mutex::new(None);

/// A parent that passes interruptions on, so that one may come twice, and ends this process itself: what tells it when an answer
/// begins and ends to be written.
static PARENT: OnceLock<Box<dyn Fn(bool) + Send + Sync>> = OnceLock::new();

/// The writing of an answer.
static WRITING: Mutex<Writing> = Mutex::new(Writing {
    is_under_way: false,
    is_last: false,
});

struct Writing {
    is_under_way: bool,
    /// Whether the program ends when it is done.
    is_last: bool,
}

/// What is done while no work is.
static END: OnceLock<fn(u8)> = OnceLock::new();

/// Work that is under way.
struct Work {
    stop: Box<dyn FnMut() + Send>,
    /// Whether it was stopped, but still is at work.
    is_stopped: bool,
}

/// Says what an interruption does after work has been watched once, while none is or when it did not stop at the first, and what is done
/// with work that goes on beyond its limits: as a rule, to end the process with the exit code that `end` is given. Without it such an
/// interruption is only noted, and such work goes on. The first call counts.
///
/// ```no_run
/// bouton_cli::at_interruption(|code| std::process::exit(code.into()));
/// ```
pub fn at_interruption(end: fn(u8)) {
    // Who said it first, as a rule `main`, knows best.
    let _ = END.set(end);
}

/// While it lives, an interruption stops some work.
#[derive(Debug)]
pub(crate) struct Handling(());

/// Lets an interruption do `stop`, until what is returned is dropped.
pub(crate) fn handle(stop: impl FnMut() + Send + 'static) -> Handling {
    listen();
    *lock(&WORK) = Some(Work {
        stop: Box::new(stop),
        is_stopped: false,
    });
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
        // Without a handler Ctrl-C still ends the program, only less politely.
        let _ = ctrlc::set_handler(interrupt);
    });
}

/// Lets an answer, or a line of one, be written whole: a first interruption that comes meanwhile, or a limit that is reached, does not
/// cut it. The interruption ends the program when it is written.
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

/// Leaves it to the process that started this one to end it, should it not hear, and tells that process when an answer begins and ends
/// to be written.
#[cfg(all(unix, feature = "rules"))]
pub(crate) fn leave_to_parent(tell: impl Fn(bool) + Send + Sync + 'static) {
    // There is only one.
    let _ = PARENT.set(Box::new(tell));
}

/// Whether a parent was told of by [`leave_to_parent`].
pub(crate) fn is_left_to_parent() -> bool {
    PARENT.get().is_some()
}

/// Begins anew, as for another command.
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
    // Nothing is under way, or it did not hear.
    end_holding(&writing, Status::Interrupted, None);
}

/// Ends the process with its last words, where that was said to be done, and unless it is writing an answer. What was to become a file is
/// gone.
pub(crate) fn end(status: Status, words: Option<&str>) {
    let writing = lock(&WRITING);
    if !writing.is_under_way {
        end_holding(&writing, status, words);
    }
}

/// As long as it is held, no answer is begun.
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
