//! Saved runs and streams: a killed one continues from its file.
//!
//! A file begins with a line that names the format and one that names the code; numbers are little-endian, and those without
//! a width have eight bytes.
//!
//! **Values** are appended as they are computed, in pieces: the width of a value in bytes (one byte), the numbers of values
//! before the piece and in it, the values, and a checksum of the file up to here. The first piece that is cut, changed,
//! missing, repeated or out of place ends the reading, and the file is rewritten from there. Before a period is called
//! proved, the values that prove it are computed again (see [`Sequence::finish`](super::Sequence::finish)).
//!
//! **A [search](super::recurrence::Search) for a recurring window** is written as a whole, some megabytes at most, and then
//! replaces the previous file: the windows, and a checksum of all. The first heaps are not in it: they are computed again,
//! with all data that follows from the code. A proof that continued from a file relies on the file being written by this
//! program.
//!
//! Checksums detect damage, not manipulation.

use super::lane::{Lane, Shift};
use super::recurrence::{Preperiod, Search};
use super::run::Run;
use super::stream::{Stream, StreamError, WINDOW};
use super::values::Values;
use bouton_core::limits::Limits;
use bouton_core::take_and_break::Code;
use bouton_files::{Chain, Log, LogError};
use std::fs;
use std::io::{self, BufRead, Read};
use std::path::Path;

/// The first lines.
const VALUES: &str = "bouton sequence checkpoint 2";
const SEARCH: &str = "bouton stream checkpoint 1";

/// The reason why a run or a stream does not continue from a file.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The file cannot be read or written.
    #[error("cannot use the checkpoint: {0}")]
    Log(#[from] LogError),
    /// The file is not a checkpoint of this kind.
    #[error("the file is no checkpoint of {0}: expected the first line `{1}`")]
    Header(&'static str, &'static str),
    /// The file belongs to another code.
    #[error("the checkpoint belongs to {found}, not to {expected}")]
    OtherCode {
        /// The code of the run.
        expected: String,
        /// The code in the file.
        found: String,
    },
    /// The file of a stream is damaged or incomplete.
    #[error("the checkpoint is damaged: remove it to start again")]
    Damaged,
    /// The stream cannot begin.
    #[error(transparent)]
    Stream(#[from] StreamError),
}

impl From<io::Error> for CheckpointError {
    fn from(error: io::Error) -> Self {
        Self::Log(error.into())
    }
}

/// Appends values to a checkpoint.
#[derive(Debug)]
pub struct Keeper {
    log: Log,
    head: String,
    kept: usize,
    /// The checksum of what was written.
    sum: Chain,
    /// Whether the run, and the file with it, started again.
    is_anew: bool,
}

/// The contents of a checkpoint.
#[derive(Debug)]
pub struct CheckpointContents {
    /// The values.
    pub values: Values,
    /// Appends further values.
    pub keeper: Keeper,
    /// The number of damaged bytes at the end of the file, which were removed.
    pub broken: u64,
}

/// Opens or creates the checkpoint of a code, locked for this process.
///
/// # Errors
/// If the file cannot be used or belongs to something else.
pub fn open(path: &Path, code: &Code) -> Result<CheckpointContents, CheckpointError> {
    let log = Log::open(path)?;
    let length = log.length()?;
    let head = head(VALUES, code);
    let mut keeper = Keeper {
        sum: Chain::default().with(head.as_bytes()),
        log,
        head,
        kept: 0,
        is_anew: false,
    };
    let mut values = Values::default();
    if length < keeper.head.len() as u64 && starts_with_part(&keeper)? {
        keeper.begin_anew()?;
        return Ok(CheckpointContents {
            values,
            keeper,
            broken: 0,
        });
    }
    let mut reader = keeper.log.reader()?;
    check_head(&mut reader, ("values", VALUES), code)?;
    let (mut good, mut sum) = (keeper.head.len() as u64, keeper.sum);
    while let Some((read, after)) = read_piece(&mut reader, &mut values, sum)? {
        good += read;
        sum = after;
    }
    drop(reader);
    keeper.sum = sum;
    keeper.log.keep(good)?;
    keeper.kept = values.len();
    Ok(CheckpointContents {
        values,
        keeper,
        broken: length - good,
    })
}

impl Keeper {
    /// Writes the values computed since the last call, and waits until they are on the disk. If the run started again, all
    /// are written.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn keep(&mut self, run: &Run) -> io::Result<()> {
        if run.is_anew() && !self.is_anew {
            self.begin_anew()?;
            self.is_anew = true;
        }
        let new = run.values_from(self.kept);
        if new.is_empty() {
            return Ok(());
        }
        let mut piece = vec![new.width() as u8];
        piece.extend((self.kept as u64).to_le_bytes());
        piece.extend((new.len() as u64).to_le_bytes());
        match &new {
            Values::Bytes(values) => piece.extend(values),
            Values::Words(values) => piece.extend(values.iter().flat_map(|v| v.to_le_bytes())),
            Values::Longs(values) => piece.extend(values.iter().flat_map(|v| v.to_le_bytes())),
        }
        let sum = self.sum.with(&piece);
        piece.extend(sum.sum().to_le_bytes());
        self.log.append(&piece)?;
        self.sum = sum;
        self.kept += new.len();
        self.log.sync()
    }

    fn begin_anew(&mut self) -> io::Result<()> {
        self.log.keep(0)?;
        self.log.append(self.head.as_bytes())?;
        self.sum = Chain::default().with(self.head.as_bytes());
        self.kept = 0;
        Ok(())
    }
}

/// Whether the file contains only part of the head: the program was killed while it created the file.
fn starts_with_part(keeper: &Keeper) -> io::Result<bool> {
    let mut text = Vec::new();
    keeper.log.reader()?.read_to_end(&mut text)?;
    Ok(keeper.head.as_bytes().starts_with(&text))
}

fn head(kind: &str, code: &Code) -> String {
    format!("{kind}\n{code}\n")
}

/// Reads the first lines.
fn check_head(
    reader: &mut impl BufRead,
    (what, kind): (&'static str, &'static str),
    code: &Code,
) -> Result<(), CheckpointError> {
    let mut line = |most: usize| -> io::Result<String> {
        let mut bytes = Vec::new();
        let mut line = reader.by_ref().take(most as u64);
        line.read_until(b'\n', &mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).trim_end().to_owned())
    };
    if line(kind.len() + 1)? != kind {
        return Err(CheckpointError::Header(what, kind));
    }
    let expected = code.to_string();
    let found = line(expected.len() + 1)?;
    match found == expected {
        true => Ok(()),
        false => Err(CheckpointError::OtherCode { expected, found }),
    }
}

/// Reads the piece after the bytes with the checksum `sum`, and returns its length and the new checksum; `None` if there is
/// none or the rest is damaged.
fn read_piece(
    reader: &mut impl Read,
    values: &mut Values,
    sum: Chain,
) -> io::Result<Option<(u64, Chain)>> {
    let mut head = [0; 17];
    if reader.read_exact(&mut head).is_err() {
        return Ok(None);
    }
    let number = |at: usize| -> u64 {
        let bytes = head[at..at + 8].try_into();
        u64::from_le_bytes(bytes.expect("invariant: eight bytes"))
    };
    let (width, before, count) = (u64::from(head[0]), number(1), number(9));
    let fits = [1, 2, 4].contains(&width) && before == values.len() as u64;
    let Some(length) = count.checked_mul(width).filter(|_| fits) else {
        return Ok(None);
    };
    let mut data = Vec::new();
    reader.take(length).read_to_end(&mut data)?;
    let (mut stored, sum) = ([0; 8], sum.with(&head).with(&data));
    if data.len() as u64 != length
        || reader.read_exact(&mut stored).is_err()
        || u64::from_le_bytes(stored) != sum.sum()
    {
        return Ok(None);
    }
    for cell in data.chunks(width as usize) {
        let digits = cell.iter().rev();
        values.push(digits.fold(0, |value, &byte| value << 8 | u32::from(byte)));
    }
    Ok(Some((17 + length + 8, sum)))
}

/// The saved search of a code's stream, or a new one if there is no file.
///
/// # Errors
/// If the file is not a complete checkpoint of this code, the code is not suitable for streams, or a limit is reached.
pub fn open_search(path: &Path, code: &Code, limits: &Limits) -> Result<Search, CheckpointError> {
    // Checked before the file is opened: opening a pipe waits for the process that writes to it.
    if fs::metadata(path).is_ok_and(|about| !about.is_file()) {
        return Err(LogError::Device.into());
    }
    let bytes = match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Ok(Search::new(Stream::new(code, limits)?));
        }
        bytes => bytes?,
    };
    let mut rest = &bytes[..];
    check_head(&mut rest, ("a stream", SEARCH), code)?;
    let sum = Chain::default().with(&bytes[..bytes.len().saturating_sub(8)]);
    let state = rest.strip_suffix(&sum.sum().to_le_bytes());
    let mut state = Reader(state.ok_or(CheckpointError::Damaged)?);
    let begun = Stream::new(code, limits)?;
    let search = state.search(&begun).filter(|_| state.0.is_empty());
    search.ok_or(CheckpointError::Damaged)
}

/// Saves a search of the code's stream in a file, which is replaced.
///
/// # Errors
/// If the file cannot be written.
pub fn keep_search(path: &Path, code: &Code, search: &Search) -> io::Result<()> {
    let mut state = head(SEARCH, code).into_bytes();
    write_stream(&search.stream, &mut state);
    write_number(search.past.len() as u64, &mut state);
    for stream in &search.past {
        write_stream(stream, &mut state);
    }
    write_number(search.preperiod.is_some().into(), &mut state);
    if let Some(preperiod) = &search.preperiod {
        for number in [
            preperiod.period,
            preperiod.end,
            preperiod.place as u64,
            preperiod.next,
            preperiod.last.map_or(0, |last| last + 1),
        ] {
            write_number(number, &mut state);
        }
        write_stream(&preperiod.early, &mut state);
        write_stream(&preperiod.late, &mut state);
    }
    let sum = Chain::default().with(&state).sum();
    write_number(sum, &mut state);
    bouton_files::write(path, |out| out.write_all(&state))
}

fn write_number(number: u64, out: &mut Vec<u8>) {
    out.extend(number.to_le_bytes());
}

/// The window, and the rares with their classes, most of which are before the window.
fn write_stream(stream: &Stream, out: &mut Vec<u8>) {
    let cells = &stream.cells;
    write_number(cells.offset as u64, out);
    write_number(cells.cells.len() as u64, out);
    out.extend(&cells.cells);
    write_number(cells.rares.len() as u64, out);
    let taken = stream.rules.splits[0].taken as u32;
    for &rare in &cells.rares {
        let is_its = |shift: &&Shift<u8>| shift.back == rare + taken;
        let shift = cells.shifts.iter().find(is_its);
        write_number(rare.into(), out);
        out.push(shift.expect("invariant: every rare has its shifts").class);
    }
}

/// The unread rest of a file.
struct Reader<'b>(&'b [u8]);

impl Reader<'_> {
    fn number(&mut self) -> Option<u64> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*first))
    }

    fn bytes(&mut self, count: u64) -> Option<Vec<u8>> {
        let (first, rest) = self.0.split_at_checked(usize::try_from(count).ok()?)?;
        self.0 = rest;
        Some(first.to_vec())
    }

    fn search(&mut self, begun: &Stream) -> Option<Search> {
        let stream = self.stream(begun)?;
        let count = self.number()?;
        let past: Option<Vec<_>> = (0..count).map(|_| self.stream(begun)).collect();
        let past = past.filter(|past| !past.is_empty())?;
        let preperiod = match self.number()? {
            0 => None,
            _ => Some(self.preperiod(begun, &past)?),
        };
        Some(Search {
            stream,
            past,
            preperiod,
        })
    }

    fn preperiod(&mut self, begun: &Stream, past: &[Stream]) -> Option<Preperiod> {
        let (period, end) = (self.number()?, self.number()?);
        let place = usize::try_from(self.number()?).ok()?;
        let (next, last) = (self.number()?, self.number()?);
        (place < past.len() && next <= end).then_some(())?;
        Some(Preperiod {
            period,
            end,
            place,
            early: self.stream(begun)?,
            late: self.stream(begun)?,
            next,
            last: last.checked_sub(1),
        })
    }

    /// A stream that continued from `begun`.
    fn stream(&mut self, begun: &Stream) -> Option<Stream> {
        let mut stream = begun.clone();
        let offset = usize::try_from(self.number()?).ok()?;
        let count = self.number()?;
        let kept = self.bytes(count)?;
        let next = offset.checked_add(kept.len())?;
        let is_whole = next >= begun.cells.next() && (offset == 0 || kept.len() >= WINDOW);
        is_whole.then_some(())?;
        let cells = &mut stream.cells;
        (cells.offset, cells.cells) = (offset, kept);
        let rares = self.number()?;
        (rares >= cells.rares.len() as u64).then_some(())?;
        for place in 0..rares as usize {
            let heap = u32::try_from(self.number()?).ok()?;
            let class = self.bytes(1)?[0];
            match cells.rares.get(place) {
                Some(known) if *known == heap => continue,
                Some(_) => return None,
                None => {}
            }
            let is_next = cells.rares.last().is_none_or(|last| *last < heap);
            ((heap as usize) < next && is_next && class < u8::FLAG).then_some(())?;
            cells.add_rare(&stream.rules, heap as usize, class);
        }
        let witnesses = std::mem::take(&mut cells.witnesses);
        cells.witnesses = witnesses.at(cells);
        Some(stream)
    }
}
