//! [`write()`]: a file that is there whole, or as it was before.

use std::collections::HashSet;
use std::fs::{self, Metadata, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use crate::disk::{self, File};

/// Writes a file: what `content` writes is put beside it, and takes its place once it is safe. Should anything fail before, or the
/// process end, the file is as it was, or is not there. (A process that is killed may leave what it wrote beside it, under a name
/// that begins with a dot and ends in `.part`.) What is no file, a device or a pipe, is written to as it is.
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
/// `content` fails, or the system refuses.
pub fn write(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let before = match fs::metadata(path) {
        Ok(about) if about.is_file() => Some(about),
        Ok(about) if about.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(_) => return fill(File::open_device(path)?, content).map(drop),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    if before.is_some() {
        // A file that must not be written to is not replaced, either.
        OpenOptions::new().write(true).open(path)?;
    }
    let path = target(path)?;
    let mut part = Part::create(&path)?;
    let written = part.write(before, content);
    if written.is_err() {
        part.remove();
    }
    written?;
    disk::rename(&part.path, &path).inspect_err(|_| part.remove())
}

/// Puts a file that is written and safe in the place of another one, or where none is, and where [`write()`] would put it: on another
/// disk, or into a device, it is copied.
///
/// # Errors
/// The system refuses.
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
        Err(error) if error.kind() == io::ErrorKind::CrossesDevices => {
            let mut file = fs::File::open(from)?;
            write(path, |out| io::copy(&mut file, out).map(drop))?;
            disk::remove(from)
        }
        moved => moved,
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        parts().remove(&self.path);
    }
}

fn fill(file: File, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<File> {
    let mut out = BufWriter::new(file);
    content(&mut out)?;
    out.into_inner().map_err(io::IntoInnerError::into_error)
}

/// Where the file is: it may be a link that is to stay one.
fn target(path: &Path) -> io::Result<PathBuf> {
    match fs::symlink_metadata(path) {
        Ok(about) if about.is_symlink() => {
            let to = fs::read_link(path)?;
            target(&path.parent().unwrap_or(Path::new("")).join(to))
        }
        _ => Ok(path.to_owned()),
    }
}

/// Removes what is to become a file, for a process that ends amid the writing of it.
pub fn abandon() {
    for path in parts().drain() {
        // Nobody is left to be told.
        let _ = disk::remove(&path);
    }
}

/// Where more than so many are left behind, something else is wrong.
const MOST_LEFT: u32 = 1000;

static PARTS: LazyLock<Mutex<HashSet<PathBuf>>> = LazyLock::new(Mutex::default);

fn parts() -> MutexGuard<'static, HashSet<PathBuf>> {
    PARTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What takes the place of a file once it is whole.
struct Part {
    path: PathBuf,
    file: Option<File>,
}

impl Part {
    fn create(beside: &Path) -> io::Result<Self> {
        let name = beside.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        let name = name.to_string_lossy();
        let named = |number: u32| {
            let process = std::process::id();
            beside.with_file_name(format!(".{name}.{process}-{number}.part"))
        };
        let mut number = 0;
        loop {
            let path = named(number);
            match File::create_new(&path) {
                // Left behind by a process of the same number that was killed.
                Err(error)
                    if error.kind() == io::ErrorKind::AlreadyExists && number < MOST_LEFT =>
                {
                    number += 1;
                }
                file => {
                    let file = Some(file?);
                    parts().insert(path.clone());
                    return Ok(Self { path, file });
                }
            }
        }
    }

    fn write(
        &mut self,
        before: Option<Metadata>,
        content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let Some(file) = self.file.take() else {
            return Ok(());
        };
        if let Some(before) = before {
            file.set_permissions(before.permissions())?;
        }
        fill(file, content)?.sync()
    }

    /// It may not be possible, and nobody can be told more than that the writing failed.
    fn remove(&self) {
        let _ = disk::remove(&self.path);
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
}
