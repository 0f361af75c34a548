//! Positions stored once each, with a value: an arena, and an index of four-byte numbers into it.
//!
//! The arena grows by blocks, so that growth copies no position and leaves no slack; only the index is rebuilt, at a load
//! of 3/4. A pair of 64-bit heaps with a four-byte value takes 24 bytes, and 5⅓ to 10⅔ bytes in the index. Lookup and
//! insertion are O(1) expected.

use std::hash::{BuildHasher, Hash};
use std::mem::size_of;

use bouton_core::hashing::Hashing;

use crate::pages::filled;

/// Positions with a value each, numbered from 0 in the order of insertion.
#[derive(Debug)]
pub struct Store<K, V> {
    blocks: Vec<Vec<(K, V)>>,
    index: Vec<u32>,
    len: usize,
}

/// The mark of a free slot in the index.
const FREE: u32 = u32::MAX;
/// Positions in a block of the arena.
const BLOCK: usize = 1 << 12;

impl<K, V> Default for Store<K, V> {
    fn default() -> Self {
        Self {
            blocks: Vec::new(),
            index: vec![FREE; 16],
            len: 0,
        }
    }
}

impl<K: Eq + Hash, V> Store<K, V> {
    /// The number of stored positions.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bytes held, without the heap memory of the positions.
    pub fn bytes(&self) -> u64 {
        (self.blocks.len() * BLOCK * size_of::<(K, V)>() + self.index.len() * size_of::<u32>())
            as u64
    }

    /// The value of a position.
    #[inline]
    pub fn get(&self, key: &K) -> Option<&V> {
        self.find(key).ok().map(|number| &self.entry(number).1)
    }

    /// The number of a stored position.
    #[inline]
    pub fn number(&self, key: &K) -> Option<usize> {
        self.find(key).ok()
    }

    /// The position of a number below [`Store::len`].
    pub fn key(&self, number: usize) -> &K {
        &self.entry(number).0
    }

    /// The value of the position of a number below [`Store::len`].
    pub fn value(&self, number: usize) -> &V {
        &self.entry(number).1
    }

    /// The value of the position of a number below [`Store::len`], for changes.
    pub fn value_mut(&mut self, number: usize) -> &mut V {
        &mut self.blocks[number / BLOCK][number % BLOCK].1
    }

    /// Stores a new position, and returns its number.
    ///
    /// # Panics
    /// If there are more than 2³² - 1 positions, which take more than 64 GiB.
    pub fn insert(&mut self, key: K, value: V) -> usize {
        if (self.len + 1) * 4 > self.index.len() * 3 {
            self.grow();
        }
        let place = self
            .find(&key)
            .expect_err("invariant: a position is stored once");
        let number = self.len;
        self.index[place] = u32::try_from(number)
            .ok()
            .filter(|n| *n != FREE)
            .expect("fewer than 2^32 positions");
        if number.is_multiple_of(BLOCK) {
            self.blocks.push(Vec::with_capacity(BLOCK));
        }
        self.blocks[number / BLOCK].push((key, value));
        self.len += 1;
        number
    }

    #[inline]
    fn entry(&self, number: usize) -> &(K, V) {
        &self.blocks[number / BLOCK][number % BLOCK]
    }

    /// The number of `key`, or its free slot in the index.
    #[inline]
    fn find(&self, key: &K) -> Result<usize, usize> {
        let mut place = self.home(key);
        loop {
            match self.index[place] {
                FREE => return Err(place),
                number if self.entry(number as usize).0 == *key => return Ok(number as usize),
                _ => place = (place + 1) & (self.index.len() - 1),
            }
        }
    }

    #[inline]
    fn home(&self, key: &K) -> usize {
        Hashing.hash_one(key) as usize & (self.index.len() - 1)
    }

    fn grow(&mut self) {
        self.index = filled(2 * self.index.len(), || FREE);
        for number in 0..self.len {
            let mut place = self.home(&self.entry(number).0);
            while self.index[place] != FREE {
                place = (place + 1) & (self.index.len() - 1);
            }
            self.index[place] = number as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_stored_and_nothing_else() {
        let mut store = Store::default();
        for n in 0..20_000u64 {
            assert_eq!(store.get(&(n * n)), None);
            assert_eq!(store.insert(n * n, n), n as usize);
        }
        for n in 1..20_000 {
            assert_eq!(store.get(&(n * n)), Some(&n));
            assert_eq!(store.get(&(n * n + n + 1)), None);
        }
    }

    #[test]
    fn a_pair_of_heaps_takes_at_most_40_bytes() {
        let mut store = Store::<[u64; 2], i32>::default();
        for n in 0..200_000 {
            store.insert([n, 7 * n], 0);
            assert!(
                n < 30_000 || store.bytes() <= 40 * store.len() as u64,
                "{n}: {}",
                store.bytes()
            );
        }
    }
}
