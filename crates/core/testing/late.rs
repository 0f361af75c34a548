//! Measures how much a piece of work computes after it should have stopped, in processor time of its thread: other work on
//! the machine does not count. It detects a loop that does not check its limits, even if the code around it does.

use std::fs::read_to_string;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::time::Duration;

use bouton_core::Limits;

/// The moments at which the work should stop: after this much processor time.
const MOMENTS: [u64; 4] = [0, 30, 200, 900];

/// The bound that is promised: the most that is computed after the work should have stopped.
pub(crate) const MOST: Duration = Duration::from_millis(500);

/// The kernel's unit of processor time.
const TICK: Duration = Duration::from_millis(10);

/// The processor time that a thread of this process has used.
fn computed(thread: &str) -> Option<Duration> {
    let line = read_to_string(format!("/proc/self/task/{thread}/stat")).ok()?;
    // The name before the last bracket may be anything.
    let after = line.rsplit_once(')')?.1;
    let fields: Vec<&str> = after.split_whitespace().collect();
    let ticks = |n: usize| fields.get(n)?.parse::<u32>().ok();
    Some(TICK * (ticks(11)? + ticks(12)?))
}

/// The most that the work computes after the moment at which it should have stopped, over several moments.
pub(crate) fn computed_late(work: impl Fn(&Limits) + Sync) -> Duration {
    let late = MOMENTS.map(|moment| computed_after(Duration::from_millis(moment), &work));
    late.into_iter().max().unwrap_or_default()
}

fn computed_after(moment: Duration, work: &(impl Fn(&Limits) + Sync)) -> Duration {
    let (limits, ended) = (Limits::default(), AtomicBool::new(false));
    let (named, name) = channel();
    std::thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let path = std::fs::read_link("/proc/thread-self").unwrap();
            let thread = path.file_name().unwrap().to_str().unwrap().to_owned();
            named.send(thread.clone()).unwrap();
            work(&limits);
            ended.store(true, Ordering::Relaxed);
            computed(&thread).unwrap()
        });
        let thread = name.recv().unwrap();
        let mut wanted = None;
        while wanted.is_none() && !ended.load(Ordering::Relaxed) {
            wanted = computed(&thread).filter(|computed| *computed >= moment);
            std::thread::sleep(Duration::from_millis(1));
        }
        limits.cancel.store(true, Ordering::Relaxed);
        let whole = worker.join().unwrap();
        wanted.map_or(Duration::ZERO, |wanted| whole.saturating_sub(wanted))
    })
}
