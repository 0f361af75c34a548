//! A transposition table: what is known of the positions searched so far, in memory that does not grow.
//!
//! Shared by threads without locks: an entry is two words, the first stored xor the second, so that a torn entry
//! matches no key (Hyatt and Mann, 2002). A position hashes to one bucket, a cache line of four entries, of which the one
//! that took least work gives way. A position with a [`Game::key`] is known exactly; any other by 64 bits of one hash,
//! which the entry keeps, and the place in the table by another, so that two positions are taken for one with a
//! probability of 2⁻⁶² a look-up or less.

use std::hash::BuildHasher;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use bouton_core::Game;
use foldhash::quality::FixedState;

/// What a position is known by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Key {
    place: u64,
    check: u64,
}

impl Key {
    /// The key of a position.
    #[inline]
    pub(crate) fn of<G: Game>(game: &G, at: &G::Position) -> Self {
        match game.key(at) {
            Some(check) => Self {
                place: mix(check),
                check,
            },
            None => Self {
                place: FixedState::with_seed(1).hash_one(at),
                check: FixedState::with_seed(2).hash_one(at),
            },
        }
    }

    /// One of `places` places, by bits that the table seldom looks at.
    pub(crate) fn place(self, places: usize) -> usize {
        (self.place as u32 as usize) % places
    }
}

/// Spreads the bits of a key over the word (the finaliser of SplitMix64).
#[inline]
fn mix(key: u64) -> u64 {
    let key = (key ^ (key >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let key = (key ^ (key >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    key ^ (key >> 31)
}

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// Entries of a key and a word each.
pub(crate) struct Table(Box<[Bucket]>);

/// The bits of a word that say how much work it took; the word is never 0.
const WORK: u32 = 58;

/// The six highest bits of a word that took `nodes` positions to find.
pub(crate) fn work(nodes: u64) -> u64 {
    u64::from((nodes | 1).ilog2() + 1).min(63) << WORK
}

impl Table {
    /// An empty table of about this many bytes.
    pub(crate) fn with_bytes(bytes: u64) -> Self {
        let buckets = (bytes as usize / size_of::<Bucket>()).max(1);
        Self((0..buckets).map(|_| Bucket::default()).collect())
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        size_of_val(&*self.0) as u64
    }

    /// Entries held at most.
    pub(crate) fn entries(&self) -> u64 {
        4 * self.0.len() as u64
    }

    #[inline]
    fn bucket(&self, key: Key) -> &[Slot; 4] {
        let place = (u128::from(key.place) * self.0.len() as u128) >> 64;
        &self.0[place as usize].0
    }

    /// The word stored for a position.
    #[inline]
    pub(crate) fn get(&self, key: Key) -> Option<u64> {
        self.bucket(key).iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (slot.check.load(Relaxed) ^ data == key.check && data != 0).then_some(data)
        })
    }

    /// Stores a word, whose highest bits are [`work`]; says whether another position had to give way.
    #[inline]
    pub(crate) fn put(&self, key: Key, data: u64) -> bool {
        let mut least = (u64::MAX, &self.bucket(key)[0]);
        for slot in self.bucket(key) {
            let old = slot.data.load(Relaxed);
            if old == 0 || slot.check.load(Relaxed) ^ old == key.check {
                slot.write(key, data);
                return false;
            }
            if old >> WORK < least.0 {
                least = (old >> WORK, slot);
            }
        }
        least.1.write(key, data);
        true
    }
}

impl Slot {
    #[inline]
    fn write(&self, key: Key, data: u64) {
        self.check.store(key.check ^ data, Relaxed);
        self.data.store(data, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(n: u64) -> Key {
        Key {
            place: mix(n),
            check: n,
        }
    }

    #[test]
    fn keeps_what_took_most_work() {
        let table = Table::with_bytes(64);
        for n in 1..=4 {
            assert!(!table.put(key(n), work(1 << (10 * n)) | n));
        }
        assert!(table.put(key(9), work(5) | 7));
        assert_eq!(table.get(key(1)), None);
        assert_eq!(table.get(key(9)), Some(work(5) | 7));
        assert_eq!(table.get(key(3)), Some(work(1 << 30) | 3));
        assert!(!table.put(key(3), work(1) | 8));
        assert_eq!(table.get(key(3)), Some(work(1) | 8));
    }

    #[test]
    fn threads_never_see_a_torn_entry() {
        let table = Table::with_bytes(1 << 12);
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let table = &table;
                scope.spawn(move || {
                    for n in 0..200_000u64 {
                        let n = n.wrapping_mul(thread + 3) % 5000;
                        table.put(key(n), work(n) | n);
                        let other = n * 7 % 5000;
                        if let Some(data) = table.get(key(other)) {
                            assert_eq!(data, work(other) | other);
                        }
                    }
                });
            }
        });
    }
}
