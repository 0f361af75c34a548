//! Runs queries on a separate thread, without the interpreter's lock, while the calling thread handles signals.

use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, TryLockError};
use std::thread::Builder;
use std::time::{Duration, Instant};

use bouton::Limits;
use bouton_core::StopReason;

use pyo3::exceptions::{PyException, PyRuntimeError};
use pyo3::prelude::*;

use crate::how::Options;

/// The interval between checks for signals.
const WATCH: Duration = Duration::from_millis(20);
/// The number of further checks after which user code that still runs is interrupted, too.
const PATIENCE: u32 = 2;
/// The time after which a query about external rules prints its limits.
const SAYS_LIMITS: Duration = Duration::from_secs(1);
/// The stack size, since rules in Python may be recursive.
const STACK: usize = 256 << 20;

/// The result of a task. An interruption cancels its limits; if the task does not react, `interrupt` is called.
pub(crate) fn work<T: Send>(
    py: Python<'_>,
    asked: &Options,
    interrupt: impl Fn(Python<'_>),
    task: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let limits = &asked.how.limits;
    let mut line = asked.says_limits.then(Instant::now);
    std::thread::scope(|scope| {
        let (over, mut is_over) = channel();
        let thread = Builder::new().name("bouton".into()).stack_size(STACK);
        let thread = thread.spawn_scoped(scope, move || {
            // Dropped at the end of the task in any case.
            let _over = over;
            task()
        })?;
        let mut interrupted: Option<(PyErr, u32)> = None;
        loop {
            let (receiver, waited): (_, Result<(), _>) = py.detach(move || {
                let waited = is_over.recv_timeout(WATCH);
                (is_over, waited)
            });
            is_over = receiver;
            if waited != Err(RecvTimeoutError::Timeout) {
                break;
            }
            match &mut interrupted {
                Some((_, looks)) => {
                    *looks += 1;
                    if *looks >= PATIENCE {
                        interrupt(py);
                    }
                }
                None => {
                    let is_time = line.is_some_and(|began| began.elapsed() > SAYS_LIMITS);
                    let said = match is_time {
                        true => say_limits(py, limits),
                        false => Ok(()),
                    };
                    line = line.filter(|_| !is_time);
                    let heard = said.and_then(|()| py.check_signals());
                    if let Err(error) = heard.and_then(|()| tell(py, asked)) {
                        limits.cancel.store(true, Ordering::Relaxed);
                        interrupted = Some((error, 0));
                    }
                }
            }
        }
        let done = py.detach(|| thread.join());
        match (interrupted, done) {
            (Some((error, _)), _) => Err(error),
            (None, Ok(done)) => Ok(done),
            (None, Err(panic)) => {
                let words = panic.downcast_ref::<String>().map(String::as_str);
                let words = words.or_else(|| panic.downcast_ref::<&str>().copied());
                let words = words.unwrap_or("the question broke down").to_owned();
                Err(PyRuntimeError::new_err(words))
            }
        }
    })
}

/// Uses what a lock guards when no other thread does.
pub(crate) fn alone<S, T, E: From<StopReason>>(
    lock: &Mutex<S>,
    limits: &Limits,
    ask: impl FnOnce(&mut S) -> Result<T, E>,
) -> Result<T, E> {
    loop {
        let mut guarded = match lock.try_lock() {
            Ok(guarded) => guarded,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => {
                limits.check()?;
                std::thread::sleep(Duration::from_micros(50));
                continue;
            }
        };
        return ask(&mut guarded);
    }
}

/// Prints the limits of a query about external rules. A failed write does not fail the query.
///
/// # Errors
/// If an interruption came while the line was written. It is raised only once, so it must not be dropped.
fn say_limits(py: Python<'_>, limits: &Limits) -> PyResult<()> {
    let said = || {
        let say = py.import("bouton.progress")?.getattr("say_limits")?;
        say.call1((limits.progress.get().0, limits.memory))
    };
    match said() {
        Err(error) if !error.is_instance_of::<PyException>(py) => Err(error),
        _ => Ok(()),
    }
}

/// Reports progress if there is a listener.
fn tell(py: Python<'_>, asked: &Options) -> PyResult<()> {
    match &asked.progress {
        Some(hear) => hear.call1(py, asked.how.limits.progress.get()).map(|_| ()),
        None => Ok(()),
    }
}
