//! Counts steps and memory of the thread's running call.
//!
//! Memory is counted before it is taken, by a [`Charge`] that is part of the value, and given back when the value is dropped.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{fmt, mem};

use crate::error::{Done, Error, Stop};

/// The limits of a call.
#[derive(Clone)]
pub struct Limits {
    /// Rounds of loops, calls, and items, bytes or digits that built-in functions work on.
    pub steps: u64,
    /// Bytes beyond those that are held already.
    pub memory: usize,
    /// Calls of functions that wait for each other.
    pub depth: usize,
    /// Asked every some thousand steps; a reason stops the call.
    pub ask: Arc<dyn Fn() -> Option<String> + Send + Sync>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            steps: 20_000_000,
            memory: 1 << 30,
            depth: 10_000,
            ask: Arc::new(|| None),
        }
    }
}

impl Limits {
    /// These limits, and a flag that stops a call.
    #[must_use]
    pub fn with_flag(mut self, flag: Arc<AtomicBool>) -> Self {
        self.ask = Arc::new(move || flag.load(Ordering::Relaxed).then(|| "interrupted".into()));
        self
    }
}

impl fmt::Debug for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            steps,
            memory,
            depth,
            ..
        } = self;
        write!(f, "{steps} steps, {memory} bytes, {depth} calls")
    }
}

thread_local! {
    static USED: Cell<usize> = const { Cell::new(0) };
    static MOST: Cell<usize> = const { Cell::new(usize::MAX) };
}

/// The bytes that values of this thread hold.
pub fn used() -> usize {
    USED.get()
}

/// Bytes that were counted.
#[derive(Debug, Default)]
pub(crate) struct Charge(Cell<usize>);

impl Charge {
    pub(crate) fn of(bytes: usize) -> Done<Self> {
        let charge = Self::default();
        charge.grow(bytes)?;
        Ok(charge)
    }

    /// Counts more.
    pub(crate) fn grow(&self, bytes: usize) -> Done<()> {
        let used = USED.get().saturating_add(bytes);
        if used > MOST.get() {
            return Err(Error::stopped(Stop::Memory, "this needs too much memory"));
        }
        USED.set(used);
        self.0.set(self.0.get() + bytes);
        Ok(())
    }

    /// Counts what is needed for so many bytes in all, by doubling.
    #[inline]
    pub(crate) fn reach(&self, bytes: usize) -> Done<()> {
        match bytes > self.0.get() {
            true => self.grow((bytes - self.0.get()).max(self.0.get())),
            false => Ok(()),
        }
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        USED.set(USED.get() - mem::take(self.0.get_mut()));
    }
}

/// Steps between two looks at the flag.
const STRIDE: u64 = 4096;

thread_local! {
    static TAKEN: Cell<u64> = const { Cell::new(0) };
    /// The number of steps at which the limits are looked at.
    static LOOK: Cell<u64> = const { Cell::new(0) };
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    static LIMITS: RefCell<Limits> = RefCell::default();
    /// An error that could not be passed on.
    static POSTPONED: RefCell<Option<Error>> = const { RefCell::new(None) };
}

/// The steps taken by the running call of this thread, or by the last one.
pub fn taken() -> u64 {
    TAKEN.get()
}

/// Does not count the steps of some work.
pub(crate) fn uncounted<T>(work: impl FnOnce() -> T) -> T {
    let (taken, look) = (TAKEN.get(), LOOK.replace(u64::MAX));
    let done = work();
    TAKEN.set(taken);
    LOOK.set(look);
    done
}

/// Lets the next step fail; `false` meanwhile.
#[cold]
pub(crate) fn postpone(error: Error) -> bool {
    LOOK.set(0);
    POSTPONED.set(Some(error));
    false
}

/// Counts steps before they are taken.
#[inline]
pub(crate) fn step(steps: usize) -> Done<()> {
    let taken = TAKEN.get().saturating_add(steps as u64);
    TAKEN.set(taken);
    match taken >= LOOK.get() {
        true => look(taken),
        false => Ok(()),
    }
}

#[cold]
fn look(taken: u64) -> Done<()> {
    if let Some(error) = POSTPONED.take() {
        return Err(error);
    }
    let (most, ask) = LIMITS.with_borrow(|limits| (limits.steps, limits.ask.clone()));
    if taken > most {
        let most = match most % 1_000_000 {
            0 => format!("{} million", most / 1_000_000),
            _ => most.to_string(),
        };
        let message =
            format!("this takes more than {most} steps: is there a loop that does not end?");
        return Err(Error::stopped(Stop::Steps, message));
    }
    if let Some(why) = ask() {
        return Err(Error::stopped(Stop::Asked, why));
    }
    LOOK.set(taken.saturating_add(STRIDE).min(most.saturating_add(1)));
    Ok(())
}

/// Begins a call with these limits.
pub(crate) fn begin(limits: &Limits) {
    TAKEN.set(0);
    // Many short calls one after another: their caller looks at the limits between them.
    LOOK.set(STRIDE.min(limits.steps.saturating_add(1)));
    POSTPONED.set(None);
    MOST.set(used().saturating_add(limits.memory));
    DEPTH.set(limits.depth);
    LIMITS.set(limits.clone());
}

/// Ends a call: what is dropped or made afterwards is small.
pub(crate) fn end() {
    LOOK.set(u64::MAX);
    MOST.set(usize::MAX);
}

/// Calls that may wait for each other.
#[inline]
pub(crate) fn depth() -> usize {
    DEPTH.get()
}
