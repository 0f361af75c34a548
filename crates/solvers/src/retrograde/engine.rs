//! The engine of backward analysis: waves over shards; a [`Transport`] holds the shards and carries messages between them.
//!
//! The work begins with a look at all numbers. Then each wave takes back the moves to the positions that the previous wave
//! found: first wins and losses in 1, 2, … plies, then draws in 1, 2, … plies. The transports are memory with threads
//! ([`super::by_threads`]), files of which one is in memory at a time ([`super::by_files`]), and machines
//! ([`super::by_machines`]).

use std::io;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use bouton_core::{Limits, Outcome, StopReason};

use super::cell::Cell;
use super::shard::Shard;
use super::space::{Space, SpaceState};
use super::table::Value;
use super::wave::{Parity, Wave, decided_codes, end_code};
use crate::keeper::or_broken;

/// The reason why the work could not be finished with cells of one width.
#[derive(Debug)]
pub(super) enum Halt {
    Limit(StopReason),
    TooNarrow,
}

bouton_core::made_from!(StopReason => Halt::Limit);

/// A space to be solved within limits.
pub(super) struct Job<'j> {
    pub(super) space: &'j dyn Space,
    pub(super) limits: &'j Limits,
    /// The count of numbers looked at.
    looked: AtomicU64,
    /// The number of workers; each looks at about as many numbers.
    workers: u64,
}

impl<'j> Job<'j> {
    pub(super) fn of(space: &'j dyn Space, limits: &'j Limits, workers: usize) -> Self {
        Self {
            space,
            limits,
            looked: AtomicU64::new(0),
            workers: workers as u64,
        }
    }

    pub(super) fn has_looked_at(&self, count: u64) {
        self.limits.count(count);
        let count = count * self.workers;
        let looked = self.looked.fetch_add(count, Relaxed) + count;
        // An upper bound: as if each number were a position whose moves are taken back.
        let all = self.space.count();
        self.limits.progress.set(looked.min(all), 2 * all);
    }

    pub(super) fn looked(&self) -> u64 {
        self.looked.load(Relaxed)
    }

    fn report(&self, at: &Checkpoint) {
        let count = self.space.count();
        // An undecided position is drawn, and costs no more work.
        let (done, most) = (count + at.decided, count + at.counts.positions);
        self.limits.progress.set(done, most);
    }
}

/// The counts from a look at cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// The largest number of moves.
    pub(super) most: u32,
    pub(super) positions: u64,
    /// The number of positions where play is over.
    pub(super) over: u64,
    /// The most plies of positions decided by moves that are not taken back.
    pub(super) latest: u32,
    /// Whether there are lost ends, and whether there are won ones.
    ends: [bool; 2],
}

impl Counts {
    /// The cell of a number's state, which is counted.
    #[inline]
    pub(super) fn cell<C: Cell>(&mut self, look: SpaceState) -> Result<C, Halt> {
        self.positions += u64::from(look != SpaceState::Hole);
        let cell = match look {
            SpaceState::Hole => Some(C::new(C::TOP)),
            SpaceState::Over(outcome) => {
                self.over += 1;
                self.ends[0] |= outcome == Outcome::Loss;
                self.ends[1] |= outcome == Outcome::Win;
                C::of_code(end_code(outcome), 0)
            }
            SpaceState::Open(moves) => {
                self.most = self.most.max(moves);
                (moves < C::TOP).then(|| C::new(moves))
            }
            SpaceState::Won(plies) => {
                self.ends[0] = true;
                self.latest = self.latest.max(plies);
                C::of_code(decided_codes(plies)[0], 0)
            }
            SpaceState::Lost(plies) => {
                self.latest = self.latest.max(plies);
                C::of_code(decided_codes(plies)[1], 0)
            }
        };
        cell.ok_or(Halt::TooNarrow)
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self {
            most: self.most.max(other.most),
            positions: self.positions + other.positions,
            over: self.over + other.over,
            latest: self.latest.max(other.latest),
            ends: [0, 1].map(|end| self.ends[end] | other.ends[end]),
        }
    }

    pub(super) fn numbers(self) -> [u64; 6] {
        let [lost, won] = self.ends.map(u64::from);
        let [most, latest] = [self.most, self.latest].map(u64::from);
        [most, self.positions, self.over, latest, lost, won]
    }

    pub(super) fn of_numbers([most, positions, over, latest, lost, won]: [u64; 6]) -> Self {
        Self {
            most: most as u32,
            positions,
            over,
            latest: latest as u32,
            ends: [lost > 0, won > 0],
        }
    }
}

/// A wave, with the data needed to do it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step<C> {
    pub(super) wave: Wave,
    /// The largest number of moves.
    pub(super) most: u32,
    /// The most plies of values known before a wave finds them.
    pub(super) latest: u32,
    /// The cells of positions that are reached, and of positions whose moves are all refuted.
    pub(super) found: [C; 2],
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct WaveResult {
    /// The number of positions decided, by effect.
    pub(super) new: [u64; 2],
    /// The most plies that a loss was postponed to.
    pub(super) latest: u32,
}

impl WaveResult {
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            new: [0, 1].map(|effect| self.new[effect] + other.new[effect]),
            latest: self.latest.max(other.latest),
        }
    }
}

/// The state of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Checkpoint {
    /// The last wave; `None` if the numbers were only looked at.
    pub(super) wave: Option<Wave>,
    /// Its result in the local shards.
    pub(super) found: WaveResult,
    pub(super) counts: Counts,
    /// The number of positions decided before this wave.
    pub(super) decided: u64,
    /// The most plies of values known before a wave finds them.
    pub(super) latest: u32,
}

/// The number of integers in a saved checkpoint.
pub(super) const NUMBERS: usize = 15;

/// The first integer gives the version of the format, so that files of an earlier version of the program are not misread.
const FORMAT: u64 = 0x6577_6176_0002;

impl Checkpoint {
    pub(super) fn numbers(&self) -> [u64; NUMBERS] {
        let of_wave = |wave: Wave| {
            let draws = wave.draws.map_or(0, u64::from);
            [u64::from(wave.plies) + 1, draws, wave.parity as u64]
        };
        let [plies, draws, parity] = self.wave.map_or([0; 3], of_wave);
        let [most, positions, over, ahead, lost, won] = self.counts.numbers();
        let WaveResult {
            new: [reached, refuted],
            latest: put_off,
        } = self.found;
        [
            FORMAT,
            plies,
            draws,
            parity,
            reached,
            refuted,
            put_off.into(),
            most,
            positions,
            over,
            ahead,
            lost,
            won,
            self.decided,
            self.latest.into(),
        ]
    }

    /// `None` if these are not the numbers of a checkpoint.
    pub(super) fn of_numbers(numbers: [u64; NUMBERS]) -> Option<Self> {
        let [
            format,
            plies,
            draws,
            parity,
            reached,
            refuted,
            put_off,
            counts @ ..,
            decided,
            latest,
        ] = numbers;
        let parities = [Parity::Unknown, Parity::WinsOdd, Parity::WinsEven];
        let parity = *parities.get(parity as usize)?;
        let wave = plies.checked_sub(1).map(|plies| Wave {
            plies: plies as u32,
            draws: (draws > 0).then_some(draws as u32),
            parity,
        });
        (format == FORMAT).then_some(Self {
            wave,
            found: WaveResult {
                new: [reached, refuted],
                latest: put_off as u32,
            },
            counts: Counts::of_numbers(counts),
            decided,
            latest: latest as u32,
        })
    }

    /// The next wave, given the result of the last one in all shards; `None` if the work is done.
    fn next(&self, found: WaveResult, space: &dyn Space) -> Option<Wave> {
        let Some(wave) = self.wave else {
            let parity = match self.counts.ends {
                _ if space.keeps_turn() || space.leads_out() => Parity::Unknown,
                [true, true] => Parity::Unknown,
                [false, true] => Parity::WinsEven,
                [_, false] => Parity::WinsOdd,
            };
            return Some(Wave::first(parity));
        };
        wave.next(found.new, self.latest)
    }
}

/// A function that is applied to each shard.
pub(super) type Each<'e, C> = &'e (dyn Fn(&mut Shard<'_, C>) -> Result<Counts, Halt> + Sync);

/// The holder of the shards of a space, which carries messages between them.
pub(super) trait Transport<C: Cell> {
    /// The saved state of the same work; [`Halt::TooNarrow`] if that has wider cells.
    fn resume(&mut self, job: &Job<'_>) -> Result<Option<Checkpoint>, Halt>;
    /// Applies a function that sends no messages to each shard; returns the counts of all of them, on all machines.
    fn each(&mut self, job: &Job<'_>, work: Each<'_, C>) -> Result<Counts, Halt>;
    /// Does a wave; returns the result in the local shards.
    fn wave(&mut self, job: &Job<'_>, step: &Step<C>) -> Result<WaveResult, Halt>;
    /// Saves the state of the work with the cells, if it is time.
    fn keep(&mut self, at: &Checkpoint) -> io::Result<()>;
    /// The result in all shards, on all machines, from the result in the local ones.
    fn agree(&mut self, found: WaveResult) -> Result<WaveResult, Halt> {
        Ok(found)
    }
}

/// Waves between two checks of the memory for values: each wave adds at most two, of some bytes.
const VALUES: u32 = 1 << 12;

/// Computes every value: the values of the codes in the cells. The work itself holds this many bytes.
pub(super) fn solve<C: Cell>(
    job: &Job<'_>,
    held: u64,
    transport: &mut dyn Transport<C>,
) -> Result<Vec<Value>, Halt> {
    let mut at = match transport.resume(job)? {
        Some(at) => at,
        None => look(job, transport)?,
    };
    loop {
        let found = transport.agree(at.found)?;
        at.decided += found.new.iter().sum::<u64>();
        at.latest = at.latest.max(found.latest);
        job.report(&at);
        let wave = match (at.next(found, job.space), at.wave) {
            (Some(wave), _) => wave,
            (None, last) => return Ok(last.map(Wave::values).unwrap_or_default()),
        };
        if (wave.plies + 1).is_multiple_of(VALUES) {
            job.limits.afford(held + wave.bytes_of_values())?;
        }
        let most = at.counts.most;
        let mut step = Step {
            wave,
            most,
            latest: at.latest,
            found: wave.found(most).ok_or(Halt::TooNarrow)?,
        };
        if wave.draws.is_some() && wave.plies == 0 {
            step.latest = look_for_draws(job, transport, &step)?;
        }
        at.latest = step.latest;
        (at.found, at.wave) = (transport.wave(job, &step)?, Some(wave));
        or_broken(transport.keep(&at));
    }
}

/// Looks at all numbers.
fn look<C: Cell>(job: &Job<'_>, transport: &mut dyn Transport<C>) -> Result<Checkpoint, Halt> {
    job.looked.store(0, Relaxed);
    let counts = transport.each(job, &|shard| shard.look(job))?;
    // The codes in use must not collide with the numbers of moves.
    let [_, last] = decided_codes(counts.latest);
    C::of_code(last, counts.most).ok_or(Halt::TooNarrow)?;
    let at = Checkpoint {
        wave: None,
        found: WaveResult::default(),
        counts,
        decided: counts.over,
        latest: counts.latest,
    };
    or_broken(transport.keep(&at));
    Ok(at)
}

/// Looks for draws by moves out of the space; returns the most plies of these.
fn look_for_draws<C: Cell>(
    job: &Job<'_>,
    transport: &mut dyn Transport<C>,
    step: &Step<C>,
) -> Result<u32, Halt> {
    if !job.space.draws_end_outside() {
        return Ok(0);
    }
    let counts = transport.each(job, &|shard| shard.look_for_draws(job, step))?;
    Ok(counts.latest)
}

/// Work that can be done with cells of any width, for each width from the narrowest on.
type AtWidths<W, D> = [fn(&mut W) -> Result<D, Halt>; 3];

/// Does work with the narrowest cells that suffice: a byte for most games.
pub(super) fn narrowest<W, D>(work: &mut W, widths: AtWidths<W, D>) -> Result<D, StopReason> {
    for run in widths {
        match run(work) {
            Ok(done) => return Ok(done),
            Err(Halt::Limit(reason)) => return Err(reason),
            Err(Halt::TooNarrow) => {}
        }
    }
    // There are more than four billion values and moves.
    Err(StopReason::Memory)
}
