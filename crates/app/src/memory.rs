//! How much memory may be taken.

#[cfg(target_os = "linux")]
mod control_group;

/// What is taken to be available where the system does not tell.
const UNKNOWN: u64 = 2 << 30;

/// Four fifths of the memory that is available now, in bytes: without a limit the system would end the program.
pub(crate) fn most() -> u64 {
    available().unwrap_or(UNKNOWN) / 5 * 4
}

/// Bytes that can be taken now: of the machine, or of the process's control groups, whichever are fewer.
#[cfg(target_os = "linux")]
fn available() -> Option<u64> {
    let machine = std::fs::read_to_string("/proc/meminfo").ok();
    let machine = machine.and_then(|text| of_machine(&text));
    machine.into_iter().chain(control_group::left()).min()
}

#[cfg(not(target_os = "linux"))]
fn available() -> Option<u64> {
    None
}

/// What `/proc/meminfo` tells, which counts in kilobytes.
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
    fn no_more_is_taken_than_there_is() {
        let text = std::fs::read_to_string("/proc/meminfo").unwrap();
        let total = text.lines().find_map(|line| {
            let kilobytes = line.strip_prefix("MemTotal:")?.trim().strip_suffix(" kB")?;
            kilobytes.parse::<u64>().ok()
        });
        assert!((1..total.unwrap() << 10).contains(&most()));
    }
}
