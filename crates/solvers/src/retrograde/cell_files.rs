//! Cells in a file: some numbers, the cells, and a checksum.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;

use bouton_tables::Checksum;

use super::cell::Cell;

/// Writes cells to a file after some numbers, completely or not at all.
pub(super) fn keep<'c, C: Cell>(
    path: &Path,
    head: &[u64],
    parts: impl IntoIterator<Item = &'c [C]>,
) -> io::Result<()> {
    bouton_files::write(path, |out| {
        let mut out = Checked {
            out,
            sum: Checksum::default(),
        };
        for number in head {
            out.write_all(&number.to_le_bytes())?;
        }
        for cells in parts {
            C::write(cells, &mut out)?;
        }
        let sum = out.sum.get();
        out.out.write_all(&sum.to_le_bytes())
    })
}

/// Reads cells from a file without leading numbers.
pub(super) fn fetch<C: Cell>(path: &Path, cells: &mut [C]) -> io::Result<()> {
    let mut kept = CellReader::open(path)?;
    kept.cells(cells)?;
    kept.end()
}

/// A writer that also computes the checksum.
struct Checked<'o> {
    out: &'o mut dyn Write,
    sum: Checksum,
}

impl Write for Checked<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.sum.add(&bytes[..written]);
        Ok(written)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Cells that are read from a file, in order.
pub(super) struct CellReader {
    file: BufReader<File>,
    sum: Checksum,
}

impl CellReader {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        Ok(Self {
            file: BufReader::with_capacity(1 << 15, File::open(path)?),
            sum: Checksum::default(),
        })
    }

    /// The numbers at the beginning.
    pub(super) fn head<const HEAD: usize>(&mut self) -> io::Result<[u64; HEAD]> {
        let mut head = [0; HEAD];
        for number in &mut head {
            let mut bytes = [0; 8];
            self.read_exact(&mut bytes)?;
            *number = u64::from_le_bytes(bytes);
        }
        Ok(head)
    }

    /// The next cells.
    pub(super) fn cells<C: Cell>(&mut self, cells: &mut [C]) -> io::Result<()> {
        C::read(cells, self)
    }

    /// Compares the checksum of all that was read with the stored one, which must end the file.
    pub(super) fn end(&mut self) -> io::Result<()> {
        let mut rest = Vec::new();
        self.file.by_ref().take(5).read_to_end(&mut rest)?;
        match rest == self.sum.get().to_le_bytes() {
            true => Ok(()),
            false => Err(damaged()),
        }
    }
}

impl Read for CellReader {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(bytes)?;
        self.sum.add(&bytes[..count]);
        Ok(count)
    }
}

pub(super) fn damaged() -> io::Error {
    let message = "a file of unfinished work is damaged";
    io::Error::new(io::ErrorKind::InvalidData, message)
}
