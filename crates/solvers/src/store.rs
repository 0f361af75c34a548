//! [`Store`]: the arena of positions that get their numbers when they are first met, each stored once, as words, with a value.
//!
//! The arena grows by blocks, so that growth copies no position and leaves no slack; only the index is rebuilt. Positions of a block
//! that take the same number of words stand one after the other; otherwise the block has four bytes more for each. A pair of 64-bit
//! heaps with a four-byte value takes 20 bytes, and 5 to 10 bytes in the index. Lookup and insertion are O(1) expected.

use std::marker::PhantomData;

use bouton_core::packed::{Packed, packed, unpacked};

use crate::index::{Index, mixed};

/// Positions with a value each, numbered from 0 in the order of insertion.
#[derive(Debug)]
pub struct Store<K, V> {
    positions: Arena,
    values: Vec<Vec<V>>,
    index: Index,
    kind: PhantomData<fn() -> K>,
}

/// Positions in a block of the arena.
const BLOCK: usize = 1 << 12;
/// The most words for which a block asks at once; long positions may be few.
const AT_ONCE: usize = 1 << 16;

/// Positions as words.
#[derive(Debug, Default)]
struct Arena {
    blocks: Vec<Block>,
    len: usize,
    /// Bytes in use. (What a block has left is not written, so no page holds it.)
    bytes: usize,
}

/// Up to [`BLOCK`] positions.
#[derive(Debug)]
struct Block {
    words: Vec<u64>,
    /// The words of each position, if all have the same number.
    each: usize,
    /// Where each ends, otherwise.
    ends: Vec<u32>,
}

impl Block {
    fn of(each: usize) -> Self {
        Self {
            words: Vec::with_capacity((BLOCK * each).min(AT_ONCE)),
            each,
            ends: Vec::new(),
        }
    }

    #[inline]
    fn get(&self, place: usize) -> &[u64] {
        if self.ends.is_empty() {
            return &self.words[place * self.each..][..self.each];
        }
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.words[start as usize..self.ends[place] as usize]
    }

    /// Adds a position after `count` others, one or more.
    fn push(&mut self, position: &[u64], count: usize) {
        if position.len() != self.each && self.ends.is_empty() {
            self.ends.reserve_exact(BLOCK);
            self.ends
                .extend((1..=count).map(|n| (n * self.each) as u32));
        }
        self.words.extend_from_slice(position);
        if !self.ends.is_empty() {
            let end = u32::try_from(self.words.len());
            self.ends.push(end.expect("a block takes at most 32 GiB"));
        }
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.words[..]) + size_of_val(&self.ends[..])
    }
}

impl Arena {
    #[inline]
    fn get(&self, number: usize) -> &[u64] {
        self.blocks[number / BLOCK].get(number % BLOCK)
    }

    fn push(&mut self, position: &[u64]) {
        let place = self.len % BLOCK;
        if place == 0 {
            self.blocks.push(Block::of(position.len()));
        }
        let block = &mut self.blocks[self.len / BLOCK];
        let before = block.bytes();
        block.push(position, place);
        self.len += 1;
        self.bytes += block.bytes() - before;
    }
}

impl<K, V> Default for Store<K, V> {
    fn default() -> Self {
        Self {
            positions: Arena::default(),
            values: Vec::new(),
            index: Index::growing_rarely(),
            kind: PhantomData,
        }
    }
}

impl<K: Packed, V> Store<K, V> {
    /// A store whose index is rebuilt more often, and so is smaller: 5 to 7½ bytes a position.
    pub(crate) fn compact() -> Self {
        Self {
            index: Index::default(),
            ..Self::default()
        }
    }

    /// The number of stored positions.
    pub fn len(&self) -> usize {
        self.positions.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        (self.positions.bytes + self.len() * size_of::<V>()) as u64 + self.index.bytes()
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
        self.find(&packed(key))
    }

    fn find(&self, words: &[u64]) -> Option<usize> {
        let positions = &self.positions;
        (self.index).find(hash(words), |number| positions.get(number) == words)
    }

    /// The position of a number below [`Store::len`].
    #[inline]
    pub fn key(&self, number: usize) -> K {
        unpacked(self.positions.get(number))
    }

    /// The value of the position of a number below [`Store::len`].
    #[inline]
    pub fn value(&self, number: usize) -> &V {
        &self.values[number / BLOCK][number % BLOCK]
    }

    /// The value of the position of a number below [`Store::len`], for changes.
    pub fn value_mut(&mut self, number: usize) -> &mut V {
        &mut self.values[number / BLOCK][number % BLOCK]
    }

    /// Every position with its value, in the order of their numbers.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (K, &V)> {
        (0..self.len()).map(|number| (self.key(number), self.value(number)))
    }

    /// Stores a position that is not there yet, and returns its number.
    ///
    /// # Panics
    /// If there are more than 2³¹ positions, which take more than 32 GiB.
    pub fn insert(&mut self, key: &K, value: V) -> usize {
        let words = packed(key);
        debug_assert!(
            packed(&unpacked::<K>(&words)) == words,
            "what is packed comes back"
        );
        self.insert_words(&words, value)
    }

    fn insert_words(&mut self, words: &[u64], value: V) -> usize {
        debug_assert!(self.find(words).is_none(), "a position is stored once");
        let (number, positions) = (self.positions.len, &self.positions);
        (self.index).insert(number, hash(words), |number| hash(positions.get(number)));
        self.positions.push(words);
        if number.is_multiple_of(BLOCK) {
            self.values.push(Vec::with_capacity(BLOCK));
        }
        self.values[number / BLOCK].push(value);
        number
    }
}

#[inline]
fn hash(words: &[u64]) -> u64 {
    let mix = |hash: u64, word: &u64| mixed(hash.rotate_left(23) ^ word);
    words.iter().fold(0, mix)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_stored_and_nothing_else() {
        let mut store = Store::default();
        for n in 0..20_000u64 {
            assert_eq!(store.get(&(n * n)), None);
            assert_eq!(store.insert(&(n * n), n), n as usize);
        }
        for n in 1..20_000 {
            assert_eq!(store.get(&(n * n)), Some(&n));
            assert_eq!(store.get(&(n * n + n + 1)), None);
        }
    }

    /// Lists that get longer, shorter, and empty, in blocks of one length and of several.
    #[test]
    fn lists_of_any_length_come_back() {
        let list = |n: usize| vec![n as u64; if n < 2 * BLOCK { n / BLOCK } else { n % 7 }];
        let mut store = Store::default();
        let mut stored = Vec::new();
        for n in 0..4 * BLOCK {
            if store.number(&list(n)).is_none() {
                assert_eq!(store.insert(&list(n), n), stored.len());
                stored.push(n);
            }
        }
        assert_eq!(store.len(), stored.len());
        for (number, n) in stored.into_iter().enumerate() {
            assert_eq!((store.key(number), store.value(number)), (list(n), &n));
            assert_eq!(store.number(&list(n)), Some(number));
        }
    }

    #[test]
    fn a_pair_of_heaps_takes_at_most_36_bytes() {
        let mut store = Store::<[u64; 2], i32>::default();
        for n in 0..200_000 {
            store.insert(&[n, 7 * n], 0);
            assert!(
                n < 30_000 || store.bytes() <= 36 * store.len() as u64,
                "{n}: {}",
                store.bytes()
            );
        }
    }
}
