//! [`free`]: the free space on the disk.

use std::path::Path;

/// The bytes that may still be written at a path; `None` if the system does not report this.
#[cfg(any(unix, windows))]
pub fn free(path: &Path) -> Option<u64> {
    #[cfg(debug_assertions)]
    if let Some(free) = crate::faults::told_free() {
        return Some(free);
    }
    let parent = path.parent().filter(|parent| *parent != Path::new(""));
    let folder = match path.is_dir() {
        true => path,
        false => parent.unwrap_or(Path::new(".")),
    };
    of_folder(folder)
}

#[cfg(unix)]
fn of_folder(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    // Virtual file systems have no blocks.
    (disk.f_blocks > 0).then(|| disk.f_bavail.saturating_mul(disk.f_frsize))
}

#[cfg(windows)]
fn of_folder(folder: &Path) -> Option<u64> {
    fs4::available_space(folder).ok()
}

/// The bytes that may still be written at a path; `None` if the system does not report this.
#[cfg(not(any(unix, windows)))]
pub fn free(_path: &Path) -> Option<u64> {
    #[cfg(debug_assertions)]
    return crate::faults::told_free();
    #[cfg(not(debug_assertions))]
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(any(unix, windows))]
    fn a_folder_has_space() {
        let folder = tempfile::tempdir().unwrap();
        assert!(free(folder.path()).is_some_and(|bytes| bytes > 1 << 10));
        assert!(free(&folder.path().join("file")).is_some());
        assert!(free(&folder.path().join("none").join("file")).is_none());
    }
}
