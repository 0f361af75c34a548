//! [`Store`]: the arena of positions that get their numbers when they are first met, each stored once, as words, with a value.
//!
//! Words and values stand in one list each. (Where lists are long, they grow without being copied, and no page holds room that is not
//! written.) If positions differ in length, each takes four bytes more. A pair of 64-bit heaps with a four-byte value takes 20 bytes, and
//! 5 to 10 bytes in the index. Lookup and insertion are O(1) expected.

use std::marker::PhantomData;

use bouton_core::packed::{Packed, is_same, packed, unpacked};

use crate::index::{Index, mixed};

/// Positions with a value each, numbered from 0 in the order of insertion.
#[derive(Debug)]
pub struct Store<K, V> {
    words: WordStore<V>,
    kind: PhantomData<fn() -> K>,
}

/// The same for positions that are words already.
#[derive(Debug)]
pub(crate) struct WordStore<V> {
    positions: Arena,
    values: Vec<V>,
    index: Index,
}

/// Positions by number.
#[derive(Debug, Default)]
struct Arena {
    words: Vec<u64>,
    /// The words of each position, if all have the same number.
    each: usize,
    /// Otherwise 0, and where those of each position end.
    ends: Vec<u32>,
}

impl<K, V> Default for Store<K, V> {
    fn default() -> Self {
        Self {
            words: WordStore::default(),
            kind: PhantomData,
        }
    }
}

impl<V> Default for WordStore<V> {
    fn default() -> Self {
        Self {
            positions: Arena::default(),
            values: Vec::new(),
            index: Index::growing_rarely(),
        }
    }
}

impl<K: Packed, V> Store<K, V> {
    /// A store whose index is rebuilt more often, and so is smaller: 5 to 7½ bytes a position.
    pub(crate) fn compact() -> Self {
        let mut store = Self::default();
        store.words.index = Index::default();
        store
    }

    /// The number of stored positions.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.words.bytes()
    }

    /// The value of a position.
    #[inline]
    pub fn get(&self, key: &K) -> Option<&V> {
        self.words.get(&packed(key))
    }

    /// The number of a stored position.
    #[inline]
    pub fn number(&self, key: &K) -> Option<usize> {
        self.words.find(&packed(key))
    }

    /// The position of a number below [`Store::len`].
    #[inline]
    pub fn key(&self, number: usize) -> K {
        unpacked(self.words.positions.get(number))
    }

    /// The value of the position of a number below [`Store::len`].
    #[inline]
    pub fn value(&self, number: usize) -> &V {
        &self.words.values[number]
    }

    /// The value of the position of a number below [`Store::len`], for changes.
    pub fn value_mut(&mut self, number: usize) -> &mut V {
        &mut self.words.values[number]
    }

    /// Every position with its value, in the order of their numbers.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (K, &V)> {
        (0..self.len()).map(|number| (self.key(number), self.value(number)))
    }

    /// Stores a position that is not there yet, and returns its number.
    ///
    /// # Panics
    /// If there are more than 2³¹ positions, which take more than 32 GiB, or positions of several lengths that take as much.
    pub fn insert(&mut self, key: &K, value: V) -> usize {
        let words = packed(key);
        debug_assert!(
            packed(&unpacked::<K>(&words)) == words,
            "what is packed comes back"
        );
        self.words.insert(&words, value)
    }
}

impl Arena {
    #[inline(always)]
    fn get(&self, number: usize) -> &[u64] {
        if self.ends.is_empty() {
            return &self.words[number * self.each..][..self.each];
        }
        &self.words[self.ends[number] as usize..self.ends[number + 1] as usize]
    }

    /// Adds a position after `count` others.
    fn push(&mut self, position: &[u64], count: usize) {
        if count == 0 {
            self.each = position.len();
        }
        if position.len() != self.each && self.ends.is_empty() {
            self.ends
                .extend((0..=count).map(|n| (n * self.each) as u32));
        }
        self.words.extend_from_slice(position);
        if !self.ends.is_empty() {
            let end = u32::try_from(self.words.len());
            self.ends.push(end.expect("positions take at most 32 GiB"));
        }
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.words[..]) + size_of_val(&self.ends[..])
    }
}

impl<V> WordStore<V> {
    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    pub(crate) fn bytes(&self) -> u64 {
        (self.positions.bytes() + size_of_val(&self.values[..])) as u64 + self.index.bytes()
    }

    #[inline]
    pub(crate) fn get(&self, words: &[u64]) -> Option<&V> {
        let number = self.find(words)?;
        Some(&self.values[number])
    }

    /// The words of the position of a number below [`WordStore::len`].
    #[inline]
    pub(crate) fn key(&self, number: usize) -> &[u64] {
        self.positions.get(number)
    }

    /// The number of a stored position.
    #[inline]
    pub(crate) fn find(&self, words: &[u64]) -> Option<usize> {
        let is_it = |number| is_same(self.positions.get(number), words);
        self.index.find(hash(words), is_it)
    }

    /// Changes the value of a position, or stores it.
    pub(crate) fn put(&mut self, words: &[u64], value: V) {
        match self.find(words) {
            Some(number) => self.values[number] = value,
            None => drop(self.insert(words, value)),
        }
    }

    /// As [`Store::insert`].
    pub(crate) fn insert(&mut self, words: &[u64], value: V) -> usize {
        debug_assert!(self.find(words).is_none(), "a position is stored once");
        let (number, positions) = (self.len(), &self.positions);
        (self.index).insert(number, hash(words), |number| hash(positions.get(number)));
        self.positions.push(words, number);
        self.values.push(value);
        number
    }
}

#[inline]
pub(crate) fn hash(words: &[u64]) -> u64 {
    const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
    let mix = |hash: u64, word: &u64| (hash.rotate_left(23) ^ word).wrapping_mul(ODD);
    mixed(match words {
        [one] => mix(0, one),
        [one, other] => mix(mix(0, one), other),
        _ => words.iter().fold(0, mix),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANY: usize = 1000;

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
        let list = |n: usize| vec![n as u64; if n < 2 * MANY { n / MANY } else { n % 7 }];
        let mut store = Store::default();
        let mut stored = Vec::new();
        for n in 0..4 * MANY {
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
