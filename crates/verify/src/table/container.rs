//! The file, from its first byte to its last.

use std::io::{Read, Seek, SeekFrom};

use flate2::{Crc, Decompress, FlushDecompress, Status};
use sha2::{Digest, Sha256};

use super::lines::{Lines, Naming};
use super::refuted;
use crate::Refusal;
use crate::bounds::Meter;

const MAGIC: &[u8; 8] = b"BOUTONTB";
const TRAILER: u64 = 64;
/// Longer lines are not read.
const MOST_LINES: u64 = 1 << 24;
/// The most bytes of an unpacked block: 257 texts of 64 KiB, with some bytes for each.
const MOST_UNPACKED: usize = 257 * ((1 << 16) + 16);

/// Checks the complete file.
pub(super) fn check(file: &mut (impl Read + Seek), work: &mut Meter) -> Result<Lines, Refusal> {
    let length = file.seek(SeekFrom::End(0)).map_err(unread)?;
    let head = read(file, 0, 16.min(length))?;
    if !head.starts_with(MAGIC) {
        return Err(Refusal::table("it does not begin as a table does"));
    }
    if length < 16 + TRAILER {
        return Err(refuted("the file is whole: it is cut off"));
    }
    if u32_at(&head, 8) != 2 {
        return Err(Refusal::table(format!(
            "expected format 2, found format {}: make the table again with `bouton tabulate GAME -o FILE`",
            u32_at(&head, 8)
        )));
    }
    let trailer = read(file, length - TRAILER, TRAILER)?;
    let [lines_at, index_at, end] = [0, 8, 16].map(|place| u64_at(&trailer, place));
    if trailer[56..] != MAGIC[..] || end != length {
        return Err(refuted("the file ends as a table does"));
    }
    let in_order = 16 <= lines_at && lines_at <= index_at && index_at <= length - TRAILER;
    if !in_order || index_at - lines_at > MOST_LINES {
        return Err(refuted("the trailer points into the file"));
    }
    let rest = length - TRAILER - lines_at;
    work.hold(usize::try_from(rest).unwrap_or(usize::MAX))?;
    let about = read(file, lines_at, rest)?;
    let hash = Sha256::new()
        .chain_update(&head)
        .chain_update(&about)
        .chain_update(&trailer[..24]);
    if hash.finalize()[..] != trailer[24..56] {
        return Err(refuted(
            "the lines, the index and the trailer have their checksum",
        ));
    }
    let (text, index) = about.split_at((index_at - lines_at) as usize);
    let text = std::str::from_utf8(text).map_err(|_| Refusal::table("its lines are no text"))?;
    let lines = Lines::read(text)?;
    let mut blocks = Blocks {
        lines: &lines,
        index,
        place: 16,
        left: lines.count,
        last: None,
        counts: vec![0; lines.codes.len()],
        layers: Vec::new(),
    };
    for number in 0..lines.blocks() {
        work.spend(1 << 14)?;
        blocks.next(file, number)?;
    }
    if !blocks.index.is_empty() || blocks.place != lines_at {
        return Err(refuted("the index is that of the blocks"));
    }
    let said = lines.codes.iter().map(|(_, count)| *count);
    let sum: u128 = said.clone().map(u128::from).sum();
    if !said.eq(blocks.counts) || sum != u128::from(lines.count) {
        return Err(refuted("the codes occur as often as is said"));
    }
    if !lines.layers.is_empty() && blocks.layers != lines.layers {
        return Err(refuted("the layers have as many positions as is said"));
    }
    Ok(lines)
}

/// The remaining blocks, and the results so far.
struct Blocks<'b> {
    lines: &'b Lines,
    index: &'b [u8],
    place: u64,
    /// Entries still to be read.
    left: u64,
    /// The last name, as bytes in the order of names.
    last: Option<Vec<u8>>,
    counts: Vec<u64>,
    layers: Vec<u64>,
}

impl Blocks<'_> {
    /// The codes of the next block.
    fn next(&mut self, file: &mut (impl Read + Seek), number: u64) -> Result<Vec<u8>, Refusal> {
        let wrong = |what: &str| refuted(format!("block {number} {what}"));
        let said = self
            .said()
            .ok_or_else(|| refuted(format!("the index has block {number}")))?;
        let frame = read(file, self.place, said.packed.into())?;
        self.place += u64::from(said.packed);
        let mut sum = Crc::new();
        sum.update(&frame);
        if sum.sum() != said.sum {
            return Err(wrong("has its checksum"));
        }
        let mut bytes = vec![0; said.unpacked as usize];
        let mut inflate = Decompress::new(false);
        let end = inflate.decompress(&frame, &mut bytes, FlushDecompress::Finish);
        let lengths = [inflate.total_in(), inflate.total_out()];
        if !matches!(end, Ok(Status::StreamEnd))
            || lengths != [said.packed.into(), said.unpacked.into()]
        {
            return Err(wrong("unpacks to as much as the index says"));
        }
        let entries = self.left.min(self.lines.block());
        self.left -= entries;
        let mut rest = &bytes[..];
        let in_order = match self.lines.naming {
            Naming::Numbers => Some(()),
            Naming::Keys => self.keys(&mut rest, u64_at(&said.first, 0), entries),
            Naming::Texts => self.texts(&mut rest, &said.first, entries),
        };
        in_order.ok_or_else(|| wrong("has its names in order"))?;
        let width = self.lines.width();
        if rest.len() as u64 != entries * width {
            return Err(wrong("has a code for every name"));
        }
        for code in rest.chunks(width as usize) {
            let code = code
                .iter()
                .rev()
                .fold(0, |code, byte| code << 8 | usize::from(*byte));
            *self
                .counts
                .get_mut(code)
                .ok_or_else(|| wrong("has only codes that stand for something"))? += 1;
        }
        Ok(rest.to_vec())
    }

    /// The index's entry for the next block.
    fn said(&mut self) -> Option<Said> {
        let head = self.index.get(..12)?;
        let [packed, unpacked, sum] = [0, 4, 8].map(|place| u32_at(head, place));
        let first = match self.lines.naming {
            Naming::Numbers => 12..12,
            Naming::Keys => 12..20,
            Naming::Texts => {
                let length = u32_at(self.index.get(12..16)?, 0) as usize;
                16..16 + length
            }
        };
        let name = self.index.get(first.clone())?.to_vec();
        self.index = &self.index[first.end..];
        let fits = unpacked as usize <= MOST_UNPACKED && packed as usize <= 2 * MOST_UNPACKED;
        fits.then_some(Said {
            packed,
            unpacked,
            sum,
            first: name,
        })
    }

    /// Checks that a name comes after all before it.
    fn comes(&mut self, name: Vec<u8>) -> Option<()> {
        let is_behind = self.last.as_ref().is_none_or(|last| *last < name);
        self.last = Some(name);
        is_behind.then_some(())
    }

    fn keys(&mut self, rest: &mut &[u8], first: u64, entries: u64) -> Option<()> {
        let mut key = first;
        for entry in 0..entries {
            if entry > 0 {
                key = key.checked_add(take_number(rest)?)?;
            }
            self.comes(key.to_be_bytes().to_vec())?;
            let layer = (key >> 56) as usize;
            if self.layers.len() <= layer {
                self.layers.resize(layer + 1, 0);
            }
            self.layers[layer] += 1;
        }
        Some(())
    }

    fn texts(&mut self, rest: &mut &[u8], first: &[u8], entries: u64) -> Option<()> {
        let mut text = Vec::new();
        for entry in 0..entries {
            let common = usize::try_from(take_number(rest)?).ok()?;
            let more = usize::try_from(take_number(rest)?).ok()?;
            text.truncate(common);
            let (taken, behind) = rest.split_at_checked(more)?;
            *rest = behind;
            text.extend_from_slice(taken);
            let is_first = entry > 0 || text == first;
            let whole = text.len() == common + more && std::str::from_utf8(&text).is_ok();
            (is_first && whole).then_some(())?;
            self.comes(text.clone())?;
        }
        Some(())
    }
}

/// The index's entry for a block.
struct Said {
    packed: u32,
    unpacked: u32,
    sum: u32,
    /// The first name.
    first: Vec<u8>,
}

/// A number in groups of seven bits, the lowest first.
fn take_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0u128;
    for shift in (0..70).step_by(7) {
        let (first, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u128::from(first & 0x7f) << shift;
        if first & 0x80 == 0 {
            return u64::try_from(number).ok();
        }
    }
    None
}

fn read(file: &mut (impl Read + Seek), place: u64, count: u64) -> Result<Vec<u8>, Refusal> {
    file.seek(SeekFrom::Start(place)).map_err(unread)?;
    let mut bytes = Vec::new();
    file.take(count).read_to_end(&mut bytes).map_err(unread)?;
    if bytes.len() as u64 == count {
        Ok(bytes)
    } else {
        Err(refuted("the file is whole: it is cut off"))
    }
}

fn unread(error: std::io::Error) -> Refusal {
    Refusal::Undecided(format!("the file cannot be read: {error}"))
}

/// The number in four bytes at a place, which must exist.
fn u32_at(bytes: &[u8], place: usize) -> u32 {
    let mut number = [0; 4];
    number.copy_from_slice(&bytes[place..place + 4]);
    u32::from_le_bytes(number)
}

/// The same with eight bytes.
fn u64_at(bytes: &[u8], place: usize) -> u64 {
    let mut number = [0; 8];
    number.copy_from_slice(&bytes[place..place + 8]);
    u64::from_le_bytes(number)
}
