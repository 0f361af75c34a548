//! [`Cells`]: sets of cells, a bit each, in one word or in four.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, Not};

use bouton_core::Packed;

/// A set of cells. Cells moved past the first or the last one are dropped.
pub trait Cells:
    Packed
    + Copy
    + Debug
    + Eq
    + Ord
    + Hash
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + 'static
{
    /// The most cells.
    const MOST: usize;
    /// No cell.
    const NONE: Self;
    /// The set of one cell.
    fn one(cell: usize) -> Self;
    /// Every cell moved forward by this many places.
    fn up(self, places: usize) -> Self;
    /// Every cell moved back by this many places.
    fn down(self, places: usize) -> Self;
    /// The first cell.
    fn lowest(self) -> Option<usize>;
    /// Removes the first cell.
    fn pop(&mut self) -> Option<usize> {
        let cell = self.lowest()?;
        *self = *self & !Self::one(cell);
        Some(cell)
    }
    /// The number of cells.
    fn count(self) -> u32;
    /// All [`Cells::MOST`] places in the opposite order.
    fn reversed(self) -> Self;
    /// A number that identifies the set, if 64 bits suffice.
    fn key(self) -> Option<u64>;
    /// The set with this number.
    fn of_key(key: u64) -> Option<Self>;
    /// The last cell.
    fn highest(self) -> Option<usize> {
        Some(Self::MOST - 1 - self.reversed().lowest()?)
    }

    /// The first this many cells, at least one.
    fn first(count: usize) -> Self {
        (!Self::NONE).down(Self::MOST - count)
    }
    /// The first cell, and every cell at a multiple of `step` places after it.
    fn every(step: usize) -> Self {
        let (mut set, mut places) = (Self::one(0), step);
        while places < Self::MOST {
            set = set | set.up(places);
            places *= 2;
        }
        set
    }
    /// Whether the cell is one of them.
    fn has(self, cell: usize) -> bool {
        self & Self::one(cell) != Self::NONE
    }
    /// All cells of some sets.
    fn union(sets: impl Iterator<Item = Self>) -> Self {
        sets.fold(Self::NONE, |all, set| all | set)
    }
}

impl Cells for u64 {
    const MOST: usize = 64;
    const NONE: Self = 0;
    #[inline]
    fn one(cell: usize) -> Self {
        1 << cell
    }
    #[inline]
    fn up(self, places: usize) -> Self {
        self.checked_shl(places as u32).unwrap_or(0)
    }
    #[inline]
    fn down(self, places: usize) -> Self {
        self.checked_shr(places as u32).unwrap_or(0)
    }
    #[inline]
    fn lowest(self) -> Option<usize> {
        (self != 0).then(|| self.trailing_zeros() as usize)
    }
    #[inline]
    fn pop(&mut self) -> Option<usize> {
        let cell = self.lowest()?;
        *self &= *self - 1;
        Some(cell)
    }
    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }
    #[inline]
    fn reversed(self) -> Self {
        self.reverse_bits()
    }
    #[inline]
    fn first(count: usize) -> Self {
        Self::MAX >> (64 - count)
    }
    #[inline]
    fn every(step: usize) -> Self {
        EVERY[step]
    }
    #[inline]
    fn key(self) -> Option<u64> {
        Some(self)
    }
    #[inline]
    fn of_key(key: u64) -> Option<Self> {
        Some(key)
    }
}

/// By the step, the first cell of 64 and every one at a multiple of the step after it.
const EVERY: [u64; 65] = {
    let (mut sets, mut step) = ([0; 65], 1);
    while step <= 64 {
        let mut cell = 0;
        while cell < 64 {
            sets[step] |= 1 << cell;
            cell += step;
        }
        step += 1;
    }
    sets
};

/// A set of up to 256 cells, those of the first word first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wide([u64; 4]);

bouton_core::packs!(Wide { 0 });

impl BitAnd for Wide {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|n| self.0[n] & other.0[n]))
    }
}

impl BitOr for Wide {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|n| self.0[n] | other.0[n]))
    }
}

impl Not for Wide {
    type Output = Self;
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl Wide {
    /// The word that begins this many places after the first cell, or before it.
    fn word(self, place: isize) -> u64 {
        let (word, bits) = (place.div_euclid(64), place.rem_euclid(64) as u32);
        let at = |word: isize| {
            usize::try_from(word)
                .ok()
                .and_then(|n| self.0.get(n).copied())
        };
        let [low, high] = [word, word + 1].map(|word| at(word).unwrap_or(0));
        low >> bits | high.checked_shl(64 - bits).unwrap_or(0)
    }

    fn moved(self, places: isize) -> Self {
        Self(std::array::from_fn(|n| self.word(64 * n as isize - places)))
    }
}

impl Cells for Wide {
    const MOST: usize = 256;
    const NONE: Self = Self([0; 4]);
    fn one(cell: usize) -> Self {
        Self(std::array::from_fn(|n| {
            if n == cell / 64 { 1 << (cell % 64) } else { 0 }
        }))
    }
    fn up(self, places: usize) -> Self {
        self.moved(places as isize)
    }
    fn down(self, places: usize) -> Self {
        self.moved(-(places as isize))
    }
    fn lowest(self) -> Option<usize> {
        let word = self.0.iter().position(|word| *word != 0)?;
        Some(64 * word + self.0[word].trailing_zeros() as usize)
    }
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
    fn reversed(self) -> Self {
        Self(std::array::from_fn(|n| self.0[3 - n].reverse_bits()))
    }
    fn key(self) -> Option<u64> {
        None
    }
    fn of_key(_key: u64) -> Option<Self> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells<S: Cells>(mut set: S) -> Vec<usize> {
        std::iter::from_fn(|| set.pop()).collect()
    }

    /// Compares with lists of cells, for every distance.
    fn moves_like_a_list<S: Cells>() {
        let all = S::first(S::MOST);
        assert_eq!((all.count() as usize, all), (S::MOST, !S::NONE));
        for places in 0..S::MOST {
            let set = S::union([0, 1, 62, 63, places, S::MOST - 1].into_iter().map(S::one));
            let listed = cells(set);
            assert_eq!(set.count() as usize, listed.len());
            let up = listed.iter().map(|cell| cell + places);
            assert_eq!(
                cells(set.up(places)),
                up.filter(|c| *c < S::MOST).collect::<Vec<_>>()
            );
            let down = listed.iter().filter_map(|cell| cell.checked_sub(places));
            assert_eq!(cells(set.down(places)), down.collect::<Vec<_>>());
            let mirrored = listed.iter().rev().map(|cell| S::MOST - 1 - cell);
            assert_eq!(cells(set.reversed()), mirrored.collect::<Vec<_>>());
            assert!(set.has(places) && cells(S::first(places + 1)).len() == places + 1);
            assert_eq!(S::first(places + 1).highest(), Some(places));
        }
    }

    #[test]
    fn words_and_wide_sets_move_like_lists() {
        moves_like_a_list::<u64>();
        moves_like_a_list::<Wide>();
    }
}
