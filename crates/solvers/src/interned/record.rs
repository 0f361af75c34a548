//! [`Record`]: the answers of the rules about positions, in order, saved in a file so that the rules need not be asked
//! again.
//!
//! The file is a list of pieces. Each piece begins with its length and its CRC-32 (four bytes each, little-endian), followed by
//! the information about some positions. Numbers are stored in groups of seven bits, lowest first; the highest bit is set if
//! another group follows. A position where play is over is 0 and its rank. Any other position is the number of its moves plus one, and for each move its target, the flags among [`KEEPS`], [`EARNS`] and [`NEW`] that hold,
//! its gain, and for a new target a hash and the text of the position after its length.

use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::time::Duration;

use bouton_core::space::Step;
use bouton_files::{Log, LogError};
use bouton_tables::Checksum;
use web_time::Instant;

use super::face::{ExpansionItem, Number};

const KEEPS: u128 = 1;
const EARNS: u128 = 2;
const NEW: u128 = 4;
/// Bytes before a piece.
const HEAD: usize = 8;
/// A piece is written when it has this length, or after some time without a write.
const LONG: usize = 1 << 18;
const SOON: Duration = Duration::from_millis(500);

/// A record, first read to its end and then appended to.
#[derive(Debug)]
pub struct Record {
    log: Log,
    /// The offset of the piece being read, and of the next one.
    piece: u64,
    next: u64,
    /// The bytes of the piece, and the position of the reader in them.
    bytes: Vec<u8>,
    at: usize,
    is_read: bool,
    /// Bytes that are still to be written.
    new: Vec<u8>,
    last: Instant,
    /// Whether saved work was found.
    pub(crate) resumed: bool,
}

/// The position after a move. A new one has a hash and a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MoveMet {
    pub(crate) step: Step,
    pub(crate) new: Option<(u64, String)>,
}

impl Record {
    /// Opens or creates a record.
    ///
    /// # Errors
    /// If there is an I/O error, or another process has the file.
    pub fn open(path: &Path) -> io::Result<Self> {
        let log = Log::open(path).map_err(|error| match error {
            LogError::File(error) => error,
            error => io::Error::other(error),
        })?;
        Ok(Self {
            log,
            piece: 0,
            next: 0,
            bytes: Vec::new(),
            at: 0,
            is_read: false,
            new: Vec::new(),
            last: Instant::now(),
            resumed: false,
        })
    }

    /// The record of the next position, if each position after a move `is_there`. Otherwise `None`: nothing more is read.
    pub(crate) fn next_if(
        &mut self,
        is_there: &mut dyn FnMut(&MoveMet) -> bool,
    ) -> io::Result<Option<(ExpansionItem, Vec<MoveMet>)>> {
        let before = self.place();
        let found = self.next()?;
        let mut moves = found.iter().flat_map(|(_, moves)| moves);
        if moves.all(is_there) {
            return Ok(found);
        }
        self.give_up(before)?;
        Ok(None)
    }

    /// The record of the next position; `None` if there is none.
    fn next(&mut self) -> io::Result<Option<(ExpansionItem, Vec<MoveMet>)>> {
        if self.is_read {
            return Ok(None);
        }
        if self.at == self.bytes.len() && !self.read()? {
            self.end()?;
            return Ok(None);
        }
        let mut rest = &self.bytes[self.at..];
        let Some(found) = position(&mut rest) else {
            self.end()?;
            return Ok(None);
        };
        self.at = self.bytes.len() - rest.len();
        self.resumed = true;
        Ok(Some(found))
    }

    /// Reads the next piece; false if no complete piece is left.
    fn read(&mut self) -> io::Result<bool> {
        self.bytes.clear();
        (self.at, self.piece) = (0, self.next);
        let mut reader = self.log.reader()?;
        reader.seek(SeekFrom::Start(self.next))?;
        let mut head = Vec::new();
        reader.by_ref().take(HEAD as u64).read_to_end(&mut head)?;
        let Some((length, sum)) = head.split_first_chunk() else {
            return Ok(false);
        };
        let length = u32::from_le_bytes(*length);
        reader.take(length.into()).read_to_end(&mut self.bytes)?;
        let mut found = Checksum::default();
        found.add(&self.bytes);
        let is_whole = self.bytes.len() == length as usize && found.get().to_le_bytes() == sum;
        if is_whole && length > 0 {
            self.next += u64::from(length) + HEAD as u64;
        } else {
            self.bytes.clear();
        }
        Ok(is_whole && length > 0)
    }

    /// The last returned position cannot be used: the records from there on are returned again.
    fn give_up(&mut self, before: usize) -> io::Result<()> {
        self.at = before;
        self.end()
    }

    /// The position of the reader in the piece.
    fn place(&self) -> usize {
        match self.at < self.bytes.len() {
            true => self.at,
            false => 0,
        }
    }

    /// Ends the reading: the unread rest is dropped.
    fn end(&mut self) -> io::Result<()> {
        self.is_read = true;
        self.log.keep(self.piece)?;
        self.new = std::mem::take(&mut self.bytes);
        self.new.truncate(self.at);
        self.last = Instant::now();
        Ok(())
    }

    /// Appends a position.
    pub(crate) fn put(&mut self, told: ExpansionItem, found: &[MoveMet]) -> io::Result<()> {
        let bytes = &mut self.new;
        match told {
            ExpansionItem::Over(rank) => {
                put_number(0, bytes);
                put_number(folded(rank), bytes);
            }
            _ => put_number(found.len() as u128 + 1, bytes),
        }
        for MoveMet { step, new } in found {
            put_number(step.to.into(), bytes);
            let mut marks = if step.keeps_turn { KEEPS } else { 0 };
            marks |= if step.gain == 0 { 0 } else { EARNS };
            marks |= if new.is_none() { 0 } else { NEW };
            put_number(marks, bytes);
            if step.gain != 0 {
                put_number(folded(step.gain), bytes);
            }
            if let Some((hash, text)) = new {
                bytes.extend_from_slice(&hash.to_le_bytes());
                put_number(text.len() as u128, bytes);
                bytes.extend_from_slice(text.as_bytes());
            }
        }
        if self.new.len() >= LONG || self.last.elapsed() > SOON {
            self.write()?;
        }
        Ok(())
    }

    /// Writes the appended positions.
    pub(crate) fn write(&mut self) -> io::Result<()> {
        if self.new.is_empty() {
            return Ok(());
        }
        let mut sum = Checksum::default();
        sum.add(&self.new);
        let length = (self.new.len() as u32).to_le_bytes();
        let mut piece = Vec::with_capacity(HEAD + self.new.len());
        piece.extend_from_slice(&length);
        piece.extend_from_slice(&sum.get().to_le_bytes());
        piece.append(&mut self.new);
        self.last = Instant::now();
        self.log.append(&piece)
    }
}

/// Takes the information about a position off the front; `None` if it is incomplete.
fn position(rest: &mut &[u8]) -> Option<(ExpansionItem, Vec<MoveMet>)> {
    let Some(moves) = take_number(rest)?.checked_sub(1) else {
        return Some((
            ExpansionItem::Over(unfolded(take_number(rest)?)),
            Vec::new(),
        ));
    };
    let moves = usize::try_from(moves).ok()?;
    let mut found = Vec::new();
    for _ in 0..moves {
        let to = Number::try_from(take_number(rest)?).ok()?;
        let marks = take_number(rest)?;
        let gain = match marks & EARNS {
            0 => 0,
            _ => unfolded(take_number(rest)?),
        };
        let new = match marks & NEW {
            0 => None,
            _ => {
                let (hash, behind) = rest.split_first_chunk()?;
                *rest = behind;
                let length = usize::try_from(take_number(rest)?).ok()?;
                let (text, behind) = rest.split_at_checked(length)?;
                *rest = behind;
                let text = std::str::from_utf8(text).ok()?;
                Some((u64::from_le_bytes(*hash), text.to_owned()))
            }
        };
        let keeps_turn = marks & KEEPS != 0;
        let step = Step {
            to,
            gain,
            keeps_turn,
        };
        found.push(MoveMet { step, new });
    }
    Some((ExpansionItem::Open(moves), found))
}

/// Moves the sign to the lowest bit.
fn folded(number: i128) -> u128 {
    (number << 1 ^ number >> 127) as u128
}

fn unfolded(number: u128) -> i128 {
    (number >> 1) as i128 ^ -((number & 1) as i128)
}

fn put_number(mut number: u128, bytes: &mut Vec<u8>) {
    while number > 0x7f {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn take_number(rest: &mut &[u8]) -> Option<u128> {
    let mut number = 0u128;
    for group in 0..19 {
        let (byte, behind) = rest.split_first()?;
        *rest = behind;
        number |= u128::from(byte & 0x7f) << (7 * group);
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(nth: u32) -> (ExpansionItem, Vec<MoveMet>) {
        if nth.is_multiple_of(5) {
            return (ExpansionItem::Over(i128::from(nth) - 7), Vec::new());
        }
        let found = |to| MoveMet {
            step: Step {
                to,
                gain: if to == 3 { i128::MIN } else { to.into() },
                keeps_turn: to.is_multiple_of(2),
            },
            new: (to > 2).then(|| (u64::MAX - to, "ä,".repeat(to as usize))),
        };
        (
            ExpansionItem::Open(nth as usize % 7),
            (0..u64::from(nth) % 7).map(found).collect(),
        )
    }

    fn all(record: &mut Record) -> Vec<(ExpansionItem, Vec<MoveMet>)> {
        std::iter::from_fn(|| record.next().unwrap()).collect()
    }

    /// A file that is cut anywhere returns a prefix of what was written, and can be continued from there.
    #[test]
    fn what_was_told_is_told_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("record");
        let mut record = Record::open(&path).unwrap();
        assert_eq!(record.next().unwrap(), None);
        for nth in 0..40 {
            let (told, found) = told(nth);
            record.put(told, &found).unwrap();
            if nth % 9 == 0 {
                record.write().unwrap();
            }
        }
        record.write().unwrap();
        drop(record);
        let whole = std::fs::read(&path).unwrap();
        for length in 0..=whole.len() {
            std::fs::write(&path, &whole[..length]).unwrap();
            let mut record = Record::open(&path).unwrap();
            let found = all(&mut record);
            let wanted: Vec<_> = (0..found.len() as u32).map(told).collect();
            assert_eq!(found, wanted);
            for nth in found.len() as u32..40 {
                let (told, found) = told(nth);
                record.put(told, &found).unwrap();
            }
            record.write().unwrap();
            drop(record);
            assert_eq!(all(&mut Record::open(&path).unwrap()).len(), 40);
        }
        let mut changed = whole.clone();
        changed[whole.len() / 2] ^= 1;
        std::fs::write(&path, &changed).unwrap();
        assert!(all(&mut Record::open(&path).unwrap()).len() < 40);
    }

    #[test]
    fn what_is_given_up_is_written_anew() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("record");
        let mut record = Record::open(&path).unwrap();
        assert_eq!(record.next().unwrap(), None);
        for nth in 0..20 {
            let (told, found) = told(nth);
            record.put(told, &found).unwrap();
        }
        record.write().unwrap();
        drop(record);
        let mut record = Record::open(&path).unwrap();
        let mut before = 0;
        for _ in 0..12 {
            before = record.place();
            record.next().unwrap();
        }
        record.give_up(before).unwrap();
        for nth in 11..15 {
            let (told, found) = told(nth);
            record.put(told, &found).unwrap();
        }
        record.write().unwrap();
        drop(record);
        let found = all(&mut Record::open(&path).unwrap());
        assert_eq!(found, (0..15).map(told).collect::<Vec<_>>());
    }
}
