//! Positions stored once each, with a value: an arena, and an index of four-byte numbers into it.
//!
//! The arena grows by blocks, so that growth copies no position and leaves no slack; only the index is rebuilt, at a load
//! of 3/4. A pair of 64-bit heaps with a four-byte value takes 24 bytes, and 5⅓ to 10⅔ bytes in the index. Lookup and
//! insertion are O(1) expected.
//!
//! A number in an index of 2ᵏ slots has at most k bits. The other bits of its slot hold a part of the position's hash: at the load of
//! 3/4 a position that is not there meets eight others, and each would be fetched from memory to be compared.

use std::hash::{BuildHasher, Hash};
use std::mem::size_of;

use bouton_core::hashing::Hashing;

use crate::pages::filled;

/// Positions with a value each, numbered from 0 in the order of insertion.
#[derive(Debug)]
pub struct Store<K, V> {
    blocks: Vec<Vec<(K, V)>>,
    /// 2ᵏ slots: a number in the k low bits, the top of the hash in the others.
    index: Vec<u32>,
    len: usize,
}

/// The mark of a free slot in the index. (No number has all k bits: the index is never full.)
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
        let number = self.number(key)?;
        Some(&self.entry(number).1)
    }

    /// The number of a stored position.
    #[inline]
    pub fn number(&self, key: &K) -> Option<usize> {
        self.find(key, hash(key)).ok()
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
        let hash = hash(&key);
        let place = self
            .find(&key, hash)
            .expect_err("invariant: a position is stored once");
        let number = self.len;
        assert!(number < FREE as usize, "more positions than numbers");
        self.index[place] = self.tag(hash) | number as u32;
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
    fn find(&self, key: &K, hash: u64) -> Result<usize, usize> {
        let (last, tag) = (self.index.len() - 1, self.tag(hash));
        let mut place = hash as usize & last;
        loop {
            let slot = self.index[place];
            if slot == FREE {
                return Err(place);
            }
            let number = slot as usize & last;
            if slot & !(last as u32) == tag && self.entry(number).0 == *key {
                return Ok(number);
            }
            place = (place + 1) & last;
        }
    }

    /// The bits of a slot above those of a number.
    #[inline]
    fn tag(&self, hash: u64) -> u32 {
        (hash >> 32) as u32 & !((self.index.len() - 1) as u32)
    }

    fn grow(&mut self) {
        self.index = filled(2 * self.index.len(), || FREE);
        let last = self.index.len() - 1;
        for number in 0..self.len {
            let hash = hash(&self.entry(number).0);
            let mut place = hash as usize & last;
            while self.index[place] != FREE {
                place = (place + 1) & last;
            }
            self.index[place] = self.tag(hash) | number as u32;
        }
    }
}

#[inline]
fn hash(key: &impl Hash) -> u64 {
    Hashing.hash_one(key)
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
