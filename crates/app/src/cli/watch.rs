//! Watching long work: Ctrl-C stops it cleanly, and after a second a line on the terminal shows how far it is.

use std::io::IsTerminal;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use bouton::Limits;
use indicatif::{ProgressBar, ProgressStyle};

use crate::guard::Guard;
use crate::interruption::{self, Handling};
use crate::memory;
use crate::status::Status;

/// Work in progress is shown only when it has taken this long.
const PATIENCE: Duration = Duration::from_secs(1);

/// Watches the work done under some limits until it is dropped, from the reading of what is asked to the telling of the answer:
/// large tables are given back to the system after that.
pub(crate) struct Watch {
    shower: Option<Shower>,
    /// Stops the work at Ctrl-C.
    handling: Option<Handling>,
    _guard: Guard,
}

/// Shows how far the work is.
struct Shower {
    stop: Sender<()>,
    thread: JoinHandle<()>,
}

impl Watch {
    /// Starts watching.
    pub(crate) fn over(limits: &Limits) -> Self {
        let mut watch = Self::quiet(limits);
        // Elsewhere nothing is shown, and a thread takes longer than small questions do.
        watch.shower = std::io::stderr().is_terminal().then(|| Shower::of(limits));
        watch
    }

    /// Stops the work at Ctrl-C, and shows nothing: the work tells its own progress.
    pub(crate) fn quiet(limits: &Limits) -> Self {
        Self {
            shower: None,
            handling: Some(cancelling(limits)),
            _guard: Guard::over(limits),
        }
    }

    /// The answer is found: nothing is shown any more, and at Ctrl-C nothing is left to stop but the telling of it.
    pub(crate) fn found(&mut self) {
        if let Some(shower) = self.shower.take() {
            shower.stop();
        }
        self.handling = None;
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
        self.found();
    }
}

impl Shower {
    fn of(limits: &Limits) -> Self {
        let (stop, stopped) = channel();
        let progress = limits.progress.clone();
        let thread = std::thread::spawn(move || {
            if stopped.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let bar = ProgressBar::no_length();
            let counting = counting();
            loop {
                let (done, total) = progress.get();
                if total > 0 && bar.length() != Some(total) {
                    bar.set_length(total);
                    bar.set_style(style(
                        "{wide_bar} {percent}% {per_sec}, at most {eta} left at this rate",
                    ));
                } else if total == 0 {
                    bar.set_style(style(&counting));
                }
                bar.set_position(done);
                if stopped.recv_timeout(Duration::from_millis(200))
                    != Err(RecvTimeoutError::Timeout)
                {
                    return bar.finish_and_clear();
                }
            }
        });
        Self { stop, thread }
    }

    fn stop(self) {
        drop(self.stop);
        // It only draws; should it have failed, the answer stands all the same.
        let _ = self.thread.join();
    }
}

/// What is shown of work whose end is not known. Rules that somebody wrote may have none: there it is told what they are held to.
fn counting() -> String {
    let held = memory::is_held_to().map_or(String::new(), |most| {
        let gigabytes = most as f64 / f64::from(1 << 30);
        format!("; at most {gigabytes:.1} GB (--memory sets it, --time how long; Ctrl-C stops)")
    });
    format!("{{spinner}} {{human_pos}} positions, {{elapsed}}, {{per_sec}}{held}")
}

/// Lets an interruption cancel what is done under some limits.
fn cancelling(limits: &Limits) -> Handling {
    let cancel = limits.cancel.clone();
    interruption::handle(move || cancel.store(true, Ordering::Relaxed))
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_spinner())
}
