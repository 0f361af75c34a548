//! `memo`: the winner and the plies, or the margin, by examining every option of every position once.
//!
//! For games whose play ends. A position that repeats is detected when a line grows long, and refused (see
//! [`crate::repetition`]). The search is depth-first with an explicit stack, so that a line may be as long as memory
//! allows; a position and its mirror images are stored once. Time is proportional to the options of all reachable
//! positions, memory to the positions (see [`crate::store`]). Not for queries that far fewer positions decide: alpha-beta
//! visits fewer, and a theorem none.

use std::ops::Range;

use bouton_core::game::Alternating;
use bouton_core::packed::packed;
use bouton_core::rules::{Fold, Opening, Options, Others, Step};
use bouton_core::solver::{About, Evaluated, Evaluation, Field, Solver};
use bouton_core::{Limits, Meter, Rules, Score, StopReason, Timed, fail};

use crate::repetition::Repetition;
use crate::store::WordStore;

/// Searches depth-first and remembers every position.
#[derive(Debug)]
pub struct Memo<S: Score> {
    known: WordStore<S::Timed>,
    visited: u64,
}

impl<S: Score> Default for Memo<S> {
    fn default() -> Self {
        Self {
            known: WordStore::default(),
            visited: 0,
        }
    }
}

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
struct Frame<'g, S: Score> {
    /// Its words.
    at: Range<usize>,
    /// The first of its options that are to be examined, and where their words begin.
    first: (usize, usize),
    /// The next one, and where its words begin.
    next: (usize, usize),
    /// The options that are not listed yet.
    others: Option<Others<'g, Options<S>>>,
    /// The best option so far.
    best: Option<S::Timed>,
    /// The gain and the kept turn of the move that leads to the next frame.
    pending: (S::Gain, bool),
}

/// The better of the best option so far and another one.
#[inline]
fn fold<S: Score>(
    best: &mut Option<S::Timed>,
    option: S::Timed,
    (gain, keeps_turn): (S::Gain, bool),
) {
    let value = option.before(gain, keeps_turn);
    *best = Some(best.map_or(value, |best| best.max(value)));
}

/// This many options of a position are listed at once, fewer of a long one. Only those that are not known stay, until they are examined.
pub(crate) fn at_once(words: usize) -> usize {
    (1024 / words.max(1)).clamp(1, 32)
}

/// Folds the options in that are known; the others stay. Returns how many there were.
fn settle<S: Score>(
    known: &WordStore<S::Timed>,
    options: &mut Options<S>,
    first: (usize, usize),
    best: &mut Option<S::Timed>,
) -> usize {
    let Options { words, steps } = options;
    let count = steps.len() - first.0;
    let ((mut kept, mut to), mut from) = (first, first.1);
    for n in first.0..steps.len() {
        let step = steps[n];
        match known.get(&words[from..step.end]) {
            Some(value) => fold::<S>(best, *value, (step.gain, step.keeps_turn)),
            None => {
                if to == from {
                    to = step.end;
                } else {
                    words.copy_within(from..step.end, to);
                    to += step.end - from;
                }
                steps[kept] = Step { end: to, ..step };
                kept += 1;
            }
        }
        from = step.end;
    }
    steps.truncate(kept);
    words.truncate(to);
    count
}

impl<S: Score> Memo<S> {
    /// The number of stored positions, and their bytes.
    pub fn stored(&self) -> (usize, u64) {
        (self.known.len(), self.known.bytes())
    }

    /// The value of a position; everything below it is stored.
    fn explore(
        &mut self,
        game: &dyn Rules<S>,
        at: &[u64],
        meter: &mut Meter,
    ) -> Result<S::Timed, StopReason> {
        if let Some(value) = self.known.get(at) {
            return Ok(*value);
        }
        let mut options = Options::after(at);
        let mut stack: Vec<Frame<'_, S>> = Vec::new();
        let mut repetition = Repetition::default();
        let mut todo = Some(0..at.len());
        loop {
            if let Some(at) = todo.take() {
                let first = (options.steps.len(), options.words.len());
                let mut best = None;
                let opening =
                    game.open(at.clone(), Fold::Symmetric, at_once(at.len()), &mut options);
                meter.spend(settle(&self.known, &mut options, first, &mut best))?;
                let others = match opening {
                    Opening::All => None,
                    Opening::Some(others) => Some(others),
                    Opening::Over(score) => match stack.last_mut() {
                        Some(Frame { best, pending, .. }) => {
                            fold::<S>(best, S::Timed::over(score), *pending);
                            continue;
                        }
                        None => return Ok(S::Timed::over(score)),
                    },
                };
                meter.visit()?;
                self.visited += 1;
                let frames = stack.capacity() * size_of::<Frame<'_, S>>();
                meter.afford(self.known.bytes() + 2 * (options.bytes() + frames) as u64)?;
                stack.push(Frame {
                    at,
                    first,
                    next: first,
                    others,
                    best,
                    pending: (S::Gain::default(), false),
                });
                let line = || stack.iter().map(|frame| &options.words[frame.at.clone()]);
                if let Some(twice) = repetition.look(stack.len(), line) {
                    fail(game.endless(twice));
                }
            }
            let frame = stack
                .last_mut()
                .expect("invariant: the loop ends when the root is popped");
            while let Some(step) = options.steps.get(frame.next.0) {
                let (to, is_first) = (frame.next.1..step.end, frame.next == frame.first);
                frame.next = (frame.next.0 + 1, step.end);
                let turn = (step.gain, step.keeps_turn);
                // The first is unknown still; the others may have been met below it.
                let known = (!is_first).then(|| self.known.get(&options.words[to.clone()]));
                match known.flatten() {
                    Some(value) => fold::<S>(&mut frame.best, *value, turn),
                    None => {
                        frame.pending = turn;
                        todo = Some(to);
                        break;
                    }
                }
            }
            if todo.is_some() {
                continue;
            }
            options.steps.truncate(frame.first.0);
            options.words.truncate(frame.first.1);
            frame.next = frame.first;
            if let Some(others) = &mut frame.others {
                if !others(at_once(frame.at.len()), &mut options) {
                    frame.others = None;
                }
                meter.spend(settle(
                    &self.known,
                    &mut options,
                    frame.first,
                    &mut frame.best,
                ))?;
                continue;
            }
            let frame = stack.pop().expect("invariant: the frame was there");
            let value = (frame.best).expect("invariant: a position that is not over has a move");
            self.known.insert(&options.words[frame.at], value);
            match stack.last_mut() {
                Some(Frame { best, pending, .. }) => fold::<S>(best, value, *pending),
                None => return Ok(value),
            }
        }
    }
}

impl<G: Alternating> Solver<G> for Memo<G::Score> {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn visited(&self) -> u64 {
        self.visited
    }

    fn evaluate(&mut self, game: &G, at: &G::Position, limits: &Limits) -> Evaluated<G> {
        let at = packed(&game.canonical(at.clone()));
        let value = self.explore(game.words(), &at, &mut limits.meter())?;
        Ok(Evaluation {
            remoteness: value.plies(),
            ..Evaluation::of(value.score())
        })
    }
}
