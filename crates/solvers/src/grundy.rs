//! `grundy`: the Grundy value of any impartial game in normal play.
//!
//! The value of a position is the xor of its summands' values; the value of an atom is the mex (least missing number) of
//! its options' values (Sprague 1935, Grundy 1939). The search is depth-first with an explicit stack and stores each atom
//! once. Time is proportional to the options of all reachable atoms, memory to the atoms. Not for misère play, which Grundy
//! values do not decide, and not for plies to the end. A position that repeats is refused (see [`crate::repetition`]).

use bouton_core::game::Shared;
use bouton_core::solver::{About, Evaluated, Evaluation, Field, Solver, Stopped};
use bouton_core::{Counted, Limits, Meter, Outcome, Reason, Score, StopReason};
use smallvec::SmallVec;

use crate::repetition::Repetition;
use crate::store::Store;

/// Computes Grundy values and remembers those of atoms.
#[derive(Debug)]
pub struct Grundy<G: Shared> {
    known: Store<G::Position, u64>,
    visited: u64,
}

impl<G: Shared> Default for Grundy<G> {
    fn default() -> Self {
        Self {
            known: Store::default(),
            visited: 0,
        }
    }
}

static ABOUT: About = About {
    id: "grundy",
    rank: 80,
    endless: false,
    proves: true,
    method: "mex over the options, xor over the summands",
    cost: "time: the options of all reachable atoms; memory: the atoms",
    source: "Sprague 1935; Grundy, Mathematics and games, Eureka 2 (1939)",
    fills: &[Field::Value, Field::Grundy, Field::Line],
};

/// A set of small numbers with its mex.
#[derive(Debug, Default)]
pub(crate) struct MexSet(Vec<u64>);

impl MexSet {
    pub(crate) fn insert(&mut self, value: u64) {
        let word = (value / 64) as usize;
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (value % 64);
    }

    pub(crate) fn mex(&self) -> u64 {
        let full = self.0.iter().take_while(|word| **word == u64::MAX).count();
        let next = self.0.get(full).copied().unwrap_or(0);
        64 * full as u64 + u64::from(next.trailing_ones())
    }
}

/// A sum whose parts are being evaluated.
struct Sum<P> {
    left: SmallVec<[P; 2]>,
    xor: u64,
}

/// An atom whose options are being evaluated.
struct Frame<P, I> {
    at: P,
    moves: I,
    option: Option<Sum<P>>,
    seen: MexSet,
}

impl<G: Shared> Grundy<G> {
    /// The atoms of a position, each in canonical form.
    fn atoms(game: &G, at: &G::Position) -> Sum<G::Position> {
        let parts = game.parts(at);
        Sum {
            left: parts.into_iter().map(|part| game.canonical(part)).collect(),
            xor: 0,
        }
    }

    /// Xors in the known parts; `Err` with the first unknown one.
    fn settle(&self, sum: &mut Sum<G::Position>) -> Result<u64, G::Position> {
        while let Some(part) = sum.left.pop() {
            match self.known.get(&part) {
                Some(value) => sum.xor ^= value,
                None => return Err(part),
            }
        }
        Ok(sum.xor)
    }

    fn explore(
        &mut self,
        game: &G,
        at: &G::Position,
        meter: &mut Meter,
    ) -> Result<u64, StopReason> {
        let mut root = Self::atoms(game, at);
        loop {
            match self.settle(&mut root) {
                Ok(value) => return Ok(value),
                Err(atom) => root.xor ^= self.explore_atom(game, atom, meter)?,
            }
        }
    }

    fn explore_atom(
        &mut self,
        game: &G,
        atom: G::Position,
        meter: &mut Meter,
    ) -> Result<u64, StopReason> {
        let mut stack: Vec<Frame<G::Position, _>> = Vec::new();
        let mut repetition = Repetition::default();
        let mut held = 0;
        let mut todo = Some(atom);
        loop {
            if let Some(at) = todo.take() {
                meter.visit()?;
                self.visited += 1;
                meter.afford(self.known.bytes() + held)?;
                stack.push(Frame {
                    moves: game.moves(&at),
                    at,
                    option: None,
                    seen: MexSet::default(),
                });
                held += size_of_val(&stack[0]) as u64;
                repetition.look(game, stack.len(), || stack.iter().map(|frame| &frame.at));
            }
            let frame = stack
                .last_mut()
                .expect("invariant: the loop ends when the root is popped");
            if let Some(option) = &mut frame.option {
                match self.settle(option) {
                    Ok(value) => {
                        frame.seen.insert(value);
                        frame.option = None;
                    }
                    Err(part) => {
                        todo = Some(part);
                        continue;
                    }
                }
            }
            if let Some(mv) = frame.moves.next() {
                meter.spend(1)?;
                frame.option = Some(Self::atoms(game, &game.play(&frame.at, &mv)));
                continue;
            }
            let Frame { at, seen, .. } = stack.pop().expect("invariant: the frame was there");
            let value = seen.mex();
            self.known.insert(&at, value);
            match stack.last_mut().and_then(|frame| frame.option.as_mut()) {
                Some(option) => option.xor ^= value,
                None => return Ok(value),
            }
        }
    }
}

impl<G: Shared> Solver<G> for Grundy<G> {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn visited(&self) -> u64 {
        self.visited
    }

    fn evaluate(&mut self, game: &G, at: &G::Position, limits: &Limits) -> Evaluated<G> {
        let value = self.explore(game, at, &mut limits.meter())?;
        let outcome = if value == 0 {
            Outcome::Loss
        } else {
            Outcome::Win
        };
        Ok(Evaluation {
            grundy: Some(value.into()),
            ..Evaluation::of(
                G::Score::plain(outcome).expect("invariant: who wins is all there is to say"),
            )
        })
    }

    fn why(
        &mut self,
        game: &G,
        at: &G::Position,
        value: &Evaluation<G::Score>,
        limits: &Limits,
    ) -> Reason {
        let parts = game.parts(at).into_iter();
        let parts = parts.map(|part| Ok(self.evaluate(game, &part, limits)?.grundy));
        let parts: Result<Option<Vec<_>>, Stopped<G::Score>> = parts.collect();
        let (Ok(Some(parts)), Some(sum)) = (parts, value.grundy.clone()) else {
            return Reason::Searched;
        };
        Reason::NimSum {
            what: Counted::GRUNDY_VALUE,
            parts,
            sum,
        }
    }
}
