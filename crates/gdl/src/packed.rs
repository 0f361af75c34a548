//! Positions as packed bits.

use std::fmt::Debug;
use std::hash::Hash;

use smallvec::SmallVec;

/// Any number of words. Two stand in the position itself: copying it asks for no memory, in most games.
pub type Words = SmallVec<[u64; 2]>;

/// Words of bits that form a position of a game.
pub trait Packed: bouton_core::Packed + Clone + Eq + Hash + Debug + Send + Sync + 'static {
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

impl Packed for Words {
    fn words(&self) -> impl AsRef<[u64]> + '_ {
        &self[..]
    }
    fn of_words(words: &[u64]) -> Self {
        Self::from_slice(words)
    }
    fn put(&mut self, word: usize, kept: u64, set: u64) {
        self[word] = self[word] & kept | set;
    }
}
