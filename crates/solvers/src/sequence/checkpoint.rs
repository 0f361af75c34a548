//! Values kept in a file as they come, so that a killed run goes on where it was.
//!
//! The file begins with a line that names the format and one that names the code. Then follow pieces: the width of a value
//! in bytes, how many values came before and how many follow (eight bytes each), the values, and a checksum of all of the
//! file so far (eight bytes); all with the lowest byte first. From the first piece on that is cut, changed, left out,
//! doubled or not in its place, the file is not read, and written again. That finds damage, not malice: before a period is
//! called proved, the values that prove it are computed again (see [`Sequence::finish`](super::Sequence::finish)).

use super::run::Run;
use super::values::Values;
use bouton_core::take_and_break::Code;
use bouton_files::{Chain, Log, LogError};
use std::io::{self, BufRead, Read};
use std::path::Path;

const HEADER: &str = "bouton sequence checkpoint 2";

/// Why a file is not a checkpoint of the run.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// It cannot be read or added to.
    #[error("cannot use the checkpoint: {0}")]
    Log(#[from] LogError),
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

impl From<io::Error> for CheckpointError {
    fn from(error: io::Error) -> Self {
        Self::Log(error.into())
    }
}

/// Adds values to a checkpoint.
#[derive(Debug)]
pub struct Keeper {
    log: Log,
    head: String,
    kept: usize,
    /// The checksum of what was written.
    sum: Chain,
    /// Whether the run began again, and the file with it.
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
        return Ok(Kept {
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
    Ok(Kept {
        values,
        keeper,
        broken: length - good,
    })
}

impl Keeper {
    /// Writes the values that came since, and waits until they are safe. Of a run that began again it keeps all.
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

/// Whether the file holds only a beginning of the head: it was killed while it was made.
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

/// Reads the piece after what has the checksum `sum`, and tells its length and the checksum then; `None` where none is left
/// or the rest is broken.
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
