//! A transposition table: facts about the positions searched so far, in memory that does not grow by itself.
//!
//! Positions are never confused. A position with a [`Game::key`] is stored by that number; threads share these entries
//! without locks. Any other position is stored itself, behind the lock of its bucket. A position belongs to one bucket of
//! three or four entries; the entry that took the least work is replaced.

mod bucket;

use std::hash::{BuildHasher, Hash};
use std::sync::{Mutex, MutexGuard, PoisonError};

use bouton_core::{Game, Limits};
use foldhash::quality::FixedState;

use self::bucket::{Bucket, ENTRIES, WORK};
use crate::interned::{Interned, Number};
use crate::pages::{fetch, filled};

/// The hash of a position, and its number in a table of numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Key {
    place: u64,
    number: u64,
}

impl Key {
    #[inline]
    fn numbered(number: u64) -> Self {
        Self {
            place: mix(number),
            number,
        }
    }

    #[inline]
    pub(crate) fn hashed(at: &impl Hash) -> Self {
        Self {
            place: FixedState::with_seed(1).hash_one(at),
            number: 0,
        }
    }

    /// By a hash whose bits differ in quality.
    pub(crate) fn mixed(hash: u64) -> Self {
        Self {
            place: mix(hash),
            number: 0,
        }
    }

    /// One of `places` places, by bits that the table rarely uses.
    pub(crate) fn place(self, places: usize) -> usize {
        (self.place as u32 as usize) % places
    }

    /// One of `count` buckets.
    #[inline]
    fn bucket(self, count: usize) -> usize {
        match usize::BITS {
            32 => share_of_half(self.place, count as u64) as usize,
            _ => share(self.place, count as u64) as usize,
        }
    }
}

/// `place`·`count` / 2⁶⁴, rounded down.
#[inline]
fn share(place: u64, count: u64) -> u64 {
    ((u128::from(place) * u128::from(count)) >> 64) as u64
}

/// The same by the upper half of `place`, for `count` below 2³²: with 32 bits, a product of 128 is a call of a function.
#[inline]
fn share_of_half(place: u64, count: u64) -> u64 {
    ((place >> 32) * count) >> 32
}

/// Spreads the bits of a key over the word (the finaliser of SplitMix64).
#[inline]
fn mix(key: u64) -> u64 {
    let key = (key ^ (key >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let key = (key ^ (key >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    key ^ (key >> 31)
}

/// A few positions, or what stands for them, each with a word.
struct Entries<E>(Mutex<[Option<(E, u64)>; 4]>);

impl<E> Entries<E> {
    fn lock(&self) -> MutexGuard<'_, [Option<(E, u64)>; 4]> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Entries of a position and a word: all by number, or all by the position, of which the table has an `E`.
pub(crate) struct Table<E> {
    numbers: Box<[Bucket]>,
    positions: Box<[Entries<E>]>,
}

/// The other entry that was replaced when a word was stored.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Replaced<E> {
    Nothing,
    Number,
    Position(E),
}

/// The size of a solver's first table: small queries are answered at once.
const FIRST_SIZE: u64 = 1 << 20;
/// Each table is this many times the one before.
const GROWTH: u64 = 8;
/// The largest table if there is no memory limit.
const LARGEST: u64 = 1 << 30;

/// The bytes of the largest table that the limits allow.
pub(crate) fn allowed(limits: &Limits) -> u64 {
    limits.memory.map_or(LARGEST, |memory| memory / 2)
}

/// The bytes of the table after one of `bytes`, if the limits allow one that is larger enough to pay.
pub(crate) fn next_size(bytes: u64, limits: &Limits) -> Option<u64> {
    let next = allowed(limits).min(bytes * GROWTH);
    (next >= 2 * bytes).then_some(next)
}

/// The six highest bits of a word that took `nodes` positions to find; they are never all 0.
pub(crate) fn work(nodes: u64) -> u64 {
    u64::from((nodes | 1).ilog2() + 1).min(63) << WORK
}

impl<E> Table<E> {
    /// Whether the table can store the positions that play can reach from one that is numbered or not, and is no larger
    /// than allowed.
    pub(crate) fn serves(&self, numbered: bool, allowed: u64) -> bool {
        (numbered || !self.is_numbered()) && self.bytes() <= allowed
    }

    /// The first table for such positions.
    pub(crate) fn first(numbered: bool, allowed: u64) -> Self {
        Self::new(numbered, allowed.min(FIRST_SIZE))
    }

    fn new(numbered: bool, bytes: u64) -> Self {
        let buckets = |size: usize| (bytes as usize / size).max(1);
        let (numbers, positions) = if numbered {
            (buckets(size_of::<Bucket>()), 0)
        } else {
            (0, buckets(size_of::<Entries<E>>()))
        };
        let nothing = || Entries(Mutex::new([const { None }; 4]));
        Self {
            numbers: filled(numbers, Bucket::default).into(),
            positions: filled(positions, nothing).into(),
        }
    }

    #[inline]
    pub(crate) fn is_numbered(&self) -> bool {
        self.positions.is_empty()
    }

    /// Changes the size to this many bytes; `lost` takes the entries that no longer fit.
    pub(crate) fn resize(&mut self, bytes: u64, key: impl Fn(&E) -> Key, mut lost: impl FnMut(E)) {
        let new = Self::new(self.is_numbered(), bytes);
        let old = std::mem::replace(self, new);
        for (number, word) in old.numbers.iter().flat_map(Bucket::iter) {
            self.put_number(Key::numbered(number), word);
        }
        for (entry, word) in old.into_entries() {
            // Each is there once.
            let put = self.put_entry(key(&entry), word, |_| false, || entry);
            if let Replaced::Position(entry) = put {
                lost(entry);
            }
        }
    }

    /// The entries of a table of positions.
    pub(crate) fn into_entries(self) -> impl Iterator<Item = (E, u64)> {
        let buckets = self.positions.into_iter();
        let buckets = buckets.map(|bucket| bucket.0.into_inner());
        buckets.flat_map(|bucket| {
            bucket
                .unwrap_or_else(PoisonError::into_inner)
                .into_iter()
                .flatten()
        })
    }

    /// Bytes held, without the heap memory of the positions.
    pub(crate) fn bytes(&self) -> u64 {
        (size_of_val(&*self.numbers) + size_of_val(&*self.positions)) as u64
    }

    /// The most entries that fit.
    pub(crate) fn entries(&self) -> u64 {
        (ENTRIES * self.numbers.len() + 4 * self.positions.len()) as u64
    }

    /// Prefetches the bucket of a key, in a table of numbers.
    #[inline]
    pub(crate) fn fetch(&self, key: Key) {
        fetch(&self.numbers[key.bucket(self.numbers.len())]);
    }

    /// The word stored for a position, which `is_it` tells from others.
    #[inline]
    pub(crate) fn find(&self, key: Key, is_it: impl Fn(&E) -> bool) -> Option<u64> {
        if self.is_numbered() {
            return self.numbers[key.bucket(self.numbers.len())].get(key.number);
        }
        let bucket = self.positions[key.bucket(self.positions.len())].lock();
        let mut entries = bucket.iter().flatten();
        entries.find_map(|(entry, word)| is_it(entry).then_some(*word))
    }

    /// Stores a word, whose highest bits are [`work`], with a `new` entry if the position has none yet.
    #[inline]
    pub(crate) fn note(
        &self,
        key: Key,
        word: u64,
        is_it: impl Fn(&E) -> bool,
        new: impl FnOnce() -> E,
    ) -> Replaced<E> {
        if self.is_numbered() {
            self.put_number(key, word)
        } else {
            self.put_entry(key, word, is_it, new)
        }
    }

    #[inline]
    fn put_number(&self, key: Key, word: u64) -> Replaced<E> {
        match self.numbers[key.bucket(self.numbers.len())].put(key.number, word) {
            true => Replaced::Number,
            false => Replaced::Nothing,
        }
    }

    fn put_entry(
        &self,
        key: Key,
        word: u64,
        is_it: impl Fn(&E) -> bool,
        new: impl FnOnce() -> E,
    ) -> Replaced<E> {
        let mut bucket = self.positions[key.bucket(self.positions.len())].lock();
        if let Some((_, old)) = bucket.iter_mut().flatten().find(|(entry, _)| is_it(entry)) {
            *old = word;
            return Replaced::Nothing;
        }
        // Those without an entry come first.
        let work = |entry: &&mut Option<(E, u64)>| entry.as_ref().map(|(_, old)| *old >> WORK);
        let least = bucket.iter_mut().min_by_key(work);
        let least = least.expect("invariant: a bucket has four places");
        match least.replace((new(), word)) {
            Some((old, _)) => Replaced::Position(old),
            None => Replaced::Nothing,
        }
    }
}

/// Positions that the table has itself.
impl<P: Clone + Eq + Hash> Table<P> {
    /// The key of a position in this table.
    #[inline]
    pub(crate) fn key<G: Game<Position = P>>(&self, game: &G, at: &P) -> Key {
        if self.is_numbered() {
            let number = game.key(at);
            Key::numbered(number.expect(HAS_KEY))
        } else {
            Key::hashed(at)
        }
    }

    /// The word stored for a position.
    #[inline]
    pub(crate) fn get(&self, key: Key, at: &P) -> Option<u64> {
        self.find(key, |other| other == at)
    }

    /// Stores a word, whose highest bits are [`work`]; returns whether another position was replaced.
    #[inline]
    pub(crate) fn put(&self, key: Key, at: &P, word: u64) -> bool {
        self.note(key, word, |other| other == at, || at.clone()) != Replaced::Nothing
    }
}

/// Positions that have a number elsewhere, by which the table names them.
impl Table<Number> {
    /// The key of a position in this table.
    pub(crate) fn key_of(&self, game: &dyn Interned, at: Number) -> Key {
        if self.is_numbered() {
            Key::numbered(game.key(at).expect(HAS_KEY))
        } else {
            Key::mixed(game.hash(at))
        }
    }
}

const HAS_KEY: &str = "invariant: a position reached from one with a key has one";

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(n: u64) -> [Key; 2] {
        [Key::numbered(n), Key::hashed(&n)]
    }

    #[test]
    fn keeps_what_took_most_work() {
        for numbered in [true, false] {
            let mut table = Table::new(numbered, 1);
            let key = |n: u64| keys(n)[usize::from(!numbered)];
            let entries = table.entries();
            for n in 1..=entries {
                assert!(!table.put(key(n), &n, work(1 << (10 * n)) | n));
            }
            assert!(table.put(key(9), &9, work(5) | 7));
            assert_eq!(table.get(key(1), &1), None);
            assert_eq!(table.get(key(9), &9), Some(work(5) | 7));
            assert_eq!(table.get(key(3), &3), Some(work(1 << 30) | 3));
            assert!(!table.put(key(3), &3, work(1) | 8));
            assert_eq!(table.get(key(3), &3), Some(work(1) | 8));
            let kept = || (2..=entries).chain([9]);
            let words: Vec<_> = kept().map(|n| table.get(key(n), &n)).collect();
            table.resize(1 << 12, |n| key(*n), |n| panic!("{n} was lost"));
            let found = kept().map(|n| table.get(key(n), &n));
            assert!(found.eq(words));
        }
    }

    #[test]
    fn half_of_a_place_leads_to_the_bucket_of_its_start() {
        for count in [1, 3, 1000, u64::from(u32::MAX)] {
            for place in (0..1000).map(mix).chain([u64::MAX]) {
                let start = place >> 32 << 32;
                assert_eq!(share_of_half(place, count), share(start, count));
                assert!(share(place, count) < count);
            }
        }
    }

    #[test]
    fn threads_never_see_a_torn_entry() {
        for numbered in [true, false] {
            let table = Table::new(numbered, 1 << 12);
            std::thread::scope(|scope| {
                for thread in 0..4 {
                    let table = &table;
                    scope.spawn(move || tear(table, thread, usize::from(!numbered)));
                }
            });
        }
    }

    fn tear(table: &Table<u64>, thread: u64, kind: usize) {
        for n in 0..100_000u64 {
            let n = n.wrapping_mul(thread + 3) % 5000;
            table.put(keys(n)[kind], &n, work(n) | n);
            let other = n * 7 % 5000;
            if let Some(word) = table.get(keys(other)[kind], &other) {
                assert_eq!(word, work(other) | other);
            }
        }
    }
}
