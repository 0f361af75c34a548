//! [`Source`]: where the bytes of a table come from.

use std::fmt::Debug;
use std::fs::File;
use std::io;

/// Where the bytes of a table come from: a file, or something else that is read at a place, such as an address on the web.
pub trait Source: Debug + Send + Sync {
    /// How many bytes there are.
    ///
    /// # Errors
    /// An I/O error.
    fn length(&self) -> io::Result<u64>;

    /// Fills `bytes` with those from `place` on.
    ///
    /// # Errors
    /// An I/O error; the end comes earlier.
    fn read(&self, bytes: &mut [u8], place: u64) -> io::Result<()>;
}

impl Source for File {
    fn length(&self) -> io::Result<u64> {
        Ok(self.metadata()?.len())
    }

    #[cfg(unix)]
    fn read(&self, bytes: &mut [u8], place: u64) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(self, bytes, place)
    }

    #[cfg(windows)]
    fn read(&self, mut bytes: &mut [u8], mut place: u64) -> io::Result<()> {
        while !bytes.is_empty() {
            let count = std::os::windows::fs::FileExt::seek_read(self, bytes, place)?;
            if count == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            bytes = &mut bytes[count..];
            place += count as u64;
        }
        Ok(())
    }

    /// Elsewhere, as in a browser, there are no such files.
    #[cfg(not(any(unix, windows)))]
    fn read(&self, _bytes: &mut [u8], _place: u64) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::{Table, TableError};

    /// Bytes in memory.
    impl Source for Vec<u8> {
        fn length(&self) -> io::Result<u64> {
            Ok(self.len() as u64)
        }

        fn read(&self, bytes: &mut [u8], place: u64) -> io::Result<()> {
            let place = place as usize;
            let there = self.get(place..place + bytes.len());
            bytes.copy_from_slice(there.ok_or(io::ErrorKind::UnexpectedEof)?);
            Ok(())
        }
    }

    #[test]
    fn bytes_that_are_no_table_are_refused_by_name() {
        for bytes in [
            &b""[..],
            b"short",
            b"long enough to hold a head and a trailer",
        ] {
            let error = Table::of(Path::new("mine.tb"), Box::new(bytes.to_vec())).unwrap_err();
            assert!(matches!(error, TableError::Foreign { .. }), "{error}");
            assert!(error.to_string().starts_with("mine.tb is not a table"));
        }
    }
}
