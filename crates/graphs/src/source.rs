//! Where a graph is read from: plain, or compressed in a way that its first bytes tell.

use std::io::{self, BufRead, Read};

use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::StreamingDecoder;

/// What a file compressed by gzip begins with.
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// What a frame of Zstandard begins with.
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// What a frame of Zstandard that is to be skipped begins with, the lowest four bits of the first byte aside.
const SKIPPED: [u8; 3] = [0x2a, 0x4d, 0x18];

/// The text of a file, whether it is compressed or not.
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
        Box::new(Frames::Between(Box::new(whole)))
    } else {
        Box::new(whole)
    })
}

fn is_frame(magic: &[u8]) -> bool {
    magic == ZSTD || magic.len() == 4 && magic[0] & 0xf0 == 0x50 && magic[1..] == SKIPPED
}

/// Frames of Zstandard, one after the other, as parallel compressors write them.
enum Frames {
    /// Before a frame, or behind the last.
    Between(Box<dyn BufRead>),
    /// In one.
    In(Box<StreamingDecoder<Box<dyn BufRead>, ruzstd::decoding::FrameDecoder>>),
    /// Something went wrong.
    Broken,
}

impl Read for Frames {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
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
                Self::Broken => return Err(io::ErrorKind::InvalidData.into()),
            }
        }
    }
}

/// Goes into the next frame, or past it if it is to be skipped.
fn begin(mut rest: Box<dyn BufRead>) -> io::Result<Frames> {
    let mut magic = [0; 4];
    rest.read_exact(&mut magic)?;
    if magic != ZSTD && is_frame(&magic) {
        let mut length = [0; 4];
        rest.read_exact(&mut length)?;
        let length = u32::from_le_bytes(length).into();
        io::copy(&mut rest.by_ref().take(length), &mut io::sink())?;
        return Ok(Frames::Between(rest));
    }
    let whole: Box<dyn BufRead> = Box::new(io::Cursor::new(magic).chain(rest));
    let frame = StreamingDecoder::new(whole).map_err(|error| {
        io::Error::new(
            io::ErrorKind::InvalidData,
            format!("corrupt zstd frame: {error}"),
        )
    })?;
    Ok(Frames::In(Box::new(frame)))
}
