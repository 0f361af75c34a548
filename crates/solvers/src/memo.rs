//! `memo`: the winner and the plies, or the margin, by examining every option of every position once.
//!
//! For games whose play ends. A position that repeats is detected when a line grows long, and refused (see
//! [`crate::repetition`]). The search is depth-first with an explicit stack, so that a line may be as long as memory
//! allows; a position and its mirror images are stored once. Time is proportional to the options of all reachable
//! positions, memory to the positions (see [`crate::store`]). Not for queries that far fewer positions decide: alpha-beta
//! visits fewer, and a theorem none.

use bouton_core::game::Alternating;
use bouton_core::packed::beside;
use bouton_core::solver::{About, Evaluated, Evaluation, Field, Solver};
use bouton_core::{Limits, Meter, Score, StopReason, Timed};

use crate::repetition::Repetition;
use crate::store::Store;

type TimedScore<G> = <<G as Alternating>::Score as Score>::Timed;
type Gain<G> = <<G as Alternating>::Score as Score>::Gain;

/// Searches depth-first and remembers every position.
#[derive(Debug)]
pub struct Memo<G: Alternating> {
    known: Store<G::Position, TimedScore<G>>,
    visited: u64,
}

impl<G: Alternating> Default for Memo<G> {
    fn default() -> Self {
        Self {
            known: Store::default(),
            visited: 0,
        }
    }
}

/// A position with at least this much heap memory is checked against the memory limit at once.
const LARGE_POSITION: usize = 1 << 10;

static ABOUT: About = About {
    id: "memo",
    rank: 100,
    endless: false,
    proves: true,
    method: "depth-first search of every position that can be reached, each looked at once",
    cost: "time: the options of all reachable positions; memory: 25 to 31 bytes for a position of two heaps",
    source: "Michie, Memo functions and machine learning, Nature 218 (1968)",
    fills: &[Field::Value, Field::Remoteness, Field::Line],
};

/// A position whose options are being examined.
struct Frame<G: Alternating, I> {
    at: G::Position,
    moves: I,
    /// The best option so far.
    best: Option<TimedScore<G>>,
    /// The gain and the kept turn of the move that leads to the next frame.
    pending: (Gain<G>, bool),
}

impl<G: Alternating, I> Frame<G, I> {
    #[inline]
    fn fold(&mut self, option: TimedScore<G>, (gain, keeps_turn): (Gain<G>, bool)) {
        let value = option.before(gain, keeps_turn);
        self.best = Some(self.best.map_or(value, |best| best.max(value)));
    }
}

impl<G: Alternating> Memo<G> {
    /// The number of stored positions, and their bytes.
    pub fn stored(&self) -> (usize, u64) {
        (self.known.len(), self.known.bytes())
    }

    /// The value of `at`; everything below it is stored.
    fn explore(
        &mut self,
        game: &G,
        at: G::Position,
        meter: &mut Meter,
    ) -> Result<TimedScore<G>, StopReason> {
        if let Some(value) = self.look_up(game, &at) {
            return Ok(value);
        }
        let mut stack = vec![self.open(game, at, meter)?];
        let mut repetition = Repetition::default();
        loop {
            let frame = stack
                .last_mut()
                .expect("invariant: the loop ends when the root is popped");
            let Some(mv) = frame.moves.next() else {
                let Frame { at, best, .. } = stack.pop().expect("invariant: the frame was there");
                let value = best.expect("invariant: a position that is not over has a move");
                self.known.insert(&at, value);
                match stack.last_mut() {
                    Some(frame) => frame.fold(value, frame.pending),
                    None => return Ok(value),
                }
                continue;
            };
            let turn = (game.gain(&frame.at, &mv), game.keeps_turn(&frame.at, &mv));
            let to = game.canonical(game.play(&frame.at, &mv));
            match self.look_up(game, &to) {
                Some(value) => {
                    frame.fold(value, turn);
                    meter.spend(1)?;
                }
                None => {
                    frame.pending = turn;
                    let is_large = beside(&to) > LARGE_POSITION;
                    if is_large
                        || self.visited.is_multiple_of(1024)
                        || stack.len() == stack.capacity()
                    {
                        let frames = (2 * stack.capacity() * size_of_val(&stack[0])) as u64;
                        meter.afford(self.stored().1 + frames)?;
                    }
                    stack.push(self.open(game, to, meter)?);
                    repetition.look(game, stack.len(), || stack.iter().map(|frame| &frame.at));
                }
            }
        }
    }

    #[inline]
    fn look_up(&self, game: &G, at: &G::Position) -> Option<TimedScore<G>> {
        self.known
            .get(at)
            .copied()
            .or_else(|| game.score(at).map(Timed::over))
    }

    fn open<'g>(
        &mut self,
        game: &'g G,
        at: G::Position,
        meter: &mut Meter,
    ) -> Result<Frame<G, impl Iterator<Item = G::Move> + use<'g, G>>, StopReason> {
        meter.visit()?;
        self.visited += 1;
        Ok(Frame {
            moves: game.moves(&at),
            at,
            best: None,
            pending: (Gain::<G>::default(), false),
        })
    }
}

impl<G: Alternating> Solver<G> for Memo<G> {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn visited(&self) -> u64 {
        self.visited
    }

    fn evaluate(&mut self, game: &G, at: &G::Position, limits: &Limits) -> Evaluated<G> {
        let value = self.explore(game, game.canonical(at.clone()), &mut limits.meter())?;
        Ok(Evaluation {
            remoteness: value.plies(),
            ..Evaluation::of(value.score())
        })
    }
}
