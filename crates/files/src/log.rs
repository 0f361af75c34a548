//! [`Log`]: an append-only file, for one process at a time.

use std::fs;
use std::io::{self, BufReader, Seek, Write};
use std::path::Path;

use crate::disk::File;

/// The reason why appending failed.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// It cannot be read or written.
    #[error(transparent)]
    File(#[from] io::Error),
    /// It is not a seekable file.
    #[error("expected a regular file")]
    Device,
    /// Another process uses it.
    #[error("it is in use by another process")]
    InUse,
}

/// An append-only file. The caller opens and reads it, says how much of it is [good](Log::keep), and appends pieces.
///
/// ```
/// use std::io::Read;
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("log");
/// let mut log = bouton_files::Log::open(&path)?;
/// log.keep(0)?;
/// log.append(b"one")?;
/// drop(log);
/// let mut log = bouton_files::Log::open(&path)?;
/// let mut text = String::new();
/// log.reader()?.read_to_string(&mut text)?;
/// assert_eq!((text.as_str(), log.length()?), ("one", 3));
/// # Ok::<(), bouton_files::LogError>(())
/// ```
#[derive(Debug)]
pub struct Log {
    file: File,
    /// The number of good bytes.
    good: u64,
}

impl Log {
    /// Opens or creates a file, locked for this process.
    ///
    /// # Errors
    /// If there is an I/O error, another process has the file, or it is a device, a pipe or a folder.
    pub fn open(path: &Path) -> Result<Self, LogError> {
        // Checked before it is opened: opening a pipe waits for its writer.
        if fs::metadata(path).is_ok_and(|about| !about.is_file()) {
            return Err(LogError::Device);
        }
        let file = File::open(path)?;
        if !file.lock() {
            return Err(LogError::InUse);
        }
        Ok(Self { file, good: 0 })
    }

    /// Reads it from its beginning.
    ///
    /// # Errors
    /// An I/O error.
    pub fn reader(&self) -> io::Result<BufReader<&fs::File>> {
        let mut file = self.file.inner();
        file.rewind()?;
        Ok(BufReader::new(file))
    }

    /// Its length.
    ///
    /// # Errors
    /// An I/O error.
    pub fn length(&self) -> io::Result<u64> {
        Ok(self.file.inner().metadata()?.len())
    }

    /// Cuts the file to this many bytes; the next piece is appended there.
    ///
    /// # Errors
    /// An I/O error.
    pub fn keep(&mut self, good: u64) -> io::Result<()> {
        self.file.cut(good)?;
        self.good = good;
        Ok(())
    }

    /// Appends a piece. A piece that fails is removed, as far as the system allows.
    ///
    /// # Errors
    /// An I/O error.
    pub fn append(&mut self, piece: &[u8]) -> io::Result<()> {
        let written = self.file.write_all(piece);
        match written {
            Ok(()) => self.good += piece.len() as u64,
            // If the piece cannot be removed, the damage is detected when the log is read.
            Err(_) => drop(self.file.cut(self.good)),
        }
        written
    }

    /// Waits until all appended pieces would survive a failure of the machine.
    ///
    /// # Errors
    /// An I/O error.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync()
    }
}

/// The checksum of a sequence (FNV-1a). It detects damage, and missing, repeated or misplaced pieces, but not manipulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chain(u64);

impl Default for Chain {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Chain {
    /// The checksum with further data.
    #[must_use]
    pub fn with(self, data: &[u8]) -> Self {
        let step = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        Self(data.iter().fold(self.0, step))
    }

    /// As a number.
    pub fn sum(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    fn read(log: &Log) -> String {
        let mut text = String::new();
        log.reader().unwrap().read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn one_at_a_time_adds_to_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let mut log = Log::open(&path).unwrap();
        assert!(matches!(Log::open(&path), Err(LogError::InUse)));
        assert!(matches!(Log::open(folder.path()), Err(LogError::Device)));
        log.append(b"one, ").unwrap();
        log.append(b"two").unwrap();
        assert_eq!(read(&log), "one, two");
        log.keep(5).unwrap();
        log.append(b"three").unwrap();
        log.sync().unwrap();
        drop(log);
        assert_eq!(read(&Log::open(&path).unwrap()), "one, three");
    }

    #[test]
    fn a_chain_tells_what_is_left_out_or_out_of_place() {
        let chain = |pieces: &[&str]| {
            let all = pieces.iter();
            all.fold(Chain::default(), |chain, piece| {
                chain.with(piece.as_bytes())
            })
        };
        assert_eq!(chain(&["a", "bc"]), chain(&["ab", "c"]));
        for other in [&["b", "a"][..], &["a"], &["a", "b", "b"]] {
            assert_ne!(chain(other), chain(&["a", "b"]), "{other:?}");
        }
    }
}
