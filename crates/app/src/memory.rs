//! Memory limits.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::console::here;

#[cfg(target_os = "linux")]
mod control_group;
mod overrun;

pub(crate) use overrun::Overrun;

/// The memory assumed if the system does not report any.
const UNKNOWN: u64 = 2 << 30;

/// How long a reading is reused: it reads a dozen files, which takes as long as some small queries.
const GOOD: Duration = Duration::from_millis(50);

/// The default memory limit of external rules, which may not end by mistake.
const OF_RULES: u64 = 2 << 30;

/// [`most`] for a search of external rules: no more than two gigabytes.
pub fn most_of_rules() -> u64 {
    most().min(OF_RULES)
}

/// Four fifths of the memory that is available now, in bytes: without a limit the system would end the program. Less if
/// the command has a lower limit.
pub fn most() -> u64 {
    available_now().min(here().is_held_to().unwrap_or(u64::MAX))
}

fn available_now() -> u64 {
    static TOLD: Mutex<Option<(Instant, u64)>> = Mutex::new(None);
    let mut told = TOLD.lock().unwrap_or_else(PoisonError::into_inner);
    match *told {
        Some((when, most)) if when.elapsed() < GOOD => most,
        _ => {
            let most = available().unwrap_or(UNKNOWN) / 5 * 4;
            *told = Some((Instant::now(), most));
            most
        }
    }
}

/// Data in addition to the tables of a query: stacks, texts, answers.
const ASIDE: u64 = 64 << 20;

/// The most memory of a query with this many bytes for its tables, in total.
pub(crate) fn with_aside(tables: u64) -> u64 {
    tables.saturating_add(tables / 8).saturating_add(ASIDE)
}

/// The bytes that this process holds; `None` if the system does not report this.
#[cfg(target_os = "linux")]
pub(crate) fn held() -> Option<u64> {
    /// Linux counts in pages, which have this size on all usual machines.
    const PAGE: u64 = 4 << 10;
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split(' ').nth(1)?.parse().ok()?;
    Some(pages * PAGE)
}

/// The bytes that can be allocated now: those of the machine, or of the process's control groups, whichever are fewer.
#[cfg(target_os = "linux")]
fn available() -> Option<u64> {
    let machine = std::fs::read_to_string("/proc/meminfo").ok();
    let machine = machine.and_then(|text| of_machine(&text));
    machine.into_iter().chain(control_group::left()).min()
}

#[cfg(windows)]
use crate::windows::available;
#[cfg(windows)]
pub(crate) use crate::windows::held;

#[cfg(target_vendor = "apple")]
pub(crate) fn held() -> Option<u64> {
    Some(memory_stats::memory_stats()?.physical_mem as u64)
}

/// The part of the memory that the system counts as free, in hundredths.
#[cfg(target_vendor = "apple")]
fn available() -> Option<u64> {
    use sysctl::{Ctl, CtlValue, Sysctl};
    let told = |name| match Ctl::new(name).ok()?.value().ok()? {
        CtlValue::Int(value) => u64::try_from(value).ok(),
        CtlValue::Uint(value) => Some(value.into()),
        CtlValue::S64(value) => u64::try_from(value).ok(),
        CtlValue::U64(value) => Some(value),
        _ => None,
    };
    let machine = told("hw.memsize")?;
    Some(machine / 100 * told("kern.memorystatus_level")?.min(100))
}

#[cfg(not(any(target_os = "linux", target_vendor = "apple", windows)))]
pub(crate) fn held() -> Option<u64> {
    None
}

#[cfg(not(any(target_os = "linux", target_vendor = "apple", windows)))]
fn available() -> Option<u64> {
    None
}

/// The contents of `/proc/meminfo`, in kilobytes.
#[cfg(target_os = "linux")]
fn of_machine(text: &str) -> Option<u64> {
    let mut lines = text.lines();
    let line = lines.find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kilobytes << 10)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_machine_tells_what_is_available() {
        let text = "MemTotal:       24000000 kB\nMemAvailable:   23000001 kB\nBuffers: 5 kB\n";
        assert_eq!(of_machine(text), Some(23_000_001 << 10));
        assert_eq!(of_machine("MemTotal: 24000000 kB\n"), None);
        assert_eq!(of_machine("MemAvailable: many\n"), None);
    }

    #[test]
    fn what_is_held_is_told() {
        let before = held().unwrap();
        // Other tests allocate and free memory at the same time.
        let block = std::hint::black_box(vec![1u8; 512 << 20]);
        let with = held().unwrap();
        assert!(
            (256 << 20..768 << 20).contains(&(with - before)),
            "{before} {with}"
        );
        drop(block);
    }

    #[test]
    fn no_more_is_taken_than_there_is() {
        let text = std::fs::read_to_string("/proc/meminfo").unwrap();
        let total = text.lines().find_map(|line| {
            let kilobytes = line.strip_prefix("MemTotal:")?.trim().strip_suffix(" kB")?;
            kilobytes.parse::<u64>().ok()
        });
        assert!((1..total.unwrap() << 10).contains(&most()));
    }
}
