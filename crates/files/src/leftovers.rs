//! Leftover temporary files of dead processes, and how they are distinguished from those of living processes.
//!
//! A file that is being written is called `.NAME.MACHINE-BOOT-PROCESS-NUMBER.part`, and is marked as long as its process
//! lives. The next process of the same machine that writes that file removes it if it has no mark. On a file system that
//! several machines share, the mark (a lock) of another machine may be invisible, so files from other machines are left
//! alone.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use crate::disk;
use crate::log::Chain;

/// Longer names are cut: the system allows at most 255 bytes, and the name of the temporary file is longer.
const LONGEST_NAME: usize = 180;
const ENDING: &str = ".part";

/// The environment of this process. Each field is 0 if the system does not report it.
struct Here {
    /// The installation.
    machine: u32,
    /// The boot of the kernel, which containers share.
    boot: u32,
}

static HERE: LazyLock<Here> = LazyLock::new(|| {
    let fact = |file| fs::read_to_string(file).unwrap_or_default();
    Here {
        machine: number(&(fact("/etc/machine-id") + &computer())),
        boot: number(&fact("/proc/sys/kernel/random/boot_id")),
    }
});

/// The name of the computer.
fn computer() -> String {
    #[cfg(target_os = "linux")]
    return fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    #[cfg(target_vendor = "apple")]
    return rustix::system::uname()
        .nodename()
        .to_string_lossy()
        .into_owned();
    #[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
    std::env::var("COMPUTERNAME").unwrap_or_default()
}

/// A hash of the system's information about itself; 0 only if there is none.
fn number(facts: &str) -> u32 {
    match facts {
        "" => 0,
        facts => hash(facts) as u32 | 1,
    }
}

fn hash(text: &str) -> u64 {
    Chain::default().with(text.as_bytes()).sum()
}

/// The name of a file until it is complete.
pub(crate) fn name(file: &str, number: u32) -> String {
    let Here { machine, boot } = *HERE;
    let process = std::process::id();
    let file = short(file);
    format!(".{file}.{machine:08x}-{boot:08x}-{process}-{number}{ENDING}")
}

/// A name short enough for the additions.
fn short(file: &str) -> String {
    if file.len() <= LONGEST_NAME {
        return file.to_owned();
    }
    let end = file.floor_char_boundary(LONGEST_NAME - 20);
    format!("{}~{:016x}", &file[..end], hash(file))
}

/// Removes the leftovers of one file.
pub(crate) fn remove_of(place: &Path) {
    let folder = place.parent().filter(|folder| *folder != Path::new(""));
    let Some(file) = place.file_name() else {
        return;
    };
    let file = short(&file.to_string_lossy());
    remove(folder.unwrap_or(Path::new(".")), |of| of == file);
}

/// Removes the leftovers of all files in a folder.
pub fn remove_leftovers(folder: &Path) {
    remove(folder, |_| true);
}

/// Files that cannot be read, locked or removed stay: writing does not depend on them.
fn remove(folder: &Path, is_meant: impl Fn(&str) -> bool) {
    let entries = fs::read_dir(folder).into_iter().flatten();
    for entry in entries.filter_map(Result::ok) {
        let name = entry.file_name();
        let file = name.to_str().and_then(of_this_machine);
        if file.is_some_and(&is_meant) {
            disk::remove_unmarked(&entry.path());
        }
    }
}

/// The name of the file that a process of this machine was writing under a temporary name.
fn of_this_machine(name: &str) -> Option<&str> {
    let (file, process) = name
        .strip_prefix('.')?
        .strip_suffix(ENDING)?
        .rsplit_once('.')?;
    let mut numbers = process.split('-');
    let mut next = || u32::from_str_radix(numbers.next()?, 16).ok();
    let (machine, boot) = (next()?, next()?);
    let is_here = |there, here| there == here && here != 0;
    (is_here(machine, HERE.machine) || is_here(boot, HERE.boot)).then_some(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_known() {
        assert_eq!(of_this_machine(&name("a.b", 3)), Some("a.b"));
        let Here { machine, boot } = *HERE;
        let other = |machine: u32, boot: u32| format!(".a.{machine:08x}-{boot:08x}-7-0.part");
        if machine != 0 {
            assert_eq!(of_this_machine(&other(machine, !boot)), Some("a"));
        }
        if boot != 0 {
            assert_eq!(of_this_machine(&other(!machine, boot)), Some("a"));
        }
        for name in [
            &other(!machine, !boot),
            &other(0, 0),
            ".a.part",
            ".a.7-0.part",
            "a.part",
            "",
        ] {
            assert_eq!(of_this_machine(name), None, "{name}");
        }
    }

    #[test]
    fn long_names_stay_apart_and_fit() {
        let [a, b] = ["a", "b"].map(|end| "ß".repeat(127) + end);
        assert_ne!(short(&a), short(&b));
        for file in [a, b] {
            let name = name(&file, 999);
            assert!(name.len() < 255, "{name}");
            assert_eq!(of_this_machine(&name), Some(&*short(&file)));
        }
    }
}
