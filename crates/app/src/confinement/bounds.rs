//! Permanent resource limits of this process.

use std::time::Duration;

use rustix::process::{
    Resource, Rlimit, Signal, getrlimit, set_parent_process_death_signal, setrlimit,
};

/// Address space besides the tables without data: code, watchdog pages, and reserves of allocators.
const APART: u64 = 1 << 30;

/// The largest file that is written.
const LONGEST_FILE: u64 = 1 << 30;
/// Files that are open at once, beside those that are named.
const OPEN: u64 = 128;
/// Processor time besides that of a query, for each thread: to read it, and to write the answer.
const ASIDE: u64 = 60;

/// Holds this process to `memory` bytes of tables and what goes with them, to the processor time of one question where that
/// is bounded, to files of a size and this many more than are `named`. (The number of processes that the system would bound
/// is that of all a user's; `seal` forbids to start one.)
///
/// # Errors
/// An I/O error.
pub(crate) fn bound(memory: u64, time: Option<Duration>, named: u64) -> std::io::Result<()> {
    set(Resource::Fsize, LONGEST_FILE)?;
    set(Resource::Nofile, OPEN.saturating_add(named))?;
    let data = crate::memory::with_aside(memory);
    set(Resource::As, data.saturating_add(APART))?;
    set(Resource::Data, data)?;
    set(Resource::Core, 0)?;
    if let Some(time) = time {
        let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
        let seconds = time.as_secs().saturating_add(ASIDE);
        set(Resource::Cpu, seconds.saturating_mul(threads))?;
    }
    Ok(())
}

/// Ends this process with its parent.
pub(crate) fn end_with_parent() {
    // If the system has no such signal, a child of a killed parent ends by its own limits.
    let _ = set_parent_process_death_signal(Some(Signal::KILL));
}

/// The caller may have set a lower bound, which must not be raised.
fn set(resource: Resource, most: u64) -> std::io::Result<()> {
    let theirs = getrlimit(resource).maximum;
    let most = Some(theirs.map_or(most, |theirs| theirs.min(most)));
    setrlimit(
        resource,
        Rlimit {
            current: most,
            maximum: most,
        },
    )?;
    Ok(())
}
