//! The limits of the process's control groups, such as those of a container.

use std::fs::read_to_string;
use std::path::{Path, PathBuf};

/// The folder where a version of control groups keeps its numbers.
struct Version {
    /// The folder of the root group.
    root: &'static str,
    /// The limit of a group; `max` for none in the second version.
    most: &'static str,
    used: &'static str,
    /// In `memory.stat`, the bytes used for files that can be read again.
    given_back: &'static str,
}

const FIRST: Version = Version {
    root: "/sys/fs/cgroup/memory",
    most: "memory.limit_in_bytes",
    used: "memory.usage_in_bytes",
    given_back: "total_inactive_file ",
};

const SECOND: Version = Version {
    root: "/sys/fs/cgroup",
    most: "memory.max",
    used: "memory.current",
    given_back: "inactive_file ",
};

/// The fewest bytes that a group leaves to the process; `None` if no group has a limit.
pub(super) fn left() -> Option<u64> {
    let groups = read_to_string("/proc/self/cgroup").ok()?;
    let groups = groups.lines().filter_map(group);
    let folders = groups.flat_map(|(version, path)| folders(version, path));
    folders
        .filter_map(|(version, folder)| version.left(&folder))
        .min()
}

/// A line `number:controllers:path` of a group that may limit memory.
fn group(line: &str) -> Option<(&'static Version, &str)> {
    let (controllers, path) = line.split_once(':')?.1.split_once(':')?;
    match controllers {
        "" => Some((&SECOND, path)),
        named if named.split(',').any(|name| name == "memory") => Some((&FIRST, path)),
        _ => None,
    }
}

/// The folders of a group and of its parents. In a container the path may be one of the host, which does not exist here;
/// the root does.
fn folders(version: &'static Version, path: &str) -> Vec<(&'static Version, PathBuf)> {
    let path = Path::new(path.trim_start_matches('/'));
    let above = path.ancestors();
    above
        .map(|path| (version, Path::new(version.root).join(path)))
        .collect()
}

impl Version {
    fn left(&self, folder: &Path) -> Option<u64> {
        let number = |name| number(&read_to_string(folder.join(name)).ok()?);
        let (most, used) = (number(self.most)?, number(self.used)?);
        let stat = read_to_string(folder.join("memory.stat")).unwrap_or_default();
        let given_back = stat
            .lines()
            .find_map(|line| line.strip_prefix(self.given_back));
        let used = used.saturating_sub(given_back.and_then(|text| text.parse().ok()).unwrap_or(0));
        Some(most.saturating_sub(used))
    }
}

fn number(text: &str) -> Option<u64> {
    text.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limited_group_tells_what_it_leaves() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text);
        write("memory.max", "1000\n").unwrap();
        write("memory.current", "700\n").unwrap();
        assert_eq!(SECOND.left(folder.path()), Some(300));
        write("memory.stat", "anon 400\ninactive_file 100\nslab 2\n").unwrap();
        assert_eq!(SECOND.left(folder.path()), Some(400));
        write("memory.current", "1200\n").unwrap();
        write("memory.stat", "").unwrap();
        assert_eq!(SECOND.left(folder.path()), Some(0));
        write("memory.max", "max\n").unwrap();
        assert_eq!(SECOND.left(folder.path()), None);
        assert_eq!(FIRST.left(folder.path()), None);
    }

    #[test]
    fn groups_are_read_in_both_versions() {
        let path = |line| group(line).map(|(version, path)| (version.root, path));
        assert_eq!(path("0::/user/work"), Some((SECOND.root, "/user/work")));
        assert_eq!(path("7:cpu,memory:/work"), Some((FIRST.root, "/work")));
        assert_eq!(path("3:cpu,cpuacct:/work"), None);
        assert_eq!(path("nothing"), None);
    }

    #[test]
    fn the_groups_above_count_too() {
        let found: Vec<_> = folders(&SECOND, "/a/b").into_iter().map(|f| f.1).collect();
        let root = Path::new(SECOND.root);
        assert_eq!(found, [root.join("a/b"), root.join("a"), root.join("")]);
    }
}
