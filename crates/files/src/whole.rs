//! [`write()`]: writes a file completely or not at all.

use std::collections::HashSet;
use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use crate::disk::{self, File};
use crate::leftovers;

/// Writes a file: `content` writes to a temporary file, which replaces the old one when it is safely on the disk. If a step
/// before that fails, or the process ends, the old file is unchanged. (A killed process may leave a temporary file, with a
/// name that begins with a dot and ends in `.part`; the next process that writes the same file removes it.) A device or a
/// pipe is written to directly.
///
/// ```
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("a");
/// bouton_files::write(&path, |out| out.write_all(b"first"))?;
/// let failed = bouton_files::write(&path, |out| {
///     out.write_all(b"sec")?;
///     Err(std::io::ErrorKind::StorageFull.into())
/// });
/// assert!(failed.is_err());
/// assert_eq!(std::fs::read(&path)?, b"first");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// If `content` fails, or there is an I/O error.
pub fn write(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let Some(mut draft) = Draft::begin(path)? else {
        return fill(File::open_device(path)?, content).map(drop);
    };
    draft.fill(content)?;
    draft.publish()
}

/// Moves a file that is safely on the disk to the path where [`write()`] would put it, replacing the file there, if any. To
/// another disk, or into a device, it is copied.
///
/// # Errors
/// An I/O error.
pub fn publish(from: &Path, path: &Path) -> io::Result<()> {
    let place = target(path)?;
    let is_moved = match fs::metadata(&place) {
        Ok(about) if about.is_file() => {
            OpenOptions::new().write(true).open(&place)?;
            disk::set_permissions(from, about.permissions())?;
            disk::rename(from, &place)
        }
        Ok(_) => Err(io::ErrorKind::CrossesDevices.into()),
        Err(_) => disk::rename(from, &place),
    };
    match is_moved {
        Err(error) if error.kind() == io::ErrorKind::CrossesDevices => copy(from, path),
        moved => moved,
    }
}

/// Copies a file to a path, and removes it.
fn copy(from: &Path, path: &Path) -> io::Result<()> {
    let mut file = fs::File::open(from)?;
    write(path, |out| io::copy(&mut file, out).map(drop))?;
    disk::remove(from)
}

fn fill(file: File, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<File> {
    let mut out = BufWriter::new(file);
    content(&mut out)?;
    out.into_inner().map_err(io::IntoInnerError::into_error)
}

/// The path of the file itself: the given path may be a link, which is kept.
fn target(path: &Path) -> io::Result<PathBuf> {
    match fs::symlink_metadata(path) {
        Ok(about) if about.is_symlink() => {
            let to = fs::read_link(path)?;
            target(&path.parent().unwrap_or(Path::new("")).join(to))
        }
        _ => Ok(path.to_owned()),
    }
}

/// Removes the temporary files of this process, which is about to end in the middle of writing.
pub fn abandon() {
    for path in parts().drain() {
        // There is no caller left to report to.
        let _ = disk::remove(&path);
    }
}

/// More leftovers than this indicate another problem.
const MOST_LEFT: u32 = 1000;

static PARTS: LazyLock<Mutex<HashSet<PathBuf>>> = LazyLock::new(Mutex::default);

fn parts() -> MutexGuard<'static, HashSet<PathBuf>> {
    PARTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A temporary file that will replace another one. It is removed if it is dropped before it is published.
#[derive(Debug)]
struct Draft {
    /// The path where it will be.
    place: PathBuf,
    /// Its temporary path.
    part: PathBuf,
    /// Marked while it is open, which shows other processes that this one lives.
    file: Option<File>,
    is_published: bool,
}

impl Draft {
    /// Begins a file; `None` for a device or a pipe, which is written to directly.
    fn begin(path: &Path) -> io::Result<Option<Self>> {
        let before = match fs::metadata(path) {
            Ok(about) if about.is_file() => Some(about),
            Ok(about) if about.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(_) => return Ok(None),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        if before.is_some() {
            // A file that must not be written to must not be replaced.
            OpenOptions::new().write(true).open(path)?;
        }
        let place = target(path)?;
        leftovers::remove_of(&place);
        let draft = Self::create(place)?;
        if let (Some(before), Some(file)) = (before, &draft.file) {
            file.set_permissions(before.permissions())?;
        }
        Ok(Some(draft))
    }

    fn create(place: PathBuf) -> io::Result<Self> {
        let name = place.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        let name = name.to_string_lossy().into_owned();
        let mut number = 0;
        loop {
            let part = place.with_file_name(leftovers::name(&name, number));
            match File::create_new(&part) {
                // Left by a killed process that had the same number.
                Err(error)
                    if error.kind() == io::ErrorKind::AlreadyExists && number < MOST_LEFT => {}
                // Another process may have removed it as a leftover before it was marked.
                Ok(file) if !(file.mark() && part.exists()) && number < MOST_LEFT => {}
                file => {
                    let file = Some(file?);
                    parts().insert(part.clone());
                    return Ok(Self {
                        place,
                        part,
                        file,
                        is_published: false,
                    });
                }
            }
            number += 1;
        }
    }

    fn fill(&mut self, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        if let Some(file) = self.file.take() {
            let file = fill(file, content)?;
            file.sync()?;
            self.file = Some(file);
        }
        Ok(())
    }

    /// Moves it to its place.
    fn publish(mut self) -> io::Result<()> {
        disk::rename(&self.part, &self.place)?;
        self.is_published = true;
        // Again: a process that was killed while it started another process may have kept its lock through it until now.
        leftovers::remove_of(&self.place);
        Ok(())
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        parts().remove(&self.part);
        if !self.is_published {
            // It may fail; only the failed write is reported.
            let _ = disk::remove(&self.part);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_published_is_nowhere_else() {
        let folder = tempfile::tempdir().unwrap();
        let [from, path] = ["from", "to"].map(|name| folder.path().join(name));
        for text in ["first", "second"] {
            fs::write(&from, text).unwrap();
            publish(&from, &path).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
            assert!(!from.exists());
        }
        fs::write(&from, "third").unwrap();
        assert!(publish(&from, folder.path()).is_err());
        assert!(from.exists());
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name();
        let mut names: Vec<_> = entries
            .map(|entry| name(entry).into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    /// A lock ends with its process: a file that is still open here represents one that a living process writes.
    #[test]
    #[cfg(target_os = "linux")]
    fn what_a_dead_process_left_is_removed_and_what_a_living_one_writes_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.tb");
        let living = Draft::begin(&path).unwrap().unwrap();
        let [dead, of_another_file, of_another_machine] = [
            leftovers::name("table.tb", 7),
            leftovers::name("other.tb", 7),
            ".table.tb.00000003-00000005-7-0.part".to_owned(),
        ];
        for name in [&dead, &of_another_file, &of_another_machine] {
            fs::write(folder.path().join(name), "half of").unwrap();
        }
        write(&path, |out| out.write_all(b"whole")).unwrap();
        let part = living.part.file_name().unwrap().to_str().unwrap();
        let left = names(folder.path());
        for (name, is_there) in [
            ("table.tb", true),
            (part, true),
            (&*of_another_file, true),
            (&*of_another_machine, true),
            (&*dead, false),
        ] {
            assert_eq!(left.iter().any(|left| left == name), is_there, "{name}");
        }
        leftovers::remove_leftovers(folder.path());
        assert!(!names(folder.path()).contains(&of_another_file));
        living.publish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"");
        assert_eq!(names(folder.path()), [&*of_another_machine, "table.tb"]);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn what_was_still_locked_at_the_beginning_is_removed_at_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.tb");
        let dying = folder.path().join(leftovers::name("table.tb", 7));
        let lock = fs::File::create(&dying).unwrap();
        lock.lock().unwrap();
        let draft = Draft::begin(&path).unwrap().unwrap();
        assert!(dying.exists());
        drop(lock);
        draft.publish().unwrap();
        assert_eq!(names(folder.path()), ["table.tb"]);
    }
}
