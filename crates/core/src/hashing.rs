//! [`Hashing`]: how positions and numbers are hashed in memory. [`FastMap`] and [`FastSet`] are tables that use it.
//!
//! rustc-hash is the fastest, but it computes in words of the processor: where these have 32 bits, as in WebAssembly, half of
//! its 64 bits are zero and tables fill unevenly. There foldhash is used, which computes in 64 bits everywhere.
//!
//! The seeds are fixed: names from files that nobody looked at belong into a table with a seed of its own.

use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher;

/// A map by [`Hashing`].
pub type FastMap<K, V> = HashMap<K, V, Hashing>;
/// A set by [`Hashing`].
pub type FastSet<T> = HashSet<T, Hashing>;

#[cfg(target_pointer_width = "64")]
type Fastest = rustc_hash::FxBuildHasher;
#[cfg(not(target_pointer_width = "64"))]
type Fastest = foldhash::fast::FixedState;

/// Makes the fastest hashes of 64 bits on this processor. They are the same in every run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hashing;

impl BuildHasher for Hashing {
    type Hasher = <Fastest as BuildHasher>::Hasher;

    #[inline]
    fn build_hasher(&self) -> Self::Hasher {
        Fastest::default().build_hasher()
    }
}

#[cfg(test)]
mod tests {
    use std::hash::Hash;

    use super::*;

    /// Keys of each kind.
    const KEYS: u64 = 1 << 12;

    /// How many different values `keys` hash to, when only `bits` bits from `from` on are looked at.
    fn places<K: Hash>(
        hashing: &impl BuildHasher,
        key: impl Fn(u64) -> K,
        from: u32,
        bits: u32,
    ) -> usize {
        let place = |n| (hashing.hash_one(key(n)) >> from) & ((1 << bits) - 1);
        (0..KEYS).map(place).collect::<HashSet<_>>().len()
    }

    /// Tables look at the lowest bits and at the seven highest of a word; some caches at the lowest of the upper half.
    fn spreads(hashing: &impl BuildHasher) {
        fn each<K: Hash>(hashing: &impl BuildHasher, key: impl Fn(u64) -> K) {
            assert!(places(hashing, &key, 0, 12) > 1000);
            assert!(places(hashing, &key, 32, 12) > 1000);
            assert!(places(hashing, &key, usize::BITS - 7, 7) > 100);
        }
        each(hashing, |n| n);
        each(hashing, |n| n as u32);
        each(hashing, |n| (n, 1u64 << 40));
        each(hashing, |n| [n as u8, (n >> 8) as u8, 0, 7]);
        each(hashing, |n| vec![n as u32, 5, 6]);
        each(hashing, |n| n.to_string());
    }

    #[test]
    fn hashes_use_all_bits() {
        spreads(&Hashing);
    }

    /// The hashes on processors of 32 bits.
    #[test]
    fn hashes_for_narrow_words_use_all_bits() {
        spreads(&foldhash::fast::FixedState::default());
    }
}
