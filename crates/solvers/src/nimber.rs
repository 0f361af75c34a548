//! `nimber`: the Grundy value of an impartial game in normal play, by asking: is it 0? is it 1? …
//!
//! An atom has the value `n` if and only if its sum with a heap of `n` is lost (Lemoine and Viennot 2012). One move to `n`
//! refutes this, so that most moves are never examined. Only if no move reaches `n` are all moves evaluated; the value is
//! then the least number that none of them reaches. For an option with several parts the smaller parts are evaluated, and
//! the largest is asked about. The known facts about an atom (its value, or some values that it does not have) are stored
//! in one word. Moves to parts with few moves come first, and equal parts cancel.
//!
//! Time: between the square root of the work of `grundy` and its product with the value. Memory: the atoms that are asked
//! about. Suited to boards that split into parts and have small values. Not for heaps, whose values are large, and not for
//! tables of all values.
//!
//! Source: J. Lemoine, S. Viennot, Nimbers are inevitable, Theoretical Computer Science 462 (2012).

use bouton_core::erased::Place;
use bouton_core::packed::packed;
use bouton_core::rules::{SharedRules, Sums};
use bouton_core::solver::{About, Evaluated, Evaluation, Field, Solution, Solved, Solver, Stopped};
use bouton_core::{
    Alternating, Counted, Erased, Impartial, Limits, Meter, Reason, StopReason, WinLoss,
};
use num_bigint::BigUint;
use smallvec::SmallVec;

use crate::bounds::Bounds;
use crate::grundy::{MexSet, Parted};
use crate::questions::{Prover, solution};
use crate::sort::sort_by_keys;
use crate::store::WordStore;

static ABOUT: About = About {
    id: "nimber",
    rank: 70,
    endless: false,
    proves: true,
    method: "asks of each atom whether it is lost beside a heap of 0, of 1, …, until one is",
    cost: "time: from the square root of all options on, and more where values are large; memory: the atoms asked about",
    source: "Lemoine, Viennot, Nimbers are inevitable, Theoretical Computer Science 462 (2012)",
    fills: &[Field::Value, Field::Grundy, Field::Line],
};

/// Asks for Grundy values, and remembers the facts about each atom.
#[derive(Debug, Default)]
pub struct Nimber {
    known: WordStore<Fact>,
    visited: u64,
    /// The positions visited before the current query.
    visited_before: u64,
}

/// The known facts about a value: if the lowest bit is set, the number above it is the value; otherwise each set bit
/// excludes a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fact(u64);

impl Fact {
    const NOTHING: Self = Self(0);
    /// Only values below this can be excluded.
    const SMALL: u64 = 63;

    fn is(value: u64) -> Self {
        Self(value << 1 | 1)
    }

    fn and_not(self, value: u64) -> Self {
        Self(self.0 | 2 << value)
    }

    fn value(self) -> Option<u64> {
        (self.0 & 1 == 1).then_some(self.0 >> 1)
    }

    fn excludes(self, value: u64) -> bool {
        match self.value() {
            Some(other) => other != value,
            None => value < Self::SMALL && self.0 >> (value + 1) & 1 == 1,
        }
    }

    /// The least possible value, if the value is unknown.
    fn least(self) -> u64 {
        (self.0 >> 1).trailing_ones().into()
    }
}

/// The words of an atom; many options are held at a time.
type Atom = SmallVec<[u64; 2]>;

/// A sum of atoms: the unknown ones are ordered from most moves to fewest.
#[derive(Debug)]
struct Sum {
    unknown: SmallVec<[Atom; 2]>,
    /// The xor of the known values.
    xor: u64,
}

/// A query about an atom: is its value this number?
type Question = (Atom, u64);

/// The answer for a sum when asked for a value.
enum Answer {
    Is(u64),
    IsNot,
    Ask(Question),
}

/// An atom in question.
struct Frame {
    at: Atom,
    /// The value asked about; `None` if the value itself is asked for.
    asked: Option<u64>,
    options: Vec<Sum>,
    /// The options before this index do not have the value wanted.
    next: usize,
    /// The value that an option must have: the one asked about, or else the least value not seen.
    wanted: u64,
    /// The values of the options seen.
    seen: MexSet,
}

/// An atom opened, or the facts found from its options.
type Opened = Result<Frame, (Atom, Fact)>;

impl Frame {
    fn bytes(&self) -> u64 {
        (size_of::<Self>() + self.options.capacity() * size_of::<Sum>()) as u64
    }

    /// Continues with the least value not seen; returns the value of the atom if that decides it.
    fn look_on(&mut self) -> Option<Fact> {
        self.wanted = self.seen.mex();
        self.next = 0;
        (self.asked == Some(self.wanted)).then(|| Fact::is(self.wanted))
    }
}

/// This many options of an atom are listed at once; the first that has the value asked about refutes it.
const AT_ONCE: usize = 2;

impl Nimber {
    fn fact(&self, atom: &[u64]) -> Fact {
        self.known.get(atom).copied().unwrap_or(Fact::NOTHING)
    }

    /// A sum of parts, with equal ones cancelled; also the number of moves of the largest unknown part, and of all parts.
    fn sum<'p>(
        &self,
        game: &dyn SharedRules,
        parts: impl Iterator<Item = &'p [u64]>,
        meter: &mut Meter,
    ) -> Result<(Sum, [usize; 2]), StopReason> {
        let mut unknown = SmallVec::<[Atom; 2]>::new();
        for atom in parts {
            match unknown.iter().position(|other| other[..] == *atom) {
                Some(twin) => drop(unknown.swap_remove(twin)),
                None => unknown.push(Atom::from_slice(atom)),
            }
        }
        let mut sum = Sum { unknown, xor: 0 };
        self.settle(&mut sum);
        let moves: SmallVec<[usize; 4]> = sum.unknown.iter().map(|atom| game.width(atom)).collect();
        let largest = moves.iter().copied().max().unwrap_or(0);
        let all = moves.iter().sum();
        meter.spend(all)?;
        let keys = moves.iter().map(|moves| [largest - moves, 0]);
        sort_by_keys(&mut sum.unknown, &keys.collect::<SmallVec<[_; 4]>>());
        Ok((sum, [largest, all]))
    }

    /// A position as a sum of its parts.
    fn sum_of(
        &self,
        game: &dyn SharedRules,
        at: &[u64],
        meter: &mut Meter,
    ) -> Result<Sum, StopReason> {
        let mut parts = Sums::default();
        game.parts(at, &mut parts);
        let (sum, _) = self.sum(game, parts.parts_of(0), meter)?;
        Ok(sum)
    }

    /// Xors in the values that have become known.
    fn settle(&self, sum: &mut Sum) {
        let Sum { unknown, xor } = sum;
        unknown.retain(|atom| match self.fact(atom).value() {
            Some(value) => {
                *xor ^= value;
                false
            }
            None => true,
        });
    }

    /// Whether a sum has the value `wanted`, or the query to be answered first.
    fn look(&self, sum: &mut Sum, wanted: u64) -> Answer {
        self.settle(sum);
        match &*sum.unknown {
            [] => Answer::Is(sum.xor),
            [atom] if self.fact(atom).excludes(wanted ^ sum.xor) => Answer::IsNot,
            [atom] => Answer::Ask((atom.clone(), wanted ^ sum.xor)),
            [.., smallest] => Answer::Ask((smallest.clone(), self.fact(smallest).least())),
        }
    }

    fn learn(&mut self, atom: &[u64], fact: Fact) {
        self.known.put(atom, fact);
    }

    /// Opens an atom and examines its options, unless one of them has the value asked about.
    fn open(
        &self,
        game: &dyn SharedRules,
        (at, value): Question,
        meter: &mut Meter,
    ) -> Result<Opened, StopReason> {
        let fact = self.fact(&at);
        let asked = (value < Fact::SMALL).then_some(value);
        let mut seen = MexSet::default();
        // If an atom is known not to have a value, an option has it.
        (0..Fact::SMALL)
            .filter(|value| fact.excludes(*value))
            .for_each(|value| seen.insert(value));
        let (mut options, mut sizes) = (Vec::new(), Vec::new());
        let mut sums = Sums::default();
        let mut others = game.open(&at, AT_ONCE, &mut sums);
        loop {
            for n in 0..sums.ends.len() {
                meter.spend(1)?;
                let (option, size) = self.sum(game, sums.parts_of(n), meter)?;
                if !option.unknown.is_empty() {
                    options.push(option);
                    sizes.push(size);
                } else if asked == Some(option.xor) {
                    return Ok(Err((at, fact.and_not(value))));
                } else {
                    seen.insert(option.xor);
                }
            }
            sums.clear();
            let Some(rest) = &mut others else {
                break;
            };
            if !rest(AT_ONCE, &mut sums) {
                others = None;
            }
        }
        sort_by_keys(&mut options, &sizes);
        let wanted = asked.unwrap_or_else(|| seen.mex());
        Ok(Ok(Frame {
            at,
            asked,
            options,
            next: 0,
            wanted,
            seen,
        }))
    }

    /// Examines options as far as facts are known; returns a fact about the atom, or the query to be answered first.
    fn step(&self, frame: &mut Frame) -> Result<Fact, Question> {
        loop {
            let is_asked = frame.asked == Some(frame.wanted);
            let Some(option) = frame.options.get_mut(frame.next) else {
                if !is_asked {
                    return Ok(Fact::is(frame.wanted));
                }
                match frame.look_on() {
                    Some(fact) => return Ok(fact),
                    None => continue,
                }
            };
            let mut found = false;
            match self.look(option, frame.wanted) {
                Answer::Ask(question) => return Err(question),
                Answer::IsNot => frame.next += 1,
                Answer::Is(value) => {
                    frame.seen.insert(value);
                    frame.next += 1;
                    found = value == frame.wanted;
                }
            }
            if found && is_asked {
                return Ok(self.fact(&frame.at).and_not(frame.wanted));
            }
            if found && let Some(fact) = frame.look_on() {
                return Ok(fact);
            }
        }
    }

    /// Finds whether the value of an atom is the one asked about.
    fn ask_atom(
        &mut self,
        game: &dyn SharedRules,
        question: Question,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        let mut stack: Vec<Frame> = Vec::new();
        let mut held = 0;
        let mut todo = Some(question);
        loop {
            if let Some(question) = todo.take() {
                meter.visit()?;
                self.visited += 1;
                meter.afford(self.known.bytes() + held)?;
                match self.open(game, question, meter)? {
                    Ok(frame) => {
                        held += frame.bytes();
                        stack.push(frame);
                    }
                    Err((atom, fact)) => self.learn(&atom, fact),
                }
            }
            let Some(frame) = stack.last_mut() else {
                return Ok(());
            };
            match self.step(frame) {
                Err(question) => todo = Some(question),
                Ok(fact) => {
                    held -= frame.bytes();
                    let frame = stack.pop().expect("invariant: the frame was there");
                    self.learn(&frame.at, fact);
                }
            }
        }
    }

    /// The value of a position.
    fn value(
        &mut self,
        game: &dyn SharedRules,
        at: &[u64],
        meter: &mut Meter,
    ) -> Result<u64, StopReason> {
        let mut sum = self.sum_of(game, at, meter)?;
        while let Some(atom) = sum.unknown.last() {
            let question = (atom.clone(), self.fact(atom).least());
            self.ask_atom(game, question, meter)?;
            self.settle(&mut sum);
        }
        Ok(sum.xor)
    }

    /// Whether a position has this value.
    fn is(
        &mut self,
        game: &dyn SharedRules,
        at: &[u64],
        value: u64,
        meter: &mut Meter,
    ) -> Result<bool, StopReason> {
        let mut sum = self.sum_of(game, at, meter)?;
        loop {
            match self.look(&mut sum, value) {
                Answer::Is(other) => return Ok(other == value),
                Answer::IsNot => return Ok(false),
                Answer::Ask(question) => self.ask_atom(game, question, meter)?,
            }
        }
    }

    /// The limits, less the positions that the current query has used.
    fn rest(&self, limits: &Limits) -> Limits {
        limits.less(self.visited - self.visited_before)
    }
}

/// Answers about a game whose parts these rules list.
struct Asked<'n> {
    nimber: &'n mut Nimber,
    rules: &'n dyn SharedRules,
}

impl<G: Alternating<Score = WinLoss>> Prover<G> for Asked<'_> {
    fn ask(
        &mut self,
        _game: &G,
        at: &G::Position,
        _window: Bounds<WinLoss>,
        limits: &Limits,
    ) -> Result<Bounds<WinLoss>, StopReason> {
        let limits = self.nimber.rest(limits);
        let mut meter = limits.meter();
        let lost = self.nimber.is(self.rules, &packed(at), 0, &mut meter)?;
        Ok(Bounds::exactly(outcome(lost)))
    }

    /// A value above 0 was proved by options of every smaller value: if it is known, so is a winning move.
    fn known(
        &mut self,
        _game: &G,
        at: &G::Position,
        _window: Bounds<WinLoss>,
        limits: &Limits,
    ) -> Option<Bounds<WinLoss>> {
        let mut meter = limits.meter();
        let sum = self.nimber.sum_of(self.rules, &packed(at), &mut meter);
        let lost = match self.nimber.look(&mut sum.ok()?, 0) {
            Answer::Is(value) => value == 0,
            Answer::IsNot => false,
            Answer::Ask(_) => return None,
        };
        Some(Bounds::exactly(outcome(lost)))
    }
}

fn outcome(lost: bool) -> WinLoss {
    if lost { WinLoss::Loss } else { WinLoss::Win }
}

impl Nimber {
    fn evaluation(
        &mut self,
        rules: &dyn SharedRules,
        at: &[u64],
        limits: &Limits,
    ) -> Result<Evaluation<WinLoss>, Stopped<WinLoss>> {
        self.visited_before = self.visited;
        let value = self.value(rules, at, &mut limits.meter())?;
        Ok(Evaluation {
            grundy: Some(value.into()),
            ..Evaluation::of(outcome(value == 0))
        })
    }

    fn solution<G: Alternating<Score = WinLoss>>(
        &mut self,
        rules: &dyn SharedRules,
        game: &G,
        at: &G::Position,
        limits: &Limits,
    ) -> Solved<G> {
        let words = packed(at);
        let value = self.evaluation(rules, &words, limits)?;
        let nimber = &mut *self;
        let found = solution(&mut Asked { nimber, rules }, game, at, value.score, limits);
        let (mut sum, mut parts) = (Sums::default(), Vec::new());
        rules.parts(&words, &mut sum);
        for part in sum.parts_of(0) {
            let limits = self.rest(limits);
            match self.value(rules, part, &mut limits.meter()) {
                Ok(grundy) => parts.push(BigUint::from(grundy)),
                Err(_) => return Ok(Solution { value, ..found }),
            }
        }
        let sum = value.grundy.clone().unwrap_or(BigUint::ZERO);
        let reason = Reason::NimSum {
            what: Counted::GRUNDY_VALUE,
            parts,
            sum,
        };
        Ok(Solution {
            value,
            reason,
            ..found
        })
    }
}

impl<G: Impartial> Solver<G> for Nimber {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn visited(&self) -> u64 {
        self.visited
    }

    fn evaluate(&mut self, game: &G, at: &G::Position, limits: &Limits) -> Evaluated<G> {
        self.evaluation(game, &packed(at), limits)
    }

    fn solve(&mut self, game: &G, at: &G::Position, limits: &Limits) -> Solved<G> {
        self.solution(game, game, at, limits)
    }
}

impl Solver<Erased<WinLoss>> for Parted<Nimber> {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn visited(&self) -> u64 {
        self.solver.visited
    }

    fn evaluate(
        &mut self,
        _: &Erased<WinLoss>,
        at: &Place,
        limits: &Limits,
    ) -> Evaluated<Erased<WinLoss>> {
        self.solver.evaluation(&*self.rules, &at.0, limits)
    }

    fn solve(
        &mut self,
        game: &Erased<WinLoss>,
        at: &Place,
        limits: &Limits,
    ) -> Solved<Erased<WinLoss>> {
        self.solver.solution(&*self.rules, game, at, limits)
    }
}

#[cfg(test)]
mod tests {
    use bouton_core::{Alternating, Game, Loopfree};

    use super::*;

    /// Nim, with a part for each heap only if asked for.
    #[derive(Debug)]
    struct Heaps {
        apart: bool,
    }

    impl Game for Heaps {
        type Position = Vec<u8>;
        type Move = (usize, u8);
    }

    impl Alternating for Heaps {
        type Score = WinLoss;
        fn moves<'g>(&'g self, at: &Vec<u8>) -> impl Iterator<Item = (usize, u8)> + use<'g> {
            let at = at.clone();
            (0..at.len()).flat_map(move |heap| (0..at[heap]).map(move |left| (heap, left)))
        }
        fn play(&self, at: &Vec<u8>, &(heap, left): &(usize, u8)) -> Vec<u8> {
            let mut to = at.clone();
            to[heap] = left;
            to
        }
        fn score(&self, at: &Vec<u8>) -> Option<WinLoss> {
            at.iter().all(|heap| *heap == 0).then_some(WinLoss::Loss)
        }
    }

    impl Loopfree for Heaps {
        type Height = u32;
        fn height(&self, at: &Vec<u8>) -> u32 {
            at.iter().map(|heap| u32::from(*heap)).sum()
        }
    }

    impl Impartial for Heaps {
        fn summands(&self, at: &Vec<u8>) -> SmallVec<[Vec<u8>; 2]> {
            if self.apart {
                at.iter().map(|heap| vec![*heap]).collect()
            } else {
                SmallVec::from_iter([at.clone()])
            }
        }
    }

    /// Bouton (1901): the value of nim is the xor of the heaps.
    fn check(apart: bool, at: &[u8]) {
        let mut solver = Nimber::default();
        let (game, position) = (Heaps { apart }, at.to_vec());
        let found = solver.solve(&game, &position, &Limits::default());
        let found = found.unwrap();
        let xor = at.iter().fold(0, |xor, heap| xor ^ heap);
        assert_eq!(found.value.grundy, Some(xor.into()), "{at:?}");
        let wins = |(heap, left): &(usize, u8)| xor ^ at[*heap] ^ left == 0;
        let all = game.moves(&position);
        let expected: Vec<_> = all.filter(|mv| xor == 0 || wins(mv)).collect();
        assert_eq!(found.best.moves, expected, "{at:?}");
    }

    #[test]
    fn values_of_nim() {
        for a in 0..7 {
            for b in 0..7 {
                for c in 0..4 {
                    check(true, &[a, b, c]);
                    check(false, &[a, b, c]);
                }
            }
        }
    }

    /// Values that do not fit in the word of excluded values.
    #[test]
    fn large_values() {
        for heap in [61, 62, 63, 64, 65, 100, 130] {
            check(false, &[heap]);
            check(true, &[heap, 3, 70]);
        }
    }

    #[test]
    fn stops_at_its_nodes() {
        for nodes in [0, 1, 10] {
            let limits = Limits::of_nodes(nodes);
            let mut solver = Nimber::default();
            let stopped = solver.solve(&Heaps { apart: false }, &vec![9, 9, 9], &limits);
            assert_eq!(stopped.unwrap_err().reason, StopReason::Nodes);
            assert!(Solver::<Heaps>::visited(&solver) <= nodes);
        }
    }
}
