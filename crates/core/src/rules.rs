//! [`Rules`]: a game whose positions and moves are words, behind one object-safe trait.
//!
//! A search over `dyn Rules` is compiled once for each type of score, and not for each type of game. [`crate::erased`] makes `Rules` of
//! every game.

use std::fmt::Debug;
use std::ops::Range;

use num_bigint::BigUint;
use smallvec::SmallVec;

use crate::oracle::{Oracle, RuleError};
use crate::origin::Origin;
use crate::packed::Words;
use crate::score::Score;

/// The position that replaces another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// Each position stays as it is.
    Nothing,
    /// One representative for all positions that people consider the same: [`Game::merged`](crate::Game::merged).
    Same,
    /// One representative for all positions that are equal up to symmetry, too: [`Game::canonical`](crate::Game::canonical).
    Symmetric,
}

/// A game whose positions and moves are words. Methods with the name of one of [`Game`](crate::Game) or
/// [`Alternating`](crate::Alternating) do the same.
#[allow(missing_docs, reason = "see there")]
pub trait Rules<S: Score>: Send + Sync {
    /// Lists the positions after the first moves of a position, which is among the words, in the game's own order, behind those that are
    /// listed; at most this many.
    fn open<'g>(
        &'g self,
        at: Range<usize>,
        fold: Fold,
        most: usize,
        to: &mut Options<S>,
    ) -> Opening<'g, S>;
    /// Lists the first moves of a position behind those that are listed, at most this many; those after them, if there may be any.
    fn list<'g>(
        &'g self,
        at: &[u64],
        most: usize,
        to: &mut Vec<Listed<S>>,
    ) -> Option<Others<'g, Vec<Listed<S>>>>;
    fn play(&self, at: &[u64], mv: &[u64]) -> Words;
    fn after(&self, at: &[u64], mv: &[u64]) -> Words;
    fn score(&self, at: &[u64]) -> Option<S>;
    fn folded(&self, at: &[u64], fold: Fold) -> Words;
    fn key(&self, at: &[u64]) -> Option<u64>;
    fn tokens(&self, at: &[u64]) -> Option<BigUint>;
    fn removed(&self, mv: &[u64]) -> Option<BigUint>;
    fn at_stake(&self, at: &[u64]) -> Option<i128>;
    fn oracle(&self) -> Option<&dyn Oracle>;
    fn origins(&self) -> Vec<Origin>;
    fn endless(&self, at: &[u64]) -> RuleError;
}

/// A move.
#[derive(Clone, Debug)]
pub struct Listed<S: Score> {
    /// Its words; most have one or two.
    pub words: SmallVec<[u64; 2]>,
    /// The points that the mover earns.
    pub gain: S::Gain,
    /// Whether the same player moves again.
    pub keeps_turn: bool,
}

/// Lists moves after those that were listed, at most this many; false if these were the last.
pub type Others<'g, T> = Box<dyn FnMut(usize, &mut T) -> bool + 'g>;

/// Positions after moves.
#[derive(Debug)]
pub struct Options<S: Score> {
    /// Their words, one after the other.
    pub words: Vec<u64>,
    /// The moves.
    pub steps: Vec<Step<S>>,
}

/// A move.
#[derive(Clone, Copy, Debug)]
pub struct Step<S: Score> {
    /// Where the words of the position after it end; they begin where those before end.
    pub end: usize,
    /// The points that the mover earns.
    pub gain: S::Gain,
    /// Whether the same player moves again.
    pub keeps_turn: bool,
}

impl<S: Score> Options<S> {
    /// None yet, behind the words of a position.
    pub fn after(at: &[u64]) -> Self {
        Self {
            words: at.to_vec(),
            steps: Vec::new(),
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>() + self.steps.capacity() * size_of::<Step<S>>()
    }
}

/// The moves that [`Rules::open`] found.
pub enum Opening<'g, S: Score> {
    /// Play is over.
    Over(S),
    /// All moves were listed.
    All,
    /// There may be others.
    Some(Others<'g, Options<S>>),
}

/// A game whose positions are words, in which both players share every move and positions fall into parts.
pub trait SharedRules: Send + Sync {
    /// Lists the canonical parts of a position.
    fn parts(&self, at: &[u64], to: &mut Sums);
    /// The number of moves.
    fn width(&self, at: &[u64]) -> usize;
    /// As [`Rules::open`], with the parts of the positions after moves; `None` if all moves were listed.
    fn open<'g>(&'g self, at: &[u64], most: usize, to: &mut Sums) -> Option<Others<'g, Sums>>;
    /// As [`Game::endless`](crate::Game::endless).
    fn endless(&self, at: &[u64]) -> RuleError;
}

/// Sums of positions.
#[derive(Debug, Default)]
pub struct Sums {
    /// The words of the parts of all sums, one after the other.
    pub words: Vec<u64>,
    /// Where the words of each part end.
    pub parts: Vec<usize>,
    /// Where the parts of each sum end.
    pub ends: Vec<usize>,
}

impl Sums {
    /// Bytes held.
    pub fn bytes(&self) -> usize {
        size_of::<u64>() * (self.words.capacity() + self.parts.capacity() + self.ends.capacity())
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.words.clear();
        self.parts.clear();
        self.ends.clear();
    }

    /// The words of each part of a sum.
    pub fn parts_of(&self, sum: usize) -> impl Iterator<Item = &[u64]> {
        let end_before = |ends: &[usize], n: usize| n.checked_sub(1).map_or(0, |n| ends[n]);
        let parts = end_before(&self.ends, sum)..self.ends[sum];
        parts.map(move |part| &self.words[end_before(&self.parts, part)..self.parts[part]])
    }
}
