//! All changes on the disk, each as one step.

use std::fs::{self, OpenOptions, Permissions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

/// A file that is written to.
#[derive(Debug)]
pub(crate) struct File(fs::File);

#[cfg(not(debug_assertions))]
fn step() -> io::Result<()> {
    Ok(())
}
#[cfg(debug_assertions)]
use crate::faults::step;

/// Makes a folder, and its missing parents.
///
/// # Errors
/// An I/O error.
pub fn create_folder(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    step()?;
    fs::create_dir_all(path)
}

/// Removes a file.
///
/// # Errors
/// An I/O error.
pub fn remove(path: &Path) -> io::Result<()> {
    step()?;
    fs::remove_file(path)
}

/// Removes a draft that no process has [marked](File::mark). If that is unknown, it stays.
#[cfg(not(windows))]
pub(crate) fn remove_unmarked(path: &Path) {
    let Ok(file) = OpenOptions::new().write(true).open(path) else {
        return;
    };
    if file.try_lock().is_ok() {
        // The file is still locked when it is removed, so that a process that has just created it does not continue with
        // it.
        let _ = remove(path);
    }
}

#[cfg(windows)]
pub(crate) fn remove_unmarked(path: &Path) {
    use std::os::windows::fs::OpenOptionsExt;
    const DELETE: u32 = 0x1_0000;
    const DELETE_ON_CLOSE: u32 = 0x400_0000;
    // Exclusive access succeeds only if no process has the file open.
    let mut options = OpenOptions::new();
    options.access_mode(DELETE).share_mode(0);
    drop(options.custom_flags(DELETE_ON_CLOSE).open(path));
}

/// Removes an empty folder.
///
/// # Errors
/// An I/O error.
pub fn remove_folder(path: &Path) -> io::Result<()> {
    step()?;
    fs::remove_dir(path)
}

/// Moves a file to a path, replacing the file there, if any.
pub(crate) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    step()?;
    fs::rename(from, to)
}

/// Sets the permissions of a file.
pub(crate) fn set_permissions(path: &Path, permissions: Permissions) -> io::Result<()> {
    step()?;
    fs::set_permissions(path, permissions)
}

impl File {
    /// Creates a file, which must not exist.
    pub(crate) fn create_new(path: &Path) -> io::Result<Self> {
        step()?;
        // Write-only: a process without the right to read a folder may still create a file there.
        let mut options = OpenOptions::new();
        Ok(Self(options.write(true).create_new(true).open(path)?))
    }

    /// An existing device or pipe to write to.
    pub(crate) fn open_device(path: &Path) -> io::Result<Self> {
        step()?;
        Ok(Self(OpenOptions::new().write(true).open(path)?))
    }

    /// Opens or creates a file for reading and appending.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        step()?;
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        Ok(Self(options.open(path)?))
    }

    /// Locks it for this process; false if another process has it. If the system has no locks, it succeeds.
    pub(crate) fn lock(&self) -> bool {
        !matches!(self.0.try_lock(), Err(TryLockError::WouldBlock))
    }

    /// Shows other processes, as long as it is open, that this one lives; false if another process has marked it. Here a
    /// lock, which would keep out a child that writes the file on Windows: there it is enough that the file is open.
    pub(crate) fn mark(&self) -> bool {
        cfg!(windows) || self.lock()
    }

    pub(crate) fn set_permissions(&self, permissions: Permissions) -> io::Result<()> {
        step()?;
        self.0.set_permissions(permissions)
    }

    /// Flushes it to the disk.
    pub(crate) fn sync(&self) -> io::Result<()> {
        step()?;
        self.0.sync_all()
    }

    /// Cuts the file to this length, and moves to its end.
    pub(crate) fn cut(&mut self, length: u64) -> io::Result<()> {
        step()?;
        self.0.set_len(length)?;
        self.0.seek(SeekFrom::Start(length)).map(drop)
    }

    /// The file, for reading.
    pub(crate) fn inner(&self) -> &fs::File {
        &self.0
    }
}

impl Write for File {
    #[cfg(debug_assertions)]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let (most, failed) = crate::faults::write(bytes.len());
        self.0.write_all(&bytes[..most])?;
        failed.map(|()| most)
    }

    #[cfg(not(debug_assertions))]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
