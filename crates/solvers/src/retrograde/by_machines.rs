//! Backward analysis by several workers, on as many machines: each holds the cells of some parts of a table and tells the others what they
//! have to know of them.
//!
//! There are two barriers a wave. Behind the first all messages have been heard; there the cells are those of the end of the wave, and are
//! kept, if it is time. Then all tell how much they found, and behind the second barrier all know which wave is next. Who is faster may be a
//! wave ahead: messages say which wave they are of. Work that was ended goes on from the last wave that all have kept.
//!
//! Time: that of the waves, shared out, and two to three nanoseconds a byte that is sent. Memory: a byte a cell of one's own, a bucket for each part of the table,
//! and some rounds of messages.

use std::io;
use std::path::{Path, PathBuf};

use bouton_core::{Limits, StopReason};
use bouton_tables::Entry;

use super::cell::Cell;
use super::mesh::Talk;
use super::outbox::{Deal, Outbox};
use super::shard::{Counts, Shard, damaged};
use super::space::Backwards;
use super::table::{Halt, Value, broken, entries, place};
use super::wave::Wave;

/// Bytes of a batch that goes out.
const ENOUGH: usize = 1 << 17;
/// Bytes that a worker sends in a round.
const ROUND: usize = 1 << 23;
/// Bytes for buckets, where there is memory for them and as few will do.
const BUCKETS: u64 = 1 << 28;
/// Numbers kept before the cells.
const HEAD: usize = 9;

/// The cells of a part, as an exponent, where work on a table is shared out among so many: some parts for each of them, but not so small
/// that a block of a table would be cut.
pub fn part_of(count: u64, workers: usize) -> u32 {
    let each = count / (16 * workers as u64).max(1);
    each.max(1).ilog2().clamp(12, 16)
}

/// What one worker knows in the end: the values of its own parts.
pub struct Share {
    cells: Cells,
    codes: Vec<Value>,
    /// Whether work of before went on.
    pub resumed: bool,
}

enum Cells {
    Narrow(Shard<u8>),
    Wide(Shard<u16>),
}

impl std::fmt::Debug for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Share").field("deal", &self.deal()).finish()
    }
}

impl Share {
    fn deal(&self) -> Deal {
        match &self.cells {
            Cells::Narrow(shard) => shard.deal,
            Cells::Wide(shard) => shard.deal,
        }
    }

    /// What may stand for a number.
    pub fn entries(&self) -> Vec<Entry> {
        entries(&self.codes)
    }

    /// How many parts the table has, all in all, which were dealt to the workers in turn.
    pub fn parts(&self) -> u64 {
        self.deal().parts()
    }

    /// Appends what stands for each number of one's own parts, the `own`-th of them, as places among [`Share::entries`].
    pub fn places(&self, own: usize, to: &mut Vec<usize>) {
        fn put<C: Cell>(shard: &Shard<C>, own: usize, codes: usize, to: &mut Vec<usize>) {
            let (_, count) = shard.deal.numbers(shard.holder, own);
            let cells = &shard.cells[own << shard.deal.shift..][..count];
            to.extend(cells.iter().map(|cell| place(*cell, codes)));
        }
        match &self.cells {
            Cells::Narrow(shard) => put(shard, own, self.codes.len(), to),
            Cells::Wide(shard) => put(shard, own, self.codes.len(), to),
        }
    }

    /// How many parts are one's own.
    pub fn own(&self) -> usize {
        match &self.cells {
            Cells::Narrow(shard) => shard.parts(),
            Cells::Wide(shard) => shard.parts(),
        }
    }
}

/// Works out the values of one's own parts of a space, which has parts of 2^`part` cells; all that take part in the talk do the same. What is
/// kept lies in a folder, under names that tell the worker.
pub(super) fn solve(
    space: &dyn Backwards,
    talk: &mut Talk<'_>,
    folder: &Path,
    part: u32,
    limits: &Limits,
) -> Result<Share, StopReason> {
    let narrow = Work::<u8>::run(space, talk, folder, part, limits);
    let solved = match narrow {
        // All come to know it at the same wave.
        Err(Halt::TooNarrow) => {
            let wide = Work::<u16>::run(space, talk, folder, part, limits);
            wide.map(|(shard, codes, resumed)| (Cells::Wide(shard), codes, resumed))
        }
        narrow => narrow.map(|(shard, codes, resumed)| (Cells::Narrow(shard), codes, resumed)),
    };
    match solved {
        Ok((cells, codes, resumed)) => Ok(Share {
            cells,
            codes,
            resumed,
        }),
        Err(Halt::Limit(reason)) => Err(reason),
        Err(Halt::TooNarrow) => Err(StopReason::Memory),
    }
}

/// What the files of one worker are called, before the number of their generation.
fn name(me: usize, workers: usize) -> String {
    format!("shard-{me}-of-{workers}.")
}

/// Calls `each` with every file of a worker's, and the width of cells and the generation that its name tells.
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

/// Removes all that a worker keeps.
///
/// # Errors
/// The system refuses.
pub fn remove_share(folder: &Path, me: usize, workers: usize) -> io::Result<()> {
    each_kept(folder, me, workers, &mut |path, _, _| {
        bouton_files::remove(path)
    })
}

struct Work<'w, 'm, C> {
    space: &'w dyn Backwards,
    talk: &'w mut Talk<'m>,
    limits: &'w Limits,
    folder: &'w Path,
    shard: Shard<C>,
    /// Of all workers.
    counts: Counts,
    decided: u64,
    /// The wave that is next, or is being done.
    wave: Wave,
    /// Waves that are done, and messages of all workers since the cells were kept.
    done: u64,
    since: u64,
}

/// The cells, what their codes stand for, and whether work of before went on.
type Solved<C> = (Shard<C>, Vec<Value>, bool);

impl<'w, 'm, C: Cell> Work<'w, 'm, C> {
    fn run(
        space: &'w dyn Backwards,
        talk: &'w mut Talk<'m>,
        folder: &'w Path,
        part: u32,
        limits: &'w Limits,
    ) -> Result<Solved<C>, Halt> {
        let (me, workers) = (talk.me(), talk.workers());
        let deal = Deal {
            count: space.numbers(),
            shift: part,
            holders: workers,
        };
        let memory = limits.memory.unwrap_or(u64::MAX);
        let buckets = BUCKETS.max(Outbox::least(deal)).min(memory / 4);
        let room = Outbox::room(deal, buckets).ok_or(StopReason::Memory)?;
        let sent =
            Outbox::bytes(deal, room, ENOUGH) + 4 * ROUND.min(16 * deal.count as usize) as u64;
        limits.afford(Shard::<C>::bytes(deal, me).saturating_add(sent))?;
        let mut work = Self {
            space,
            limits,
            folder,
            shard: Shard::new(deal, me),
            counts: Counts::default(),
            decided: 0,
            wave: Wave::FIRST,
            done: 0,
            since: 0,
            talk,
        };
        let mut outbox = Outbox::new(deal, room, ENOUGH);
        let common = work.common()?;
        let resumed = common > 0;
        let mut next = match common {
            0 => {
                work.look()?;
                Some(Wave::FIRST)
            }
            generation => {
                let new = work
                    .fetch(generation)
                    .unwrap_or_else(|error| broken(&error));
                work.agree(new, 0)?
            }
        };
        while let Some(wave) = next {
            work.wave = wave;
            let (new, sent) = work.wave(&mut outbox)?;
            work.done += 1;
            let is_due = work.since >= deal.count;
            if is_due {
                work.keep(new).unwrap_or_else(|error| broken(&error));
            }
            next = work.agree(new, sent)?;
            if is_due {
                // All have kept this one.
                work.since = 0;
                work.forget().unwrap_or_else(|error| broken(&error));
            }
        }
        Ok((work.shard, work.wave.values(), resumed))
    }

    fn path(&self, generation: u64) -> PathBuf {
        let name = name(self.talk.me(), self.talk.workers());
        self.folder
            .join(format!("{name}{}-{generation}", size_of::<C>()))
    }

    /// The newest generation that all workers have; 0 if there is none.
    fn common(&mut self) -> Result<u64, Halt> {
        let (me, workers) = (self.talk.me(), self.talk.workers());
        let mut newest = 0;
        let listed = each_kept(self.folder, me, workers, &mut |_, width, generation| {
            if width == size_of::<C>() {
                newest = generation.max(newest);
            }
            Ok(())
        });
        listed.unwrap_or_else(|error| broken(&error));
        let told = self.talk.tell(&[newest])?;
        let common = told
            .iter()
            .map(|its| its.first().copied().unwrap_or(0))
            .min();
        let common = common.unwrap_or(0);
        // Should somebody's be gone, all begin anew.
        let has = common == 0 || self.path(common).is_file();
        let all = self.talk.sum(&[u64::from(has)])?[0] == workers as u64;
        Ok(if all { common } else { 0 })
    }

    /// Looks at one's own numbers, and hears what the others saw.
    fn look(&mut self) -> Result<(), Halt> {
        let (limits, mut looked) = (self.limits, 0);
        let all = self.shard.cells.len() as u64;
        let counts = self.shard.look(self.space, limits, |count| {
            looked += count as u64;
            limits.progress.set(looked, 2 * all);
        })?;
        let fits = counts.is_some();
        let Counts { most, over, open } = counts.unwrap_or_default();
        let told = self
            .talk
            .tell(&[u64::from(fits), most.into(), over, open])?;
        for its in told {
            let [fits, most, over, open] = its[..] else {
                broken(&damaged());
            };
            if fits == 0 {
                return Err(Halt::TooNarrow);
            }
            self.counts.most = self.counts.most.max(most as u32);
            self.counts.over += over;
            self.counts.open += open;
        }
        self.decided = self.counts.over;
        // A look at all numbers is as dear as some waves are.
        self.since = self.shard.deal.count;
        Ok(())
    }

    /// Does a wave: how many of one's own positions were decided, by kind, and how many bytes were sent.
    fn wave(&mut self, outbox: &mut Outbox) -> Result<([u64; 2], u64), Halt> {
        let (wave, most, me) = (self.wave, self.counts.most, self.talk.me());
        let found = wave.found::<C>(most).ok_or(Halt::TooNarrow)?;
        let (mut new, mut is_whole, mut numbers) = ([0; 2], true, Vec::new());
        let (tag, early) = self.talk.wave();
        for batch in early {
            is_whole &= self.shard.apply(&batch, most, found, &mut new).is_some();
        }
        let (mut sent, mut in_round) = (0, 0);
        for part in 0..self.shard.parts() {
            self.limits.check()?;
            let is_ready = self
                .shard
                .take_back(part, wave, self.space, outbox, &mut numbers);
            while let Some((to, batch)) = is_ready.then(|| outbox.ready()).flatten() {
                sent += batch.len() as u64;
                if to == me {
                    is_whole &= self.shard.apply(&batch, most, found, &mut new).is_some();
                } else {
                    in_round += batch.len();
                    self.talk.mesh.send(to, tag, batch);
                }
            }
            if in_round >= ROUND {
                in_round = 0;
                let shard = &mut self.shard;
                self.talk.listen(tag, false, |batch| {
                    is_whole &= shard.apply(batch, most, found, &mut new).is_some();
                })?;
            }
        }
        let (shard, talk) = (&mut self.shard, &mut *self.talk);
        let closed: Result<(), StopReason> = outbox.close(|to, batch| {
            sent += batch.len() as u64;
            if to == me {
                is_whole &= shard.apply(&batch, most, found, &mut new).is_some();
                return Ok(());
            }
            in_round += batch.len();
            talk.mesh.send(to, tag, batch);
            if in_round < ROUND {
                return Ok(());
            }
            in_round = 0;
            talk.listen(tag, false, |batch| {
                is_whole &= shard.apply(batch, most, found, &mut new).is_some();
            })
        });
        closed?;
        talk.listen(tag, true, |batch| {
            is_whole &= shard.apply(batch, most, found, &mut new).is_some();
        })?;
        if !is_whole {
            broken(&io::Error::other("another worker sent what is no message"));
        }
        Ok((new, sent))
    }

    /// Hears what all found, and tells the wave that is next.
    fn agree(&mut self, new: [u64; 2], sent: u64) -> Result<Option<Wave>, Halt> {
        let all = self.talk.sum(&[new[0], new[1], sent])?;
        self.since += all[2] / 2;
        self.decided += all[0] + all[1];
        let count = self.shard.deal.count;
        let positions = self.counts.over + self.counts.open;
        // What is never decided is drawn, and costs no more.
        let (done, most) = (count + self.decided, count + positions);
        self.limits.progress.set(done, most);
        Ok(self.wave.next([all[0], all[1]]))
    }

    /// Keeps the cells at the end of a wave, when it is not told yet what the others found.
    fn keep(&self, new: [u64; 2]) -> io::Result<()> {
        let Counts { most, over, open } = self.counts;
        let head: [u64; HEAD] = [
            self.wave.plies.into(),
            self.wave.draws.map_or(0, u64::from),
            most.into(),
            over,
            open,
            self.decided,
            new[0],
            new[1],
            self.shard.deal.shift.into(),
        ];
        self.shard.keep(&self.path(self.done), &head)
    }

    /// Reads a generation; what it found of its own in its last wave.
    fn fetch(&mut self, generation: u64) -> io::Result<[u64; 2]> {
        let path = self.path(generation);
        let [
            plies,
            draws,
            most,
            over,
            open,
            decided,
            reached,
            refuted,
            shift,
        ] = self.shard.fetch::<HEAD>(&path)?;
        if shift != u64::from(self.shard.deal.shift) {
            return Err(damaged());
        }
        self.wave = Wave {
            plies: plies as u32,
            draws: (draws > 0).then_some(draws as u32),
        };
        self.counts = Counts {
            most: most as u32,
            over,
            open,
        };
        (self.decided, self.done) = (decided, generation);
        Ok([reached, refuted])
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
