//! What backward analysis has to know of the positions: their number, their ends, and the moves taken back.

use bouton_core::{Alternating, Outcome, Reversible, Score};

/// What a number stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// No position.
    Hole,
    /// Play is over.
    Over(Outcome),
    /// So many legal moves.
    Open(u32),
    /// A move wins at once, which need not be taken back.
    Won,
}

impl Look {
    pub(super) fn of<G: Alternating>(game: &G, at: &G::Position) -> Self {
        match game.score(at) {
            Some(score) => Self::Over(score.outcome()),
            None => Self::open(game.moves(at).count()),
        }
    }

    /// So many legal moves.
    pub(super) fn open(moves: usize) -> Self {
        Self::Open(u32::try_from(moves).expect("invariant: fewer than 2^32 moves"))
    }
}

/// Positions numbered from 0, with the moves between them taken back.
pub(super) trait Space: Sync {
    /// Whether some move keeps the turn.
    fn keeps_turn(&self) -> bool;
    /// How many numbers there are.
    fn count(&self) -> u64;
    /// What a number stands for.
    fn look(&self, number: u64) -> Look;
    /// Tells every number from which a move leads here, once a move, and whether that move keeps the turn.
    fn each_predecessor(&self, number: u64, tell: impl FnMut(u64, bool));
}

/// In a number that is told: a move from there keeps the turn.
pub(super) const KEEPS: u64 = 1 << 63;

/// A space of whatever type, spoken to in stretches: what goes through it is compiled once.
pub(crate) trait Backwards: Sync {
    /// How many numbers there are.
    fn numbers(&self) -> u64;
    /// Tells what each number from `first` on stands for, so many of them.
    fn looks(&self, first: u64, count: usize, tell: &mut dyn FnMut(usize, Look));
    /// Appends every number from which a move leads to one of those that lie so far behind `first`, once a move, with [`KEEPS`] where it
    /// keeps the turn.
    fn take_back(&self, first: u64, places: &[u32], from: &mut Vec<u64>);
}

impl<S: Space> Backwards for S {
    fn numbers(&self) -> u64 {
        self.count()
    }
    fn looks(&self, first: u64, count: usize, tell: &mut dyn FnMut(usize, Look)) {
        for place in 0..count {
            tell(place, self.look(first + place as u64));
        }
    }
    fn take_back(&self, first: u64, places: &[u32], from: &mut Vec<u64>) {
        for place in places {
            self.each_predecessor(first + u64::from(*place), |number, keeps| {
                from.push(number | (u64::from(keeps) * KEEPS));
            });
        }
    }
}

/// The whole numbered space of a game.
pub(super) struct Numbered<'g, G>(pub(super) &'g G);

impl<G: Reversible> Space for Numbered<'_, G> {
    fn keeps_turn(&self) -> bool {
        false
    }
    fn count(&self) -> u64 {
        self.0.count()
    }
    fn look(&self, number: u64) -> Look {
        match self.0.position(number) {
            None => Look::Hole,
            Some(at) if self.0.wins_at_once(&at) => Look::Won,
            Some(at) => Look::of(self.0, &at),
        }
    }
    #[inline]
    fn each_predecessor(&self, number: u64, mut tell: impl FnMut(u64, bool)) {
        let at = self.0.position(number);
        let at = at.expect("invariant: a decided number is that of a position");
        // From within, which compilers make more of than of a loop over nested iterators.
        let predecessors = self.0.predecessors(&at);
        predecessors.for_each(|from| tell(self.0.index(&from), false));
    }
}
