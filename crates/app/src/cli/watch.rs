//! Watching long work: Ctrl-C stops it cleanly, and after a second a line on the terminal shows how far it is.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use bouton::Limits;
use indicatif::{ProgressBar, ProgressStyle};

use super::Status;

/// Work in progress is shown only when it has taken this long.
const PATIENCE: Duration = Duration::from_secs(1);

/// What Ctrl-C is to set, besides ending the program when nothing is being watched.
static WATCHED: Mutex<Option<Arc<AtomicBool>>> = Mutex::new(None);
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Watches the work done under some limits until it is dropped.
pub(crate) struct Watch {
    stop: Option<Sender<()>>,
    shower: Option<JoinHandle<()>>,
    /// Ends a child that a rule file keeps beyond its time.
    #[cfg(all(unix, feature = "rules"))]
    _guard: Option<Sender<()>>,
}

impl Watch {
    /// Starts watching.
    pub(crate) fn over(limits: &Limits) -> Self {
        handle_interrupts(limits);
        let (stop, stopped) = channel();
        let progress = limits.progress.clone();
        let shower = std::thread::spawn(move || {
            if stopped.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let bar = ProgressBar::no_length();
            loop {
                let (done, total) = progress.get();
                if total > 0 && bar.length() != Some(total) {
                    bar.set_length(total);
                    bar.set_style(style(
                        "{wide_bar} {percent}% {per_sec}, at most {eta} left at this rate",
                    ));
                } else if total == 0 {
                    bar.set_style(style(
                        "{spinner} {human_pos} positions, {elapsed}, {per_sec}",
                    ));
                }
                bar.set_position(done);
                if stopped.recv_timeout(Duration::from_millis(200))
                    != Err(RecvTimeoutError::Timeout)
                {
                    return bar.finish_and_clear();
                }
            }
        });
        Self {
            stop: Some(stop),
            shower: Some(shower),
            #[cfg(all(unix, feature = "rules"))]
            _guard: crate::child::guard(limits),
        }
    }

    /// Stops the work at Ctrl-C, and shows nothing: the work tells its own progress.
    pub(crate) fn quiet(limits: &Limits) -> Self {
        handle_interrupts(limits);
        Self {
            stop: None,
            shower: None,
            #[cfg(all(unix, feature = "rules"))]
            _guard: crate::child::guard(limits),
        }
    }

    /// The status of work that was stopped.
    pub(crate) fn status() -> Status {
        if INTERRUPTED.load(Ordering::Relaxed) {
            Status::Interrupted
        } else {
            Status::Stopped
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        *WATCHED
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner) = None;
        drop(self.stop.take());
        if let Some(shower) = self.shower.take() {
            // It only draws; should it have failed, the answer stands all the same.
            let _ = shower.join();
        }
    }
}

fn handle_interrupts(limits: &Limits) {
    static HANDLER: std::sync::Once = std::sync::Once::new();
    HANDLER.call_once(|| {
        // Without a handler Ctrl-C still ends the program, only less politely.
        let _ = ctrlc::set_handler(interrupt);
    });
    *WATCHED
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner) = Some(limits.cancel.clone());
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_spinner())
}

fn interrupt() {
    INTERRUPTED.store(true, Ordering::Relaxed);
    match &*WATCHED
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
    {
        Some(cancel) => cancel.store(true, Ordering::Relaxed),
        None => std::process::exit(Status::Interrupted as i32),
    }
}
