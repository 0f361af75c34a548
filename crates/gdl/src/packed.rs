//! Positions as packed bits.

use std::fmt::Debug;
use std::hash::Hash;

/// Words of bits that form a position of a game.
pub trait Packed: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// Whether games of points use this size: few of them have it, so for some sizes compiling their solvers does not pay.
    const HOLDS_POINTS: bool = true;
    /// The words.
    fn words(&self) -> impl AsRef<[u64]> + '_;
    /// The position with these words.
    fn of_words(words: &[u64]) -> Self;
    /// Keeps some bits of a word, then sets others.
    fn put(&mut self, word: usize, kept: u64, set: u64);
    /// The position as one word, if it is one.
    fn key(&self) -> Option<u64> {
        None
    }
    /// Bytes of heap memory.
    fn spilled(&self) -> usize {
        0
    }
}

impl Packed for u64 {
    fn words(&self) -> impl AsRef<[u64]> + '_ {
        [*self]
    }
    fn of_words(words: &[u64]) -> Self {
        words.first().copied().unwrap_or(0)
    }
    fn put(&mut self, _: usize, kept: u64, set: u64) {
        *self = *self & kept | set;
    }
    fn key(&self) -> Option<u64> {
        Some(*self)
    }
}

impl Packed for u128 {
    const HOLDS_POINTS: bool = false;
    fn words(&self) -> impl AsRef<[u64]> + '_ {
        [*self as u64, (*self >> 64) as u64]
    }
    fn of_words(words: &[u64]) -> Self {
        let word = |n: usize| Self::from(words.get(n).copied().unwrap_or(0));
        word(0) | word(1) << 64
    }
    fn put(&mut self, word: usize, kept: u64, set: u64) {
        let shift = 64 * word;
        *self = *self & !(Self::from(!kept) << shift) | Self::from(set) << shift;
    }
}

impl Packed for Box<[u64]> {
    fn words(&self) -> impl AsRef<[u64]> + '_ {
        &self[..]
    }
    fn of_words(words: &[u64]) -> Self {
        words.into()
    }
    fn put(&mut self, word: usize, kept: u64, set: u64) {
        self[word] = self[word] & kept | set;
    }
    fn spilled(&self) -> usize {
        size_of_val(&self[..])
    }
}
