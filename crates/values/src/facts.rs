//! The invariants of values, each once: many values have the same, and so few are in use at a time that the processor holds them.

use bouton_core::{Meter, StopReason};

use crate::memory;
use crate::stops::{Invariants, Stop};

/// Invariants but for whether the value is a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Facts {
    left: Stop,
    right: Stop,
    upper: u64,
    lower: u64,
}

impl Facts {
    fn of(invariants: &Invariants) -> Self {
        Self {
            left: invariants.left,
            right: invariants.right,
            upper: invariants.upper,
            lower: invariants.lower,
        }
    }

    fn hash(&self) -> usize {
        const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
        let words = [self.left.word(), self.right.word(), self.upper, self.lower];
        let hash = words.into_iter().fold(0, |hash: u64, word| {
            let hash = (hash ^ word).wrapping_mul(ODD);
            hash ^ hash >> 31
        });
        hash as usize
    }
}

/// Invariants by number.
#[derive(Debug, Default)]
pub(crate) struct FactsTable {
    all: Vec<Facts>,
    /// An open table of numbers plus one, by hash; at most half full.
    index: Vec<u32>,
}

impl FactsTable {
    pub(crate) fn bytes(&self) -> u64 {
        (self.all.capacity() * size_of::<Facts>() + self.index.capacity() * size_of::<u32>()) as u64
    }

    /// The invariants with a number, of a number or of another value.
    #[inline]
    pub(crate) fn get(&self, facts: u32, number: bool) -> Invariants {
        let Facts {
            left,
            right,
            upper,
            lower,
        } = self.all[facts as usize];
        Invariants {
            left,
            right,
            upper,
            lower,
            number,
        }
    }

    /// The number of invariants that are held.
    pub(crate) fn find(&self, invariants: &Invariants) -> Option<u32> {
        let facts = Facts::of(invariants);
        let mask = self.index.len().checked_sub(1)?;
        let mut slot = facts.hash() & mask;
        while self.index[slot] != 0 {
            let number = self.index[slot] - 1;
            if self.all[number as usize] == facts {
                return Some(number);
            }
            slot = (slot + 1) & mask;
        }
        None
    }

    /// Whether the next ones take memory.
    pub(crate) fn is_full(&self) -> bool {
        self.all.len() == self.all.capacity() || 2 * self.all.len() >= self.index.len()
    }

    /// Holds invariants that are new.
    pub(crate) fn insert(
        &mut self,
        invariants: &Invariants,
        held: u64,
        meter: &Meter,
    ) -> Result<u32, StopReason> {
        memory::in_vector(held, &mut self.all, 1, meter)?;
        if 2 * self.all.len() >= self.index.len() {
            self.index = memory::zeros((2 * self.index.len()).max(64), held, meter)?;
            for number in 0..self.all.len() {
                self.enter(number);
            }
        }
        let number = self.all.len();
        self.all.push(Facts::of(invariants));
        self.enter(number);
        Ok(number as u32)
    }

    fn enter(&mut self, number: usize) {
        let mask = self.index.len() - 1;
        let mut slot = self.all[number].hash() & mask;
        while self.index[slot] != 0 {
            slot = (slot + 1) & mask;
        }
        self.index[slot] = number as u32 + 1;
    }
}
