//! The source of a graph: plain or compressed, according to its first bytes.

use std::io::{self, BufRead, Read};

use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::StreamingDecoder;

/// The first bytes of a file compressed by gzip.
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// The first bytes of a Zstandard frame.
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// The first bytes of a skippable Zstandard frame, except for the lowest four bits.
const SKIPPED: [u8; 3] = [0x2a, 0x4d, 0x18];

/// The text of a file, decompressed if necessary.
pub(crate) fn decompressed(file: impl BufRead + 'static) -> io::Result<Box<dyn Read>> {
    let mut file = file;
    let mut magic = Vec::new();
    file.by_ref()
        .take(ZSTD.len() as u64)
        .read_to_end(&mut magic)?;
    let is_gzip = magic.starts_with(&GZIP);
    let is_zstd = is_frame(&magic);
    let whole = io::Cursor::new(magic).chain(file);
    Ok(if is_gzip {
        Box::new(MultiGzDecoder::new(whole))
    } else if is_zstd {
        Box::new(Frames::Between(Ahead::of(Box::new(whole))))
    } else {
        Box::new(whole)
    })
}

fn is_frame(magic: &[u8]) -> bool {
    magic == ZSTD || magic.len() == 4 && magic[0] & 0xf0 == 0x50 && magic[1..] == SKIPPED
}

/// Frames of Zstandard, one after the other, in the form that parallel compressors write.
enum Frames {
    /// Before a frame, or after the last.
    Between(Ahead),
    /// In a frame.
    In(Box<StreamingDecoder<Ahead, ruzstd::decoding::FrameDecoder>>),
    /// In a frame of which this many bytes must still be skipped.
    Skipped(Ahead, usize),
    /// After an error.
    Broken,
}

/// The rest of a file; up to four bytes of it were already read.
struct Ahead {
    looked_at: [u8; 4],
    next: usize,
    rest: Box<dyn BufRead>,
}

impl Ahead {
    fn of(rest: Box<dyn BufRead>) -> Self {
        Self {
            looked_at: [0; 4],
            next: 4,
            rest,
        }
    }
}

impl Read for Ahead {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let mut held = &self.looked_at[self.next..];
        if held.is_empty() {
            return self.rest.read(into);
        }
        let read = held.read(into)?;
        self.next += read;
        Ok(read)
    }
}

impl BufRead for Ahead {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        match self.next {
            4 => self.rest.fill_buf(),
            next => Ok(&self.looked_at[next..]),
        }
    }

    fn consume(&mut self, count: usize) {
        match self.next {
            4 => self.rest.consume(count),
            _ => self.next += count,
        }
    }
}

impl Read for Frames {
    /// A part without bytes is an interruption, not the end: the reader checks its limits in between.
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match std::mem::replace(self, Self::Broken) {
            Self::Between(mut rest) => {
                if rest.fill_buf()?.is_empty() {
                    *self = Self::Between(rest);
                    return Ok(0);
                }
                *self = begin(rest)?;
            }
            Self::In(mut frame) => {
                let read = frame.read(into)?;
                if read > 0 || into.is_empty() {
                    *self = Self::In(frame);
                    return Ok(read);
                }
                let decoder = &frame.decoder;
                if decoder.get_checksum_from_data() != decoder.get_calculated_checksum()
                    && decoder.get_checksum_from_data().is_some()
                {
                    let error = "corrupt zstd frame: the checksum is another one";
                    return Err(io::Error::new(io::ErrorKind::InvalidData, error));
                }
                *self = Self::Between(frame.into_inner());
            }
            Self::Skipped(mut rest, left) => {
                let skipped = rest.fill_buf()?.len().min(left);
                rest.consume(skipped);
                *self = match left - skipped {
                    left if left > 0 && skipped > 0 => Self::Skipped(rest, left),
                    _ => Self::Between(rest),
                };
            }
            Self::Broken => return Err(io::ErrorKind::InvalidData.into()),
        }
        Err(io::ErrorKind::Interrupted.into())
    }
}

/// Begins the next frame; some are skipped.
fn begin(mut rest: Ahead) -> io::Result<Frames> {
    let mut magic = [0; 4];
    rest.read_exact(&mut magic)?;
    if magic != ZSTD && is_frame(&magic) {
        let mut length = [0; 4];
        rest.read_exact(&mut length)?;
        return Ok(Frames::Skipped(rest, u32::from_le_bytes(length) as usize));
    }
    (rest.looked_at, rest.next) = (magic, 0);
    let frame = StreamingDecoder::new(rest).map_err(|error| {
        io::Error::new(
            io::ErrorKind::InvalidData,
            format!("corrupt zstd frame: {error}"),
        )
    })?;
    Ok(Frames::In(Box::new(frame)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A frame of one block with an uncompressed text of at most 255 bytes.
    fn frame(text: &str) -> Vec<u8> {
        let length = text.len() as u8;
        let block = (u32::from(length) << 3 | 1).to_le_bytes();
        [&ZSTD[..], &[0x20, length], &block[..3], text.as_bytes()].concat()
    }

    /// As many frames as lines: the reader keeps nothing of earlier frames.
    #[test]
    fn many_frames_are_read_one_after_another() {
        let skipped = [&[0x50][..], &SKIPPED, &3_u32.to_le_bytes(), b"not"].concat();
        let mut file = Vec::new();
        for _ in 0..100_000 {
            file.extend(frame("line\n"));
            file.extend(frame(""));
            file.extend(&skipped);
        }
        let mut text = String::new();
        let mut read = decompressed(io::Cursor::new(file)).unwrap();
        read.read_to_string(&mut text).unwrap();
        assert_eq!(text, "line\n".repeat(100_000));
    }
}
