//! Backward analysis in memory: each thread holds the cells of some parts of the table, and sends batches of messages to
//! the others.
//!
//! A wave has rounds: each thread collects messages until there are enough for a round, and then each receives the messages
//! for its own cells. So no cell is written by two threads. Memory: the cells, and an eighth of that for messages, but at
//! most some megabytes a thread.

use std::io;

use bouton_core::StopReason;
use bouton_tables::{NumberReader, NumberWriter};

use super::cell::{Cell, Cells};
use super::cell_files::damaged;
use super::engine::{
    Checkpoint, Counts, Each, Halt, Job, NUMBERS, Step, Transport, WaveResult, narrowest, solve,
};
use super::outbox::{Assignment, Outbox};
use super::shard::Shard;
use super::table::Value;
use crate::keeper::{Keeper, or_broken};
use crate::pages::filled_within;
use crate::parallel::{par_each_mut, threads};

/// The fewest and the most bytes of messages that a thread collects before a round ends.
const ROUND: std::ops::RangeInclusive<u64> = 1 << 12..=1 << 22;
/// The most bytes of messages that a thread gathers by part: enough for some hundred messages a part with a thousand
/// million numbers.
const GATHERED: u64 = 1 << 23;
/// The fewest and the most cells of a part, by their exponents.
const SHIFTS: std::ops::RangeInclusive<u32> = 4..=16;
/// A wave with fewer positions than this is done by one thread: starting another would take longer.
const AT_ONCE: usize = 1 << 12;
/// Spaces with fewer numbers than this are done by one thread, too.
const SMALL: u64 = 1 << 13;

/// All cells, and the values of their codes.
pub(super) fn in_memory(
    job: &Job<'_>,
    keeper: Option<&mut Keeper>,
) -> Result<(Cells, Vec<Value>), StopReason> {
    let widths = [
        InMemory::run::<u8>,
        InMemory::run::<u16>,
        InMemory::run::<u32>,
    ];
    narrowest(&mut InMemory { job, keeper }, widths)
}

struct InMemory<'m, 'k> {
    job: &'m Job<'m>,
    keeper: Option<&'k mut Keeper>,
}

impl InMemory<'_, '_> {
    fn run<C: Cell>(&mut self) -> Result<(Cells, Vec<Value>), Halt> {
        let (space, limits) = (self.job.space, self.job.limits);
        if limits.nodes.is_some_and(|nodes| space.count() > nodes) {
            return Err(StopReason::Nodes.into());
        }
        let sizes = Sizes::of(space.count(), size_of::<C>() as u64, threads(limits))?;
        let held = sizes.cells.saturating_add(sizes.messages());
        let held = held.saturating_add(space.held());
        limits.afford(held)?;
        let count = usize::try_from(space.count()).map_err(|_| StopReason::Memory)?;
        let mut cells = filled_within(limits, count, || C::new(C::TOP))?;
        let shards = Shard::all(sizes.deal, &mut cells);
        let mut threads = Threads {
            deal: sizes.deal,
            holders: shards
                .into_iter()
                .map(|shard| sizes.holder(shard))
                .collect(),
            keeper: self.keeper.as_deref_mut(),
            nth: space.nth(),
        };
        let values = solve::<C>(self.job, held, &mut threads)?;
        drop(threads);
        Ok((C::wrap(cells), values))
    }
}

/// The sizes of the cells and of the buffers.
struct Sizes {
    deal: Assignment,
    /// Bytes of all cells.
    cells: u64,
    /// Messages in a bucket, bytes in a batch, and bytes in a round.
    room: usize,
    enough: usize,
    round: u64,
}

impl Sizes {
    fn of(count: u64, width: u64, threads: usize) -> Result<Self, StopReason> {
        let each = count / (8 * threads as u64);
        let shift = each.max(1).ilog2().clamp(*SHIFTS.start(), *SHIFTS.end());
        let mut deal = Assignment {
            count,
            shift,
            holders: threads,
        };
        deal.holders = threads.min(deal.parts() as usize).max(1);
        let cells = count.saturating_mul(width);
        let gathered = (cells / 8 / deal.holders as u64).min(GATHERED);
        let room = Outbox::room(deal, gathered.max(Outbox::least(deal)));
        Ok(Self {
            deal,
            cells,
            room: room.ok_or(StopReason::Memory)?,
            enough: (cells / 64).clamp(1 << 8, 1 << 16) as usize,
            round: (cells / 8).clamp(*ROUND.start(), *ROUND.end()),
        })
    }

    /// Bytes of messages.
    fn messages(&self) -> u64 {
        let each = Outbox::bytes(self.deal, self.room, self.enough) + 2 * self.round;
        self.deal.holders as u64 * each
    }

    fn holder<'c, C>(&self, shard: Shard<'c, C>) -> Holder<'c, C> {
        Holder {
            shard,
            outbox: Outbox::new(self.deal, self.room, self.enough),
            round: self.round,
            sent: vec![Vec::new(); self.deal.holders],
            heard: Vec::new(),
            is_done: false,
            latest: 0,
            counts: Counts::default(),
            halt: None,
        }
    }
}

/// The cells of one thread, and its messages to the others.
struct Holder<'c, C> {
    shard: Shard<'c, C>,
    outbox: Outbox,
    /// The bytes of messages that end a round.
    round: u64,
    /// Batches sent to each holder.
    sent: Vec<Vec<Vec<u8>>>,
    heard: Vec<Vec<u8>>,
    /// Whether all messages of the wave are sent.
    is_done: bool,
    /// The most plies that a loss was postponed to.
    latest: u32,
    counts: Counts,
    halt: Option<Halt>,
}

impl<C: Cell> Holder<'_, C> {
    fn begin(&mut self, job: &Job<'_>, step: &Step<C>) -> Result<(), Halt> {
        self.is_done = false;
        self.latest = self.shard.settle(job, step)?;
        Ok(())
    }

    /// Collects messages, until there are enough for a round.
    fn tell(&mut self, job: &Job<'_>, step: &Step<C>) -> Result<(), Halt> {
        let Self {
            shard,
            outbox,
            sent,
            round,
            ..
        } = self;
        let mut bytes = 0;
        let mut send = |shard: &mut Shard<'_, C>, to: usize, batch: Vec<u8>| {
            // The thread's own messages are applied while they are in the cache.
            if to == shard.holder {
                hear(shard, &batch, step);
            } else {
                bytes += batch.len() as u64;
                sent[to].push(batch);
            }
            Ok(bytes > *round)
        };
        self.is_done = shard.tell(job, step, outbox, &mut send)?;
        match self.is_done {
            true => outbox.close(|to, batch| send(shard, to, batch).map(drop)),
            false => Ok(()),
        }
    }

    fn hear(&mut self, step: &Step<C>) {
        for batch in std::mem::take(&mut self.heard) {
            hear(&mut self.shard, &batch, step);
        }
    }
}

fn hear<C: Cell>(shard: &mut Shard<'_, C>, batch: &[u8], step: &Step<C>) {
    let done = shard.hear(batch, step);
    done.expect("invariant: a batch that a thread wrote is whole");
}

/// The shards of all threads.
struct Threads<'c, 'k, C> {
    deal: Assignment,
    holders: Vec<Holder<'c, C>>,
    keeper: Option<&'k mut Keeper>,
    /// The number of this part of a longer work.
    nth: u64,
}

impl<'c, C: Cell> Threads<'c, '_, C> {
    /// Applies a function to each holder, on this many threads.
    fn all(
        &mut self,
        threads: usize,
        work: &(dyn Fn(&mut Holder<'c, C>) -> Result<(), Halt> + Sync),
    ) -> Result<(), Halt> {
        par_each_mut(&mut self.holders, threads, &|_, holder| {
            holder.halt = work(holder).err();
        });
        let mut halts = self.holders.iter_mut().map(|holder| holder.halt.take());
        halts.find_map(|halt| halt).map_or(Ok(()), Err)
    }

    /// The number of threads that pays.
    fn threads(&self) -> usize {
        match self.deal.count < SMALL {
            true => 1,
            false => self.holders.len(),
        }
    }

    /// Gives each thread the messages for it.
    fn exchange(&mut self) {
        for to in 0..self.holders.len() {
            let mut heard = Vec::new();
            for holder in &mut self.holders {
                heard.append(&mut holder.sent[to]);
            }
            self.holders[to].heard = heard;
        }
    }

    /// All parts in order, as a holder and the part's place among those of the holder.
    fn parts(&self) -> impl Iterator<Item = (usize, usize)> + use<C> {
        let holders = self.deal.holders;
        (0..self.deal.parts() as usize).map(move |part| (part % holders, part / holders))
    }

    /// Reads the state of the work, and the cells.
    fn read(&mut self, mut numbers: NumberReader) -> io::Result<Result<Option<Checkpoint>, Halt>> {
        let mut all = Vec::new();
        numbers.take(NUMBERS + 2, &mut all)?;
        // A file with fewer numbers is from an earlier version of the program.
        let Some((head, rest)) = all.split_first_chunk() else {
            return Ok(Ok(None));
        };
        let own = size_of::<C>() as u64;
        let at = match (Checkpoint::of_numbers(*head), rest) {
            (Some(_), [nth, width]) if *nth == self.nth && *width > own => {
                return Ok(Err(Halt::TooNarrow));
            }
            (Some(at), [nth, width]) if (*nth, *width) == (self.nth, own) => at,
            _ => return Ok(Ok(None)),
        };
        for (holder, own) in self.parts() {
            let cells = self.holders[holder].shard.part_mut(own);
            all.clear();
            if numbers.take(cells.len(), &mut all)? != cells.len() {
                return Err(damaged());
            }
            for (cell, number) in cells.iter_mut().zip(&all) {
                *cell = C::new(*number as u32);
            }
        }
        Ok(Ok(Some(at)))
    }

    fn write(&self, at: &Checkpoint, numbers: &mut NumberWriter<'_>) -> io::Result<()> {
        let head = at.numbers().into_iter();
        let mut head = head.chain([self.nth, size_of::<C>() as u64]);
        head.try_for_each(|number| numbers.put(number))?;
        self.parts().try_for_each(|(holder, own)| {
            let mut cells = self.holders[holder].shard.part(own).iter();
            cells.try_for_each(|cell| numbers.put(cell.get().into()))
        })
    }
}

impl<C: Cell> Transport<C> for Threads<'_, '_, C> {
    fn resume(&mut self, job: &Job<'_>) -> Result<Option<Checkpoint>, Halt> {
        let Some(keeper) = &self.keeper else {
            return Ok(None);
        };
        let at = match or_broken(keeper.kept()) {
            Some(numbers) => or_broken(self.read(numbers))?,
            None => None,
        };
        if at.is_some() {
            job.has_looked_at(self.deal.count);
        }
        if let Some(keeper) = &mut self.keeper {
            keeper.resumed |= at.is_some();
        }
        Ok(at)
    }

    fn each(&mut self, _: &Job<'_>, work: Each<'_, C>) -> Result<Counts, Halt> {
        self.all(self.threads(), &|holder| {
            holder.counts = work(&mut holder.shard)?;
            Ok(())
        })?;
        let counts = self.holders.iter().map(|holder| holder.counts);
        Ok(counts.fold(Counts::default(), Counts::and))
    }

    fn wave(&mut self, job: &Job<'_>, step: &Step<C>) -> Result<WaveResult, Halt> {
        let mut threads = self.threads();
        self.holders
            .iter_mut()
            .for_each(|holder| holder.shard.begin());
        let mut few = self
            .holders
            .iter()
            .map(|holder| holder.shard.few(job, step));
        let told = few.try_fold(0, |sum, few| Some(sum + few?));
        if told.is_some_and(|told| told <= AT_ONCE) {
            threads = 1;
        }
        // Settling does nothing in a space that no move leaves: it takes less time than starting a thread.
        let settling = if job.space.leads_out() { threads } else { 1 };
        self.all(settling, &|holder| holder.begin(job, step))?;
        while self.holders.iter().any(|holder| !holder.is_done) {
            self.all(threads, &|holder| holder.tell(job, step))?;
            self.exchange();
            self.all(threads, &|holder| {
                holder.hear(step);
                Ok(())
            })?;
        }
        let found = self.holders.iter().map(|holder| WaveResult {
            new: holder.shard.new,
            latest: holder.latest,
        });
        Ok(found.fold(WaveResult::default(), WaveResult::and))
    }

    fn keep(&mut self, at: &Checkpoint) -> io::Result<()> {
        let Some(keeper) = self.keeper.take() else {
            return Ok(());
        };
        let kept = keeper.keep(|numbers| self.write(at, numbers));
        self.keeper = Some(keeper);
        kept
    }
}
