//! Long lists of numbers in a file, compressed block by block, for work on disk between two passes.
//!
//! Small numbers take a byte before they are packed. A block is the length of its frame, the number of unpacked bytes and
//! their checksum (four bytes each), and the frame. After the last block come a length of 0 and the number of numbers
//! (eight bytes).

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use flate2::Decompress;

use crate::packing::{Frames, put_number, sum, take_number, take_u32, unpack};

/// The bytes in a block, before it is packed.
const BLOCK: usize = 1 << 16;

/// Writes a list of numbers.
pub struct NumberWriter<'w> {
    out: &'w mut dyn Write,
    frames: Frames,
    bytes: Vec<u8>,
    count: u64,
}

impl std::fmt::Debug for NumberWriter<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NumberWriter")
            .field("count", &self.count)
            .finish()
    }
}

impl<'w> NumberWriter<'w> {
    /// Begins a list.
    ///
    /// # Errors
    /// An I/O error.
    pub fn begin(out: &'w mut dyn Write) -> io::Result<Self> {
        Ok(Self {
            out,
            frames: Frames::new(Frames::USUAL),
            bytes: Vec::with_capacity(BLOCK + 10),
            count: 0,
        })
    }

    /// Adds a number.
    ///
    /// # Errors
    /// An I/O error.
    #[inline]
    pub fn put(&mut self, number: u64) -> io::Result<()> {
        put_number(number, &mut self.bytes);
        self.count += 1;
        if self.bytes.len() >= BLOCK {
            self.pack()?;
        }
        Ok(())
    }

    fn pack(&mut self) -> io::Result<()> {
        let frame = self.frames.pack(&self.bytes)?;
        for number in [frame.len() as u32, self.bytes.len() as u32, sum(&frame)] {
            self.out.write_all(&number.to_le_bytes())?;
        }
        self.bytes.clear();
        self.out.write_all(&frame)
    }

    /// Writes the rest; returns the number of numbers.
    ///
    /// # Errors
    /// An I/O error.
    pub fn finish(mut self) -> io::Result<u64> {
        if !self.bytes.is_empty() {
            self.pack()?;
        }
        self.out.write_all(&0u32.to_le_bytes())?;
        self.out.write_all(&self.count.to_le_bytes())?;
        Ok(self.count)
    }
}

/// Reads a list of numbers.
pub struct NumberReader {
    file: BufReader<File>,
    inflate: Decompress,
    frame: Vec<u8>,
    bytes: Vec<u8>,
    at: usize,
    is_over: bool,
}

impl std::fmt::Debug for NumberReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NumberReader")
            .field("file", &self.file)
            .finish()
    }
}

impl NumberReader {
    /// Opens a list.
    ///
    /// # Errors
    /// An I/O error.
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(Self {
            file: BufReader::with_capacity(1 << 16, File::open(path)?),
            inflate: Decompress::new(false),
            frame: Vec::new(),
            bytes: Vec::new(),
            at: 0,
            is_over: false,
        })
    }

    /// The number of numbers in a list.
    ///
    /// # Errors
    /// An I/O error.
    pub fn count(path: &Path) -> io::Result<u64> {
        let mut file = File::open(path)?;
        file.seek(SeekFrom::End(-8))?;
        let mut bytes = [0; 8];
        file.read_exact(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    /// Appends the next numbers, at most this many; returns how many it appended.
    ///
    /// # Errors
    /// An I/O error, or the list is damaged.
    pub fn take(&mut self, most: usize, numbers: &mut Vec<u64>) -> io::Result<usize> {
        let mut taken = 0;
        while taken < most {
            if self.at == self.bytes.len() && !self.fill()? {
                break;
            }
            let mut rest = &self.bytes[self.at..];
            while taken < most && !rest.is_empty() {
                numbers.push(take_number(&mut rest).ok_or_else(damaged)?);
                taken += 1;
            }
            self.at = self.bytes.len() - rest.len();
        }
        Ok(taken)
    }

    /// Unpacks the next block; false if there is none.
    fn fill(&mut self) -> io::Result<bool> {
        if self.is_over {
            return Ok(false);
        }
        let mut head = [0; 12];
        self.file.read_exact(&mut head)?;
        let mut rest = &head[..];
        let mut next = || take_u32(&mut rest).unwrap_or(0);
        let (packed, unpacked, checked) = (next(), next(), next());
        if packed == 0 {
            self.is_over = true;
            return Ok(false);
        }
        if unpacked as usize > 2 * BLOCK || packed as usize > 4 * BLOCK {
            return Err(damaged());
        }
        self.frame.resize(packed as usize, 0);
        self.file.read_exact(&mut self.frame)?;
        if sum(&self.frame) != checked {
            return Err(damaged());
        }
        self.bytes.resize(unpacked as usize, 0);
        self.at = 0;
        unpack(&mut self.inflate, &self.frame, &mut self.bytes).ok_or_else(damaged)?;
        Ok(true)
    }
}

fn damaged() -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidData,
        "a file of unfinished work is damaged",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_back_in_pieces() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("list");
        for count in [0, 1, 70_000u64] {
            let wanted: Vec<_> = (0..count).map(|n| n * n % 1000 + ((n % 7) << 40)).collect();
            let mut file = File::create(&path).unwrap();
            let mut writer = NumberWriter::begin(&mut file).unwrap();
            wanted
                .iter()
                .for_each(|number| writer.put(*number).unwrap());
            assert_eq!(writer.finish().unwrap(), count);
            assert_eq!(NumberReader::count(&path).unwrap(), count);
            let (mut reader, mut found) = (NumberReader::open(&path).unwrap(), Vec::new());
            while reader.take(997, &mut found).unwrap() > 0 {}
            assert_eq!(found, wanted);
        }
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[100] ^= 1;
        std::fs::write(&path, bytes).unwrap();
        assert!(
            NumberReader::open(&path)
                .unwrap()
                .take(100, &mut Vec::new())
                .is_err()
        );
    }
}
