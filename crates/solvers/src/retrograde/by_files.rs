//! Backward analysis of a space whose cells do not fit into memory: they lie in files, one of which is held at a time, and messages from
//! one to another wait in files, too.
//!
//! A pass goes through all files of cells: what messages say is done, which ends one wave, and what that found is told to its
//! predecessors, which begins the next. Nothing is changed in place: a file of cells is written anew under the name of the pass, messages
//! are gathered for the next one, and the pass counts when a file that names them all has taken the place of the one before. Killed
//! anywhere, the work loses one pass, and what that had written is removed.
//!
//! Time: that of the waves, and for every pass the reading and writing of the cells that hear of anything. Disk: twice the cells, and some two bytes a
//! move that a wave takes back, twice. Memory: half for cells, a quarter for messages by part, an eighth for those by file.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use bouton_core::{Limits, StopReason};
use bouton_files::{Log, LogError};
use bouton_tables::{Entry, NumberReader, NumberWriter};

use super::cell::Cell;
use super::outbox::{Deal, Outbox};
use super::shard::{Counts, Kept, Shard, damaged};
use super::space::Backwards;
use super::table::{Halt, Value, broken, entries, place};
use super::wave::Wave;

/// The file that says how far the work is.
const STATE: &str = "files";
/// What the files of cells and those of messages are called, before their number and that of the pass.
const CELLS: &str = "cells-";
const INBOX: &str = "inbox-";
/// Numbers in the state before those of the files.
const HEAD: usize = 11;
/// Messages for one file are written when they are so many bytes, or as many as there is room for, but not fewer than the least.
const ENOUGH: u64 = 1 << 20;
const LEAST: u64 = 1 << 8;
/// Files that are open at a time.
const MOST_FILES: u64 = 512;
/// The fewest and the most cells of a part, by their exponents.
const SHIFTS: std::ops::RangeInclusive<u32> = 4..=16;

/// How far the work is.
#[derive(Clone, Debug, PartialEq, Eq)]
struct State {
    /// Bytes of a cell.
    width: usize,
    deal: Deal,
    counts: Counts,
    decided: u64,
    /// Passes that are done.
    pass: u64,
    /// The wave whose messages lie there, and the one that comes next.
    sent: Option<Wave>,
    next: Wave,
    is_over: bool,
    /// For each file the pass that wrote its cells, and the bytes of its messages.
    files: Vec<(u64, u64)>,
}

fn of_wave(wave: Wave) -> [u64; 2] {
    [wave.plies.into(), wave.draws.map_or(0, u64::from)]
}

fn wave_of(numbers: [u64; 2]) -> Wave {
    let draws = u32::try_from(numbers[1]).ok().filter(|last| *last > 0);
    Wave {
        plies: numbers[0] as u32,
        draws,
    }
}

impl State {
    fn keep(&self, folder: &Path) -> io::Result<()> {
        let [plies, draws] = of_wave(self.next);
        let [sent, sent_draws] = self.sent.map_or([u64::MAX, 0], of_wave);
        let head: [u64; HEAD] = [
            self.width as u64,
            self.deal.shift.into(),
            self.counts.most.into(),
            self.counts.over,
            self.counts.open,
            self.decided,
            self.pass,
            plies,
            draws,
            sent,
            sent_draws,
        ];
        bouton_files::write(&folder.join(STATE), |out| {
            let mut numbers = NumberWriter::begin(out)?;
            let files = self
                .files
                .iter()
                .flat_map(|(cells, inbox)| [*cells, *inbox]);
            let all = head
                .into_iter()
                .chain([u64::from(self.is_over)])
                .chain(files);
            for number in all {
                numbers.put(number)?;
            }
            numbers.finish().map(drop)
        })
    }

    fn kept(folder: &Path, count: u64) -> io::Result<Option<Self>> {
        let path = folder.join(STATE);
        if !path.is_file() {
            return Ok(None);
        }
        let (mut reader, mut all) = (NumberReader::open(&path)?, Vec::new());
        reader.take(HEAD + 1 + 2 * MOST_FILES as usize, &mut all)?;
        let Some((head, rest)) = all.split_first_chunk::<HEAD>() else {
            return Err(damaged());
        };
        let Some((is_over, files)) = rest.split_first() else {
            return Err(damaged());
        };
        let [
            width,
            shift,
            most,
            over,
            open,
            decided,
            pass,
            plies,
            draws,
            sent,
            sent_draws,
        ] = *head;
        let files: Vec<_> = files.chunks_exact(2).map(|two| (two[0], two[1])).collect();
        let shift = shift as u32;
        if !SHIFTS.contains(&shift) || files.is_empty() {
            return Err(damaged());
        }
        Ok(Some(Self {
            width: width as usize,
            deal: Deal {
                count,
                shift,
                holders: files.len(),
            },
            counts: Counts {
                most: most as u32,
                over,
                open,
            },
            decided,
            pass,
            sent: (sent != u64::MAX).then(|| wave_of([sent, sent_draws])),
            next: wave_of([plies, draws]),
            is_over: *is_over == 1,
            files,
        }))
    }

    /// The beginning, where so many bytes may be held; `None` where they are too few.
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
            deal: Deal {
                count,
                shift,
                holders: files as usize,
            },
            counts: Counts::default(),
            decided: 0,
            pass: 0,
            sent: None,
            next: Wave::FIRST,
            is_over: false,
            files: vec![(0, 0); files as usize],
        })
    }

    fn cells(&self, folder: &Path, file: usize) -> PathBuf {
        folder.join(format!("{CELLS}{file}.{}", self.files[file].0))
    }

    /// Messages for the pass behind so many.
    fn inbox(folder: &Path, file: usize, pass: u64) -> PathBuf {
        folder.join(format!("{INBOX}{file}.{pass}"))
    }

    /// Removes what it does not name.
    fn clear(&self, folder: &Path) -> io::Result<()> {
        let of = |file| {
            [
                self.cells(folder, file),
                Self::inbox(folder, file, self.pass),
            ]
        };
        let named: Vec<_> = (0..self.files.len()).flat_map(of).collect();
        let is_stray = |path: &Path| self.pass == 0 || !named.iter().any(|name| name == path);
        remove_if(folder, is_stray)
    }
}

/// Removes files of cells and of messages.
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

/// Whether work lies there.
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
    deal: Deal,
    width: usize,
    paths: Vec<PathBuf>,
    codes: Vec<Value>,
}

impl Filed {
    /// How many numbers there are.
    pub fn count(&self) -> u64 {
        self.deal.count
    }

    /// What may stand for a number.
    pub fn entries(&self) -> Vec<Entry> {
        entries(&self.codes)
    }

    /// Tells what stands for each number, in order, as a place among [`Filed::entries`].
    ///
    /// # Errors
    /// Those of `tell`, or the files cannot be read.
    pub fn each(&self, tell: &mut dyn FnMut(usize) -> io::Result<()>) -> io::Result<()> {
        match self.width {
            1 => self.each_of::<u8>(tell),
            _ => self.each_of::<u16>(tell),
        }
    }

    fn each_of<C: Cell>(&self, tell: &mut dyn FnMut(usize) -> io::Result<()>) -> io::Result<()> {
        let files = self.paths.iter().map(|path| Kept::open(path));
        let mut files = files.collect::<io::Result<Vec<_>>>()?;
        let mut cells = vec![C::new(0); self.deal.part()];
        for part in 0..self.deal.parts() as usize {
            let (file, own) = (part % files.len(), part / files.len());
            files[file].cells(&mut cells)?;
            let (_, count) = self.deal.numbers(file, own);
            for cell in &cells[..count] {
                tell(place(*cell, self.codes.len()))?;
            }
        }
        files.iter_mut().try_for_each(Kept::end)
    }
}

/// Works out every value with files in a folder, or goes on with those that are there; whether it did.
pub(super) fn solve(
    space: &dyn Backwards,
    folder: &Path,
    limits: &Limits,
) -> Result<(Filed, bool), StopReason> {
    let state = State::kept(folder, space.numbers()).unwrap_or_else(|error| broken(&error));
    let resumed = state.is_some();
    let narrow = match &state {
        Some(state) if state.width == 2 => Err(Halt::TooNarrow),
        _ => Work::<u8>::run(space, folder, limits, state.clone()),
    };
    let wide = |state| Work::<u16>::run(space, folder, limits, state);
    let solved = match narrow {
        Err(Halt::TooNarrow) => wide(state.filter(|state| state.width == 2)),
        narrow => narrow,
    };
    match solved {
        Ok(filed) => Ok((filed, resumed)),
        Err(Halt::Limit(reason)) => Err(reason),
        // More than 65,000 different values or moves: no table of this kind holds them.
        Err(Halt::TooNarrow) => Err(StopReason::Memory),
    }
}

struct Work<'s, C> {
    space: &'s dyn Backwards,
    folder: &'s Path,
    limits: &'s Limits,
    state: State,
    shard: Shard<C>,
    outbox: Outbox,
    /// Room to work in.
    numbers: Vec<u64>,
    batch: Vec<u8>,
}

impl<'s, C: Cell> Work<'s, C> {
    fn run(
        space: &'s dyn Backwards,
        folder: &'s Path,
        limits: &'s Limits,
        state: Option<State>,
    ) -> Result<Filed, Halt> {
        let memory = limits.memory.unwrap_or(u64::MAX / 2);
        let state = match state {
            Some(state) => state,
            None => {
                // What narrower cells have left behind.
                remove(folder).unwrap_or_else(|error| broken(&error));
                let begun = State::begin(space.numbers(), size_of::<C>(), memory);
                begun.ok_or(StopReason::Memory)?
            }
        };
        let deal = state.deal;
        let room = Outbox::room(deal, memory / 4).ok_or(StopReason::Memory)?;
        let enough = (memory / 8 / deal.holders as u64).min(ENOUGH);
        let held = Shard::<C>::bytes(deal, 0) + Outbox::bytes(deal, room, enough as usize);
        limits.afford(held)?;
        if enough < LEAST {
            return Err(StopReason::Memory.into());
        }
        let mut work = Self {
            space,
            folder,
            limits,
            shard: Shard::new(deal, 0),
            outbox: Outbox::new(deal, room, enough as usize),
            state,
            numbers: Vec::new(),
            batch: Vec::new(),
        };
        work.state
            .clear(folder)
            .unwrap_or_else(|error| broken(&error));
        while !work.state.is_over {
            let passed = work.pass();
            work.state = match passed {
                Ok(state) => state,
                Err(Fault::Halt(halt)) => return Err(halt),
                Err(Fault::File(error)) => broken(&error),
            };
        }
        let codes = work.state.sent.unwrap_or(Wave::FIRST).values();
        let paths = (0..deal.holders).map(|file| work.state.cells(folder, file));
        Ok(Filed {
            deal,
            width: size_of::<C>(),
            paths: paths.collect(),
            codes,
        })
    }

    /// Goes through all files once; how far the work is then.
    fn pass(&mut self) -> Result<State, Fault> {
        let mut state = self.state.clone();
        state.pass += 1;
        let found = match self.state.sent {
            Some(sent) => sent.found::<C>(state.counts.most),
            // Nobody is told anything.
            None => Some([C::new(0); 2]),
        };
        let (found, mut new) = (found.ok_or(Halt::TooNarrow)?, [0; 2]);
        let mut letters = Letters::to(self.folder, &mut state);
        for file in 0..self.state.files.len() {
            let hears = self.state.files[file].1 > 0;
            if self.state.sent.is_some() && !hears {
                continue;
            }
            self.shard.holder = file;
            let count = self.state.deal.parts_of(file) << self.state.deal.shift;
            self.shard.cells.resize(count, C::new(C::TOP));
            let is_first = self.state.pass == 0;
            if is_first {
                self.look(letters.state)?;
            } else {
                let path = self.state.cells(self.folder, file);
                let [] = self.shard.fetch(&path)?;
            }
            if hears {
                self.hear(file, found, &mut new)?;
            }
            for part in 0..self.shard.parts() {
                self.limits.check().map_err(Halt::from)?;
                let (next, numbers) = (self.state.next, &mut self.numbers);
                let is_ready =
                    self.shard
                        .take_back(part, next, self.space, &mut self.outbox, numbers);
                while let Some((to, batch)) = is_ready.then(|| self.outbox.ready()).flatten() {
                    letters.send(to, &batch)?;
                }
            }
            if is_first || hears {
                letters.state.files[file].0 = letters.state.pass;
                let path = letters.state.cells(self.folder, file);
                self.shard.keep(&path, &[])?;
            }
            let done = letters.state.decided + new[0] + new[1];
            self.tell(letters.state, done);
        }
        self.outbox.close(|to, batch| letters.send(to, &batch))?;
        letters.end()?;
        state.decided += new[0] + new[1];
        let next = match self.state.sent {
            Some(sent) => sent.next(new),
            None => Some(self.state.next.onwards()),
        };
        match next {
            None => state.is_over = true,
            // The turn to draws: nothing is on its way.
            Some(next) if next.plies == 0 => (state.sent, state.next) = (None, next),
            Some(_) => {
                state.sent = Some(self.state.next);
                state.next = self.state.next.onwards();
            }
        }
        state.keep(self.folder)?;
        state.clear(self.folder)?;
        Ok(state)
    }

    /// Looks at the numbers of a file for the first time.
    fn look(&mut self, state: &mut State) -> Result<(), Fault> {
        self.shard.cells.fill(C::new(C::TOP));
        let (limits, all) = (self.limits, self.state.deal.count);
        let mut looked = state.counts.over + state.counts.open;
        let counts = self.shard.look(self.space, limits, |count| {
            looked += count as u64;
            limits.progress.set(looked.min(all), 2 * all);
        });
        let counts = counts.map_err(Halt::from)?.ok_or(Halt::TooNarrow)?;
        state.counts.most = state.counts.most.max(counts.most);
        state.counts.over += counts.over;
        state.counts.open += counts.open;
        state.decided += counts.over;
        Ok(())
    }

    fn tell(&self, state: &State, decided: u64) {
        if self.state.pass > 0 {
            let count = self.state.deal.count;
            let positions = state.counts.over + state.counts.open;
            // What is never decided is drawn, and costs no more.
            self.limits.progress.set(count + decided, count + positions);
        }
    }

    /// Does what the messages for a file say.
    fn hear(&mut self, file: usize, found: [C; 2], new: &mut [u64; 2]) -> Result<(), Fault> {
        let path = State::inbox(self.folder, file, self.state.pass);
        let mut inbox = BufReader::with_capacity(1 << 12, File::open(path)?);
        let mut left = self.state.files[file].1;
        while left > 0 {
            self.limits.check().map_err(Halt::from)?;
            let mut length = [0; 4];
            inbox.read_exact(&mut length)?;
            let length = u32::from_le_bytes(length);
            left = left
                .checked_sub(4 + u64::from(length))
                .ok_or_else(damaged)?;
            self.batch.resize(length as usize, 0);
            inbox.read_exact(&mut self.batch)?;
            let most = self.state.counts.most;
            let done = self.shard.apply(&self.batch, most, found, new);
            done.ok_or_else(damaged)?;
        }
        Ok(())
    }
}

/// Why a pass came to no end.
enum Fault {
    Halt(Halt),
    File(io::Error),
}

impl From<Halt> for Fault {
    fn from(halt: Halt) -> Self {
        Self::Halt(halt)
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::File(error)
    }
}

/// Messages that are written for the next pass.
struct Letters<'l> {
    folder: &'l Path,
    state: &'l mut State,
    logs: Vec<Option<Log>>,
}

impl<'l> Letters<'l> {
    fn to(folder: &'l Path, state: &'l mut State) -> Self {
        state.files.iter_mut().for_each(|(_, inbox)| *inbox = 0);
        let logs = state.files.iter().map(|_| None).collect();
        Self {
            folder,
            state,
            logs,
        }
    }

    fn send(&mut self, file: usize, batch: &[u8]) -> io::Result<()> {
        let log = match &mut self.logs[file] {
            Some(log) => log,
            none => {
                let path = State::inbox(self.folder, file, self.state.pass);
                let log = Log::open(&path).map_err(|error| match error {
                    LogError::File(error) => error,
                    other => io::Error::other(other),
                });
                none.insert(log?)
            }
        };
        log.append(&(batch.len() as u32).to_le_bytes())?;
        log.append(batch)?;
        self.state.files[file].1 += 4 + batch.len() as u64;
        Ok(())
    }

    fn end(self) -> io::Result<()> {
        self.logs.iter().flatten().try_for_each(Log::sync)
    }
}
