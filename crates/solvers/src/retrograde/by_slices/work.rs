//! [`Work`]: the waves of a slice. Its cells are dealt to the threads, which tell one another by messages, as machines do.

use std::io;

use bouton_core::{Limits, StopReason};
use bouton_tables::{Entry, NumberReader};

use super::outside::OneSlice;
use crate::keeper::Keeper;
use crate::parallel::{par_each_mut, threads};
use crate::retrograde::cell::{Cell, end_code};
use crate::retrograde::outbox::{Deal, Outbox};
use crate::retrograde::shard::{Shard, damaged};
use crate::retrograde::space::Look;
use crate::retrograde::table::{Halt, Value, broken, entries, place};
use crate::retrograde::wave::{WON_IN_ONE, Wave};

/// The fewest and the most bytes of messages that a thread puts down before they are heard.
const ROUND: std::ops::RangeInclusive<u64> = 1 << 16..=1 << 22;
/// The fewest and the most cells of a part, by their exponents.
const SHIFTS: std::ops::RangeInclusive<u32> = 4..=16;
/// Numbers that are kept before the cells.
const HEAD: usize = 6;
/// A position that moves out of the slice save: it has no move left that could be refuted.
const SAVED: u32 = 1;

/// The cells that one thread holds, and what it tells the others.
struct Holder<C> {
    shard: Shard<C>,
    outbox: Outbox,
    /// Bytes of messages that are enough for a round.
    round: u64,
    /// The next of its parts in this wave, and whether all that it had to tell is told.
    next: usize,
    is_done: bool,
    /// To each holder, and from all of them.
    sent: Vec<Vec<u8>>,
    heard: Vec<Vec<u8>>,
    numbers: Vec<u64>,
    /// What this wave found, by kind.
    new: [u64; 2],
    /// The largest number of moves that stay in the slice, and the most plies that are known of what no wave has found yet.
    most: u32,
    latest: u32,
    halt: Option<Halt>,
}

/// The values of a slice.
pub(super) struct Solved<C> {
    deal: Deal,
    holders: Vec<Vec<C>>,
    codes: Vec<Value>,
}

impl<C: Cell> Solved<C> {
    pub(super) fn count(&self) -> u64 {
        self.deal.count
    }

    /// What may stand for a number.
    pub(super) fn entries(&self) -> Vec<Entry> {
        entries(&self.codes)
    }

    /// What stands for a number, as a place among the entries.
    pub(super) fn place(&self, number: u64) -> usize {
        let (holder, at) = at(self.deal, number);
        place(self.holders[holder][at], self.codes.len())
    }
}

/// Who holds the cell of a number, and where.
fn at(deal: Deal, number: u64) -> (usize, usize) {
    let part = (number >> deal.shift) as usize;
    let own = part / deal.holders;
    let within = number & ((1 << deal.shift) - 1);
    (part % deal.holders, own << deal.shift | within as usize)
}

pub(super) struct Work<'s, C> {
    space: &'s dyn OneSlice,
    limits: &'s Limits,
    deal: Deal,
    holders: Vec<Holder<C>>,
    most: u32,
    latest: u32,
}

impl<'s, C: Cell> Work<'s, C> {
    /// Works out the values, or goes on with what was kept of the same slice.
    pub(super) fn run(
        space: &'s dyn OneSlice,
        nth: usize,
        limits: &'s Limits,
        keeper: &mut Keeper,
    ) -> Result<Solved<C>, Halt> {
        let mut work = Self::empty(space, limits)?;
        let kept = work.kept(nth, keeper)?;
        keeper.resumed |= kept.is_some();
        let mut wave = match kept {
            Some(wave) => wave,
            None => work.look().map(|()| Wave::FIRST)?,
        };
        loop {
            let kept = keeper.keep(|numbers| {
                let head = [
                    nth as u64,
                    size_of::<C>() as u64,
                    wave.plies.into(),
                    wave.draws.map_or(0, u64::from),
                    work.most.into(),
                    work.latest.into(),
                ];
                head.into_iter()
                    .try_for_each(|number| numbers.put(number))?;
                (0..work.deal.count).try_for_each(|number| {
                    let (holder, at) = at(work.deal, number);
                    numbers.put(work.holders[holder].shard.cells[at].get().into())
                })
            });
            kept.unwrap_or_else(|error| broken(&error));
            let found = work.wave(wave)?;
            wave = match wave.next(found) {
                // What is known from outside of the slice is still to be taken back.
                _ if work.latest > wave.plies => wave.onwards(),
                Some(next) => {
                    if next.draws.is_some() && wave.draws.is_none() {
                        work.latest = 0;
                        work.look_for_draws(next)?;
                    }
                    next
                }
                None => {
                    let cells = work.holders.into_iter().map(|holder| holder.shard.cells);
                    return Ok(Solved {
                        deal: work.deal,
                        holders: cells.collect(),
                        codes: wave.values(),
                    });
                }
            };
        }
    }

    /// Cells of which nothing is known.
    fn empty(space: &'s dyn OneSlice, limits: &'s Limits) -> Result<Self, Halt> {
        let (count, holders) = (space.numbers(), threads(limits));
        let each = count / (8 * holders as u64);
        let shift = each.max(1).ilog2().clamp(*SHIFTS.start(), *SHIFTS.end());
        let deal = Deal {
            count,
            shift,
            holders,
        };
        let cells: u64 = (0..holders)
            .map(|holder| Shard::<C>::bytes(deal, holder))
            .sum();
        let enough = (cells / 64).clamp(1 << 10, 1 << 16);
        let room = Outbox::room(deal, (cells / 8 / holders as u64).max(Outbox::least(deal)));
        let room = room.ok_or(StopReason::Memory)?;
        let round = (cells / 8).clamp(*ROUND.start(), *ROUND.end());
        // What is sent is heard from another copy.
        let messages = Outbox::bytes(deal, room, enough as usize) + 2 * round;
        let held = cells
            .saturating_add(holders as u64 * messages)
            .saturating_add(space.held());
        limits.afford(held)?;
        let holder = |holder| Holder {
            shard: Shard::new(deal, holder),
            outbox: Outbox::new(deal, room, enough as usize),
            round,
            next: 0,
            is_done: false,
            sent: vec![Vec::new(); holders],
            heard: Vec::new(),
            numbers: Vec::new(),
            new: [0; 2],
            most: 0,
            latest: 0,
            halt: None,
        };
        Ok(Self {
            space,
            limits,
            deal,
            holders: (0..holders).map(holder).collect(),
            most: 0,
            latest: 0,
        })
    }

    /// Reads what was kept of this slice with cells of this width.
    fn kept(&mut self, nth: usize, keeper: &Keeper) -> Result<Option<Wave>, Halt> {
        let read = |reader: Option<NumberReader>| -> io::Result<Option<Wave>> {
            let Some(mut reader) = reader else {
                return Ok(None);
            };
            let mut numbers = Vec::new();
            let Some([plies, draws, most, latest]) = head::<C>(nth, &mut reader)? else {
                return Ok(None);
            };
            (self.most, self.latest) = (most as u32, latest as u32);
            let mut number = 0;
            while number < self.deal.count {
                numbers.clear();
                let count = (self.deal.count - number).min(1 << self.deal.shift);
                reader.take(count as usize, &mut numbers)?;
                if numbers.len() as u64 != count {
                    return Err(damaged());
                }
                for cell in &numbers {
                    let (holder, at) = at(self.deal, number);
                    self.holders[holder].shard.cells[at] = C::new(*cell as u32);
                    number += 1;
                }
            }
            Ok(Some(Wave {
                plies: plies as u32,
                draws: u32::try_from(draws).ok().filter(|last| *last > 0),
            }))
        };
        let read = keeper.kept().and_then(read);
        Ok(read.unwrap_or_else(|error| broken(&error)))
    }

    /// Lets each holder do something to all its parts, and hears what came of it.
    fn all(
        &mut self,
        work: &(dyn Fn(&mut Holder<C>) -> Result<(), Halt> + Sync),
    ) -> Result<(), Halt> {
        let threads = self.holders.len();
        par_each_mut(&mut self.holders, threads, &|_, holder| {
            holder.halt = work(holder).err();
        });
        for holder in &mut self.holders {
            if let Some(halt) = holder.halt.take() {
                return Err(halt);
            }
            self.most = self.most.max(holder.most);
            self.latest = self.latest.max(holder.latest);
        }
        Ok(())
    }

    /// Fills in the ends, the numbers of moves, and what moves out of the slice decide.
    fn look(&mut self) -> Result<(), Halt> {
        let (space, limits) = (self.space, self.limits);
        self.all(&|holder| {
            for part in 0..holder.shard.parts() {
                limits.check()?;
                let (first, count) = holder.shard.deal.numbers(holder.shard.holder, part);
                for place in 0..count {
                    let cell = holder.seen(space, first + place as u64)?;
                    holder.shard.cells[(part << holder.shard.deal.shift) + place] = cell;
                }
            }
            Ok(())
        })?;
        // The codes that were given out must not come down to the moves.
        code::<C>(2 * self.latest + 2, self.most).map(drop)
    }

    /// What is drawn by a move out of the slice, in so many plies, once all that is won or lost is known.
    fn look_for_draws(&mut self, wave: Wave) -> Result<(), Halt> {
        if !self.space.draws_end_outside() {
            return Ok(());
        }
        let (space, limits, most) = (self.space, self.limits, self.most);
        let last = wave.draws.unwrap_or(0);
        self.all(&|holder| {
            holder.latest = 0;
            for part in 0..holder.shard.parts() {
                limits.check()?;
                let (first, count) = holder.shard.deal.numbers(holder.shard.holder, part);
                for place in 0..count {
                    let at = (part << holder.shard.deal.shift) + place;
                    if !(1..=most).contains(&holder.shard.cells[at].get()) {
                        continue;
                    }
                    if let Some(plies) = space.see(first + place as u64).1.draw {
                        holder.shard.cells[at] = code(last + plies, most)?;
                        holder.latest = holder.latest.max(plies);
                    }
                }
            }
            Ok(())
        })
    }

    /// Takes back what the wave before found, round by round; what was found, by kind.
    fn wave(&mut self, wave: Wave) -> Result<[u64; 2], Halt> {
        let found = wave.found::<C>(self.most).ok_or(Halt::TooNarrow)?;
        let (space, limits, most) = (self.space, self.limits, self.most);
        for holder in &mut self.holders {
            (holder.next, holder.is_done, holder.new) = (0, false, [0; 2]);
        }
        while self.holders.iter().any(|holder| !holder.is_done) {
            self.all(&|holder| holder.tell(wave, space, most, limits))?;
            for to in 0..self.holders.len() {
                let sent = self.holders.iter_mut();
                let sent: Vec<_> = sent
                    .map(|holder| std::mem::take(&mut holder.sent[to]))
                    .collect();
                self.holders[to].heard = sent;
            }
            self.all(&|holder| {
                for batch in std::mem::take(&mut holder.heard) {
                    let applied = holder.shard.apply(&batch, most, found, &mut holder.new);
                    applied.expect("invariant: a batch that a thread wrote is whole");
                }
                Ok(())
            })?;
        }
        let new = self.holders.iter().map(|holder| holder.new);
        Ok(new.fold([0; 2], |sum, new| [sum[0] + new[0], sum[1] + new[1]]))
    }
}

impl<C: Cell> Holder<C> {
    /// The cell of a number that is looked at for the first time.
    fn seen(&mut self, space: &dyn OneSlice, number: u64) -> Result<C, Halt> {
        let (look, outside) = space.see(number);
        let mut known = |plies: u32, code: u32| {
            self.latest = self.latest.max(plies);
            self::code::<C>(code, 0)
        };
        match look {
            Look::Hole => Ok(C::new(C::TOP)),
            Look::Over(outcome) => Ok(C::new(end_code::<C>(outcome))),
            Look::Won => known(1, WON_IN_ONE),
            Look::Open(moves) => match (outside.win, outside.loss) {
                (Some(plies), _) => known(plies, 2 * plies + 1),
                (None, Some(plies)) if moves == 0 && !outside.draws => known(plies, 2 * plies + 2),
                _ if moves < C::TOP => {
                    let moves = moves.max(SAVED);
                    self.most = self.most.max(moves);
                    Ok(C::new(moves))
                }
                _ => Err(Halt::TooNarrow),
            },
        }
    }

    /// Puts down what the next parts have to tell, until there is enough for a round.
    fn tell(
        &mut self,
        wave: Wave,
        space: &dyn OneSlice,
        most: u32,
        limits: &Limits,
    ) -> Result<(), Halt> {
        let sent = &mut self.sent;
        let mut send = |outbox: &mut Outbox| {
            while let Some((holder, batch)) = outbox.ready() {
                sent[holder].extend_from_slice(&batch);
            }
            sent.iter().map(|batch| batch.len() as u64).sum::<u64>()
        };
        while self.next < self.shard.parts() {
            limits.check()?;
            let later = settle(&mut self.shard, self.next, wave, space, most)?;
            self.latest = self.latest.max(later);
            let (part, numbers) = (self.next, &mut self.numbers);
            self.next += 1;
            let is_ready = self
                .shard
                .take_back(part, wave, space, &mut self.outbox, numbers);
            if is_ready && send(&mut self.outbox) > self.round {
                return Ok(());
            }
        }
        self.is_done = true;
        self.outbox.close(|holder, batch| {
            self.sent[holder].extend_from_slice(&batch);
            Ok(())
        })
    }
}

/// How far the work on a slice was kept, behind which come its cells; `None` if it is that on another one, or with cells of another width.
fn head<C: Cell>(nth: usize, reader: &mut NumberReader) -> io::Result<Option<[u64; HEAD - 2]>> {
    let mut numbers = Vec::new();
    reader.take(HEAD, &mut numbers)?;
    let [of, width, rest @ ..] = <[u64; HEAD]>::try_from(&numbers[..]).map_err(|_| damaged())?;
    Ok(((of, width) == (nth as u64, size_of::<C>() as u64)).then_some(rest))
}

/// Whether work on a slice was kept, with cells of this width.
pub(super) fn is_kept<C: Cell>(nth: usize, keeper: &Keeper) -> bool {
    let kept = keeper.kept().and_then(|reader| match reader {
        Some(mut reader) => head::<C>(nth, &mut reader).map(|head| head.is_some()),
        None => Ok(false),
    });
    kept.unwrap_or_else(|error| broken(&error))
}

/// Looks at what is lost as far as moves that stay in the slice tell, before that is taken back: the others may save it, or put it off.
/// The most plies that anything was put off to.
fn settle<C: Cell>(
    shard: &mut Shard<C>,
    part: usize,
    wave: Wave,
    space: &dyn OneSlice,
    most: u32,
) -> Result<u32, Halt> {
    if wave.plies == 0 || wave.draws.is_some() {
        return Ok(0);
    }
    let lost = code::<C>(2 * wave.plies + 2, most)?;
    let (first, count) = shard.deal.numbers(shard.holder, part);
    let cells = &mut shard.cells[part << shard.deal.shift..][..count];
    let places: Vec<_> = lost.places(cells).collect();
    let mut latest = 0;
    for place in places {
        let outside = space.see(first + place as u64).1;
        let later = outside.loss.filter(|plies| *plies > wave.plies);
        if outside.draws {
            cells[place] = C::new(SAVED);
        } else if let Some(plies) = later {
            cells[place] = code(2 * plies + 2, most)?;
            latest = latest.max(plies);
        }
    }
    Ok(latest)
}

/// The cell of a code, above the numbers of moves.
fn code<C: Cell>(code: u32, most: u32) -> Result<C, Halt> {
    let cell = (C::TOP - 1).checked_sub(code).filter(|cell| *cell > most);
    cell.map(C::new).ok_or(Halt::TooNarrow)
}
