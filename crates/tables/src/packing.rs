//! The encoding of a block: gaps between keys, shared prefixes of texts, and the frame around them, which is a DEFLATE stream.

use std::io::{self, Write};

use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc, Decompress, FlushDecompress, Status};

/// Appends a number in groups of seven bits, the lowest first.
pub(crate) fn put_number(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes a number off the front; `None` if there is no number of at most 64 bits.
#[inline]
pub(crate) fn take_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0u64;
    for shift in (0..64).step_by(7) {
        let (first, rest) = bytes.split_first()?;
        *bytes = rest;
        let group = u64::from(first & 0x7f);
        if group << shift >> shift != group {
            return None;
        }
        number |= group << shift;
        if first & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

/// Takes this many bytes off the front.
pub(crate) fn take<'b>(bytes: &mut &'b [u8], count: usize) -> Option<&'b [u8]> {
    let (taken, rest) = bytes.split_at_checked(count)?;
    *bytes = rest;
    Some(taken)
}

/// Takes a number of four bytes off the front.
pub(crate) fn take_u32(bytes: &mut &[u8]) -> Option<u32> {
    Some(u32::from_le_bytes(take(bytes, 4)?.try_into().ok()?))
}

/// Takes a number of eight bytes off the front.
pub(crate) fn take_u64(bytes: &mut &[u8]) -> Option<u64> {
    Some(u64::from_le_bytes(take(bytes, 8)?.try_into().ok()?))
}

/// Appends a text as its difference from the previous one.
pub(crate) fn put_text(text: &str, before: &str, bytes: &mut Vec<u8>) {
    let common = text.bytes().zip(before.bytes());
    let common = common.take_while(|(one, other)| one == other).count();
    put_number(common as u64, bytes);
    put_number((text.len() - common) as u64, bytes);
    bytes.extend_from_slice(&text.as_bytes()[common..]);
}

/// Takes a text off the front; it replaces the previous one.
pub(crate) fn take_text(bytes: &mut &[u8], text: &mut Vec<u8>) -> Option<()> {
    let common = usize::try_from(take_number(bytes)?).ok()?;
    let rest = usize::try_from(take_number(bytes)?).ok()?;
    if common > text.len() {
        return None;
    }
    text.truncate(common);
    text.extend_from_slice(take(bytes, rest)?);
    Some(())
}

/// Packs one frame after the other, in the same memory.
#[derive(Debug)]
pub(crate) struct Frames(DeflateEncoder<Vec<u8>>);

impl Frames {
    /// At level 4 the frames of tables are 4 to 8 % smaller than those of Zstandard at its level 3, and take four to six times as
    /// long to pack (0.1 ms) and three times as long to unpack (19 µs). Level 9 takes up to four times as long for 1 to 5 %.
    pub(crate) const USUAL: Compression = Compression::new(4);

    pub(crate) fn new(level: Compression) -> Self {
        Self(DeflateEncoder::new(Vec::new(), level))
    }

    pub(crate) fn pack(&mut self, bytes: &[u8]) -> io::Result<Vec<u8>> {
        self.0.write_all(bytes)?;
        self.0.reset(Vec::new())
    }
}

/// Unpacks a frame, which must have exactly the bytes for which there is room.
pub(crate) fn unpack(inflate: &mut Decompress, frame: &[u8], room: &mut [u8]) -> Option<()> {
    inflate.reset(false);
    let end = inflate.decompress(frame, room, FlushDecompress::Finish);
    let is_whole = matches!(end, Ok(Status::StreamEnd))
        && inflate.total_in() == frame.len() as u64
        && inflate.total_out() == room.len() as u64;
    is_whole.then_some(())
}

/// The checksum of a block: it detects damage. Malicious changes are detected by one step of the rules.
pub(crate) fn sum(bytes: &[u8]) -> u32 {
    let mut sum = Checksum::default();
    sum.add(bytes);
    sum.get()
}

/// The CRC-32 of a stream of bytes: it detects damage, not malicious changes.
#[derive(Debug, Default)]
pub struct Checksum(Crc);

impl Checksum {
    /// Adds some bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The checksum of all added bytes.
    pub fn get(&self) -> u32 {
        self.0.sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_texts_are_read_back() {
        let mut bytes = Vec::new();
        let numbers = [0, 1, 127, 128, 300, 1 << 35, u64::MAX - 1, u64::MAX];
        for number in numbers {
            put_number(number, &mut bytes);
        }
        let mut rest = &bytes[..];
        assert_eq!(numbers.map(|_| take_number(&mut rest)), numbers.map(Some));
        assert_eq!(take_number(&mut rest), None);
        // An eleventh group, and a tenth that has more than the last bit.
        for wrong in [[0x80; 11], [0xff; 11]] {
            assert_eq!(take_number(&mut &wrong[..]), None);
        }
        let texts = ["", "1,2", "1,22", "1,3", "ä"];
        let (mut bytes, mut before) = (Vec::new(), "");
        for text in texts {
            put_text(text, before, &mut bytes);
            before = text;
        }
        let (mut rest, mut text) = (&bytes[..], Vec::new());
        for wanted in texts {
            take_text(&mut rest, &mut text).unwrap();
            assert_eq!(text, wanted.as_bytes());
        }
        assert!(rest.is_empty());
        assert!(take_text(&mut &[3, 0][..], &mut vec![1]).is_none());
    }
}
