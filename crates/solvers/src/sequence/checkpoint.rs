//! Values that are saved in a file as they are computed, so that a killed run continues from there.
//!
//! The file begins with a line that names the format and one that names the code. Then come pieces: the width of a value in
//! bytes, the numbers of values before the piece and in it (eight bytes each), the values, and a checksum of the file up to
//! here (eight bytes); all little-endian. The first piece that is cut, changed, missing, repeated or out of place ends the
//! reading, and the file is rewritten from there. This detects damage, not manipulation: before a period is called proved,
//! the values that prove it are computed again (see [`Sequence::finish`](super::Sequence::finish)).

use super::run::Run;
use super::values::Values;
use bouton_core::take_and_break::Code;
use bouton_files::{Chain, Log, LogError};
use std::io::{self, BufRead, Read};
use std::path::Path;

const HEADER: &str = "bouton sequence checkpoint 2";

/// The reason why a file is not a checkpoint of the run.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The file cannot be read or appended to.
    #[error("cannot use the checkpoint: {0}")]
    Log(#[from] LogError),
    /// The file is not a checkpoint.
    #[error("the file is no checkpoint: expected the first line `{HEADER}`")]
    Header,
    /// The file belongs to another code.
    #[error("the checkpoint belongs to {found}, not to {expected}")]
    OtherCode {
        /// The code of the run.
        expected: String,
        /// The code in the file.
        found: String,
    },
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
    let head = format!("{HEADER}\n{code}\n");
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
    check_head(&mut reader, code)?;
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
