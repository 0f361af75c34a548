//! [`TableFolder`]: the folder of unfinished work, for one process at a time.

use std::error::Error as StdError;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use bouton_engine::Error;
use bouton_files::Log;
use bouton_tables::Contents;

use super::making::Wanted;

/// The folder of a table in progress. Its contents belong to one job, which a file names; this file is locked while a
/// process works.
pub(super) struct TableFolder {
    folder: PathBuf,
    job: PathBuf,
    _log: Log,
}

/// The file that names the job.
const JOB: &str = "job";

impl TableFolder {
    /// The folder next to a table; it is created if it does not exist.
    ///
    /// # Errors
    /// If it cannot be created or written to, belongs to another job, or another process uses it.
    pub(super) fn open(wanted: &Wanted<'_>, contents: &Contents) -> Result<Self, Error> {
        let best = if wanted.best { "best\n" } else { "" };
        let text = format!("{best}{}", contents.text());
        let work = Self::within(beside(wanted.path), JOB, &text)?;
        // No other process works in this folder, on this machine or another one.
        clear(&work.folder).map_err(|error| work.failed(error))?;
        Ok(work)
    }

    /// The bytes of unfinished work on a table.
    pub(super) fn taken(table: &Path) -> u64 {
        Self::taken_in(&beside(table))
    }

    /// The bytes of a folder's files.
    pub(super) fn taken_in(folder: &Path) -> u64 {
        let files = std::fs::read_dir(folder).into_iter().flatten();
        let lengths = files.map(|file| file?.metadata().map(|file| file.len()));
        lengths
            .map(|length: io::Result<u64>| length.unwrap_or(0))
            .sum()
    }

    /// A folder in which one of several processes works, with its job in a file of this name.
    ///
    /// # Errors
    /// As for [`TableFolder::open`].
    pub(super) fn within(folder: PathBuf, job: &str, wanted: &str) -> Result<Self, Error> {
        bouton_files::create_folder(&folder).map_err(failed(&folder))?;
        let mut log = Log::open(&folder.join(job)).map_err(failed(&folder))?;
        bouton_files::remove_leftovers(&folder);
        let wanted = format!("bouton work 2\n{wanted}");
        let mut found = String::new();
        let read = log
            .reader()
            .and_then(|mut reader| reader.read_to_string(&mut found));
        read.map_err(failed(&folder))?;
        if found != wanted {
            // A truncated job file has no meaning, and no other file exists yet.
            if !wanted.starts_with(&found) {
                let message = "the folder holds the unfinished work of another table or version; remove it to start again";
                return Err(failed(&folder)(io::Error::other(message)));
            }
            let written = log.keep(0).and_then(|()| log.append(wanted.as_bytes()));
            written.and_then(|()| log.sync()).map_err(failed(&folder))?;
        }
        Ok(Self {
            job: folder.join(job),
            folder,
            _log: log,
        })
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// An I/O error.
    pub(super) fn failed(&self, error: io::Error) -> Error {
        failed(&self.folder)(error)
    }

    /// The work is complete: removes what was saved of it. The folder stays until it is [closed](Self::close), or for good if
    /// other processes share it.
    pub(super) fn end(&self, remove: impl FnOnce() -> io::Result<()>) -> Result<(), Error> {
        let removed = remove().and_then(|()| bouton_files::remove(&self.job));
        removed.map_err(|error| self.failed(error))
    }

    /// Removes the folder, in which nothing is left. Windows may keep removed files until they are closed everywhere.
    pub(super) fn close(self) -> Result<(), Error> {
        let Self {
            folder, _log: log, ..
        } = self;
        drop(log);
        bouton_files::remove_folder(&folder).map_err(failed(&folder))
    }
}

fn failed<E: StdError + Send + Sync + 'static>(folder: &Path) -> impl Fn(E) -> Error {
    move |error| {
        Error::io(
            format_args!("cannot keep work in {}", folder.display()),
            error,
        )
    }
}

/// The folder with unfinished work on a table.
pub fn beside(table: &Path) -> PathBuf {
    let mut name = table.as_os_str().to_owned();
    name.push(".work");
    PathBuf::from(name)
}

/// Removes partial files of killed processes.
fn clear(folder: &Path) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with('.') && name.ends_with(".part") {
            bouton_files::remove(&path)?;
        }
    }
    Ok(())
}
