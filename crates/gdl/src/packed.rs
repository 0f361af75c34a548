//! Positions as packed bits.

use std::fmt::Debug;
use std::hash::Hash;

/// Words of bits, as a position of a game.
pub trait Packed: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// Whether games of points are packed so: a size that few of them have is not worth compiling their solvers for.
    const HOLDS_POINTS: bool = true;
    /// The words.
    fn words(&self) -> impl AsRef<[u64]> + '_;
    /// As many words as a position has.
    fn of_words(words: &[u64]) -> Self;
    /// The bits of a word that are kept, and those that are set then.
    fn put(&mut self, word: usize, kept: u64, set: u64);
    /// The whole as one word, where it is one.
    fn key(&self) -> Option<u64> {
        None
    }
    /// Bytes held beside its own size.
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
