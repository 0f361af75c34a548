//! Control of long work: Ctrl-C stops it cleanly, and after a second a line on the terminal shows its progress.

use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use bouton::Limits;
use indicatif::{ProgressBar, ProgressStyle};

use crate::console::here;
use crate::interruption::Handling;
use crate::memory::Overrun;
use crate::status::Status;

/// The time after which progress is shown.
const PATIENCE: Duration = Duration::from_secs(1);
/// Time between two looks at it.
const BEAT: Duration = Duration::from_millis(200);

/// Controls work under some limits until it is dropped, from reading the query to writing the answer; large tables are
/// freed after that.
pub(crate) struct Watch {
    shower: Option<Shower>,
    /// Stops the work at Ctrl-C.
    handling: Option<Handling>,
    _overrun: Option<Overrun>,
}

/// Shows the progress of the work.
struct Shower {
    stop: Sender<()>,
    thread: JoinHandle<()>,
}

impl Watch {
    /// Starts watching.
    pub(crate) fn over(limits: &Limits) -> Self {
        let mut watch = Self::quiet(limits);
        // Without a terminal nothing is shown, and starting a thread takes longer than a small query.
        watch.shower = here().shows_progress().then(|| Shower::of(limits));
        watch
    }

    /// Stops the work at Ctrl-C, and shows nothing: the work reports its own progress.
    pub(crate) fn quiet(limits: &Limits) -> Self {
        Self {
            shower: None,
            handling: Some(cancelling(limits)),
            _overrun: Overrun::of_command(limits),
        }
    }

    /// The answer is found: progress is no longer shown, and Ctrl-C only stops writing it.
    pub(crate) fn found(&mut self) {
        if let Some(shower) = self.shower.take() {
            shower.stop();
        }
        self.handling = None;
    }

    /// The status of work that was stopped.
    pub(crate) fn status() -> Status {
        if here().interruption().happened() {
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
                        "{wide_bar} {percent}% {per_sec}, about {eta} left at this rate",
                    ));
                } else if total == 0 {
                    bar.set_style(style(&counting));
                }
                bar.set_position(done);
                if stopped.recv_timeout(BEAT) != Err(RecvTimeoutError::Timeout) {
                    return bar.finish_and_clear();
                }
            }
        });
        Self { stop, thread }
    }

    fn stop(self) {
        drop(self.stop);
        // It only draws; a failure does not affect the answer.
        let _ = self.thread.join();
    }
}

/// The progress line of work without a known end. External rules may not end, so the line shows their limits.
fn counting() -> String {
    let held = here().is_held_to().map_or(String::new(), |most| {
        let gigabytes = most as f64 / f64::from(1 << 30);
        format!("; at most {gigabytes:.1} GB (--memory sets it, --time how long; Ctrl-C stops)")
    });
    format!("{{spinner}} {{human_pos}} positions, {{elapsed}}, {{per_sec}}{held}")
}

/// Lets an interruption cancel work under some limits.
fn cancelling(limits: &Limits) -> Handling {
    let cancel = limits.cancel.clone();
    here()
        .interruption()
        .handle(move || cancel.store(true, Ordering::Relaxed))
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_spinner())
}
