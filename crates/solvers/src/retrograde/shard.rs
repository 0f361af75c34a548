//! [`Shard`]: the cells of one worker, which receives messages from the others.

use super::cell::Cell;
use super::engine::{Counts, Halt, Job, Step};
use super::outbox::{Assignment, Outbox, Sender, take};
use super::space::{SAVED, SpaceState};
use super::wave::{REACHED, decided_codes};

/// Numbers are processed in stretches of this length: the data about them stays in the cache.
const STRETCH: usize = 256;
/// If a wave decides at most this many positions, they are remembered, so that the next wave need not search the full table
/// for them. Time then stays proportional to the moves, even if play is as long as there are positions.
const FEW: usize = 1 << 12;

/// The cells of one holder, part by part.
pub(super) struct Shard<'c, C> {
    pub(super) deal: Assignment,
    pub(super) holder: usize,
    parts: Vec<&'c mut [C]>,
    /// The part whose results are to be sent next.
    next: usize,
    /// The number of positions that the wave decided, by effect.
    pub(super) new: [u64; 2],
    /// The places of these positions among the cells of the holder, and those of the previous wave; `None` if there are
    /// many.
    decided: Option<Vec<u64>>,
    front: Option<Vec<u64>>,
}

/// Sends a batch of messages to a holder; returns whether there are enough for a round.
pub(super) type Send<'s, 'c, C> =
    &'s mut dyn FnMut(&mut Shard<'c, C>, usize, Vec<u8>) -> Result<bool, Halt>;

impl<'c, C: Cell> Shard<'c, C> {
    /// The shard of one holder, over its cells. Cells after the last number of the space are holes.
    pub(super) fn over(deal: Assignment, holder: usize, cells: &'c mut [C]) -> Self {
        Self::of(deal, holder, cells.chunks_mut(deal.part()).collect())
    }

    /// The shards of all holders, over all cells of the space in order.
    pub(super) fn all(deal: Assignment, cells: &'c mut [C]) -> Vec<Self> {
        let mut parts: Vec<_> = (0..deal.holders).map(|_| Vec::new()).collect();
        for (nth, part) in cells.chunks_mut(deal.part()).enumerate() {
            parts[nth % deal.holders].push(part);
        }
        let shards = parts.into_iter().enumerate();
        shards
            .map(|(holder, parts)| Self::of(deal, holder, parts))
            .collect()
    }

    fn of(deal: Assignment, holder: usize, parts: Vec<&'c mut [C]>) -> Self {
        Self {
            deal,
            holder,
            parts,
            next: 0,
            new: [0; 2],
            decided: None,
            front: None,
        }
    }

    pub(super) fn part(&self, own: usize) -> &[C] {
        self.parts[own]
    }

    /// All parts in order.
    pub(super) fn all_parts(&self) -> impl Iterator<Item = &[C]> {
        self.parts.iter().map(|part| &**part)
    }

    pub(super) fn part_mut(&mut self, own: usize) -> &mut [C] {
        self.parts[own]
    }

    /// Fills in the ends, the numbers of moves, and the values decided by moves that are not taken back.
    pub(super) fn look(&mut self, job: &Job<'_>) -> Result<Counts, Halt> {
        let mut counts = Counts::default();
        let mut looks = [SpaceState::Hole; STRETCH];
        for (own, part) in self.parts.iter_mut().enumerate() {
            job.limits.check()?;
            let (first, count) = self.deal.numbers(self.holder, own);
            for (nth, cells) in part[..count].chunks_mut(STRETCH).enumerate() {
                let looks = &mut looks[..cells.len()];
                job.space.looks(first + (nth * STRETCH) as u64, looks);
                for (cell, look) in cells.iter_mut().zip(looks) {
                    *cell = counts.cell(*look)?;
                }
            }
            job.has_looked_at(count as u64);
        }
        Ok(counts)
    }

    /// Fills in draws by moves out of the space, after all wins and losses are known.
    pub(super) fn look_for_draws(&mut self, job: &Job<'_>, step: &Step<C>) -> Result<Counts, Halt> {
        let (mut counts, most) = (Counts::default(), step.most);
        let last = step.wave.draws.unwrap_or(0);
        for (own, part) in self.parts.iter_mut().enumerate() {
            job.limits.check()?;
            let (first, _) = self.deal.numbers(self.holder, own);
            let open = part.iter_mut().zip(first..);
            for (cell, number) in open.filter(|(cell, _)| (1..=most).contains(&cell.get())) {
                if let Some(plies) = job.space.outside(number).draw {
                    *cell = C::of_code(last + plies, most).ok_or(Halt::TooNarrow)?;
                    counts.latest = counts.latest.max(plies);
                }
            }
        }
        Ok(counts)
    }

    /// Begins a wave.
    pub(super) fn begin(&mut self) {
        (self.next, self.new) = (0, [0; 2]);
        self.front = self.decided.replace(Vec::new());
    }

    /// The number of positions that the wave sends messages about, if they are few and remembered.
    pub(super) fn few(&self, job: &Job<'_>, step: &Step<C>) -> Option<usize> {
        // Values that were known before the previous wave are not among them.
        let all_are_new = step.wave.plies > step.latest && !job.space.leads_out();
        let front = self.front.as_ref().filter(|_| all_are_new);
        front.map(Vec::len)
    }

    /// Adds messages to the predecessors of all positions that the previous wave found; false if the work is not complete
    /// because there are enough messages for a round.
    pub(super) fn tell(
        &mut self,
        job: &Job<'_>,
        step: &Step<C>,
        outbox: &mut Outbox,
        send: Send<'_, 'c, C>,
    ) -> Result<bool, Halt> {
        job.limits.check()?;
        if self.few(job, step).is_some() {
            for at in self.front.take().unwrap_or_default() {
                let is_ready = self.take_back_one(at, job, step, outbox);
                self.send_ready(is_ready, outbox, send)?;
            }
            self.next = self.parts.len();
        }
        while self.next < self.parts.len() {
            job.limits.check()?;
            let is_ready = self.take_back(self.next, job, step, outbox);
            self.next += 1;
            if self.send_ready(is_ready, outbox, send)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn send_ready(
        &mut self,
        is_ready: bool,
        outbox: &mut Outbox,
        send: Send<'_, 'c, C>,
    ) -> Result<bool, Halt> {
        let mut is_enough = false;
        while let Some((to, batch)) = is_ready.then(|| outbox.ready()).flatten() {
            is_enough |= send(self, to, batch)?;
        }
        Ok(is_enough)
    }

    /// The same for one part; true if a batch may be ready.
    fn take_back(&self, own: usize, job: &Job<'_>, step: &Step<C>, outbox: &mut Outbox) -> bool {
        let (first, _) = self.deal.numbers(self.holder, own);
        let mut is_ready = false;
        for (code, effect) in step.wave.fronts() {
            let Some(cell) = C::of_code(code, 0) else {
                continue;
            };
            let mut places = cell.places(self.parts[own]);
            let mut some = [0; STRETCH];
            loop {
                let mut count = 0;
                for (at, place) in some.iter_mut().zip(&mut places) {
                    *at = place as u32;
                    count += 1;
                }
                if count == 0 {
                    break;
                }
                let mut sender = Sender::new(outbox, step.wave.kinds(effect));
                job.space.take_back(first, &some[..count], &mut sender);
                is_ready |= sender.is_ready;
            }
        }
        is_ready
    }

    /// The same for one cell of the holder.
    fn take_back_one(&self, at: u64, job: &Job<'_>, step: &Step<C>, outbox: &mut Outbox) -> bool {
        let (own, place) = (
            (at >> self.deal.shift) as usize,
            at as usize & (self.deal.part() - 1),
        );
        let cell = self.parts[own][place];
        let front = step
            .wave
            .fronts()
            .find(|(code, _)| C::of_code(*code, 0) == Some(cell));
        let (_, effect) = front.expect("invariant: the last wave found a front");
        let (first, _) = self.deal.numbers(self.holder, own);
        let mut sender = Sender::new(outbox, step.wave.kinds(effect));
        job.space.take_back(first, &[place as u32], &mut sender);
        sender.is_ready
    }

    /// Examines again the positions that lose by all moves that stay in the space, before they are taken back: the other
    /// moves may save them, or postpone the loss to a later wave. Returns the most plies that a loss was postponed to.
    pub(super) fn settle(&mut self, job: &Job<'_>, step: &Step<C>) -> Result<u32, Halt> {
        let mut latest = 0;
        if step.wave.plies == 0 || step.wave.draws.is_some() || !job.space.leads_out() {
            return Ok(latest);
        }
        let [_, lost] = decided_codes(step.wave.plies);
        let lost = C::of_code(lost, step.most).ok_or(Halt::TooNarrow)?;
        for (own, part) in self.parts.iter_mut().enumerate() {
            job.limits.check()?;
            let (first, _) = self.deal.numbers(self.holder, own);
            let places: Vec<_> = lost.places(part).collect();
            for place in places {
                let outside = job.space.outside(first + place as u64);
                let later = outside.loss.filter(|plies| *plies > step.wave.plies);
                if outside.draws {
                    part[place] = C::new(SAVED);
                } else if let Some(plies) = later {
                    let [_, lost] = decided_codes(plies);
                    part[place] = C::of_code(lost, step.most).ok_or(Halt::TooNarrow)?;
                    latest = latest.max(plies);
                }
            }
        }
        Ok(latest)
    }

    /// Applies a batch of messages. `None`: the batch is damaged.
    pub(super) fn hear(&mut self, mut batch: &[u8], step: &Step<C>) -> Option<()> {
        while !batch.is_empty() {
            let (own, effect, messages) = take(&mut batch)?;
            let cells = &mut **self.parts.get_mut(own)?;
            let places = messages.as_chunks().0.iter();
            let places = places.map(|two| usize::from(u16::from_le_bytes(*two)));
            let mut decided = Decided {
                first: (own << self.deal.shift) as u64,
                count: 0,
                places: &mut self.decided,
            };
            let is_whole = match effect {
                REACHED => reach(cells, places, step, &mut decided),
                _ => refute(cells, places, step, &mut decided),
            };
            self.new[effect] += decided.count;
            is_whole?;
        }
        Some(())
    }
}

/// The positions that the messages to one part decide.
struct Decided<'d> {
    first: u64,
    count: u64,
    places: &'d mut Option<Vec<u64>>,
}

impl Decided<'_> {
    #[inline]
    fn add(&mut self, place: usize) {
        self.count += 1;
        if let Some(places) = self.places {
            if places.len() < FEW {
                places.push(self.first + place as u64);
            } else {
                *self.places = None;
            }
        }
    }
}

/// Decides open positions, and those with a later value by a move out of the space: both have cells below that of a
/// position reached now.
fn reach<C: Cell>(
    cells: &mut [C],
    places: impl Iterator<Item = usize>,
    step: &Step<C>,
    decided: &mut Decided<'_>,
) -> Option<()> {
    let [reached, _] = step.found;
    for place in places {
        let cell = cells.get_mut(place)?;
        // A cell of 0 wraps to the largest number, so it is left alone.
        if cell.get().wrapping_sub(1) < reached.get() - 1 {
            *cell = reached;
            decided.add(place);
        }
    }
    Some(())
}

/// Counts a move as refuted if the position is open; the last one decides it.
fn refute<C: Cell>(
    cells: &mut [C],
    places: impl Iterator<Item = usize>,
    step: &Step<C>,
    decided: &mut Decided<'_>,
) -> Option<()> {
    let [_, refuted] = step.found;
    for place in places {
        let cell = cells.get_mut(place)?;
        let left = cell.get();
        if left.wrapping_sub(1) >= step.most {
            continue;
        }
        if left > 1 {
            *cell = C::new(left - 1);
        } else {
            *cell = refuted;
            decided.add(place);
        }
    }
    Some(())
}
