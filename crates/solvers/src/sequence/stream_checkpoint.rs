//! Saves the [search](super::recurrence::Search) for a recurring window in a file, so that days of work can be done in
//! pieces.
//!
//! The file has a line that names the format, one that names the code, the windows of the search, and a checksum of all
//! that (eight bytes, little-endian like all numbers). The complete file is written each time, some megabytes at most, and
//! then replaces the previous one. The first heaps are not in it: they are computed again, with all data that follows from
//! the code. The checksum detects damage, not manipulation: a proof that continued from a file relies on the file being
//! written by this program.

use super::lane::{Lane, Shift};
use super::recurrence::{Preperiod, Search};
use super::stream::{Stream, StreamError, WINDOW};
use bouton_core::limits::Limits;
use bouton_core::take_and_break::Code;
use bouton_files::Chain;
use std::path::Path;
use std::{fs, io};

const HEADER: &str = "bouton stream checkpoint 1";

/// The reason why a search does not continue from a file.
#[derive(Debug, thiserror::Error)]
pub enum StreamCheckpointError {
    /// The file cannot be read.
    #[error("cannot read the checkpoint: {0}")]
    Io(#[from] io::Error),
    /// The file is not such a checkpoint.
    #[error("the file is no checkpoint of a stream: expected the first line `{HEADER}`")]
    Header,
    /// The file belongs to another code.
    #[error("the checkpoint belongs to {found}, not to {expected}")]
    OtherCode {
        /// The code of the stream.
        expected: String,
        /// The code in the file.
        found: String,
    },
    /// The file is damaged or incomplete.
    #[error("the checkpoint is damaged: remove it to start again")]
    Damaged,
    /// The stream cannot begin.
    #[error(transparent)]
    Stream(#[from] StreamError),
}

/// The saved search of a code's stream, or a new one if there is no file.
///
/// # Errors
/// If the file is not a complete checkpoint of this code, the code is not suitable for streams, or a limit is reached.
pub fn open(path: &Path, code: &Code, limits: &Limits) -> Result<Search, StreamCheckpointError> {
    // Checked before the file is opened: opening a pipe waits for the process that writes to it.
    if fs::metadata(path).is_ok_and(|about| !about.is_file()) {
        return Err(StreamCheckpointError::Header);
    }
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Ok(Search::new(Stream::new(code, limits)?));
        }
        Err(error) => return Err(error.into()),
    };
    let (header, rest) = line(&bytes).ok_or(StreamCheckpointError::Header)?;
    if header != HEADER {
        return Err(StreamCheckpointError::Header);
    }
    let (found, rest) = line(rest).ok_or(StreamCheckpointError::Damaged)?;
    let expected = code.to_string();
    if found != expected {
        let found = found.to_owned();
        return Err(StreamCheckpointError::OtherCode { expected, found });
    }
    let sum = Chain::default().with(&bytes[..bytes.len().saturating_sub(8)]);
    let state = rest.strip_suffix(&sum.sum().to_le_bytes());
    let mut state = Reader(state.ok_or(StreamCheckpointError::Damaged)?);
    let begun = Stream::new(code, limits)?;
    let search = state.search(&begun).filter(|_| state.0.is_empty());
    search.ok_or(StreamCheckpointError::Damaged)
}

/// Saves a search of the code's stream in a file, which is replaced.
///
/// # Errors
/// If the file cannot be written.
pub fn keep(path: &Path, code: &Code, search: &Search) -> io::Result<()> {
    let mut state = format!("{HEADER}\n{code}\n").into_bytes();
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

/// The text before the next line break, and what follows it.
fn line(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    Some((std::str::from_utf8(&bytes[..end]).ok()?, &bytes[end + 1..]))
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
