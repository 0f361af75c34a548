//! [`Keeper`]: keeps long work in a file from time to time, so that work that was ended goes on.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bouton_core::{RuleError, fail};
use bouton_tables::{NumberReader, NumberWriter};
use web_time::Instant;

use crate::retrograde::{by_files, by_slices};

/// What keeping or reading unfinished work gave; where that cannot be written or read, the question ends with a fault.
pub(crate) fn or_broken<T>(done: io::Result<T>) -> T {
    done.unwrap_or_else(|error| {
        fail(RuleError::Broken(format!(
            "cannot keep unfinished work: {error}"
        )))
    })
}

/// Keeps the state of work as a list of numbers, as often as that takes a twentieth of the time.
#[derive(Debug)]
pub struct Keeper {
    path: PathBuf,
    last: Instant,
    /// How long it took.
    took: Duration,
    /// Whether work of before went on.
    pub resumed: bool,
}

impl Keeper {
    /// Keeps it in this file, which is no other work's.
    pub fn at(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            last: Instant::now(),
            took: Duration::ZERO,
            resumed: false,
        }
    }

    /// Where it is kept, and work beside it.
    pub(crate) fn folder(&self) -> &Path {
        match self.path.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        }
    }

    /// What was kept.
    pub(crate) fn kept(&self) -> io::Result<Option<NumberReader>> {
        match self.path.is_file() {
            true => NumberReader::open(&self.path).map(Some),
            false => Ok(None),
        }
    }

    /// Keeps it, if enough was done since the last time.
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

    /// Removes what was kept of work that is done; other work is kept there next.
    pub(crate) fn forget(&mut self) -> io::Result<()> {
        if self.path.is_file() {
            bouton_files::remove(&self.path)?;
        }
        (self.last, self.took) = (Instant::now(), Duration::ZERO);
        Ok(())
    }

    /// Removes what was kept.
    ///
    /// # Errors
    /// The system refuses.
    pub fn remove(&mut self) -> io::Result<()> {
        self.forget()?;
        by_slices::remove(self.folder())?;
        by_files::remove(self.folder())
    }
}
