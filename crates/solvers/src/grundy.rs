//! `grundy`: the Grundy value of any impartial game in normal play.
//!
//! The value of a position is the xor of its summands' values; the value of an atom is the mex (least missing number) of
//! its options' values (Sprague 1935, Grundy 1939). The search is depth-first with an explicit stack and stores each atom
//! once. Time is proportional to the options of all reachable atoms, memory to the atoms. Not for misère play, which Grundy
//! values do not decide, and not for plies to the end. A position that repeats is refused (see [`crate::repetition`]).

use std::ops::Range;
use std::sync::Arc;

use bouton_core::erased::Place;
use bouton_core::game::Shared;
use bouton_core::packed::packed;
use bouton_core::rules::{Others, SharedRules, Sums};
use bouton_core::solver::{About, Evaluated, Evaluation, Field, Solver, Stopped};
use bouton_core::{Counted, Erased, Limits, Meter, Outcome, Reason, Score, StopReason, fail};

use num_bigint::BigUint;

use crate::memo::at_once;
use crate::repetition::Repetition;
use crate::store::WordStore;

/// Computes Grundy values and remembers those of atoms.
#[derive(Debug, Default)]
pub struct Grundy {
    known: WordStore<u64>,
    visited: u64,
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

/// An atom whose options are being evaluated.
struct Frame<'g> {
    /// Its words.
    at: Range<usize>,
    /// Where its options begin; those that were listed last stand at the end of all.
    first: Spot,
    /// The next part, of the next option.
    next: Spot,
    /// The xor of the parts before it.
    xor: u64,
    seen: MexSet,
    /// The options that are not listed yet.
    others: Option<Others<'g, Sums>>,
}

/// A place among the options: one of them, a part of it, and the first word of that part.
#[derive(Clone, Copy)]
struct Spot {
    option: usize,
    part: usize,
    word: usize,
}

impl Spot {
    fn end_of(options: &Sums) -> Self {
        Self {
            option: options.ends.len(),
            part: options.parts.len(),
            word: options.words.len(),
        }
    }

    /// Forgets the options from here on.
    fn cut(self, options: &mut Sums) {
        options.ends.truncate(self.option);
        options.parts.truncate(self.part);
        options.words.truncate(self.word);
    }
}

impl Frame<'_> {
    /// Xors in the known parts of options; the first part that is not known.
    fn settle(&mut self, known: &WordStore<u64>, options: &Sums) -> Option<Range<usize>> {
        while let Some(&end) = options.ends.get(self.next.option) {
            while self.next.part < end {
                let part = self.next.word..options.parts[self.next.part];
                let Some(value) = known.get(&options.words[part.clone()]) else {
                    return Some(part);
                };
                self.add(*value, part.end);
            }
            self.seen.insert(self.xor);
            self.xor = 0;
            self.next.option += 1;
        }
        None
    }

    /// Xors in the next part, whose words end here.
    fn add(&mut self, value: u64, end: usize) {
        self.xor ^= value;
        self.next.part += 1;
        self.next.word = end;
    }
}

impl Grundy {
    fn explore(
        &mut self,
        game: &dyn SharedRules,
        at: &[u64],
        meter: &mut Meter,
    ) -> Result<u64, StopReason> {
        let mut atoms = Sums::default();
        game.parts(at, &mut atoms);
        let mut xor = 0;
        for atom in atoms.parts_of(0) {
            xor ^= self.explore_atom(game, atom, meter)?;
        }
        Ok(xor)
    }

    fn explore_atom(
        &mut self,
        game: &dyn SharedRules,
        atom: &[u64],
        meter: &mut Meter,
    ) -> Result<u64, StopReason> {
        if let Some(value) = self.known.get(atom) {
            return Ok(*value);
        }
        let mut options = Sums {
            words: atom.to_vec(),
            ..Sums::default()
        };
        let mut stack: Vec<Frame<'_>> = Vec::new();
        let mut repetition = Repetition::default();
        let (mut todo, mut here) = (Some(0..atom.len()), Vec::new());
        loop {
            if let Some(at) = todo.take() {
                meter.visit()?;
                self.visited += 1;
                let frames = stack.capacity() * size_of::<Frame<'_>>();
                meter.afford(self.known.bytes() + 2 * (options.bytes() + frames) as u64)?;
                here.clear();
                here.extend_from_slice(&options.words[at.clone()]);
                let first = Spot::end_of(&options);
                stack.push(Frame {
                    at,
                    first,
                    next: first,
                    xor: 0,
                    seen: MexSet::default(),
                    others: game.open(&here, at_once(here.len()), &mut options),
                });
                let line = || stack.iter().map(|frame| &options.words[frame.at.clone()]);
                if let Some(twice) = repetition.look(stack.len(), line) {
                    fail(game.endless(twice));
                }
            }
            let frame = stack
                .last_mut()
                .expect("invariant: the loop ends when the root is popped");
            todo = frame.settle(&self.known, &options);
            if todo.is_some() {
                continue;
            }
            meter.spend(frame.next.option - frame.first.option)?;
            frame.first.cut(&mut options);
            frame.next = frame.first;
            if let Some(others) = &mut frame.others {
                if !others(at_once(frame.at.len()), &mut options) {
                    frame.others = None;
                }
                continue;
            }
            let Frame { at, seen, .. } = stack.pop().expect("invariant: the frame was there");
            let value = seen.mex();
            self.known.insert(&options.words[at.clone()], value);
            match stack.last_mut() {
                Some(before) => before.add(value, at.end),
                None => return Ok(value),
            }
        }
    }
}

impl Grundy {
    fn evaluation<S: Score>(
        &mut self,
        rules: &dyn SharedRules,
        at: &[u64],
        limits: &Limits,
    ) -> Result<Evaluation<S>, Stopped<S>> {
        let value = self.explore(rules, at, &mut limits.meter())?;
        let outcome = if value == 0 {
            Outcome::Loss
        } else {
            Outcome::Win
        };
        let score = S::plain(outcome).expect("invariant: who wins is all there is to say");
        Ok(Evaluation {
            grundy: Some(value.into()),
            ..Evaluation::of(score)
        })
    }

    fn reason(
        &mut self,
        rules: &dyn SharedRules,
        at: &[u64],
        sum: Option<&BigUint>,
        limits: &Limits,
    ) -> Reason {
        let mut sums = Sums::default();
        rules.parts(at, &mut sums);
        let mut meter = limits.meter();
        let parts = sums.parts_of(0);
        let parts = parts.map(|part| Ok(self.explore(rules, part, &mut meter)?.into()));
        let parts: Result<_, StopReason> = parts.collect();
        match (parts, sum) {
            (Ok(parts), Some(sum)) => Reason::NimSum {
                what: Counted::GRUNDY_VALUE,
                parts,
                sum: sum.clone(),
            },
            _ => Reason::Searched,
        }
    }
}

impl<G: Shared> Solver<G> for Grundy {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn visited(&self) -> u64 {
        self.visited
    }

    fn evaluate(&mut self, game: &G, at: &G::Position, limits: &Limits) -> Evaluated<G> {
        self.evaluation(game, &packed(at), limits)
    }

    fn why(
        &mut self,
        game: &G,
        at: &G::Position,
        value: &Evaluation<G::Score>,
        limits: &Limits,
    ) -> Reason {
        self.reason(game, &packed(at), value.grundy.as_ref(), limits)
    }
}

/// A solver that searches the parts of positions, with the rules that list them.
pub struct Parted<V> {
    /// The rules of the game that it is asked about.
    pub rules: Arc<dyn SharedRules>,
    /// The solver.
    pub solver: V,
    /// Whether it is asked before all others at positions that split, though not every game with these rules ends.
    pub leads_in_sums: bool,
}

impl<S: Score> Solver<Erased<S>> for Parted<Grundy> {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn visited(&self) -> u64 {
        self.solver.visited
    }

    fn leads(&self, _: &Erased<S>, at: &Place) -> bool {
        let mut parts = Sums::default();
        if self.leads_in_sums {
            self.rules.parts(&at.0, &mut parts);
        }
        self.leads_in_sums && parts.parts_of(0).count() > 1
    }

    fn evaluate(&mut self, _: &Erased<S>, at: &Place, limits: &Limits) -> Evaluated<Erased<S>> {
        self.solver.evaluation(&*self.rules, &at.0, limits)
    }

    fn why(&mut self, _: &Erased<S>, at: &Place, value: &Evaluation<S>, limits: &Limits) -> Reason {
        let grundy = value.grundy.as_ref();
        self.solver.reason(&*self.rules, &at.0, grundy, limits)
    }
}
