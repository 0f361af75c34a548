//! [`Entry`]: a number and a word of a table, which are read and written together.

#[cfg(target_family = "wasm")]
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

#[cfg(not(target_family = "wasm"))]
use portable_atomic::AtomicU128;

/// A number and a word. At first both are 0.
#[cfg(not(target_family = "wasm"))]
#[derive(Default)]
pub(super) struct Entry(AtomicU128);

#[cfg(not(target_family = "wasm"))]
impl Entry {
    #[inline]
    pub(super) fn load(&self) -> (u64, u64) {
        let both = self.0.load(Relaxed);
        ((both >> 64) as u64, both as u64)
    }

    #[inline]
    pub(super) fn store(&self, number: u64, word: u64) {
        let both = u128::from(number) << 64 | u128::from(word);
        self.0.store(both, Relaxed);
    }
}

/// A number and a word. There is one thread, so nothing comes between the two; 128 bits at once would need a lock.
#[cfg(target_family = "wasm")]
#[derive(Default)]
pub(super) struct Entry(AtomicU64, AtomicU64);

#[cfg(target_family = "wasm")]
impl Entry {
    #[inline]
    pub(super) fn load(&self) -> (u64, u64) {
        (self.0.load(Relaxed), self.1.load(Relaxed))
    }

    #[inline]
    pub(super) fn store(&self, number: u64, word: u64) {
        self.0.store(number, Relaxed);
        self.1.store(word, Relaxed);
    }
}
