//! [`Entry`]: a number and a word of a table, which are read and written together.

/// WebAssembly has no atomic access to 128 bits: a lock for each made searches of Connect Four take 1.7 times as long (Node 20,
/// before `wasm-opt`). With one thread nothing comes between two accesses to 64 bits.
#[cfg(all(target_family = "wasm", not(target_feature = "atomics")))]
pub(super) use self::alone::Entry;
#[cfg(not(all(target_family = "wasm", not(target_feature = "atomics"))))]
pub(super) use self::shared::Entry;

#[cfg(any(
    test,
    not(all(target_family = "wasm", not(target_feature = "atomics")))
))]
mod shared {
    use std::sync::atomic::Ordering::Relaxed;

    use portable_atomic::AtomicU128;

    /// A number, in the upper half, and a word. At first both are 0.
    #[derive(Default)]
    pub(crate) struct Entry(AtomicU128);

    impl Entry {
        #[inline]
        pub(crate) fn load(&self) -> (u64, u64) {
            let both = self.0.load(Relaxed);
            ((both >> 64) as u64, both as u64)
        }

        #[inline]
        pub(crate) fn store(&self, number: u64, word: u64) {
            let both = u128::from(number) << 64 | u128::from(word);
            self.0.store(both, Relaxed);
        }
    }
}

#[cfg(any(test, all(target_family = "wasm", not(target_feature = "atomics"))))]
mod alone {
    use std::sync::atomic::AtomicU64;
    use std::sync::atomic::Ordering::Relaxed;

    /// A number and a word, for one thread. At first both are 0.
    #[derive(Default)]
    pub(crate) struct Entry(AtomicU64, AtomicU64);

    impl Entry {
        #[inline]
        pub(crate) fn load(&self) -> (u64, u64) {
            (self.0.load(Relaxed), self.1.load(Relaxed))
        }

        #[inline]
        pub(crate) fn store(&self, number: u64, word: u64) {
            self.0.store(number, Relaxed);
            self.1.store(word, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{alone, shared};

    #[test]
    fn both_entries_hold_what_was_stored_last() {
        let entries = (shared::Entry::default(), alone::Entry::default());
        assert_eq!((entries.0.load(), entries.1.load()), ((0, 0), (0, 0)));
        for pair in [(1, 2), (u64::MAX, 1), (0, u64::MAX), (7 << 60, 9 << 50)] {
            entries.0.store(pair.0, pair.1);
            entries.1.store(pair.0, pair.1);
            assert_eq!((entries.0.load(), entries.1.load()), (pair, pair));
        }
    }
}
