//! What an interruption (Ctrl-C, a polite signal to end) does: it stops the work that is under way; a second one, before that
//! is over, ends the program.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, Once, OnceLock, PoisonError};

use crate::status::Status;

static HAPPENED: AtomicBool = AtomicBool::new(false);

/// What stops the work that is under way.
static WORK: Mutex<Option<Work>> = Mutex::new(None);

/// Whether a parent passes interruptions on, so that one may come twice, and ends this process itself.
static HAS_PARENT: AtomicBool = AtomicBool::new(false);

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
    static HANDLER: Once = Once::new();
    HANDLER.call_once(|| {
        // Without a handler Ctrl-C still ends the program, only less politely.
        let _ = ctrlc::set_handler(interrupt);
    });
    *lock() = Some(Work {
        stop: Box::new(stop),
        is_stopped: false,
    });
    Handling(())
}

impl Drop for Handling {
    fn drop(&mut self) {
        *lock() = None;
    }
}

/// Whether there was one since the last [`forget`].
pub(crate) fn happened() -> bool {
    HAPPENED.load(Ordering::Relaxed)
}

/// Leaves it to the process that started this one to end it, should it not hear.
#[cfg(all(unix, feature = "rules"))]
pub(crate) fn leave_to_parent() {
    HAS_PARENT.store(true, Ordering::Relaxed);
}

/// Whether a parent was told of by [`leave_to_parent`].
pub(crate) fn is_left_to_parent() -> bool {
    HAS_PARENT.load(Ordering::Relaxed)
}

/// Begins anew, as for another command.
pub(crate) fn forget() {
    HAPPENED.store(false, Ordering::Relaxed);
}

fn interrupt() {
    HAPPENED.store(true, Ordering::Relaxed);
    if let Some(work) = &mut *lock() {
        if !std::mem::replace(&mut work.is_stopped, true) {
            return (work.stop)();
        }
        if is_left_to_parent() {
            return;
        }
    }
    // Nothing is under way, or it did not hear.
    end(Status::Interrupted, None);
}

/// Ends the process with its last words, where that was said to be done. What was to become a file is gone.
pub(crate) fn end(status: Status, words: Option<&str>) {
    if let Some(end) = END.get() {
        if let Some(words) = words {
            eprintln!("bouton: {words}");
        }
        bouton_files::abandon();
        end(status as u8);
    }
}

fn lock() -> MutexGuard<'static, Option<Work>> {
    WORK.lock().unwrap_or_else(PoisonError::into_inner)
}
