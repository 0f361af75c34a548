//! Values kept in a file as they come, so that a killed run goes on where it was.
//!
//! The file begins with a line that names the format and one that names the code. Then follow pieces: the width of a value
//! in bytes, how many values came before and how many follow (eight bytes each), the values, and a checksum of all of the file so far
//! (eight bytes); all with the lowest byte first. From the first piece on that is cut, changed, left out, doubled or not in its
//! place, the file is not read, and written anew. That finds damage, not malice: before a period is called proved, the values that prove
//! it are computed again (see [`Sequence::finish`](super::Sequence::finish)).

use super::run::Run;
use super::values::Values;
use bouton_core::take_and_break::Code;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, Write};
use std::path::Path;

const HEADER: &str = "bouton sequence checkpoint 2";

/// Why a file is no checkpoint of the run.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// It cannot be read or written.
    #[error("cannot use the checkpoint: {0}")]
    File(#[from] io::Error),
    /// It is no file that can be gone back in.
    #[error("cannot use the checkpoint: expected a regular file")]
    Device,
    /// Another process is at it.
    #[error("the checkpoint is in use by another process")]
    InUse,
    /// It is something else.
    #[error("the file is no checkpoint: expected the first line `{HEADER}`")]
    Header,
    /// It belongs to another code.
    #[error("the checkpoint belongs to {found}, not to {expected}")]
    OtherCode {
        /// The code of the run.
        expected: String,
        /// The code in the file.
        found: String,
    },
}

/// Adds values to a checkpoint.
#[derive(Debug)]
pub struct Keeper {
    file: File,
    head: String,
    kept: usize,
    /// The checksum of what was written.
    sum: u64,
    /// Whether the run began anew, and the file with it.
    is_anew: bool,
}

/// What was in a checkpoint.
#[derive(Debug)]
pub struct Kept {
    /// The values.
    pub values: Values,
    /// Adds more.
    pub keeper: Keeper,
    /// How many bytes at its end were broken, and are gone.
    pub broken: u64,
}

/// Opens or makes the checkpoint of a code, for this process alone.
///
/// # Errors
/// When the file cannot be used or belongs to something else.
pub fn open(path: &Path, code: &Code) -> Result<Kept, CheckpointError> {
    // Asked before it is opened: to open a pipe is to wait for whoever writes into it.
    if std::fs::metadata(path).is_ok_and(|about| !about.is_file()) {
        return Err(CheckpointError::Device);
    }
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => return Err(CheckpointError::InUse),
        // Where the system has no locks, nothing is said by their absence.
        Err(TryLockError::Error(_)) | Ok(()) => {}
    }
    let head = format!("{HEADER}\n{code}\n");
    let length = file.metadata()?.len();
    let mut keeper = Keeper {
        sum: checksum(START, head.as_bytes()),
        file: file.try_clone()?,
        head,
        kept: 0,
        is_anew: false,
    };
    let mut values = Values::default();
    if length < keeper.head.len() as u64 && starts_with_part(&mut file, &keeper.head)? {
        keeper.begin_anew()?;
        return Ok(Kept {
            values,
            keeper,
            broken: 0,
        });
    }
    file.rewind()?;
    let mut reader = BufReader::new(&mut file);
    check_head(&mut reader, code)?;
    let mut good = keeper.head.len() as u64;
    while let Some((read, sum)) = read_piece(&mut reader, &mut values, keeper.sum)? {
        good += read;
        keeper.sum = sum;
    }
    file.set_len(good)?;
    file.seek(io::SeekFrom::Start(good))?;
    keeper.kept = values.len();
    Ok(Kept {
        values,
        keeper,
        broken: length - good,
    })
}

impl Keeper {
    /// Writes the values that came since, and waits until they are safe. Of a run that began anew it keeps all.
    ///
    /// # Errors
    /// When the file cannot be written.
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
        self.sum = checksum(self.sum, &piece);
        piece.extend(self.sum.to_le_bytes());
        self.file.write_all(&piece)?;
        self.file.sync_data()?;
        self.kept += new.len();
        Ok(())
    }

    fn begin_anew(&mut self) -> io::Result<()> {
        self.file.set_len(0)?;
        self.file.rewind()?;
        self.file.write_all(self.head.as_bytes())?;
        self.sum = checksum(START, self.head.as_bytes());
        self.kept = 0;
        Ok(())
    }
}

/// Whether the file holds only a beginning of the head: it was killed while it was made.
fn starts_with_part(file: &mut File, head: &str) -> io::Result<bool> {
    let mut text = Vec::new();
    file.read_to_end(&mut text)?;
    Ok(head.as_bytes().starts_with(&text))
}

fn check_head(reader: &mut impl BufRead, code: &Code) -> Result<(), CheckpointError> {
    let mut line = |most: usize| -> io::Result<String> {
        let mut bytes = Vec::new();
        reader
            .by_ref()
            .take(most as u64)
            .read_until(b'\n', &mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).trim_end().to_owned())
    };
    if line(HEADER.len() + 1)? != HEADER {
        return Err(CheckpointError::Header);
    }
    let expected = code.to_string();
    let found = line(expected.len() + 1)?;
    if found == expected {
        Ok(())
    } else {
        Err(CheckpointError::OtherCode { expected, found })
    }
}

/// Reads the piece after what has the checksum `sum`, and tells its length and the checksum then; `None` where none is left
/// or the rest is broken.
fn read_piece(
    reader: &mut impl Read,
    values: &mut Values,
    sum: u64,
) -> io::Result<Option<(u64, u64)>> {
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
    let (mut stored, sum) = ([0; 8], checksum(checksum(sum, &head), &data));
    if data.len() as u64 != length
        || reader.read_exact(&mut stored).is_err()
        || u64::from_le_bytes(stored) != sum
    {
        return Ok(None);
    }
    for cell in data.chunks(width as usize) {
        let digits = cell.iter().rev();
        values.push(digits.fold(0, |value, &byte| value << 8 | u32::from(byte)));
    }
    Ok(Some((17 + length + 8, sum)))
}

/// The checksum of nothing.
const START: u64 = 0xcbf2_9ce4_8422_2325;

/// FNV-1a, of `data` after what has the checksum `sum`.
fn checksum(sum: u64, data: &[u8]) -> u64 {
    let step = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    data.iter().fold(sum, step)
}
