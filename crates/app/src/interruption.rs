//! Handling of interruptions (Ctrl-C, SIGTERM): the first one stops the current work; a second one, before the work has
//! stopped, ends the program. An answer that is being written at the first one is completed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, Once, OnceLock, PoisonError};

use crate::cli::output::complain;
use crate::status::Status;

/// The interruptions of a command. A clone is of the same command.
#[derive(Clone, Default)]
pub struct Interruption(Arc<State>);

/// That of this process: it hears signals.
static PROCESS: LazyLock<Interruption> = LazyLock::new(Interruption::default);

#[derive(Default)]
struct State {
    happened: AtomicBool,
    /// The function that stops the current work.
    work: Mutex<Option<Running>>,
    /// The writing of an answer.
    writing: Mutex<Writing>,
    /// The action while no work is running.
    end: OnceLock<fn(u8)>,
}

#[derive(Default)]
struct Writing {
    is_under_way: bool,
    /// Whether the program ends after it.
    is_last: bool,
}

/// Running work.
struct Running {
    stop: Box<dyn FnMut() + Send>,
    /// Whether it was stopped but still runs.
    is_stopped: bool,
}

/// Sets the action for an interruption while no work is running or while it has not stopped, and for work that
/// overruns its time: usually ending the process with the exit code passed to `end`. Without it such an interruption is only recorded,
/// and such work continues. Only the first call has an effect.
///
/// ```no_run
/// bouton_cli::at_interruption(|code| std::process::exit(code.into()));
/// ```
pub fn at_interruption(end: fn(u8)) {
    // The first caller, usually `main`, decides.
    let _ = PROCESS.0.end.set(end);
}

/// While it exists, an interruption stops some work.
pub(crate) struct Handling(Interruption);

impl Drop for Handling {
    fn drop(&mut self) {
        *lock(&self.0.0.work) = None;
    }
}

impl Interruption {
    /// That of this process, by Ctrl-C or SIGTERM.
    pub(crate) fn of_process() -> Self {
        PROCESS.clone()
    }

    /// Lets an interruption call `stop`, until the returned value is dropped.
    pub(crate) fn handle(&self, stop: impl FnMut() + Send + 'static) -> Handling {
        // Before listening: the first interruption that is heard finds the work.
        *lock(&self.0.work) = Some(Running {
            stop: Box::new(stop),
            is_stopped: false,
        });
        self.listen();
        Handling(self.clone())
    }

    fn listen(&self) {
        static HANDLER: Once = Once::new();
        if Arc::ptr_eq(&self.0, &PROCESS.0) {
            HANDLER.call_once(|| {
                // Without a handler Ctrl-C still ends the program, but not cleanly.
                let _ = ctrlc::set_handler(|| PROCESS.interrupt());
            });
        }
    }

    /// Lets an answer, or a line of one, be written completely: a first interruption at this time does not cut it. The
    /// interruption ends the program afterwards.
    pub(crate) fn uncut<T>(&self, write: impl FnOnce() -> T) -> T {
        self.listen();
        lock(&self.0.writing).is_under_way = true;
        let written = write();
        let mut writing = lock(&self.0.writing);
        writing.is_under_way = false;
        if std::mem::take(&mut writing.is_last) {
            self.end(&writing, Status::Interrupted);
        }
        written
    }

    /// Whether there was one since the last [`forget`](Self::forget).
    pub(crate) fn happened(&self) -> bool {
        self.0.happened.load(Ordering::Relaxed)
    }

    /// Resets the state for another command.
    pub(crate) fn forget(&self) {
        self.0.happened.store(false, Ordering::Relaxed);
    }

    /// Interrupts the command.
    pub fn interrupt(&self) {
        let is_first = !self.0.happened.swap(true, Ordering::Relaxed);
        if let Some(work) = &mut *lock(&self.0.work)
            && !std::mem::replace(&mut work.is_stopped, true)
        {
            return (work.stop)();
        }
        let mut writing = lock(&self.0.writing);
        if writing.is_under_way && is_first {
            writing.is_last = true;
            return;
        }
        // No work is running, or it did not react.
        self.end(&writing, Status::Interrupted);
    }

    /// Ends the process with its last message, unless an answer is being written.
    pub(crate) fn give_up(&self, words: &str) {
        let writing = lock(&self.0.writing);
        if !writing.is_under_way && self.0.end.get().is_some() {
            complain(words);
            self.end(&writing, Status::Stopped);
        }
    }

    /// Ends the process, if that was set up; temporary files are removed. While the lock is held, no answer can begin.
    fn end(&self, _writing: &MutexGuard<'_, Writing>, status: Status) {
        if let Some(end) = self.0.end.get() {
            bouton_files::abandon();
            end(status as u8);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
