//! [`Bucket`]: a few numbers, each with a word, in one cache line that threads share without locks.
//!
//! A number and its word are two machine words, so that another thread may be between writing the one and the other. Each
//! bucket has a count that is odd while it is written (a sequence lock). A reader that finds it odd, or changed, takes
//! nothing from the bucket; a writer that finds it odd leaves the bucket as it is. Both lose only time. Atomic accesses to 128
//! bits are calls of functions on most machines: by a profile they took 30 % of a search of Connect Four.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU64, fence};

/// The entries of a bucket: as many as fit beside the count.
pub(super) const ENTRIES: usize = 3;

/// At first all words are 0, which are those of no entry.
// 8 + 3·16 bytes: the alignment keeps a bucket in one cache line, so that a look-up waits for memory once.
#[derive(Default)]
#[repr(align(64))]
pub(super) struct Bucket {
    count: AtomicU64,
    entries: [[AtomicU64; 2]; ENTRIES],
}

/// The highest bits of a word: the larger they are, the longer the entry is kept.
pub(super) const WORK: u32 = 58;

impl Bucket {
    /// The word of a number.
    #[inline]
    pub(super) fn get(&self, number: u64) -> Option<u64> {
        let before = self.count.load(Acquire);
        let mut found = 0;
        for [other, word] in &self.entries {
            if other.load(Relaxed) == number {
                found = word.load(Relaxed);
                break;
            }
        }
        // The count is read again after the entries, never before: the loads are relaxed, and the fence alone orders them.
        fence(Acquire);
        let is_whole = before.is_multiple_of(2) && self.count.load(Relaxed) == before;
        (is_whole && found != 0).then_some(found)
    }

    /// Every number with its word.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, u64)> {
        let numbers = self.entries.iter().map(|[number, _]| number.load(Relaxed));
        numbers.filter_map(|number| self.get(number).map(|word| (number, word)))
    }

    /// Stores a word, in place of the entry with the least work; returns whether an entry was lost.
    #[inline]
    pub(super) fn put(&self, number: u64, word: u64) -> bool {
        // Relaxed: the exchange fails if this count is not the newest.
        let count = self.count.load(Relaxed);
        let begin = || (self.count).compare_exchange(count, count + 1, Acquire, Relaxed);
        if !count.is_multiple_of(2) || begin().is_err() {
            return true;
        }
        // No reader that sees one of the following stores sees the count from before them.
        fence(Release);
        let (mut least, mut place) = (u64::MAX, &self.entries[0]);
        let mut lost = true;
        for entry in &self.entries {
            let old = entry[1].load(Relaxed);
            if old == 0 || entry[0].load(Relaxed) == number {
                (place, lost) = (entry, false);
                break;
            }
            if old >> WORK < least {
                (least, place) = (old >> WORK, entry);
            }
        }
        place[0].store(number, Relaxed);
        place[1].store(word, Relaxed);
        self.count.store(count + 2, Release);
        lost
    }
}
