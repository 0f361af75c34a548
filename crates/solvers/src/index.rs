//! An index of numbers by the hashes of what they stand for, which is kept elsewhere.
//!
//! Slots of four bytes, at a load of at most 4/5; 2ᵏ of them or 3·2ᵏ. The bits of a slot above those of a number hold a part of the
//! hash, so that few of the others are looked at.

use crate::pages::filled;

const FREE: u32 = u32::MAX;

/// Numbers below 2³¹, by hash.
#[derive(Debug, Default)]
pub(crate) struct Index {
    slots: Vec<u32>,
    /// The bits of a number.
    low: u32,
    len: usize,
    /// Whether it doubles when it is full.
    grows_rarely: bool,
}

impl Index {
    /// For hashes that take long to compute.
    pub(crate) fn growing_rarely() -> Self {
        Self {
            grows_rarely: true,
            ..Self::default()
        }
    }

    pub(crate) fn bytes(&self) -> u64 {
        (self.slots.len() * size_of::<u32>()) as u64
    }

    /// The number with this hash for which `is_it` holds.
    #[inline]
    pub(crate) fn find(&self, hash: u64, mut is_it: impl FnMut(usize) -> bool) -> Option<usize> {
        if self.slots.is_empty() {
            return None;
        }
        let (mut place, tag) = (self.place(hash), self.tag(hash));
        loop {
            let slot = self.slots[place];
            if slot == FREE {
                return None;
            }
            if slot & !self.low == tag && is_it((slot & self.low) as usize) {
                return Some((slot & self.low) as usize);
            }
            place = self.after(place);
        }
    }

    /// Enters a number that is not there; `hash_of` gives the hashes of all, if the index grows.
    ///
    /// # Panics
    /// If the number is not below 2³¹: the index alone would take 8 GiB.
    pub(crate) fn insert(&mut self, number: usize, hash: u64, hash_of: impl Fn(usize) -> u64) {
        let larger = number >= self.low as usize;
        if larger || (self.len + 1) * 5 > self.slots.len() * 4 {
            assert!(number >> 31 == 0, "more positions than numbers");
            let numbers: Vec<u32> = match self.len {
                // Usually the numbers are those from 0 on.
                len if len == number => Vec::new(),
                _ => self.numbers().collect(),
            };
            let before = self.len;
            self.grow(number);
            if numbers.is_empty() {
                (0..before).for_each(|n| self.enter(n, hash_of(n)));
            } else {
                for n in numbers {
                    self.enter(n as usize, hash_of(n as usize));
                }
            }
        }
        self.enter(number, hash);
        self.len += 1;
    }

    fn numbers(&self) -> impl Iterator<Item = u32> + '_ {
        let slots = self.slots.iter().filter(|slot| **slot != FREE);
        slots.map(|slot| slot & self.low)
    }

    /// Makes room for one more, and for numbers up to this one. The old slots are dropped first.
    fn grow(&mut self, number: usize) {
        let slots = match self.slots.len() {
            0 => 16,
            len if (self.len + 1) * 5 <= len * 4 => len,
            len if self.grows_rarely => 2 * len,
            len if len.is_power_of_two() => len / 2 * 3,
            len => len / 3 * 4,
        };
        self.slots = Vec::new();
        self.slots = filled(slots, || FREE);
        // No number has all bits: no slot in use looks free.
        self.low = ((slots.max(number + 2)).next_power_of_two() - 1) as u32;
    }

    #[inline]
    fn enter(&mut self, number: usize, hash: u64) {
        let mut place = self.place(hash);
        while self.slots[place] != FREE {
            place = self.after(place);
        }
        self.slots[place] = self.tag(hash) | number as u32;
    }

    #[inline]
    fn place(&self, hash: u64) -> usize {
        (((hash >> 32) * self.slots.len() as u64) >> 32) as usize
    }

    #[inline]
    fn tag(&self, hash: u64) -> u32 {
        hash as u32 & !self.low
    }

    #[inline]
    fn after(&self, place: usize) -> usize {
        if place + 1 == self.slots.len() {
            0
        } else {
            place + 1
        }
    }
}

/// A hash with all of its bits mixed.
#[inline]
pub(crate) fn mixed(word: u64) -> u64 {
    const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
    let hash = (word ^ word >> 32).wrapping_mul(ODD);
    (hash ^ hash >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_entered_and_nothing_else() {
        // All numbers in order, and a few of them.
        for step in [1, 3] {
            let mut index = Index::default();
            let hash = |n: usize| mixed((n * n) as u64);
            for n in (0..20_000).step_by(step) {
                assert_eq!(index.find(hash(n), |other| other == n), None);
                index.insert(n, hash(n), hash);
                let slots = index.slots.len();
                assert!(slots < 17 || 5 * slots <= 12 * index.len, "{slots} for {n}");
            }
            for n in 0..20_000 {
                let found = index.find(hash(n), |other| other == n);
                assert_eq!(found, (n % step == 0).then_some(n));
            }
        }
    }
}
