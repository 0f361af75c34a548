//! Backward analysis by several workers, on any number of machines: each holds the cells of some parts of a table and sends
//! the others the messages about their cells.
//!
//! There are two barriers a wave. After the first, all messages have been received; the cells are those of the end of the
//! wave, and are saved if it is time. Then all report how much they found, and after the second barrier all know the next
//! wave. A faster worker may be a wave ahead, so messages contain the number of their wave. Interrupted work continues from
//! the last wave that all have saved.
//!
//! Time: that of the waves, divided among the workers, and two to three nanoseconds for each byte sent. Memory: a byte for
//! each own cell, a bucket for each part of the table, and some rounds of messages.

use std::io;
use std::path::{Path, PathBuf};

use bouton_core::{Limits, StopReason};
use bouton_tables::Entry;

use super::cell::{Cell, Cells};
use super::cell_files::{self, CellReader, damaged};
use super::engine::{
    Checkpoint, Counts, Each, Halt, Job, NUMBERS, Step, Transport, WaveResult, narrowest, solve,
};
use super::mesh::Exchange;
use super::outbox::{Assignment, Outbox};
use super::shard::Shard;
use super::space::Space;
use super::table::{Value, entries, place};
use crate::keeper::or_broken;

/// Bytes at which a batch is sent.
const ENOUGH: usize = 1 << 17;
/// Bytes that a worker sends in a round.
const ROUND: usize = 1 << 23;
/// Bytes for buckets, if there is memory for them and if this is enough.
const BUCKETS: u64 = 1 << 28;

/// The number of cells of a part, as an exponent, if the work is divided among this many workers: several parts for each
/// worker, but not so small that a block of a table would be cut.
pub fn part_of(count: u64, workers: usize) -> u32 {
    let each = count / (16 * workers as u64).max(1);
    each.max(1).ilog2().clamp(12, 16)
}

/// The result of one worker: the values of its own parts.
#[derive(Debug)]
pub struct Share {
    deal: Assignment,
    holder: usize,
    cells: Cells,
    codes: Vec<Value>,
    /// Whether earlier work was continued.
    pub resumed: bool,
}

impl Share {
    /// The possible entries of a number.
    pub fn entries(&self) -> Vec<Entry> {
        entries(&self.codes)
    }

    /// The number of parts of the table, which were assigned to the workers in turn.
    pub fn parts(&self) -> u64 {
        self.deal.parts()
    }

    /// Appends the entry of each number in the `own`-th part of this worker, as places among [`Share::entries`].
    pub fn places(&self, own: usize, to: &mut Vec<usize>) {
        let (_, count) = self.deal.numbers(self.holder, own);
        let first = own << self.deal.shift;
        let cells = (first..first + count).filter_map(|at| self.cells.below_top(at));
        to.extend(cells.map(|cell| place(cell, self.codes.len())));
    }

    /// The number of parts of this worker.
    pub fn own(&self) -> usize {
        self.deal.parts_of(self.holder)
    }
}

/// Computes the values of this worker's parts of a space, which has parts of 2^`part` cells; all workers call it with the
/// same arguments. Saved work is in a folder, under names that contain the number of the worker.
pub(super) fn shared(
    space: &dyn Space,
    talk: &mut Exchange<'_>,
    folder: &Path,
    part: u32,
    limits: &Limits,
) -> Result<Share, StopReason> {
    let job = Job::of(space, limits, talk.workers());
    // All workers notice at the same wave that their cells are too narrow.
    let widths = [Shared::run::<u8>, Shared::run::<u16>, Shared::run::<u32>];
    let work = &mut Shared {
        job: &job,
        talk,
        folder,
        part,
    };
    narrowest(work, widths)
}

/// The prefix of the files of one worker, before the number of their generation.
fn name(me: usize, workers: usize) -> String {
    format!("shard-{me}-of-{workers}.")
}

/// Calls `each` with every file of a worker, the width of its cells and its generation, both read from its name.
fn each_kept(
    folder: &Path,
    me: usize,
    workers: usize,
    each: &mut dyn FnMut(&Path, usize, u64) -> io::Result<()>,
) -> io::Result<()> {
    let mine = name(me, workers);
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let numbers = file
            .strip_prefix(&mine)
            .and_then(|rest| rest.split_once('-'));
        let read = |(width, generation): (&str, &str)| {
            Some((width.parse().ok()?, generation.parse().ok()?))
        };
        if let Some((width, generation)) = numbers.and_then(read) {
            each(&path, width, generation)?;
        }
    }
    Ok(())
}

/// Removes all files of a worker.
///
/// # Errors
/// If there is an I/O error.
pub fn remove_share(folder: &Path, me: usize, workers: usize) -> io::Result<()> {
    each_kept(folder, me, workers, &mut |path, _, _| {
        bouton_files::remove(path)
    })
}

struct Shared<'s, 'm> {
    job: &'s Job<'s>,
    talk: &'s mut Exchange<'m>,
    folder: &'s Path,
    part: u32,
}

impl Shared<'_, '_> {
    fn run<C: Cell>(&mut self) -> Result<Share, Halt> {
        let (me, limits) = (self.talk.me(), self.job.limits);
        let deal = Assignment {
            count: self.job.space.count(),
            shift: self.part,
            holders: self.talk.workers(),
        };
        let memory = limits.memory.unwrap_or(u64::MAX);
        let buckets = BUCKETS.max(Outbox::least(deal)).min(memory / 4);
        let room = Outbox::room(deal, buckets).ok_or(StopReason::Memory)?;
        let sent =
            Outbox::bytes(deal, room, ENOUGH) + 4 * ROUND.min(16 * deal.count as usize) as u64;
        let held = deal.bytes(me, size_of::<C>()).saturating_add(sent);
        limits.afford(held)?;
        let count = deal.parts_of(me) << deal.shift;
        let mut cells = crate::pages::filled(count, || C::new(C::TOP));
        let mut worker = Worker {
            talk: self.talk,
            folder: self.folder,
            shard: Shard::over(deal, me, &mut cells),
            outbox: Outbox::new(deal, room, ENOUGH),
            resumed: false,
            done: 0,
            sent: 0,
            since: 0,
            is_due: false,
        };
        let codes = solve::<C>(self.job, held, &mut worker)?;
        let resumed = worker.resumed;
        drop(worker);
        Ok(Share {
            deal,
            holder: me,
            codes,
            resumed,
            cells: C::wrap(cells),
        })
    }
}

/// The shard of one worker.
struct Worker<'w, 'm, C> {
    talk: &'w mut Exchange<'m>,
    folder: &'w Path,
    shard: Shard<'w, C>,
    outbox: Outbox,
    resumed: bool,
    /// The finished steps, the bytes of messages in the last one, and those of all workers since the cells were saved.
    done: u64,
    sent: u64,
    since: u64,
    /// Whether the cells are to be saved at the end of this wave.
    is_due: bool,
}

impl<C: Cell> Worker<'_, '_, C> {
    fn path(&self, generation: u64) -> PathBuf {
        let name = name(self.talk.me(), self.talk.workers());
        self.folder
            .join(format!("{name}{}-{generation}", size_of::<C>()))
    }

    /// The newest generation that all workers have; 0 if there is none.
    fn common(&mut self) -> Result<u64, Halt> {
        let (me, workers) = (self.talk.me(), self.talk.workers());
        let (mut newest, mut widest) = (0, 0);
        or_broken(each_kept(
            self.folder,
            me,
            workers,
            &mut |path, width, generation| {
                // Files of an earlier version of the program do not count.
                if Checkpoint::of_numbers(CellReader::open(path)?.head()?).is_none() {
                    return Ok(());
                }
                widest = width.max(widest);
                if width == size_of::<C>() {
                    newest = generation.max(newest);
                }
                Ok(())
            },
        ));
        let told = self.talk.tell(&[newest, widest as u64])?;
        let least = |at: usize| {
            let its = told.iter().map(|its| its.get(at).copied().unwrap_or(0));
            its.min().unwrap_or(0)
        };
        let (common, widest) = (least(0), least(1));
        if widest > size_of::<C>() as u64 {
            return Err(Halt::TooNarrow);
        }
        // If the file of one worker is gone, all start again.
        let has = common == 0 || self.path(common).is_file();
        let all = self.talk.sum(&[u64::from(has)])?[0] == workers as u64;
        Ok(if all { common } else { 0 })
    }

    /// Reads the file of a generation.
    fn fetch(&mut self, generation: u64) -> io::Result<Checkpoint> {
        let mut kept = CellReader::open(&self.path(generation))?;
        let at = Checkpoint::of_numbers(kept.head::<NUMBERS>()?);
        let [shift] = kept.head()?;
        if shift != u64::from(self.shard.deal.shift) {
            return Err(damaged());
        }
        (0..self.shard.deal.parts_of(self.shard.holder))
            .try_for_each(|own| kept.cells(self.shard.part_mut(own)))?;
        kept.end()?;
        self.done = generation;
        at.ok_or_else(damaged)
    }

    /// Removes all generations but the last one.
    fn forget(&self) -> io::Result<()> {
        let (me, workers) = (self.talk.me(), self.talk.workers());
        let last = self.path(self.done);
        each_kept(
            self.folder,
            me,
            workers,
            &mut |path, _, _| match path == last {
                true => Ok(()),
                false => bouton_files::remove(path),
            },
        )
    }
}

impl<C: Cell> Transport<C> for Worker<'_, '_, C> {
    fn resume(&mut self, _: &Job<'_>) -> Result<Option<Checkpoint>, Halt> {
        let common = self.common()?;
        self.resumed = common > 0;
        Ok(self.resumed.then(|| or_broken(self.fetch(common))))
    }

    fn each(&mut self, _: &Job<'_>, work: Each<'_, C>) -> Result<Counts, Halt> {
        let (fits, counts) = match work(&mut self.shard) {
            Err(Halt::TooNarrow) => (false, Counts::default()),
            counts => (true, counts?),
        };
        let mut told = vec![u64::from(fits)];
        told.extend(counts.numbers());
        let mut all = Counts::default();
        for its in self.talk.tell(&told)? {
            let its = its
                .split_first_chunk()
                .map(|([fits], its)| (*fits, its.try_into()));
            match its {
                Some((1, Ok(counts))) => all = all.and(Counts::of_numbers(counts)),
                Some((0, Ok(_))) => return Err(Halt::TooNarrow),
                _ => or_broken(Err(damaged())),
            }
        }
        self.done += 1;
        // Looking at all numbers costs as much as several waves.
        self.since = self.shard.deal.count;
        Ok(all)
    }

    fn wave(&mut self, job: &Job<'_>, step: &Step<C>) -> Result<WaveResult, Halt> {
        let (tag, early) = self.talk.wave();
        let (mut is_whole, mut in_round) = (true, 0);
        let Self {
            talk,
            shard,
            outbox,
            sent,
            ..
        } = self;
        *sent = 0;
        shard.begin();
        for batch in early {
            is_whole &= shard.hear(&batch, step).is_some();
        }
        let latest = shard.settle(job, step)?;
        let mut send = |shard: &mut Shard<'_, C>, to: usize, batch: Vec<u8>| {
            *sent += batch.len() as u64;
            if to == shard.holder {
                is_whole &= shard.hear(&batch, step).is_some();
                return Ok(false);
            }
            in_round += batch.len();
            talk.mesh.send(to, tag, batch);
            if in_round >= ROUND {
                in_round = 0;
                talk.listen(tag, false, |batch| {
                    is_whole &= shard.hear(batch, step).is_some();
                })?;
            }
            Ok(false)
        };
        shard.tell(job, step, outbox, &mut send)?;
        outbox.close(|to, batch| send(shard, to, batch).map(drop))?;
        talk.listen(tag, true, |batch| {
            is_whole &= shard.hear(batch, step).is_some();
        })?;
        if !is_whole {
            or_broken::<()>(Err(io::Error::other(
                "another worker sent what is no message",
            )));
        }
        self.done += 1;
        let new = self.shard.new;
        Ok(WaveResult { new, latest })
    }

    fn keep(&mut self, at: &Checkpoint) -> io::Result<()> {
        // The cells are saved when as much was sent as there are cells. The results of the other workers are not known yet.
        self.is_due = self.since >= self.shard.deal.count;
        if !self.is_due {
            return Ok(());
        }
        let mut head = at.numbers().to_vec();
        head.push(self.shard.deal.shift.into());
        cell_files::keep(&self.path(self.done), &head, self.shard.all_parts())
    }

    fn agree(&mut self, found: WaveResult) -> Result<WaveResult, Halt> {
        let [reached, refuted] = found.new;
        let told = self
            .talk
            .tell(&[reached, refuted, found.latest.into(), self.sent])?;
        let mut all = WaveResult::default();
        for its in told {
            let [reached, refuted, latest, sent] = its[..] else {
                return Ok(or_broken(Err(damaged())));
            };
            all = all.and(WaveResult {
                new: [reached, refuted],
                latest: latest as u32,
            });
            self.since += sent / 2;
        }
        if self.is_due {
            // All workers have saved this wave.
            self.since = 0;
            or_broken(self.forget());
        }
        Ok(all)
    }
}
