//! [`Space`]: the interface of numbered positions for backward analysis.

use bouton_core::{Alternating, Outcome, Reversible, Score};
use bouton_tables::{Entry, TableValue};

use super::outbox::Sender;
use crate::whole::Numbers;

/// The state of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SpaceState {
    /// There is no position.
    Hole,
    /// Play is over.
    Over(Outcome),
    /// The number of legal moves that are taken back.
    Open(u32),
    /// A move wins in this many plies and need not be taken back.
    Won(u32),
    /// All moves lead out of the space and lose in this many plies.
    Lost(u32),
}

impl SpaceState {
    pub(super) fn of<G: Alternating>(game: &G, at: &G::Position) -> Self {
        match game.score(at) {
            Some(score) => Self::Over(score.outcome()),
            None => Self::open(game.moves(at).count()),
        }
    }

    /// A position with this many legal moves.
    pub(super) fn open(moves: usize) -> Self {
        Self::Open(u32::try_from(moves).expect("invariant: fewer than 2^32 moves"))
    }
}

/// The best and the worst of the moves that lead out of a space, in plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Outside {
    /// The fewest plies of one that wins.
    pub(super) win: Option<u32>,
    /// The most plies of one that loses.
    pub(super) loss: Option<u32>,
    pub(super) draws: bool,
    /// The fewest plies to a drawn end.
    pub(super) draw: Option<u32>,
}

impl Outside {
    /// Adds a move to a position with this entry.
    pub(super) fn add(&mut self, to: Entry) {
        let Entry::Value(TableValue::Outcome(outcome, plies)) = to else {
            unreachable!(
                "invariant: a move leads to a position of a game that is won, lost or drawn"
            );
        };
        let after = plies.map(|plies| plies + 1);
        match outcome {
            Outcome::Loss => self.win = self.win.into_iter().chain(after).min(),
            Outcome::Win => self.loss = self.loss.max(after),
            Outcome::Draw => {
                self.draws = true;
                self.draw = self.draw.into_iter().chain(after).min();
            }
        }
    }

    /// The state of a position with these moves and this many that stay.
    pub(super) fn look(&self, stay: u32) -> SpaceState {
        match (self.win, self.loss) {
            (Some(plies), _) => SpaceState::Won(plies),
            (None, Some(plies)) if stay == 0 && !self.draws => SpaceState::Lost(plies),
            // A move out of the space saves a position in which no move stays: no message can refute it.
            _ => SpaceState::Open(stay.max(SAVED)),
        }
    }
}

/// The count of a position that is saved by a move out of the space: no message refutes it.
pub(super) const SAVED: u32 = 1;

/// Positions numbered from 0, with the moves between them reversed. The engine asks for stretches of numbers, so that it is
/// compiled once, and the loop over a stretch once for each space.
pub(super) trait Space: Sync {
    /// The number of numbers.
    fn count(&self) -> u64;
    /// The state of a number.
    fn look(&self, number: u64) -> SpaceState;
    /// Reports every number from which a move leads to one of these, given by their distance from `first`; once a move. The
    /// loop is here, so that the work for each number is inlined into it.
    fn take_back(&self, first: u64, places: &[u32], to: &mut Sender<'_>);
    /// Whether some move keeps the turn.
    fn keeps_turn(&self) -> bool {
        false
    }
    /// The number of this part of a longer work.
    fn nth(&self) -> u64 {
        0
    }
    /// Whether moves lead out of the space, to positions whose values are known.
    fn leads_out(&self) -> bool {
        false
    }
    /// The values of the moves that lead out of the space from a position.
    fn outside(&self, _number: u64) -> Outside {
        Outside::default()
    }
    /// Whether a move that leads out can lead to a drawn end.
    fn draws_end_outside(&self) -> bool {
        false
    }
    /// Bytes of the known values outside the space.
    fn held(&self) -> u64 {
        0
    }

    /// Sets the state of each number from `first` on.
    fn looks(&self, first: u64, looks: &mut [SpaceState]) {
        for (number, look) in (first..).zip(looks) {
            *look = self.look(number);
        }
    }
}

impl<G: Reversible> Space for Numbers<'_, G> {
    fn count(&self) -> u64 {
        self.game.count()
    }
    #[inline]
    fn look(&self, number: u64) -> SpaceState {
        match self.game.position(number) {
            None => SpaceState::Hole,
            Some(at) if self.game.wins_at_once(&at) => SpaceState::Won(1),
            Some(at) => SpaceState::of(self.game, &at),
        }
    }
    fn take_back(&self, first: u64, places: &[u32], to: &mut Sender<'_>) {
        for place in places {
            let at = self.game.position(first + u64::from(*place));
            let at = at.expect("invariant: a decided number is that of a position");
            // Internal iteration: compilers optimise it better than a loop over nested iterators.
            let predecessors = self.game.predecessors(&at);
            predecessors.for_each(|from| to.tell(number_of(self.game, &from), false));
        }
    }
}

/// The number of a position of a game whose positions all have one.
#[inline]
pub(super) fn number_of<G: Reversible>(game: &G, at: &G::Position) -> u64 {
    game.index(at).expect("invariant: a position has a number")
}
