//! [`Part`]: the rows of an unfinished census.
//!
//! A text file: a line that names the census, then one line per row, which ends in a checksum of the file up to there. From
//! the first line that is cut, changed, missing, repeated or out of order, the rest of the file is dropped. This detects
//! damage, not manipulation: a row that is read back proves nothing, and a row with a proved period is computed again.

use std::collections::HashMap;
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use bouton::answers::QuotientRow;
use bouton::sequence::census::{Reach, Row};
use bouton_files::{Chain, Log};

use super::super::output::complain;

/// The kind of rows of a census.
pub(super) trait Entry: PartialEq + Sized {
    const HEADING: &'static str;
    fn code(&self) -> &str;
    fn status(&self) -> &str;
    fn to_csv(&self) -> String;
    fn from_csv(line: &str) -> Option<Self>;

    fn is_proved(&self) -> bool {
        self.status() == "proved"
    }
}

impl Entry for Row {
    const HEADING: &'static str = Self::HEADING;
    fn code(&self) -> &str {
        &self.code
    }
    fn status(&self) -> &str {
        &self.status
    }
    fn to_csv(&self) -> String {
        self.to_csv()
    }
    fn from_csv(line: &str) -> Option<Self> {
        Self::from_csv(line)
    }
}

impl Entry for QuotientRow {
    const HEADING: &'static str = Self::HEADING;
    fn code(&self) -> &str {
        &self.code
    }
    fn status(&self) -> &str {
        self.status()
    }
    fn to_csv(&self) -> String {
        self.to_csv()
    }
    fn from_csv(line: &str) -> Option<Self> {
        Self::from_csv(line)
    }
}

/// The work that a crash of the machine may lose.
const INTERVAL: Duration = Duration::from_secs(1);

/// A census in progress.
pub(super) struct Part<R> {
    path: PathBuf,
    log: Log,
    sum: Chain,
    /// The time of the last flush to the disk.
    synced: Instant,
    /// Rows without a proof that were read.
    rows: HashMap<String, R>,
    /// Rows with a proof that were read.
    claimed: HashMap<String, R>,
}

impl<R: Entry> Part<R> {
    /// Opens or creates the file of a census, and reports damaged parts.
    pub(super) fn open(path: &Path, reach: Reach) -> anyhow::Result<Self> {
        let cannot = || format!("cannot use {}", path.display());
        let mut part = Self {
            path: path.to_owned(),
            log: Log::open(path).with_context(cannot)?,
            sum: Chain::default(),
            synced: Instant::now(),
            rows: HashMap::new(),
            claimed: HashMap::new(),
        };
        part.read(&heading::<R>(reach)).with_context(cannot)?;
        Ok(part)
    }

    fn read(&mut self, heading: &str) -> anyhow::Result<()> {
        let length = self.log.length()?;
        let mut reader = self.log.reader()?;
        let mut line = Vec::new();
        reader.read_until(b'\n', &mut line)?;
        self.sum = self.sum.with(heading.as_bytes());
        if line != heading.as_bytes() {
            // An incomplete file was left by a killed process.
            if !heading.as_bytes().starts_with(&line) {
                bail!("it is from another census: remove it, or choose another file");
            }
            drop(reader);
            self.log.keep(0)?;
            return Ok(self.log.append(heading.as_bytes())?);
        }
        let (mut good, mut sum) = (line.len() as u64, self.sum);
        let (mut rows, mut claimed) = (HashMap::new(), HashMap::new());
        loop {
            line.clear();
            reader.read_until(b'\n', &mut line)?;
            let Some((row, after)) = row::<R>(&line, sum) else {
                break;
            };
            good += line.len() as u64;
            sum = after;
            // A later row of the same code is the result of a second computation.
            let (kind, other) = match row.is_proved() {
                true => (&mut claimed, &mut rows),
                false => (&mut rows, &mut claimed),
            };
            other.remove(row.code());
            kind.insert(row.code().to_owned(), row);
        }
        drop(reader);
        (self.rows, self.claimed, self.sum) = (rows, claimed, sum);
        if good < length {
            complain(format_args!(
                "the last {} bytes of {} are damaged: the rows in them are computed again",
                length - good,
                self.path.display()
            ));
        }
        Ok(self.log.keep(good)?)
    }

    /// The rows that need not be computed again.
    pub(super) fn take_rows(&mut self) -> HashMap<String, R> {
        std::mem::take(&mut self.rows)
    }

    /// Appends a row, unless it exists.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn add(&mut self, row: &R) -> io::Result<()> {
        if self.claimed.remove(row.code()).as_ref() == Some(row) {
            return Ok(());
        }
        let text = format!("{},", row.to_csv());
        let sum = self.sum.with(text.as_bytes());
        self.log
            .append(format!("{text}{:016x}\n", sum.sum()).as_bytes())?;
        self.sum = sum;
        if self.synced.elapsed() > INTERVAL {
            self.log.sync()?;
            self.synced = Instant::now();
        }
        Ok(())
    }

    /// The census is complete.
    ///
    /// # Errors
    /// If the file cannot be removed.
    pub(super) fn remove(self) -> io::Result<()> {
        bouton_files::remove(&self.path)
    }
}

/// The first line.
fn heading<R: Entry>(reach: Reach) -> String {
    let each = reach
        .each
        .map(|each| format!(" in {} ms each", each.as_millis()));
    format!(
        "{},checksum to heap {}{}\n",
        R::HEADING,
        reach.heaps,
        each.unwrap_or_default()
    )
}

/// The row of a line after the text with the checksum `sum`, and its checksum; `None` if the line is damaged.
fn row<R: Entry>(line: &[u8], sum: Chain) -> Option<(R, Chain)> {
    let text = std::str::from_utf8(line.strip_suffix(b"\n")?).ok()?;
    let (row, told) = text.rsplit_once(',')?;
    let sum = sum.with(row.as_bytes()).with(b",");
    (told == format!("{:016x}", sum.sum())).then_some(())?;
    Some((R::from_csv(row)?, sum))
}
