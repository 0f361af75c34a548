//! [`Heaps`]: the heaps with their options, and sums of heaps in **plain** form.
//!
//! A heap G is equal to a sum H of smaller heaps, whatever is added to both, if every option of H is one of G, and every other
//! option of G has the option H: a move to it is answered by the move to H. If H has no moves, G must be won, as H is
//! (Conway, *On Numbers and Games*, ch. 12). Proof: by induction, G + X has a lost option if and only if H + X has one. Two
//! heaps whose only move ends them are together equal to none. In a plain sum such heaps are replaced or left out.

use bouton_core::{Limits, StopReason};

use crate::position::{Position, after, places, sum};

/// The moves of candidates that are listed to find the sum that a heap is equal to; a heap is left as it is beyond.
const MOST_MOVES: usize = 1 << 14;

/// The heaps of a game.
#[derive(Clone, Debug)]
pub(crate) struct Heaps {
    /// The options of each heap; those of heaps with a plain form are plain.
    options: Vec<Vec<Position>>,
    /// The plain forms of the first heaps.
    plain: Vec<Position>,
    /// The heap whose only move ends it.
    one: Option<u32>,
}

impl Default for Heaps {
    /// Heap 0.
    fn default() -> Self {
        Self {
            options: vec![Vec::new()],
            plain: vec![Position::new()],
            one: None,
        }
    }
}

impl Heaps {
    /// The options of each heap.
    pub(crate) fn options(&self) -> &[Vec<Position>] {
        &self.options
    }

    /// Adds a heap with these options, without heaps that have no moves.
    pub(crate) fn push(&mut self, options: Vec<Position>) {
        self.options.push(options);
    }

    /// Removes the last heap.
    pub(crate) fn pop(&mut self) {
        self.options.pop();
        self.plain.truncate(self.options.len());
        self.one = self.one.filter(|one| (*one as usize) < self.options.len());
    }

    /// Finds the plain forms of all heaps; `is_lost` decides sums of all but the last.
    pub(crate) fn simplify(
        &mut self,
        is_lost: impl Fn(&[u32]) -> bool,
        limits: &Limits,
    ) -> Result<(), StopReason> {
        while self.plain.len() < self.options.len() {
            limits.check()?;
            let heap = self.plain.len() as u32;
            let options = &self.options[heap as usize];
            let mut options: Vec<_> = options.iter().map(|at| self.plain(at)).collect();
            options.sort_unstable();
            options.dedup();
            let is_won = options.is_empty() || options.iter().any(|option| is_lost(option));
            let itself = Position::from_elem(heap, 1);
            let plain = self.equal(&options, is_won, limits)?.unwrap_or(itself);
            if options.len() == 1 && options[0].is_empty() {
                self.one.get_or_insert(heap);
            }
            self.options[heap as usize] = options;
            self.plain.push(plain);
        }
        Ok(())
    }

    /// The plain form of a sum.
    pub(crate) fn plain(&self, at: &[u32]) -> Position {
        let plain = at.iter().flat_map(|heap| &self.plain[*heap as usize]);
        let mut plain: Position = plain.copied().collect();
        plain.sort_unstable();
        self.cancelled(plain)
    }

    /// Whether a heap is equal to no sum of smaller ones that was found.
    pub(crate) fn is_plain(&self, heap: u32) -> bool {
        self.plain[heap as usize][..] == [heap]
    }

    /// The plain form of a plain sum after a move in the heap at this place.
    pub(crate) fn after(&self, at: &[u32], index: usize, left: &[u32]) -> Position {
        self.cancelled(after(at, index, left))
    }

    /// The sum without pairs of heaps of one.
    fn cancelled(&self, mut at: Position) -> Position {
        let is_one = |heap: &u32| Some(*heap) == self.one;
        let ones = at.iter().filter(|heap| is_one(heap)).count();
        if ones > 1 {
            let mut left = ones % 2;
            at.retain(|heap| !is_one(heap) || std::mem::take(&mut left) == 1);
        }
        at
    }

    /// The options of a plain sum.
    fn moves(&self, at: &[u32]) -> Vec<Position> {
        let in_one = |index: usize| {
            let options = &self.options[at[index] as usize];
            options.iter().map(move |left| self.after(at, index, left))
        };
        let mut moves: Vec<_> = places(at).flat_map(in_one).collect();
        moves.sort_unstable();
        moves.dedup();
        moves
    }

    /// A plain sum that is equal to a heap with these plain options, if one is found.
    fn equal(
        &self,
        options: &[Position],
        is_won: bool,
        limits: &Limits,
    ) -> Result<Option<Position>, StopReason> {
        // An answer to one of the options; a heap, or an option, alone or with the heap of one.
        let answers = options.iter().flat_map(|option| self.moves(option));
        let alone = (0..self.plain.len() as u32).map(|heap| self.plain(&[heap]));
        let beside = alone.clone().chain(options.iter().cloned());
        let beside = self.one.map(|one| beside.map(move |at| sum(&at, &[one])));
        let candidates = answers.chain(alone).chain(beside.into_iter().flatten());
        let mut listed = 0;
        for at in candidates.map(|at| self.cancelled(at)) {
            limits.check()?;
            let moves = self.moves(&at);
            listed += moves.len() + 1;
            if listed > MOST_MOVES {
                break;
            }
            let is_answered = |option: &Position| {
                moves.binary_search(option).is_ok() || self.moves(option).binary_search(&at).is_ok()
            };
            if (is_won || !moves.is_empty())
                && moves.iter().all(|of| options.binary_search(of).is_ok())
                && options.iter().all(is_answered)
            {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }
}
