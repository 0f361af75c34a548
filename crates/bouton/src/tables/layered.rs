//! A table of layers is written layer by layer. Each layer is removed from the work files when it is safely in the table,
//! so that the disk holds little more than one of the two.

use std::fs;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use bouton_core::{Limits, StopReason};
use bouton_engine::{Error, LAYER_BITS};
use bouton_files::{Log, LogError};
use bouton_solvers::layers::{Layers, LayersError, SolvedLayers, solve_layers};
use bouton_tables::{Contents, Paused, Table, Writer, Written};

use super::making::{Failure, Made, Wanted, stride, too_many};
use super::work::TableFolder;
use crate::session::Session;

/// Solves the layers of a game and writes their table.
pub(super) fn layers(
    session: &Session,
    wanted: &Wanted<'_>,
    about: &Contents,
    limits: &Limits,
) -> Result<Made, Failure> {
    let work = TableFolder::open(wanted, about)?;
    let mut made = Err(Failure::Stopped(StopReason::Cancelled));
    session.layers(limits, &mut |layers| {
        made = solved_and_written(layers, wanted, about, &work, limits);
    })?;
    let made = made?;
    work.close()?;
    Ok(made)
}

fn solved_and_written(
    layers: &dyn Layers,
    wanted: &Wanted<'_>,
    about: &Contents,
    work: &TableFolder,
    limits: &Limits,
) -> Result<Made, Failure> {
    let failed = |error: io::Error| match limits.check() {
        Err(reason) if error.kind() == io::ErrorKind::Interrupted => Failure::Stopped(reason),
        _ => work.failed(error).into(),
    };
    let (path, files) = (wanted.path, Files::of(work));
    let begun = files.begun().map_err(failed)?;
    if begun.is_some() && !files.table.is_file() {
        // The table is finished, but its work files were not removed.
        let before = Table::open(path).ok().filter(|table| {
            let its = table.contents();
            (&its.game, &its.position, its.rules, &its.origins)
                == (&about.game, &about.position, about.rules, &about.origins)
        });
        files.forget().map_err(failed)?;
        if let Some(table) = before {
            let written = Written {
                contents: table.contents().clone(),
                bytes: table.bytes(),
            };
            work.end(|| Ok(()))?;
            return Ok((written, true));
        }
    }
    let (mut growing, solved) = match begun.filter(|_| files.table.is_file()) {
        Some((next, paused)) => {
            let so_far = paused.contents().ok_or_else(|| failed(damaged()))?;
            let codes = so_far.codes.iter().map(|(entry, _)| *entry);
            let entries: Vec<_> = codes.collect();
            let first = layers.first().0 as usize;
            let counts = so_far.layers.get(first..).unwrap_or(&[]).to_vec();
            let solved = SolvedLayers::of_before(layers, work.folder(), &entries, counts);
            (Growing::again(files, next, paused).map_err(failed)?, solved)
        }
        None => {
            let solved = solve_layers(layers, work.folder(), limits);
            let solved = solved.map_err(|error| match error {
                LayersError::Stopped(reason) => Failure::Stopped(reason),
                LayersError::File(error) => work.failed(error).into(),
            })?;
            let contents = contents(about, &solved)?;
            let growing = Growing::begin(files, solved.layers().start, contents);
            (growing.map_err(failed)?, solved)
        }
    };
    for layer in growing.next..solved.layers().end {
        growing
            .add(layer, &solved, wanted.best, limits)
            .map_err(failed)?;
        solved.remove_to(layer).map_err(failed)?;
    }
    let (files, written) = growing.finish(wanted.best).map_err(failed)?;
    bouton_files::publish(&files.table, path)
        .map_err(|error| Error::io(format_args!("cannot write {}", path.display()), error))?;
    files.forget().map_err(failed)?;
    work.end(|| solved.remove())?;
    Ok((written, solved.resumed > 0))
}

/// The header of the table.
fn contents(about: &Contents, solved: &SolvedLayers) -> Result<Contents, Failure> {
    let entries = solved.entries();
    if entries.len() > 1 << 16 {
        return Err(too_many().into());
    }
    Ok(Contents {
        codes: entries.iter().map(|entry| (*entry, 0)).collect(),
        layers: (0..solved.layers().start)
            .map(|_| 0)
            .chain(solved.counts.iter().copied())
            .collect(),
        ..about.clone()
    })
}

/// The files of a table that grows in the folder of its work.
struct Files {
    table: PathBuf,
    index: PathBuf,
    /// The next layer, and the state of the writer.
    state: PathBuf,
}

impl Files {
    fn of(work: &TableFolder) -> Self {
        Self {
            table: work.file("table"),
            index: work.file("index"),
            state: work.file("state"),
        }
    }

    /// The state of a writer: the next layer, and its state without the index.
    fn begun(&self) -> io::Result<Option<(u32, Paused)>> {
        if !self.state.is_file() {
            return Ok(None);
        }
        let mut state = fs::read(&self.state)?;
        let rest = state.split_off(4.min(state.len()));
        let next = <[u8; 4]>::try_from(state).map_err(|_| damaged())?;
        let paused = Paused {
            state: rest,
            index: Vec::new(),
        };
        Ok(Some((u32::from_le_bytes(next), paused)))
    }

    /// Removes the other files.
    fn forget(&self) -> io::Result<()> {
        for path in [&self.index, &self.state] {
            if path.is_file() {
                bouton_files::remove(path)?;
            }
        }
        Ok(())
    }
}

/// A table that grows layer by layer.
struct Growing {
    files: Files,
    table: Log,
    index: Log,
    next: u32,
    paused: Paused,
}

impl Growing {
    fn begin(files: Files, first: u32, contents: Contents) -> io::Result<Self> {
        let (mut table, index) = (opened(&files.table, 0)?, opened(&files.index, 0)?);
        let paused = Writer::begin(&mut Adding(&mut table), contents)?.pause();
        let mut growing = Self {
            files,
            table,
            index,
            next: first,
            paused,
        };
        growing.keep(first, 0)?;
        Ok(growing)
    }

    fn again(files: Files, next: u32, mut paused: Paused) -> io::Result<Self> {
        let (written, indexed) = paused.lengths().ok_or_else(damaged)?;
        let (table, index) = (
            opened(&files.table, written)?,
            opened(&files.index, indexed)?,
        );
        index.reader()?.read_to_end(&mut paused.index)?;
        Ok(Self {
            files,
            table,
            index,
            next,
            paused,
        })
    }

    /// Adds a layer, which is safely on the disk afterwards.
    fn add(
        &mut self,
        layer: u32,
        solved: &SolvedLayers,
        best: bool,
        limits: &Limits,
    ) -> io::Result<()> {
        let paused = self.take();
        let indexed = paused.index.len();
        let mut out = BufWriter::with_capacity(1 << 18, Adding(&mut self.table));
        let (mut writer, mut number) = (resumed(&mut out, paused, best)?, 0);
        solved.each(layer, &mut |key, code| {
            number += 1;
            stride(number, limits)?;
            writer.key(u64::from(layer) << LAYER_BITS | key, code as u16)
        })?;
        self.paused = writer.pause();
        out.into_inner().map_err(io::IntoInnerError::into_error)?;
        self.keep(layer + 1, indexed)
    }

    /// Saves the state of the writer, and the index from a place on.
    fn keep(&mut self, next: u32, indexed: usize) -> io::Result<()> {
        self.index.append(&self.paused.index[indexed..])?;
        self.table.sync()?;
        self.index.sync()?;
        self.next = next;
        bouton_files::write(&self.files.state, |out| {
            out.write_all(&next.to_le_bytes())?;
            out.write_all(&self.paused.state)
        })
    }

    /// Writes the end of the file, after the layers.
    fn finish(mut self, best: bool) -> io::Result<(Files, Written)> {
        let paused = self.take();
        let mut out = BufWriter::new(Adding(&mut self.table));
        let written = resumed(&mut out, paused, best)?.finish()?;
        out.into_inner().map_err(io::IntoInnerError::into_error)?;
        self.table.sync()?;
        Ok((self.files, written))
    }

    fn take(&mut self) -> Paused {
        let nothing = Paused {
            state: Vec::new(),
            index: Vec::new(),
        };
        std::mem::replace(&mut self.paused, nothing)
    }
}

/// A writer that continues.
fn resumed(out: &mut dyn Write, paused: Paused, best: bool) -> io::Result<Writer<'_>> {
    let writer = Writer::resume(out, paused)?;
    Ok(if best { writer.best() } else { writer })
}

/// Opens a file for appending after this many bytes.
fn opened(path: &Path, length: u64) -> io::Result<Log> {
    let mut log = Log::open(path).map_err(|error| match error {
        LogError::File(error) => error,
        error => io::Error::other(error),
    })?;
    if log.length()? < length {
        return Err(damaged());
    }
    log.keep(length)?;
    Ok(log)
}

fn damaged() -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidData,
        "a file of unfinished work is damaged",
    )
}

/// Adds to a log.
struct Adding<'l>(&'l mut Log);

impl Write for Adding<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.append(bytes).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
