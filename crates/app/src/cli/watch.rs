//! Watching long work: Ctrl-C stops it cleanly, and after a second a line on the terminal shows how far it is.

use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use bouton::Limits;
use indicatif::{ProgressBar, ProgressStyle};

use crate::interruption::{self, Handling};
use crate::status::Status;

/// Work in progress is shown only when it has taken this long.
const PATIENCE: Duration = Duration::from_secs(1);

/// Watches the work done under some limits until it is dropped.
pub(crate) struct Watch {
    stop: Option<Sender<()>>,
    shower: Option<JoinHandle<()>>,
    /// Stops the work at Ctrl-C.
    _handling: Handling,
    /// Ends a child that a rule file keeps beyond its time.
    #[cfg(all(unix, feature = "rules"))]
    _guard: Option<Sender<()>>,
}

impl Watch {
    /// Starts watching.
    pub(crate) fn over(limits: &Limits) -> Self {
        let handling = cancelling(limits);
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
            _handling: handling,
            #[cfg(all(unix, feature = "rules"))]
            _guard: crate::confinement::call::guard(limits),
        }
    }

    /// Stops the work at Ctrl-C, and shows nothing: the work tells its own progress.
    pub(crate) fn quiet(limits: &Limits) -> Self {
        Self {
            stop: None,
            shower: None,
            _handling: cancelling(limits),
            #[cfg(all(unix, feature = "rules"))]
            _guard: crate::confinement::call::guard(limits),
        }
    }

    /// The status of work that was stopped.
    pub(crate) fn status() -> Status {
        if interruption::happened() {
            Status::Interrupted
        } else {
            Status::Stopped
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(shower) = self.shower.take() {
            // It only draws; should it have failed, the answer stands all the same.
            let _ = shower.join();
        }
    }
}

/// Lets an interruption cancel what is done under some limits.
fn cancelling(limits: &Limits) -> Handling {
    let cancel = limits.cancel.clone();
    interruption::handle(move || cancel.store(true, Ordering::Relaxed))
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_spinner())
}
