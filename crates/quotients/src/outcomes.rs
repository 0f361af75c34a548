//! The winner of a sum in which one heap is new, by search.
//!
//! The quotient gives the outcomes of sums of earlier heaps. A sum with the new heap is searched over all options of all
//! heaps, in plain form. That would often visit far too many sums. So the known heaps of a sum are replaced by a representative with the
//! same class in the earlier quotient and in the current guess. That is also a guess: the new heap may distinguish sums
//! that the earlier heaps could not. The caller must prove the result, and can request a finer guess
//! ([`Outcomes::refine`]), or outcomes without guesses ([`Outcomes::exact`]).

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hash::BuildHasher;

use bouton_core::hashing::{FastMap, Hashing};
use bouton_core::{Limits, Meter, StopReason};

use crate::heaps::Heaps;
use crate::position::{Position, places, sum};
use crate::quotient::{Class, Quotient};

/// The outcomes of sums in which the last heap is new.
pub(crate) struct Outcomes<'q> {
    known: &'q Quotient,
    heaps: &'q Heaps,
    limits: &'q Limits,
    meter: Meter<'q>,
    guess: Guess,
    lost: Known,
}

/// The outcomes of sums, one after the other in an arena: millions of them are dropped at once when a limit is reached.
#[derive(Default)]
struct Known {
    heaps: Vec<u32>,
    /// The end of each sum, and whether it is lost.
    sums: Vec<(usize, bool)>,
    /// The numbers of the sums by their hashes, each at the first free place from there on; [`FREE`] elsewhere.
    index: Vec<u32>,
}

/// A place without a sum.
const FREE: u32 = u32::MAX;

impl Known {
    fn get(&self, at: &[u32]) -> Option<bool> {
        let place = self.place(at).filter(|place| self.index[*place] != FREE)?;
        Some(self.sums[self.index[place] as usize].1)
    }

    /// Adds a sum that is not there.
    fn insert(&mut self, at: &[u32], lost: bool) {
        // At most half of the places are taken.
        if 2 * self.sums.len() >= self.index.len() {
            self.index = vec![FREE; (2 * self.index.len()).max(64)];
            for sum in 0..self.sums.len() as u32 {
                self.enter(sum);
            }
        }
        let sum = u32::try_from(self.sums.len()).expect("invariant: memory ends before");
        self.heaps.extend_from_slice(at);
        self.sums.push((self.heaps.len(), lost));
        self.enter(sum);
    }

    fn enter(&mut self, sum: u32) {
        let place = self.place(sum_of(&self.heaps, &self.sums, sum));
        self.index[place.expect("invariant: there are places")] = sum;
    }

    /// The place of a sum, or the free one where it would stand; `None` if there is none at all.
    fn place(&self, at: &[u32]) -> Option<usize> {
        let last = self.index.len().checked_sub(1)?;
        let mut place = Hashing.hash_one(at) as usize & last;
        while self.index[place] != FREE && sum_of(&self.heaps, &self.sums, self.index[place]) != at
        {
            place = (place + 1) & last;
        }
        Some(place)
    }

    /// Its bytes, also while it grows.
    fn bytes(&self) -> u64 {
        let of_heaps = self.heaps.capacity() * size_of::<u32>();
        let of_sums = self.sums.capacity() * size_of::<(usize, bool)>();
        let of_index = self.index.capacity() * size_of::<u32>();
        (of_heaps + of_sums + of_index) as u64 * 3 / 2
    }
}

fn sum_of<'h>(heaps: &'h [u32], sums: &[(usize, bool)], sum: u32) -> &'h [u32] {
    let sum = sum as usize;
    let start = sum.checked_sub(1).map_or(0, |before| sums[before].0);
    &heaps[start..sums[sum].0]
}

/// The representative of the known heaps of a sum.
enum Guess {
    /// The heaps themselves.
    None,
    /// The least position with the same class of the known quotient, and of another.
    Classes(Option<Quotient>, FastMap<(Class, Class), Position>),
}

/// A sum that is searched.
struct Frame {
    at: Position,
    /// The options with unknown outcomes.
    open: Vec<Position>,
}

/// The approximate bytes of a representative.
const BYTES: u64 = 96;

impl<'q> Outcomes<'q> {
    /// Outcomes for these heaps, all in plain form; the quotient knows all of them except the last.
    pub(crate) fn new(
        known: &'q Quotient,
        heaps: &'q Heaps,
        limits: &'q Limits,
    ) -> Result<Self, StopReason> {
        let mut outcomes = Self {
            known,
            heaps,
            limits,
            meter: limits.meter(),
            guess: Guess::None,
            lost: Known::default(),
        };
        outcomes.guess_by(None)?;
        Ok(outcomes)
    }

    /// From now on, sums are equivalent only if this monoid agrees.
    pub(crate) fn refine(&mut self, monoid: Quotient) -> Result<(), StopReason> {
        self.guess_by(Some(monoid))
    }

    /// From now on, nothing is guessed.
    pub(crate) fn exact(&mut self) {
        self.guess = Guess::None;
        self.lost = Known::default();
    }

    /// Whether nothing is guessed.
    pub(crate) fn is_exact(&self) -> bool {
        matches!(self.guess, Guess::None)
    }

    /// Whether the mover loses.
    pub(crate) fn is_lost(&mut self, at: &[u32]) -> Result<bool, StopReason> {
        self.meter.visit()?;
        let at = self.heaps.plain(at);
        if let Some(lost) = self.at_once(&at) {
            return Ok(lost);
        }
        let Some(open) = self.open(&at)? else {
            return Ok(false);
        };
        let mut stack = vec![Frame { at, open }];
        while let Some(frame) = stack.last_mut() {
            let lost = match frame.open.last() {
                None => true,
                Some(option) => match self.lost.get(option) {
                    Some(true) => false,
                    Some(false) => {
                        frame.open.pop();
                        continue;
                    }
                    None => {
                        let at = option.clone();
                        match self.open(&at)? {
                            Some(open) => stack.push(Frame { at, open }),
                            None => self.lost.insert(&at, false),
                        }
                        continue;
                    }
                },
            };
            let Some(frame) = stack.pop() else { break };
            self.lost.insert(&frame.at, lost);
            if stack.is_empty() {
                return Ok(lost);
            }
        }
        unreachable!("the last frame answers")
    }

    /// The options of a sum that must be searched, the first one last; `None` if one is known to be lost.
    fn open(&self, at: &[u32]) -> Result<Option<Vec<Position>>, StopReason> {
        self.limits.check()?;
        self.limits.afford(self.lost.bytes())?;
        let mut open = Vec::new();
        for index in places(at) {
            for left in &self.heaps.options()[at[index] as usize] {
                let option = self.stand_in(self.heaps.after(at, index, left));
                match self.at_once(&option) {
                    Some(true) => return Ok(None),
                    Some(false) => {}
                    None => open.push(option),
                }
            }
        }
        open.sort_unstable_by(|a, b| b.len().cmp(&a.len()).then_with(|| b.cmp(a)));
        open.dedup();
        Ok(Some(open))
    }

    /// The outcome, if it needs no search.
    fn at_once(&self, at: &[u32]) -> Option<bool> {
        let new = self.known.pretending().len() as u32;
        match at.last() {
            Some(&heap) if heap >= new => self.lost.get(at),
            _ => Some(self.known.is_lost(self.known.class_of(at.iter().copied()))),
        }
    }

    /// The representative of a plain sum, which is searched in its place.
    pub(crate) fn stand_in(&self, at: Position) -> Position {
        let new = self.known.pretending().len() as u32;
        let Guess::Classes(monoid, least) = &self.guess else {
            return at;
        };
        let (old, copies) = at.split_at(at.partition_point(|&heap| heap < new));
        if copies.is_empty() {
            return at;
        }
        let class = |quotient: &Quotient| quotient.class_of(old.iter().copied());
        let classes = (class(self.known), monoid.as_ref().map_or(0, class));
        sum(&least[&classes], copies)
    }

    /// Finds the least position for every pair of classes that the known heaps can have. The order is one in which every
    /// option of a position is less than the position, so that a search with representatives ends.
    fn guess_by(&mut self, monoid: Option<Quotient>) -> Result<(), StopReason> {
        let mut least = FastMap::default();
        // Largest heap first: an option replaces a heap by smaller ones.
        let mut next = BinaryHeap::from([Reverse((Vec::new(), (0, 0)))]);
        while let Some(Reverse((heaps, classes))) = next.pop() {
            if least.contains_key(&classes) {
                continue;
            }
            self.limits.check()?;
            self.limits
                .afford((least.len() + next.len()) as u64 * BYTES)?;
            for (heap, &class) in (0..).zip(self.known.pretending()) {
                if !self.heaps.is_plain(heap) {
                    continue;
                }
                let other = monoid.as_ref().map_or(0, |monoid| {
                    monoid.times(classes.1, monoid.pretending()[heap as usize])
                });
                let classes = (self.known.times(classes.0, class), other);
                if !least.contains_key(&classes) {
                    let place = heaps.partition_point(|&larger| larger > heap);
                    let mut heaps = heaps.clone();
                    heaps.insert(place, heap);
                    next.push(Reverse((heaps, classes)));
                }
            }
            least.insert(classes, heaps.into_iter().rev().collect());
        }
        self.guess = Guess::Classes(monoid, least);
        self.lost = Known::default();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_found_as_in_a_map() {
        let (mut known, mut map) = (Known::default(), FastMap::<Position, bool>::default());
        let mut state = 7u64;
        let mut next = |below: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) % below
        };
        for _ in 0..20_000 {
            let sum: Position = (0..next(5)).map(|_| next(9) as u32).collect();
            assert_eq!(known.get(&sum), map.get(&sum).copied());
            if known.get(&sum).is_none() {
                let lost = next(2) == 0;
                known.insert(&sum, lost);
                map.insert(sum, lost);
            }
        }
        assert!(map.len() > 3000, "{}", map.len());
        assert!(map.iter().all(|(sum, lost)| known.get(sum) == Some(*lost)));
    }
}
