//! Filling the table backwards from the ends, wave by wave: first what is won or lost in 1, in 2, …, then what can be drawn in
//! 1, in 2, …
//!
//! A wave looks for what the one before it found by going through the whole table, unless that was little: then it is
//! remembered, so that time stays proportional to the moves where play is as long as there are positions.
//!
//! No cell is written by two threads: the table is cut into parts, and a wave goes in rounds, in which each thread
//! first writes down which cells of which part are touched, and then each part is updated by one thread. Both go
//! through memory in order or within the cache.

mod kept;

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU64, AtomicUsize};
use std::sync::{Mutex, MutexGuard, PoisonError};

use bouton_core::{Limits, Outcome, StopReason};

use super::{Halt, Value};
use crate::keeper::Keeper;
use crate::pages::filled_within;
use crate::parallel::{par_each_mut, threads};
use crate::retrograde::cell::{Cell, end_code};
use crate::retrograde::space::{Look, Space};
pub(in crate::retrograde) use kept::broken;

/// The wave that comes next.
#[derive(Clone, Copy, Debug)]
struct Course {
    /// Whether all wins and losses are found.
    draws: bool,
    plies: u32,
    /// The codes of what the wave before found.
    lost: Option<u32>,
    won: Option<u32>,
}

impl Course {
    /// From the ends.
    fn begin<C: Cell>() -> Self {
        Self {
            draws: false,
            plies: 1,
            lost: Some(end_code::<C>(Outcome::Loss)),
            won: Some(end_code::<C>(Outcome::Win)),
        }
    }
}

/// Entries that a thread writes down before the parts are updated.
const ROUND: usize = 1 << 20;
/// So many numbers that a wave found are remembered.
const FEW: u64 = 1 << 12;
/// So many entries are updated before another thread has begun.
const AT_ONCE: usize = 1 << 15;
/// In an entry: a move was refuted, rather than a value found.
const REFUTED: u32 = 1 << 31;

/// Entries written down by one thread, by the part that they touch.
type Notes = Vec<Vec<u32>>;

/// What a wave does with the predecessors of one code.
#[derive(Clone, Copy)]
struct Front<C> {
    code: C,
    /// What an ordinary move to there does, and what one that keeps the turn does: [`REFUTED`] or 0.
    deeds: [u32; 2],
}

/// The codes for what a wave finds.
#[derive(Clone, Copy)]
struct Found<C> {
    reached: C,
    refuted: C,
}

pub(super) struct Work<'s, C, S> {
    space: &'s S,
    limits: &'s Limits,
    threads: usize,
    cells: Vec<C>,
    /// The largest number of moves.
    most: u32,
    /// Cells in a part: a power of two, and its exponent.
    shift: u32,
    codes: Vec<Value>,
    /// Numbers looked at.
    looked: &'s AtomicU64,
    /// Numbers that are those of positions.
    positions: u64,
    decided: u64,
    /// What the wave before found, where that is little.
    few: Option<Vec<u64>>,
}

impl<'s, C: Cell, S: Space> Work<'s, C, S> {
    pub(super) fn run(
        space: &'s S,
        limits: &'s Limits,
        looked: &'s AtomicU64,
        mut keeper: Option<&mut Keeper>,
    ) -> Result<(Vec<C>, Vec<Value>), Halt> {
        looked.store(0, Relaxed);
        let kept = match keeper.as_deref_mut() {
            Some(keeper) => Self::kept(space, limits, looked, keeper)?,
            None => None,
        };
        let (mut work, mut course) = match kept {
            Some(kept) => kept,
            None => (Self::begin(space, limits, looked)?, Course::begin::<C>()),
        };
        loop {
            if let Some(keeper) = keeper.as_deref_mut() {
                let kept = keeper.keep(|numbers| work.keep(&course, numbers));
                kept.unwrap_or_else(|error| broken(&error));
            }
            course = match work.advance(course)? {
                Some(next) => next,
                None => return Ok((work.cells, work.codes)),
            };
        }
    }

    /// The table with the ends and the numbers of moves filled in.
    fn begin(space: &'s S, limits: &'s Limits, looked: &'s AtomicU64) -> Result<Self, Halt> {
        let mut work = Self::empty(space, limits, looked)?;
        for outcome in [Outcome::Loss, Outcome::Win, Outcome::Draw] {
            work.new_code(outcome, 0)?;
        }
        work.look_at_all()?;
        Ok(work)
    }

    /// The table with nothing in it.
    fn empty(space: &'s S, limits: &'s Limits, looked: &'s AtomicU64) -> Result<Self, Halt> {
        let count = space.count();
        let threads = threads(limits);
        let tasks = threads as u64;
        let notes = 4 * tasks * (ROUND as u64).min(count.saturating_mul(16));
        limits.afford(
            count
                .saturating_mul(size_of::<C>() as u64)
                .saturating_add(notes),
        )?;
        let cells = usize::try_from(count).map_err(|_| StopReason::Memory)?;
        let part = (count / (8 * tasks))
            .next_power_of_two()
            .clamp(1 << 10, 1 << 16);
        Ok(Self {
            space,
            limits,
            threads,
            cells: filled_within(limits, cells, || C::new(C::TOP))?,
            most: 0,
            shift: part.trailing_zeros(),
            codes: Vec::new(),
            looked,
            positions: 0,
            decided: 0,
            few: None,
        })
    }

    fn look_at_all(&mut self) -> Result<(), Halt> {
        let (space, limits, shift, looked) = (self.space, self.limits, self.shift, self.looked);
        let counted = Mutex::new(Ok(Counts::default()));
        let mut parts: Vec<_> = self.cells.chunks_mut(1 << shift).collect();
        par_each_mut(&mut parts, self.threads, &|part, cells| {
            if lock(&counted).is_err() {
                return;
            }
            let found = limits.check().map_err(Halt::from);
            let found = found.and_then(|()| look_at_part(space, part << shift, cells));
            if found.is_ok() {
                let here = cells.len() as u64;
                let looked = looked.fetch_add(here, Relaxed) + here;
                // Should each of them be a position whose moves are to be taken back.
                limits.progress.set(looked, 2 * space.count());
            }
            let mut counted = lock(&counted);
            match (&mut *counted, found) {
                (Ok(sum), Ok(found)) => sum.add(found),
                (Ok(_), Err(halt)) => *counted = Err(halt),
                (Err(_), _) => {}
            }
        });
        let counted = counted
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)?;
        (self.most, self.decided) = (counted.most, counted.over);
        self.positions = counted.over + counted.won + counted.open;
        Ok(())
    }

    /// A code for a value, below all that are given out.
    fn new_code(&mut self, outcome: Outcome, plies: u32) -> Result<C, Halt> {
        let code = (C::TOP - 1)
            .checked_sub(self.codes.len() as u32)
            .filter(|code| *code > self.most)
            .ok_or(Halt::TooNarrow)?;
        if self.codes.len().is_multiple_of(1 << 12) {
            let bytes = size_of_val(&self.cells[..]) + 2 * size_of_val(&self.codes[..]);
            self.limits.afford(bytes as u64)?;
        }
        self.codes.push(Value {
            outcome,
            plies: Some(plies),
        });
        Ok(C::new(code))
    }

    /// Does the next wave; tells the one behind it, if there is one.
    fn advance(&mut self, course: Course) -> Result<Option<Course>, Halt> {
        if course.draws {
            self.draws(course)
        } else {
            self.wins_and_losses(course).map(Some)
        }
    }

    fn wins_and_losses(&mut self, course: Course) -> Result<Course, Halt> {
        let [lost, won] = [course.lost, course.won].map(|code| code.map(C::new));
        let fronts: Vec<_> = lost
            .map(|code| Front {
                code,
                deeds: [0, REFUTED],
            })
            .into_iter()
            .chain(won.map(|code| Front {
                code,
                deeds: [REFUTED, 0],
            }))
            .collect();
        let wins = lost.is_some() || self.space.keeps_turn();
        let losses = won.is_some() || self.space.keeps_turn();
        let before = self.codes.len();
        let unused = C::new(0);
        let found = Found {
            reached: if wins {
                self.new_code(Outcome::Win, course.plies)?
            } else {
                unused
            },
            refuted: if losses {
                self.new_code(Outcome::Loss, course.plies)?
            } else {
                unused
            },
        };
        let [mut reached, refuted] = self.wave(&fronts, found)?;
        if course.plies == 1 {
            // A look has found some of them already.
            let all = found.reached.places(&self.cells).count() as u64;
            if all > reached {
                self.few = None;
            }
            reached = all;
        }
        if reached + refuted == 0 {
            self.codes.truncate(before);
            // The drawn ends were found by no wave.
            self.few = None;
            return Ok(Course {
                draws: true,
                plies: 1,
                lost: None,
                won: None,
            });
        }
        Ok(Course {
            plies: course.plies + 1,
            won: (reached > 0).then_some(found.reached.get()),
            lost: (refuted > 0).then_some(found.refuted.get()),
            ..course
        })
    }

    /// What is neither won nor lost, and from where both together can come to a drawn end.
    fn draws(&mut self, course: Course) -> Result<Option<Course>, Halt> {
        let code = match course.plies {
            1 => C::new(end_code::<C>(Outcome::Draw)),
            // That of the wave before was given out last.
            _ => C::new(C::TOP - self.codes.len() as u32),
        };
        let reached = self.new_code(Outcome::Draw, course.plies)?;
        let front = Front {
            code,
            deeds: [0; 2],
        };
        let found = Found {
            reached,
            refuted: reached,
        };
        if self.wave(&[front], found)? == [0, 0] {
            self.codes.pop();
            return Ok(None);
        }
        let plies = course.plies + 1;
        Ok(Some(Course { plies, ..course }))
    }

    /// Takes back every move to the positions of `fronts`; returns how many positions were decided, by kind.
    fn wave(&mut self, fronts: &[Front<C>], found: Found<C>) -> Result<[u64; 2], Halt> {
        let new = match self.few.take() {
            Some(numbers) => self.wave_from(&numbers, fronts, found)?,
            None => self.wave_from_all(fronts, found)?,
        };
        // What is never decided is drawn, and costs no more.
        let count = self.space.count();
        let (done, most) = (count + self.decided, count + self.positions);
        self.limits.progress.set(done, most);
        Ok(new)
    }

    /// A wave from these numbers, each of which has the code of one of the fronts.
    fn wave_from(
        &mut self,
        numbers: &[u64],
        fronts: &[Front<C>],
        found: Found<C>,
    ) -> Result<[u64; 2], Halt> {
        self.limits.check()?;
        let (space, most, cells) = (self.space, self.most, &mut self.cells);
        let (mut sum, mut next) = ([0; 2], Vec::new());
        for number in numbers {
            let code = cells[*number as usize];
            let front = fronts.iter().find(|front| front.code == code);
            let front = front.expect("invariant: what the wave before found is a front");
            space.each_predecessor(*number, |from, keeps| {
                let deed = front.deeds[usize::from(keeps)];
                if let Some(kind) = touch(&mut cells[from as usize], deed, most, found) {
                    sum[kind] += 1;
                    next.push(from);
                }
            });
        }
        self.decided += next.len() as u64;
        self.few = (next.len() as u64 <= FEW).then_some(next);
        Ok(sum)
    }

    /// A wave from all that have the code of one of the fronts.
    fn wave_from_all(&mut self, fronts: &[Front<C>], found: Found<C>) -> Result<[u64; 2], Halt> {
        let parts = self.cells.len().div_ceil(1 << self.shift);
        let mut notes = vec![vec![Vec::new(); parts]; self.threads.min(parts).max(1)];
        // Parts differ in what there is to write down: each thread takes the next as soon as it is done with one.
        let (next, mut sum) = (AtomicUsize::new(0), [0; 2]);
        while next.load(Relaxed) < parts {
            self.note_all(fronts, &next, &mut notes)?;
            let new = self.update(&notes, found);
            sum = [sum[0] + new[0], sum[1] + new[1]];
            self.decided += new[0] + new[1];
        }
        if sum[0] + sum[1] <= FEW {
            let reached = (sum[0] > 0).then_some(found.reached);
            let refuted = (sum[1] > 0).then_some(found.refuted);
            self.few = Some(self.numbers_of([reached, refuted])?);
        }
        Ok(sum)
    }

    /// The numbers that have these codes.
    fn numbers_of(&self, codes: [Option<C>; 2]) -> Result<Vec<u64>, StopReason> {
        let mut numbers = Vec::new();
        for (part, cells) in self.cells.chunks(1 << self.shift).enumerate() {
            self.limits.check()?;
            for code in codes.iter().flatten() {
                let places = code.places(cells);
                numbers.extend(places.map(|place| ((part << self.shift) + place) as u64));
            }
        }
        Ok(numbers)
    }

    /// Each thread writes down a round of what is touched.
    fn note_all(
        &self,
        fronts: &[Front<C>],
        next: &AtomicUsize,
        notes: &mut [Notes],
    ) -> Result<(), StopReason> {
        let ended = Mutex::new(Ok(()));
        par_each_mut(notes, self.threads, &|_, notes| {
            if let Err(reason) = self.note(fronts, next, notes) {
                *lock(&ended) = Err(reason);
            }
        });
        ended.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes down what is touched from the next parts, until there is enough for a round.
    fn note(
        &self,
        fronts: &[Front<C>],
        next: &AtomicUsize,
        notes: &mut Notes,
    ) -> Result<(), StopReason> {
        notes.iter_mut().for_each(Vec::clear);
        let mask = (1 << self.shift) - 1;
        let mut written = 0;
        while written < ROUND {
            let part = next.fetch_add(1, Relaxed);
            let Some(cells) = self.part(part) else {
                break;
            };
            self.limits.check()?;
            for front in fronts {
                for place in front.code.places(cells) {
                    let number = (part << self.shift) + place;
                    self.space.each_predecessor(number as u64, |from, keeps| {
                        let entry = (from & mask) as u32 | front.deeds[usize::from(keeps)];
                        notes[(from >> self.shift) as usize].push(entry);
                        written += 1;
                    });
                }
            }
        }
        Ok(())
    }

    fn part(&self, part: usize) -> Option<&[C]> {
        let start = part << self.shift;
        let end = self.cells.len().min(start + (1 << self.shift));
        self.cells.get(start..end).filter(|cells| !cells.is_empty())
    }

    /// Updates each part by what was written down for it; returns how many positions were decided, by kind.
    fn update(&mut self, notes: &[Notes], found: Found<C>) -> [u64; 2] {
        let most = self.most;
        let new = [const { AtomicU64::new(0) }; 2];
        let written = notes.iter().flatten().map(Vec::len).sum::<usize>();
        let threads = if written <= AT_ONCE { 1 } else { self.threads };
        let mut parts: Vec<_> = self.cells.chunks_mut(1 << self.shift).collect();
        par_each_mut(&mut parts, threads, &|part, cells| {
            let entries = notes.iter().flat_map(|notes| &notes[part]);
            let [reached, refuted] = update(cells, entries, most, found);
            new[0].fetch_add(reached, Relaxed);
            new[1].fetch_add(refuted, Relaxed);
        });
        new.map(AtomicU64::into_inner)
    }
}

fn lock<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a look at a part counts.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    /// The largest number of moves.
    most: u32,
    /// Positions where play is over, that are won at once, and others.
    over: u64,
    won: u64,
    open: u64,
}

impl Counts {
    fn add(&mut self, other: Self) {
        self.most = self.most.max(other.most);
        self.over += other.over;
        self.won += other.won;
        self.open += other.open;
    }
}

/// Fills in the ends and the numbers of moves of a part, which starts with the number `start`.
fn look_at_part<C: Cell>(
    space: &impl Space,
    start: usize,
    cells: &mut [C],
) -> Result<Counts, Halt> {
    let mut counts = Counts::default();
    for (place, cell) in cells.iter_mut().enumerate() {
        *cell = match space.look((start + place) as u64) {
            Look::Hole => continue,
            Look::Over(outcome) => {
                counts.over += 1;
                C::new(end_code::<C>(outcome))
            }
            Look::Won => {
                counts.won += 1;
                C::new(C::TOP - 4)
            }
            Look::Open(moves) if moves >= C::TOP - 4 => return Err(Halt::TooNarrow),
            Look::Open(moves) => {
                counts.most = counts.most.max(moves);
                counts.open += 1;
                C::new(moves)
            }
        };
    }
    Ok(counts)
}

/// Updates a part by what was written down for it; returns how many positions were decided, by kind.
fn update<'e, C: Cell>(
    cells: &mut [C],
    entries: impl Iterator<Item = &'e u32>,
    most: u32,
    found: Found<C>,
) -> [u64; 2] {
    let mut new = [0; 2];
    for entry in entries {
        let cell = &mut cells[(entry & !REFUTED) as usize];
        if let Some(kind) = touch(cell, entry & REFUTED, most, found) {
            new[kind] += 1;
        }
    }
    new
}

/// Does something to a position if it is open; how it is decided by that: 0 by a move that reaches its value, 1 by the
/// refutation of its last move.
#[inline]
fn touch<C: Cell>(cell: &mut C, deed: u32, most: u32, found: Found<C>) -> Option<usize> {
    let left = cell.get();
    if left == 0 || left > most {
        return None;
    }
    if deed == 0 {
        *cell = found.reached;
        return Some(0);
    }
    if left > 1 {
        *cell = C::new(left - 1);
        return None;
    }
    *cell = found.refuted;
    Some(1)
}
