//! The child itself: it ends when a call of the rules, or the whole question, goes on for too long.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use bouton::Limits;
use rustix::time::{ClockId, clock_gettime};

use crate::interruption;
use crate::status::Status;

/// What a question has beyond its time to come to its end.
const GRACE: Duration = Duration::from_secs(3);
/// Processor time for one call of the rules, most of which take microseconds.
const PATIENCE: Duration = Duration::from_secs(10);

/// Bounds this process, which is a child, to `memory` bytes, and ends it with its parent. A call of the rules may go on for
/// [`PATIENCE`], or for as long as the whole question, if less is asked for it.
pub(crate) fn confine(memory: u64, time: Option<Duration>) -> anyhow::Result<()> {
    CONFINED.store(true, Ordering::Relaxed);
    interruption::leave_to_parent();
    super::bounds::bound(memory)?;
    // Later than [`guard`], which tells of the limit.
    let asked = time.map(|time| time.saturating_add(2 * GRACE));
    let patience = asked.map_or(PATIENCE, |time| time.min(PATIENCE));
    bouton::watch(patience, computed, |fault| {
        eprintln!("bouton: {fault}");
        std::process::exit(Status::BadInput as i32);
    });
    Ok(())
}

/// How much processor time this process has taken.
fn computed() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    // The system counts from 0 on.
    time.try_into().unwrap_or_default()
}

static CONFINED: AtomicBool = AtomicBool::new(false);

/// In a child: ends the process some time after the question's should have ended, unless what is returned was dropped. A
/// step inside of Starlark, such as the longest of a large range, hears of no limit.
pub(crate) fn guard(limits: &Limits) -> Option<Sender<()>> {
    let deadline = limits
        .deadline
        .filter(|_| CONFINED.load(Ordering::Relaxed))?;
    let (done, is_done) = channel();
    std::thread::spawn(move || {
        let patience = deadline.saturating_duration_since(Instant::now()) + GRACE;
        if is_done.recv_timeout(patience) == Err(RecvTimeoutError::Timeout) {
            eprintln!(
                "bouton: stopped: the time is over amid a step of the rules that could not be interrupted"
            );
            std::process::exit(Status::Stopped as i32);
        }
    });
    Some(done)
}
