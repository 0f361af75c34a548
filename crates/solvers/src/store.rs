//! [`Store`]: the arena of positions that get their numbers when they are first met, each stored once, with a value.
//!
//! The arena grows by blocks, so that growth copies no position and leaves no slack; only the index is rebuilt. A pair of
//! 64-bit heaps with a four-byte value takes 24 bytes, and 5 to 10 bytes in the index. Lookup and insertion are O(1) expected.

use std::hash::{BuildHasher, Hash};

use bouton_core::hashing::Hashing;

use crate::index::{Index, mixed};

/// Positions with a value each, numbered from 0 in the order of insertion.
#[derive(Debug)]
pub struct Store<K, V> {
    blocks: Vec<Vec<(K, V)>>,
    index: Index,
    len: usize,
}

/// Positions in a block of the arena.
const BLOCK: usize = 1 << 12;

impl<K, V> Default for Store<K, V> {
    fn default() -> Self {
        Self {
            blocks: Vec::new(),
            index: Index::growing_rarely(),
            len: 0,
        }
    }
}

impl<K: Eq + Hash, V> Store<K, V> {
    /// A store whose index is rebuilt more often, and so is smaller: 5 to 7½ bytes a position.
    pub(crate) fn compact() -> Self {
        Self {
            index: Index::default(),
            ..Self::default()
        }
    }

    /// The number of stored positions.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bytes held, without the heap memory of the positions. (What a block has left is not written, so no page holds it.)
    pub fn bytes(&self) -> u64 {
        (self.len * size_of::<(K, V)>()) as u64 + self.index.bytes()
    }

    /// The value of a position.
    #[inline]
    pub fn get(&self, key: &K) -> Option<&V> {
        let number = self.number(key)?;
        Some(self.value(number))
    }

    /// The number of a stored position.
    #[inline]
    pub fn number(&self, key: &K) -> Option<usize> {
        (self.index).find(hash(key), |number| self.key(number) == key)
    }

    /// The position of a number below [`Store::len`].
    #[inline]
    pub fn key(&self, number: usize) -> &K {
        &self.blocks[number / BLOCK][number % BLOCK].0
    }

    /// The value of the position of a number below [`Store::len`].
    #[inline]
    pub fn value(&self, number: usize) -> &V {
        &self.blocks[number / BLOCK][number % BLOCK].1
    }

    /// The value of the position of a number below [`Store::len`], for changes.
    pub fn value_mut(&mut self, number: usize) -> &mut V {
        &mut self.blocks[number / BLOCK][number % BLOCK].1
    }

    /// Every position with its value, in the order of their numbers.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &(K, V)> {
        self.blocks.iter().flatten()
    }

    /// Stores a position that is not there yet, and returns its number.
    ///
    /// # Panics
    /// If there are more than 2³¹ positions, which take more than 32 GiB.
    pub fn insert(&mut self, key: K, value: V) -> usize {
        debug_assert!(self.number(&key).is_none(), "a position is stored once");
        let (number, blocks) = (self.len, &self.blocks);
        self.index.insert(number, hash(&key), |number| {
            hash(&blocks[number / BLOCK][number % BLOCK].0)
        });
        if number.is_multiple_of(BLOCK) {
            self.blocks.push(Vec::with_capacity(BLOCK));
        }
        self.blocks[number / BLOCK].push((key, value));
        self.len += 1;
        number
    }
}

/// Mixed again: rustc-hash leaves a bit of its product to the key's lower bits alone, and the index looks at all.
#[inline]
fn hash(key: &impl Hash) -> u64 {
    mixed(Hashing.hash_one(key))
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
