//! Failing disks, for tests: the requested step fails, and with [`Fault::Killed`] all later ones.

use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The way a step on the disk fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// There is no space left.
    Full,
    /// Permission is denied.
    Denied,
    /// Half of the bytes are written, and then there is no space left.
    Short,
    /// The process is killed: half of the bytes are written, and no later step is done.
    Killed,
}

impl Fault {
    /// All faults.
    pub const ALL: [Self; 4] = [Self::Full, Self::Denied, Self::Short, Self::Killed];

    fn error(self) -> io::Error {
        match self {
            Self::Full | Self::Short => io::ErrorKind::StorageFull.into(),
            Self::Denied => io::ErrorKind::PermissionDenied.into(),
            Self::Killed => io::Error::other("killed"),
        }
    }
}

#[derive(Default)]
struct Disk {
    /// The steps since the last plan was set.
    steps: u64,
    /// The step that fails, counted from 0.
    plan: Option<(u64, Fault)>,
    /// The free space that is reported.
    free: Option<u64>,
}

static DISK: Mutex<Disk> = Mutex::new(Disk {
    steps: 0,
    plan: None,
    free: None,
});

fn disk() -> MutexGuard<'static, Disk> {
    DISK.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Lets a step fail, counted from 0 and from now on, in the whole process; `None` for no fault.
pub fn plan(plan: Option<(u64, Fault)>) {
    let mut disk = disk();
    (disk.steps, disk.plan) = (0, plan);
}

/// Sets the free space that is reported, in the whole process; `None` for the real one.
pub fn say_free(bytes: Option<u64>) {
    disk().free = bytes;
}

pub(crate) fn told_free() -> Option<u64> {
    disk().free
}

/// The steps since the last [`plan`], including the one that failed and those after it.
pub fn steps() -> u64 {
    disk().steps
}

/// Counts a step that may fail.
pub(crate) fn step() -> io::Result<()> {
    let mut disk = disk();
    let this = disk.steps;
    disk.steps += 1;
    match disk.plan {
        Some((at, fault)) if this == at || this > at && fault == Fault::Killed => {
            Err(fault.error())
        }
        _ => Ok(()),
    }
}

/// Counts a write of this many bytes; returns how many of them are written, and the result.
pub(crate) fn write(bytes: usize) -> (usize, io::Result<()>) {
    let (plan, this) = {
        let disk = disk();
        (disk.plan, disk.steps)
    };
    match (step(), plan) {
        (Err(error), Some((at, Fault::Short | Fault::Killed))) if this == at => {
            (bytes / 2, Err(error))
        }
        (Err(error), _) => (0, Err(error)),
        (Ok(()), _) => (bytes, Ok(())),
    }
}
