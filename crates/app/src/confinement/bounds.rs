//! Permanent resource limits of this process.

use std::time::Duration;

/// Address space in addition to the tables, without data: code, guard pages, and reserves of allocators.
const APART: u64 = 1 << 30;
/// Processor time in addition to that of a query, for each thread: to read the query, and to write the answer.
const ASIDE: u64 = 60;

/// The processor time of a query in a process.
fn in_total(time: Duration) -> u64 {
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let seconds = time.as_secs().saturating_add(ASIDE);
    seconds.saturating_mul(threads)
}

#[cfg(feature = "serve")]
pub(crate) use system::yield_to_others;
pub(crate) use system::{bound, end_with_parent};

/// The kinds of limits that apply to a process on this system, by subject.
pub(crate) fn described() -> [(&'static str, &'static str); 4] {
    let [limit, watched, job] = [
        "bounded by a resource limit",
        "watched by the process itself",
        "bounded by a job object",
    ];
    let [memory, time, size, parent] = if cfg!(windows) {
        [job, job, "unbounded", "it ends, by a job object"]
    } else if cfg!(target_vendor = "apple") {
        [watched, limit, limit, "it ends at its own limits"]
    } else {
        [limit, limit, limit, "it ends, by a signal"]
    };
    [
        ("memory", memory),
        ("processor time", time),
        ("size of files", size),
        ("when its parent ends", parent),
    ]
}

#[cfg(unix)]
mod system {
    use std::time::Duration;

    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    use super::{APART, in_total};

    /// The largest file that is written.
    const LONGEST_FILE: u64 = 1 << 30;
    /// The most files that are open at once, in addition to the named ones.
    const OPEN: u64 = 128;

    /// Limits this process to `memory` bytes of tables and related data, to the processor time of one query if that is bounded,
    /// to a file size, and to this many files more than are `named`. (The system's limit on processes would count all processes
    /// of the user; `seal` forbids starting one.)
    ///
    /// # Errors
    /// An I/O error.
    pub(crate) fn bound(memory: u64, time: Option<Duration>, named: u64) -> std::io::Result<()> {
        set(Resource::Fsize, LONGEST_FILE)?;
        set(Resource::Nofile, OPEN.saturating_add(named))?;
        let data = crate::memory::with_aside(memory);
        let space = set(Resource::As, data.saturating_add(APART));
        let data = set(Resource::Data, data);
        // macOS refuses limits below the mapped size of a process, which is large from the start. There, the watchdog and
        // the count of tables limit it.
        if !cfg!(target_vendor = "apple") {
            space?;
            data?;
        }
        set(Resource::Core, 0)?;
        if let Some(time) = time {
            set(Resource::Cpu, in_total(time))?;
        }
        Ok(())
    }

    /// Ends this process when its parent ends.
    pub(crate) fn end_with_parent() {
        // If the system has no such signal, a child of a killed parent ends by its own limits.
        #[cfg(target_os = "linux")]
        let _ =
            rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL));
    }

    /// Lets other programs go first.
    #[cfg(feature = "serve")]
    pub(crate) fn yield_to_others() {
        // Without it, long requests have normal priority.
        let _ = rustix::process::nice(10);
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
}

#[cfg(windows)]
mod system {
    use std::time::Duration;

    use super::{APART, in_total};
    use crate::windows::Job;
    #[cfg(feature = "serve")]
    pub(crate) use crate::windows::yield_to_others;

    /// Limits this process to `memory` bytes of tables and related data and to the processor time of one query if that is
    /// bounded, and forbids it to start another. (Windows does not limit the size or the number of files.)
    ///
    /// # Errors
    /// An I/O error.
    pub(crate) fn bound(memory: u64, time: Option<Duration>, _named: u64) -> std::io::Result<()> {
        let memory = crate::memory::with_aside(memory).saturating_add(APART);
        let time = time.map(|time| Duration::from_secs(in_total(time)));
        Job::bounded(memory, time)?.hold_this()
    }

    /// The parent holds a job that ends with it.
    pub(crate) fn end_with_parent() {}
}
