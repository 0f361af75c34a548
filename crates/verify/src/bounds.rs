//! [`Bounds`]: the limits of a check, and [`Meter`] within them.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use web_time::Instant;

use crate::Refusal;

/// A listener for the progress of a check.
pub type Progress = Arc<dyn Fn(&str) + Send + Sync>;

/// The limits of a check.
///
/// ```
/// # use bouton_verify::{Bounds, check};
/// let text = "bouton law certificate 1\nsystem 2\nrules 4\ngame Take one\nvariables n\nrank n\n\
///             move | n >= 1 -> n - 1\nset P 1 2\n0+ 0 1\n1 0 1\nend\n";
/// let none = Bounds { memory: 0, ..Bounds::default() };
/// let refusal = check(text, &none).unwrap().unwrap_err();
/// assert!(refusal.to_string().starts_with("undecided: "));
/// ```
#[derive(Clone)]
pub struct Bounds {
    /// The memory for tables and automata, in bytes, approximately.
    pub memory: u64,
    /// The time limit; `None` for no limit.
    pub time: Option<Duration>,
    /// Set by the caller to stop the check.
    pub cancel: Arc<AtomicBool>,
    /// Receives the progress of the check.
    pub progress: Option<Progress>,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            memory: 2 << 30,
            time: None,
            cancel: Arc::default(),
            progress: None,
        }
    }
}

impl fmt::Debug for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { memory, time, .. } = self;
        write!(f, "Bounds {{ memory: {memory}, time: {time:?}, .. }}")
    }
}

/// Counts the work of a check, and refuses what goes beyond its bounds.
pub(crate) struct Meter {
    deadline: Option<Instant>,
    bounds: Bounds,
    /// Bytes that are held now.
    held: u64,
    /// Steps until the clock is read.
    until_look: usize,
}

/// Steps between two readings of the clock: less than a millisecond.
const STEPS_A_LOOK: usize = 1 << 14;

impl Meter {
    pub(crate) fn begin(bounds: &Bounds) -> Self {
        Self {
            deadline: bounds
                .time
                .and_then(|time| Instant::now().checked_add(time)),
            bounds: bounds.clone(),
            held: 0,
            until_look: 0,
        }
    }

    /// The limits, with the time that remains.
    pub(crate) fn bounds(&self) -> Bounds {
        let left = |end: Instant| end.saturating_duration_since(Instant::now());
        Bounds {
            time: self.deadline.map(left),
            ..self.bounds.clone()
        }
    }

    /// Counts steps, each of some nanoseconds.
    pub(crate) fn spend(&mut self, steps: usize) -> Result<(), Refusal> {
        if let Some(left) = self.until_look.checked_sub(steps) {
            self.until_look = left;
            return Ok(());
        }
        self.until_look = STEPS_A_LOOK;
        if self.bounds.cancel.load(Ordering::Relaxed) {
            return Err(Refusal::undecided("the check was interrupted"));
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => {
                Err(Refusal::undecided("the time ran out"))
            }
            _ => Ok(()),
        }
    }

    /// Counts bytes before they are allocated.
    pub(crate) fn hold(&mut self, bytes: usize) -> Result<(), Refusal> {
        self.held = self.held.saturating_add(bytes as u64);
        if self.held > self.bounds.memory {
            let memory = self.bounds.memory;
            return Err(Refusal::Undecided(format!(
                "it takes more memory than the {memory} bytes allowed"
            )));
        }
        Ok(())
    }

    /// Bytes that may still be allocated.
    pub(crate) fn room(&self) -> u64 {
        self.bounds.memory.saturating_sub(self.held)
    }

    /// Reports that bytes were freed.
    pub(crate) fn release(&mut self, bytes: usize) {
        self.held = self.held.saturating_sub(bytes as u64);
    }

    /// Reports what is being checked.
    pub(crate) fn tell(&self, what: &str) {
        if let Some(progress) = &self.bounds.progress {
            progress(what);
        }
    }
}
