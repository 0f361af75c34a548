//! Backward analysis of a space whose cells do not fit in memory. The cells are in files, one of which is in memory at a
//! time; messages between them wait in files, too.
//!
//! A pass goes through all files of cells: each receives the messages of one wave, and the positions that these decide send
//! messages to their predecessors, for the next wave. Nothing is changed in place. A file of cells is written again under
//! the name of the pass, messages are gathered for the next pass, and the pass counts when a file that names all these
//! files has replaced the previous one. If the work is killed at any point, it loses one wave, and the files written for
//! that wave are removed.
//!
//! Time: that of the waves, and for every pass reading and writing the cells that receive messages. Disk: twice the cells,
//! and twice some two bytes for each move that a wave takes back. Memory: half for cells, a quarter for messages by part,
//! an eighth for messages by file.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use bouton_core::{Limits, StopReason};
use bouton_files::{Log, LogError};
use bouton_tables::{Entry, NumberReader, NumberWriter};

use super::cell::Cell;
use super::cell_files::{self, CellReader, damaged};
use super::engine::{
    Checkpoint, Counts, Each, Halt, Job, NUMBERS, Step, Transport, WaveResult, narrowest, solve,
};
use super::outbox::{Assignment, Outbox};
use super::shard::Shard;
use super::space::Space;
use super::table::{Value, entries, place};
use super::wave::Wave;
use crate::keeper::or_broken;

/// The file with the state of the work.
const STATE: &str = "files";
/// The names of files of cells and of messages, before their number and that of the pass.
const CELLS: &str = "cells-";
const INBOX: &str = "inbox-";
/// The numbers in the state before those of the files, without those of the checkpoint.
const HEAD: usize = 3;
/// Messages for one file are written when they have this many bytes, or as many as memory allows, but at least the minimum.
const ENOUGH: u64 = 1 << 20;
const LEAST: u64 = 1 << 8;
/// The number of files that are open at a time.
const MOST_FILES: u64 = 512;
/// The fewest and the most cells of a part, by their exponents.
const SHIFTS: std::ops::RangeInclusive<u32> = 4..=16;

/// The state of the work.
#[derive(Clone, Debug)]
struct State {
    /// Bytes of a cell.
    width: usize,
    deal: Assignment,
    /// The number of finished passes.
    pass: u64,
    /// The last wave; the files contain the messages of the next one.
    at: Option<Checkpoint>,
    files: Vec<Files>,
}

/// A file of cells, and its messages.
#[derive(Clone, Copy, Debug, Default)]
struct Files {
    /// The pass that wrote the cells; 0: none.
    cells: u64,
    /// Bytes of the messages.
    inbox: u64,
}

impl State {
    fn write(&self, folder: &Path, at: &Checkpoint) -> io::Result<()> {
        let head: [u64; HEAD] = [self.width as u64, self.deal.shift.into(), self.pass];
        let files = self.files.iter().flat_map(|file| [file.cells, file.inbox]);
        let mut all = at.numbers().into_iter().chain(head).chain(files);
        bouton_files::write(&folder.join(STATE), |out| {
            let mut numbers = NumberWriter::begin(out)?;
            all.try_for_each(|number| numbers.put(number))?;
            numbers.finish().map(drop)
        })
    }

    fn kept(folder: &Path, count: u64) -> io::Result<Option<Self>> {
        let path = folder.join(STATE);
        if !path.is_file() {
            return Ok(None);
        }
        let (mut reader, mut all) = (NumberReader::open(&path)?, Vec::new());
        reader.take(NUMBERS + HEAD + 2 * MOST_FILES as usize, &mut all)?;
        let kept = all.split_first_chunk();
        let kept = kept.and_then(|(at, rest)| Some((Checkpoint::of_numbers(*at)?, rest)));
        // Files of an earlier version of the program cannot be continued: the work starts again.
        let Some((at, rest)) = kept else {
            return Ok(None);
        };
        let (head, files) = rest.split_first_chunk::<HEAD>().ok_or_else(damaged)?;
        let [width, shift, pass] = *head;
        let shift = shift as u32;
        if !SHIFTS.contains(&shift) || files.is_empty() {
            return Err(damaged());
        }
        let files = files.as_chunks().0.iter();
        let files: Vec<_> = files
            .map(|[cells, inbox]| Files {
                cells: *cells,
                inbox: *inbox,
            })
            .collect();
        Ok(Some(Self {
            width: width as usize,
            deal: Assignment {
                count,
                shift,
                holders: files.len(),
            },
            pass,
            at: Some(at),
            files,
        }))
    }

    /// The initial state for this many bytes of memory; `None` if they are too few.
    fn begin(count: u64, width: usize, memory: u64) -> Option<Self> {
        let cells = memory / 2 / width as u64;
        let shift = cells.checked_ilog2()?.min(*SHIFTS.end());
        let parts = count.div_ceil(1 << shift).max(1);
        let files = parts.div_ceil((cells >> shift).max(1));
        if !SHIFTS.contains(&shift) || files > MOST_FILES {
            return None;
        }
        Some(Self {
            width,
            deal: Assignment {
                count,
                shift,
                holders: files as usize,
            },
            pass: 0,
            at: None,
            files: vec![Files::default(); files as usize],
        })
    }

    fn cells(&self, folder: &Path, file: usize) -> PathBuf {
        folder.join(format!("{CELLS}{file}.{}", self.files[file].cells))
    }

    /// The file of messages for the pass after this many passes.
    fn inbox(folder: &Path, file: usize, pass: u64) -> PathBuf {
        folder.join(format!("{INBOX}{file}.{pass}"))
    }

    /// Removes the files that the state does not name.
    fn clear(&self, folder: &Path) -> io::Result<()> {
        let of = |file| {
            [
                self.cells(folder, file),
                Self::inbox(folder, file, self.pass),
            ]
        };
        let named: Vec<_> = (0..self.files.len()).flat_map(of).collect();
        remove_if(folder, |path| !named.iter().any(|name| name == path))
    }
}

/// Removes files of cells and of messages that are no longer needed.
fn remove_if(folder: &Path, is_gone: impl Fn(&Path) -> bool) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if (name.starts_with(CELLS) || name.starts_with(INBOX)) && is_gone(&path) {
            bouton_files::remove(&path)?;
        }
    }
    Ok(())
}

/// Whether the folder contains work.
pub(crate) fn is_begun(folder: &Path) -> bool {
    folder.join(STATE).is_file()
}

/// Removes all of it.
pub(crate) fn remove(folder: &Path) -> io::Result<()> {
    let state = folder.join(STATE);
    if state.is_file() {
        bouton_files::remove(&state)?;
    }
    remove_if(folder, |_| true)
}

/// The value of every number, in files.
#[derive(Debug)]
pub struct Filed {
    deal: Assignment,
    width: usize,
    paths: Vec<PathBuf>,
    codes: Vec<Value>,
}

impl Filed {
    /// How many numbers there are.
    pub fn count(&self) -> u64 {
        self.deal.count
    }

    /// The possible entries of a number.
    pub fn entries(&self) -> Vec<Entry> {
        entries(&self.codes)
    }

    /// Reports the entry of each number, in order, as a place among [`Filed::entries`].
    ///
    /// # Errors
    /// The errors of `tell`; also if the files cannot be read.
    pub fn each(&self, tell: &mut dyn FnMut(usize) -> io::Result<()>) -> io::Result<()> {
        match self.width {
            1 => self.each_of::<u8>(tell),
            2 => self.each_of::<u16>(tell),
            _ => self.each_of::<u32>(tell),
        }
    }

    fn each_of<C: Cell>(&self, tell: &mut dyn FnMut(usize) -> io::Result<()>) -> io::Result<()> {
        let files = self.paths.iter().map(|path| CellReader::open(path));
        let mut files = files.collect::<io::Result<Vec<_>>>()?;
        let mut cells = vec![C::new(0); self.deal.part()];
        for part in 0..self.deal.parts() as usize {
            let (file, own) = (part % files.len(), part / files.len());
            files[file].cells(&mut cells)?;
            let (_, count) = self.deal.numbers(file, own);
            for cell in &cells[..count] {
                tell(place(C::TOP - cell.get(), self.codes.len()))?;
            }
        }
        files.iter_mut().try_for_each(CellReader::end)
    }
}

/// Computes every value with files in a folder, or continues with existing ones; returns whether it continued.
pub(super) fn in_files(
    space: &dyn Space,
    folder: &Path,
    limits: &Limits,
) -> Result<(Filed, bool), StopReason> {
    let kept = or_broken(State::kept(folder, space.count()));
    let resumed = kept.is_some();
    let job = Job::of(space, limits, 1);
    let mut work = InFiles {
        job: &job,
        folder,
        kept,
    };
    Ok((
        narrowest(
            &mut work,
            [InFiles::run::<u8>, InFiles::run::<u16>, InFiles::run::<u32>],
        )?,
        resumed,
    ))
}

struct InFiles<'f> {
    job: &'f Job<'f>,
    folder: &'f Path,
    kept: Option<State>,
}

impl InFiles<'_> {
    fn run<C: Cell>(&mut self) -> Result<Filed, Halt> {
        let (width, limits) = (size_of::<C>(), self.job.limits);
        let memory = limits.memory.unwrap_or(u64::MAX / 2);
        let kept = match self.kept.take() {
            Some(wider) if wider.width > width => {
                self.kept = Some(wider);
                return Err(Halt::TooNarrow);
            }
            kept => kept,
        };
        let state = match kept {
            Some(state) => state,
            None => {
                // Files of narrower cells are left over.
                or_broken(remove(self.folder));
                let begun = State::begin(self.job.space.count(), width, memory);
                begun.ok_or(StopReason::Memory)?
            }
        };
        let deal = state.deal;
        let room = Outbox::room(deal, memory / 4).ok_or(StopReason::Memory)?;
        let enough = (memory / 8 / deal.holders as u64).min(ENOUGH);
        let held = Outbox::bytes(deal, room, enough as usize) + deal.bytes(0, width);
        limits.afford(held)?;
        if enough < LEAST {
            return Err(StopReason::Memory.into());
        }
        let mut shards = InTurn::<C> {
            folder: self.folder,
            cells: crate::pages::filled(deal.parts_of(0) << deal.shift, || C::new(C::TOP)),
            outbox: Outbox::new(deal, room, enough as usize),
            told: None,
            state,
            batch: Vec::new(),
        };
        let codes = solve::<C>(self.job, held, &mut shards)?;
        let paths = (0..deal.holders).map(|file| shards.state.cells(self.folder, file));
        Ok(Filed {
            deal,
            width,
            paths: paths.collect(),
            codes,
        })
    }
}

/// The shards of all files, one of which is in memory.
struct InTurn<'f, C> {
    folder: &'f Path,
    state: State,
    /// The wave whose messages the files contain.
    told: Option<Wave>,
    cells: Vec<C>,
    outbox: Outbox,
    /// Buffers that are used again.
    batch: Vec<u8>,
}

impl<C: Cell> InTurn<'_, C> {
    /// Applies a function to the cells of a file, which are written for a pass if the function says that they changed.
    fn with<T>(
        &mut self,
        file: usize,
        pass: u64,
        work: impl FnOnce(&mut Shard<'_, C>, &mut Outbox, &mut Vec<u8>) -> Result<(T, bool), Halt>,
    ) -> Result<T, Halt> {
        let deal = self.state.deal;
        let count = deal.parts_of(file) << deal.shift;
        self.cells.resize(count, C::new(C::TOP));
        match self.state.files[file].cells {
            0 => self.cells.fill(C::new(C::TOP)),
            _ => or_broken(cell_files::fetch(
                &self.state.cells(self.folder, file),
                &mut self.cells,
            )),
        }
        let mut shard = Shard::over(deal, file, &mut self.cells);
        let (done, is_changed) = work(&mut shard, &mut self.outbox, &mut self.batch)?;
        if is_changed {
            self.state.files[file].cells = pass;
            let path = self.state.cells(self.folder, file);
            or_broken(cell_files::keep(&path, &[], [&self.cells[..]]));
        }
        Ok(done)
    }

    /// Goes through all files once: each receives a wave, if there is one, and sends the next one.
    fn pass(
        &mut self,
        job: &Job<'_>,
        heard: Option<&Step<C>>,
        told: &Step<C>,
    ) -> Result<WaveResult, Halt> {
        let (last, pass) = (self.state.pass, self.state.pass + 1);
        let mut found = WaveResult::default();
        let mut messages = Messages::of(self.folder, pass, self.state.files.len());
        for file in 0..self.state.files.len() {
            let left = self.state.files[file].inbox;
            let heard = heard.filter(|_| left > 0);
            let is_front = told.wave.plies <= told.latest;
            // A file that receives nothing sends nothing, except for values known before.
            if heard.is_none() && !is_front {
                continue;
            }
            let path = State::inbox(self.folder, file, last);
            let here = self.with(file, pass, |shard, outbox, batch| {
                shard.begin();
                if let Some(step) = heard {
                    let inbox = File::open(&path).map(BufReader::new);
                    hear(shard, &mut or_broken(inbox), left, batch, job, step)?;
                }
                let new = shard.new;
                let latest = shard.settle(job, told)?;
                shard.tell(job, told, outbox, &mut |_, to, batch| {
                    or_broken(messages.send(to, &batch));
                    Ok(false)
                })?;
                let is_changed = heard.is_some() || job.space.leads_out();
                Ok((WaveResult { new, latest }, is_changed))
            })?;
            found = found.and(here);
        }
        or_broken(self.outbox.close(|to, batch| messages.send(to, &batch)));
        let inboxes = or_broken(messages.end());
        for (file, inbox) in self.state.files.iter_mut().zip(inboxes) {
            file.inbox = inbox;
        }
        (self.state.pass, self.told) = (pass, Some(told.wave));
        Ok(found)
    }
}

/// Applies the messages for a file, which have this many bytes.
fn hear<C: Cell>(
    shard: &mut Shard<'_, C>,
    inbox: &mut impl Read,
    mut left: u64,
    batch: &mut Vec<u8>,
    job: &Job<'_>,
    step: &Step<C>,
) -> Result<(), Halt> {
    let mut next = || {
        let mut length = [0; 4];
        inbox.read_exact(&mut length)?;
        let length = u32::from_le_bytes(length);
        let rest = left.checked_sub(4 + u64::from(length));
        left = rest.ok_or_else(damaged)?;
        batch.resize(length as usize, 0);
        inbox.read_exact(batch)?;
        shard.hear(batch, step).ok_or_else(damaged)?;
        Ok(left > 0)
    };
    while or_broken(next()) {
        job.limits.check()?;
    }
    Ok(())
}

impl<C: Cell> Transport<C> for InTurn<'_, C> {
    fn resume(&mut self, _: &Job<'_>) -> Result<Option<Checkpoint>, Halt> {
        or_broken(self.state.clear(self.folder));
        let at = self.state.at;
        self.told = at.and_then(|at| at.wave).map(Wave::onwards);
        Ok(at)
    }

    fn each(&mut self, _: &Job<'_>, work: Each<'_, C>) -> Result<Counts, Halt> {
        let (mut counts, pass) = (Counts::default(), self.state.pass + 1);
        for file in 0..self.state.files.len() {
            let here = self.with(file, pass, |shard, _, _| Ok((work(shard)?, true)))?;
            counts = counts.and(here);
        }
        self.state.pass = pass;
        Ok(counts)
    }

    fn wave(&mut self, job: &Job<'_>, step: &Step<C>) -> Result<WaveResult, Halt> {
        if self.told != Some(step.wave) {
            self.told = None;
            self.pass(job, None, step)?;
        }
        // The cells that this step finds are needed when its messages are received.
        let next = Step {
            wave: step.wave.onwards(),
            ..*step
        };
        self.pass(job, Some(step), &next)
    }

    fn keep(&mut self, at: &Checkpoint) -> io::Result<()> {
        self.state.write(self.folder, at)?;
        self.state.clear(self.folder)
    }
}

/// Messages that are written for the next pass, each batch after its length.
struct Messages<'m> {
    folder: &'m Path,
    pass: u64,
    /// The log of each file, with its bytes.
    logs: Vec<(Option<Log>, u64)>,
}

impl<'m> Messages<'m> {
    fn of(folder: &'m Path, pass: u64, files: usize) -> Self {
        Self {
            folder,
            pass,
            logs: (0..files).map(|_| (None, 0)).collect(),
        }
    }

    fn send(&mut self, file: usize, batch: &[u8]) -> io::Result<()> {
        let (log, bytes) = &mut self.logs[file];
        let log = match log {
            Some(log) => log,
            none => {
                let path = State::inbox(self.folder, file, self.pass);
                let log = Log::open(&path).map_err(|error| match error {
                    LogError::File(error) => error,
                    other => io::Error::other(other),
                });
                none.insert(log?)
            }
        };
        log.append(&(batch.len() as u32).to_le_bytes())?;
        log.append(batch)?;
        *bytes += 4 + batch.len() as u64;
        Ok(())
    }

    /// The bytes for each file, after they are on the disk.
    fn end(self) -> io::Result<Vec<u64>> {
        let logs = self.logs.into_iter().map(|(log, bytes)| {
            log.as_ref().map_or(Ok(()), Log::sync)?;
            Ok(bytes)
        });
        logs.collect()
    }
}
