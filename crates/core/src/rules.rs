//! [`Rules`]: a game whose positions are words, behind one object-safe trait; [`OnWords`] makes one of any game.
//!
//! A search over `dyn Rules` is compiled once for each type of score, and not for each type of game.

use std::ops::Range;

use crate::game::{Alternating, Game, Shared};
use crate::oracle::RuleError;
use crate::packed::{pack_after, unpacked};
use crate::score::Score;

/// A game whose positions are words.
pub trait Rules<S: Score> {
    /// Lists the canonical positions after the first moves of a position, which is among the words, in the game's own order, behind those
    /// that are listed; at most this many.
    fn open<'g>(&'g self, at: Range<usize>, most: usize, to: &mut Options<S>) -> Opening<'g, S>;
    /// As [`Game::endless`].
    fn endless(&self, at: &[u64]) -> RuleError;
}

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
    Some(Box<dyn Others<S> + 'g>),
}

/// The moves after those that were listed.
pub trait Others<S: Score> {
    /// Lists at most this many; false if these were the last.
    fn list(&mut self, most: usize, to: &mut Options<S>) -> bool;
}

/// A game whose positions are words, in which both players share every move and positions fall into parts.
pub trait SharedRules {
    /// Lists the canonical parts of a position.
    fn parts(&self, at: &[u64], to: &mut Sums);
    /// The number of moves.
    fn width(&self, at: &[u64]) -> usize;
    /// As [`Rules::open`], with the parts of the positions after moves; `None` if all moves were listed.
    fn open<'g>(
        &'g self,
        at: &[u64],
        most: usize,
        to: &mut Sums,
    ) -> Option<Box<dyn OtherSums + 'g>>;
    /// As [`Game::endless`].
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

    #[inline]
    fn push<G: Shared>(&mut self, game: &G, at: &G::Position) {
        for part in game.parts(at) {
            pack_after(&game.canonical(part), &mut self.words);
            self.parts.push(self.words.len());
        }
        self.ends.push(self.parts.len());
    }
}

/// The moves after those that were listed.
pub trait OtherSums {
    /// Lists at most this many; false if these were the last.
    fn list(&mut self, most: usize, to: &mut Sums) -> bool;
}

/// A game of any type.
#[derive(Debug)]
pub struct OnWords<'g, G>(pub &'g G);

struct Rest<'g, G: Game, I> {
    game: &'g G,
    at: G::Position,
    moves: I,
}

impl<G: Alternating, I: Iterator<Item = G::Move>> Others<G::Score> for Rest<'_, G, I> {
    fn list(&mut self, most: usize, to: &mut Options<G::Score>) -> bool {
        let (game, at) = (self.game, &self.at);
        for _ in 0..most {
            let Some(mv) = self.moves.next() else {
                return false;
            };
            pack_after(&game.canonical(game.play(at, &mv)), &mut to.words);
            to.steps.push(Step {
                end: to.words.len(),
                gain: game.gain(at, &mv),
                keeps_turn: game.keeps_turn(at, &mv),
            });
        }
        true
    }
}

impl<G: Shared, I: Iterator<Item = G::Move>> OtherSums for Rest<'_, G, I> {
    fn list(&mut self, most: usize, to: &mut Sums) -> bool {
        for _ in 0..most {
            let Some(mv) = self.moves.next() else {
                return false;
            };
            to.push(self.game, &self.game.play(&self.at, &mv));
        }
        true
    }
}

impl<G: Alternating> Rules<G::Score> for OnWords<'_, G> {
    fn open<'g>(
        &'g self,
        at: Range<usize>,
        most: usize,
        to: &mut Options<G::Score>,
    ) -> Opening<'g, G::Score> {
        let (game, at) = (self.0, unpacked(&to.words[at]));
        if let Some(score) = game.score(&at) {
            return Opening::Over(score);
        }
        let moves = game.moves(&at);
        let mut rest = Rest { game, at, moves };
        match Others::list(&mut rest, most, to) {
            true => Opening::Some(Box::new(rest)),
            false => Opening::All,
        }
    }

    fn endless(&self, at: &[u64]) -> RuleError {
        self.0.endless(&unpacked(at))
    }
}

impl<G: Shared> SharedRules for OnWords<'_, G> {
    fn parts(&self, at: &[u64], to: &mut Sums) {
        to.push(self.0, &unpacked(at));
    }

    fn width(&self, at: &[u64]) -> usize {
        self.0.moves(&unpacked(at)).count()
    }

    fn open<'g>(
        &'g self,
        at: &[u64],
        most: usize,
        to: &mut Sums,
    ) -> Option<Box<dyn OtherSums + 'g>> {
        let (game, at) = (self.0, unpacked(at));
        let moves = game.moves(&at);
        let mut rest = Rest { game, at, moves };
        OtherSums::list(&mut rest, most, to).then(|| Box::new(rest) as Box<dyn OtherSums>)
    }

    fn endless(&self, at: &[u64]) -> RuleError {
        self.0.endless(&unpacked(at))
    }
}
