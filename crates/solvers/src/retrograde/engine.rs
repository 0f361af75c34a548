//! The engine of backward analysis: waves over shards, which a [`Transport`] holds and carries messages between.
//!
//! The work begins with a look at all numbers. Then each wave takes back the moves to what the wave before it found: first what is won or
//! lost in 1, in 2, … plies, then what can be drawn in 1, in 2, … The transports are memory with threads ([`super::by_threads`]), files of
//! which one is in memory at a time ([`super::by_files`]), and machines ([`super::by_machines`]).

use std::io;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use bouton_core::{Limits, Outcome, StopReason};

use super::cell::Cell;
use super::shard::Shard;
use super::space::{Look, Space};
use super::table::Value;
use super::wave::{Parity, Wave, decided_codes, end_code};
use crate::keeper::or_broken;

/// Why the work could not be finished with cells of one width.
#[derive(Debug)]
pub(super) enum Halt {
    Limit(StopReason),
    TooNarrow,
}

impl From<StopReason> for Halt {
    fn from(reason: StopReason) -> Self {
        Self::Limit(reason)
    }
}

/// A space that is solved within limits.
pub(super) struct Job<'j> {
    pub(super) space: &'j dyn Space,
    pub(super) limits: &'j Limits,
    /// Numbers looked at.
    looked: AtomicU64,
    /// Workers that look at about as many numbers each.
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
        let count = count * self.workers;
        let looked = self.looked.fetch_add(count, Relaxed) + count;
        // Should each of them be a position whose moves are to be taken back.
        let all = self.space.count();
        self.limits.progress.set(looked.min(all), 2 * all);
    }

    pub(super) fn looked(&self) -> u64 {
        self.looked.load(Relaxed)
    }

    fn report(&self, at: &Checkpoint) {
        let count = self.space.count();
        // What is never decided is drawn, and costs no more.
        let (done, most) = (count + at.decided, count + at.counts.positions);
        self.limits.progress.set(done, most);
    }
}

/// What a look at cells counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// The largest number of moves.
    pub(super) most: u32,
    pub(super) positions: u64,
    /// Those where play is over.
    pub(super) over: u64,
    /// The most plies of what is decided by moves that are not taken back.
    pub(super) latest: u32,
    /// Whether there are lost ends, and won ones.
    ends: [bool; 2],
}

impl Counts {
    /// The cell of what a number stands for, which is counted.
    #[inline]
    pub(super) fn cell<C: Cell>(&mut self, look: Look) -> Result<C, Halt> {
        self.positions += u64::from(look != Look::Hole);
        let cell = match look {
            Look::Hole => Some(C::new(C::TOP)),
            Look::Over(outcome) => {
                self.over += 1;
                self.ends[0] |= outcome == Outcome::Loss;
                self.ends[1] |= outcome == Outcome::Win;
                C::of_code(end_code(outcome), 0)
            }
            Look::Open(moves) => {
                self.most = self.most.max(moves);
                (moves < C::TOP).then(|| C::new(moves))
            }
            Look::Won(plies) => {
                self.ends[0] = true;
                self.latest = self.latest.max(plies);
                C::of_code(decided_codes(plies)[0], 0)
            }
            Look::Lost(plies) => {
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

/// A wave, and what is needed to do it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step<C> {
    pub(super) wave: Wave,
    /// The largest number of moves.
    pub(super) most: u32,
    /// The most plies of what is known before a wave finds it.
    pub(super) latest: u32,
    /// The cells of what is reached, and of what all moves are refuted of.
    pub(super) found: [C; 2],
}

/// What a wave found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct WaveResult {
    /// Positions, by effect.
    pub(super) new: [u64; 2],
    /// The most plies that a loss was put off to.
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

/// How far the work is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Checkpoint {
    /// The last wave; `None` where the numbers were only looked at.
    pub(super) wave: Option<Wave>,
    /// What it found in the shards that are here.
    pub(super) found: WaveResult,
    pub(super) counts: Counts,
    /// Positions that were decided before this wave.
    pub(super) decided: u64,
    /// The most plies of what is known before a wave finds it.
    pub(super) latest: u32,
}

/// Numbers of a checkpoint.
pub(super) const NUMBERS: usize = 15;

/// The first of them says what the others mean: files of work that an earlier version of the program left are not taken for these.
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

    /// `None` where these are the numbers of no checkpoint.
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

    /// The wave that comes next, where the last one found so much in all shards; `None` where there is none.
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

/// Something that is done to each shard.
pub(super) type Each<'e, C> = &'e (dyn Fn(&mut Shard<'_, C>) -> Result<Counts, Halt> + Sync);

/// Where the shards of a space are, and how messages come from one to another.
pub(super) trait Transport<C: Cell> {
    /// What was kept of the same work, [`Halt::TooNarrow`] where that has wider cells.
    fn resume(&mut self, job: &Job<'_>) -> Result<Option<Checkpoint>, Halt>;
    /// Does something to each shard that sends no messages; what all of them counted, wherever they are.
    fn each(&mut self, job: &Job<'_>, work: Each<'_, C>) -> Result<Counts, Halt>;
    /// Does a wave; what it found in the shards that are here.
    fn wave(&mut self, job: &Job<'_>, step: &Step<C>) -> Result<WaveResult, Halt>;
    /// Keeps how far the work is with the cells, if it is time.
    fn keep(&mut self, at: &Checkpoint) -> io::Result<()>;
    /// What all shards found, wherever they are, of what was found in those that are here.
    fn agree(&mut self, found: WaveResult) -> Result<WaveResult, Halt> {
        Ok(found)
    }
}

/// Waves between two looks at what their values take: each adds no more than two, of some bytes.
const VALUES: u32 = 1 << 12;

/// Works out every value: what the codes of the cells stand for. This many bytes are held for the work.
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
    // The codes that were given out must not come down to the numbers of moves.
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

/// Looks for draws by moves out of the space; the most plies of these.
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

/// Work that is done with cells of one width or another.
pub(super) trait AtWidth {
    type Done;
    fn run<C: Cell>(&mut self) -> Result<Self::Done, Halt>;
}

/// Solves with the narrowest cells that are enough: a byte for most games.
pub(super) fn narrowest<W: AtWidth>(work: &mut W) -> Result<W::Done, StopReason> {
    let mut done = work.run::<u8>();
    if let Err(Halt::TooNarrow) = done {
        done = work.run::<u16>();
    }
    if let Err(Halt::TooNarrow) = done {
        done = work.run::<u32>();
    }
    done.map_err(|halt| match halt {
        Halt::Limit(reason) => reason,
        // Four billion values and moves.
        Halt::TooNarrow => StopReason::Memory,
    })
}
