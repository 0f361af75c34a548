//! [`Keeper`]: saves the state of long work in a file from time to time, so that interrupted work can continue.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bouton_core::{RuleError, fail};
use bouton_tables::{NumberReader, NumberWriter};
use web_time::Instant;

use crate::retrograde::{by_files, by_slices};

/// The result of saving or reading unfinished work; if the file cannot be written or read, the query ends with an error.
pub(crate) fn or_broken<T>(done: io::Result<T>) -> T {
    done.unwrap_or_else(|error| {
        fail(RuleError::Broken(format!(
            "cannot keep unfinished work: {error}"
        )))
    })
}

/// Saves the state of work as a list of numbers, at intervals such that saving takes a twentieth of the time.
#[derive(Debug)]
pub struct Keeper {
    path: PathBuf,
    last: Instant,
    /// The time that the last save took.
    took: Duration,
    /// Whether earlier work was continued.
    pub resumed: bool,
}

impl Keeper {
    /// Saves to this file, which no other work uses.
    pub fn at(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            last: Instant::now(),
            took: Duration::ZERO,
            resumed: false,
        }
    }

    /// The folder of the file, for files next to it.
    pub(crate) fn folder(&self) -> &Path {
        match self.path.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        }
    }

    /// The saved state.
    pub(crate) fn kept(&self) -> io::Result<Option<NumberReader>> {
        match self.path.is_file() {
            true => NumberReader::open(&self.path).map(Some),
            false => Ok(None),
        }
    }

    /// Saves the state, if enough was done since the last save.
    pub(crate) fn keep(
        &mut self,
        write: impl FnOnce(&mut NumberWriter<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        if self.last.elapsed() < 20 * self.took {
            return Ok(());
        }
        let begun = Instant::now();
        bouton_files::write(&self.path, |out| {
            let mut numbers = NumberWriter::begin(out)?;
            write(&mut numbers)?;
            numbers.finish().map(drop)
        })?;
        self.last = Instant::now();
        self.took = self.last - begun;
        Ok(())
    }

    /// Removes the saved state of finished work; other work is saved there next.
    pub(crate) fn forget(&mut self) -> io::Result<()> {
        if self.path.is_file() {
            bouton_files::remove(&self.path)?;
        }
        (self.last, self.took) = (Instant::now(), Duration::ZERO);
        Ok(())
    }

    /// Removes the saved state.
    ///
    /// # Errors
    /// If there is an I/O error.
    pub fn remove(&mut self) -> io::Result<()> {
        self.forget()?;
        by_slices::remove(self.folder())?;
        by_files::remove(self.folder())
    }
}
