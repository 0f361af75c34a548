//! [`Lists`]: lists of numbers, each stored once.

use std::hash::BuildHasher;

use bouton_core::hashing::Hashing;

/// Lists of numbers, numbered in the order of their first occurrence. Numbering one takes O(length) expected time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lists {
    numbers: Vec<u32>,
    /// The end of each list in `numbers`.
    ends: Vec<u32>,
    /// Open addressing: the number of a list, or [`FREE`].
    index: Vec<u32>,
}

const FREE: u32 = u32::MAX;

impl Lists {
    pub(crate) fn number(&mut self, list: &[u32]) -> u32 {
        if 2 * self.len() >= self.index.len() {
            self.grow();
        }
        match self.find(list) {
            Ok(number) => number,
            Err(free) => {
                let number = self.len() as u32;
                self.index[free] = number;
                self.numbers.extend_from_slice(list);
                self.ends.push(self.numbers.len() as u32);
                number
            }
        }
    }

    /// The number of a list, if it has one.
    pub(crate) fn known(&self, list: &[u32]) -> Option<u32> {
        self.find(list).ok()
    }

    pub(crate) fn list(&self, number: u32) -> &[u32] {
        let number = number as usize;
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.numbers[start as usize..self.ends[number] as usize]
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        4 * (self.numbers.capacity() + self.ends.capacity() + self.index.capacity()) as u64
    }

    /// The number of a list, or its free place in the index.
    fn find(&self, list: &[u32]) -> Result<u32, usize> {
        let mask = self.index.len().wrapping_sub(1);
        let hash = Hashing.hash_one(list);
        let mut place = hash as usize & mask;
        while let Some(&number) = self.index.get(place) {
            if number == FREE {
                break;
            }
            if self.list(number) == list {
                return Ok(number);
            }
            place = (place + 1) & mask;
        }
        Err(place)
    }

    fn grow(&mut self) {
        self.index = vec![FREE; (4 * self.len()).next_power_of_two().max(64)];
        for number in 0..self.len() as u32 {
            let free = self.find(self.list(number));
            self.index[free.expect_err("invariant: every list is there once")] = number;
        }
    }
}
