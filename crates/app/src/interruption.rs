//! What an interruption (Ctrl-C, a polite signal to end) does: it stops the work that is under way.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, Once, OnceLock, PoisonError};

static HAPPENED: AtomicBool = AtomicBool::new(false);

/// What stops the work that is under way.
static STOP: Mutex<Option<Stop>> = Mutex::new(None);

/// What is done while no work is.
static END: OnceLock<fn(u8)> = OnceLock::new();

type Stop = Box<dyn FnMut() + Send>;

/// Says what an interruption does after work has been watched once, while none is: as a rule, to end the process with the
/// exit code that `end` is given. Without it such an interruption is only noted. The first call counts.
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
    *lock() = Some(Box::new(stop));
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

/// Begins anew, as for another command.
pub(crate) fn forget() {
    HAPPENED.store(false, Ordering::Relaxed);
}

fn interrupt() {
    HAPPENED.store(true, Ordering::Relaxed);
    if let Some(stop) = &mut *lock() {
        return stop();
    }
    if let Some(end) = END.get() {
        end(crate::status::Status::Interrupted as u8);
    }
}

fn lock() -> MutexGuard<'static, Option<Stop>> {
    STOP.lock().unwrap_or_else(PoisonError::into_inner)
}
