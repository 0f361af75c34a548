//! Values kept in a file as they come, so that a killed run goes on where it was.
//!
//! The file begins with a line that names the format and one that names the code. Then follow pieces: the width of a value
//! in bytes, how many follow (eight bytes), the values, and a checksum (eight bytes); all with the lowest byte first. A piece that was being
//! written when the run was killed is cut off when the file is opened again.

use super::run::Run;
use super::values::Values;
use bouton_core::take_and_break::Code;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, Write};
use std::path::Path;

const HEADER: &str = "bouton sequence checkpoint 1";

/// Why a file is no checkpoint of the run.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// It cannot be read or written.
    #[error("cannot use the checkpoint: {0}")]
    File(#[from] io::Error),
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
    kept: usize,
}

/// Opens or makes the checkpoint of a code: the values in it, and what adds more.
///
/// # Errors
/// When the file cannot be used or belongs to something else.
pub fn open(path: &Path, code: &Code) -> Result<(Values, Keeper), CheckpointError> {
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)?;
    let head = format!("{HEADER}\n{code}\n");
    let mut values = Values::default();
    let good = if file.metadata()?.len() < head.len() as u64 && starts_with_part(&mut file, &head)?
    {
        file.set_len(0)?;
        file.rewind()?;
        file.write_all(head.as_bytes())?;
        head.len() as u64
    } else {
        file.rewind()?;
        let mut reader = BufReader::new(&mut file);
        check_head(&mut reader, code)?;
        let mut good = head.len() as u64;
        while let Some(length) = read_piece(&mut reader, &mut values)? {
            good += length;
        }
        good
    };
    file.set_len(good)?;
    file.seek(io::SeekFrom::Start(good))?;
    let kept = values.len();
    Ok((values, Keeper { file, kept }))
}

impl Keeper {
    /// Writes the values that came since, and waits until they are safe.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn keep(&mut self, run: &Run) -> io::Result<()> {
        let new = run.values_from(self.kept);
        if new.is_empty() {
            return Ok(());
        }
        let data: Vec<u8> = match &new {
            Values::Bytes(values) => values.clone(),
            Values::Words(values) => values
                .iter()
                .flat_map(|value| value.to_le_bytes())
                .collect(),
            Values::Longs(values) => values
                .iter()
                .flat_map(|value| value.to_le_bytes())
                .collect(),
        };
        let mut piece = vec![new.width() as u8];
        piece.extend((new.len() as u64).to_le_bytes());
        piece.extend(&data);
        piece.extend(checksum(&data).to_le_bytes());
        self.file.write_all(&piece)?;
        self.file.sync_data()?;
        self.kept += new.len();
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

/// Reads a piece and tells its length; `None` where none is left or the rest is broken.
fn read_piece(reader: &mut impl Read, values: &mut Values) -> io::Result<Option<u64>> {
    let mut head = [0; 9];
    if reader.read_exact(&mut head).is_err() {
        return Ok(None);
    }
    let width = u64::from(head[0]);
    let count = u64::from_le_bytes(head[1..].try_into().expect("invariant: eight bytes"));
    let Some(length) = count
        .checked_mul(width)
        .filter(|_| [1, 2, 4].contains(&width))
    else {
        return Ok(None);
    };
    let mut data = Vec::new();
    reader.take(length).read_to_end(&mut data)?;
    let mut sum = [0; 8];
    if data.len() as u64 != length
        || reader.read_exact(&mut sum).is_err()
        || u64::from_le_bytes(sum) != checksum(&data)
    {
        return Ok(None);
    }
    for cell in data.chunks(width as usize) {
        values.push(
            cell.iter()
                .rev()
                .fold(0, |value, &byte| value << 8 | u32::from(byte)),
        );
    }
    Ok(Some(9 + length + 8))
}

fn checksum(data: &[u8]) -> u64 {
    data.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}
