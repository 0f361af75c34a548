//! [`Space`]: what backward analysis asks of numbered positions.

use bouton_core::{Alternating, Outcome, Reversible, Score};
use bouton_tables::{Entry, TableValue};

use super::outbox::Sender;

/// What a number stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// No position.
    Hole,
    /// Play is over.
    Over(Outcome),
    /// This many legal moves that are taken back.
    Open(u32),
    /// A move wins in this many plies, and need not be taken back.
    Won(u32),
    /// All moves lead out of the space, and lose in this many plies.
    Lost(u32),
}

impl Look {
    pub(super) fn of<G: Alternating>(game: &G, at: &G::Position) -> Self {
        match game.score(at) {
            Some(score) => Self::Over(score.outcome()),
            None => Self::open(game.moves(at).count()),
        }
    }

    /// This many legal moves.
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
    /// Adds a move to what stands for this.
    pub(super) fn add(&mut self, to: Entry) {
        let Entry::Worth(TableValue::Outcome(outcome, plies)) = to else {
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

    /// What a position stands for with these moves and so many that stay.
    pub(super) fn look(&self, stay: u32) -> Look {
        match (self.win, self.loss) {
            (Some(plies), _) => Look::Won(plies),
            (None, Some(plies)) if stay == 0 && !self.draws => Look::Lost(plies),
            // A move out of the space saves a position in which no move stays: there is nothing left that could be refuted.
            _ => Look::Open(stay.max(SAVED)),
        }
    }
}

/// What is left to a position that is saved by a move out of the space: no message refutes that.
pub(super) const SAVED: u32 = 1;

/// Positions numbered from 0, with the moves between them taken back. The engine asks for stretches of numbers, so that it is compiled
/// once, and the loop over a stretch once for each space.
pub(super) trait Space: Sync {
    /// How many numbers there are.
    fn count(&self) -> u64;
    /// What a number stands for.
    fn look(&self, number: u64) -> Look;
    /// Reports every number from which a move leads to one of those that lie so far behind `first`, once a move. The loop is
    /// here, so that what it does for each number is compiled into it and nowhere else.
    fn take_back(&self, first: u64, places: &[u32], to: &mut Sender<'_>);
    /// Whether some move keeps the turn.
    fn keeps_turn(&self) -> bool {
        false
    }
    /// Which part of longer work it is.
    fn nth(&self) -> u64 {
        0
    }
    /// Whether moves lead out of the space, to positions whose values are known.
    fn leads_out(&self) -> bool {
        false
    }
    /// What the moves that lead out make of a position.
    fn outside(&self, _number: u64) -> Outside {
        Outside::default()
    }
    /// Whether a move that leads out may come to a drawn end.
    fn draws_end_outside(&self) -> bool {
        false
    }
    /// Bytes that what is known of the outside takes.
    fn held(&self) -> u64 {
        0
    }

    /// Puts what each number from `first` on stands for.
    fn looks(&self, first: u64, looks: &mut [Look]) {
        for (number, look) in (first..).zip(looks) {
            *look = self.look(number);
        }
    }
}

/// The whole numbered space of a game.
pub(super) struct Numbered<'g, G>(pub(super) &'g G);

impl<G: Reversible> Space for Numbered<'_, G> {
    fn count(&self) -> u64 {
        self.0.count()
    }
    #[inline]
    fn look(&self, number: u64) -> Look {
        match self.0.position(number) {
            None => Look::Hole,
            Some(at) if self.0.wins_at_once(&at) => Look::Won(1),
            Some(at) => Look::of(self.0, &at),
        }
    }
    fn take_back(&self, first: u64, places: &[u32], to: &mut Sender<'_>) {
        for place in places {
            let at = self.0.position(first + u64::from(*place));
            let at = at.expect("invariant: a decided number is that of a position");
            // From within, which compilers make more of than of a loop over nested iterators.
            let predecessors = self.0.predecessors(&at);
            predecessors.for_each(|from| to.tell(self.0.index(&from), false));
        }
    }
}
