//! `period`: take-and-break games by the Grundy sequence of single heaps, with a search for a period and its proof.
//!
//! For games with the property [`TakeAndBreak`] in normal play. [`crate::sequence`] computes the sequence up to the largest
//! heap, or until a period is proved (Guy and Smith); from then on the value of a heap of any size, also beyond 64 bits, is
//! looked up. The value of a position is the xor of its heaps' values. Winning moves are found without listing every option
//! of a huge heap: past the preperiod the splits of a heap in two depend only on residue classes (see `splits.rs`).
//!
//! Time: that of the sequence; then preperiod + period steps for each number that may be taken. Memory: about a byte a heap
//! of the sequence. Not for heaps beyond those that can be computed if the sequence has no known period. If three or more
//! heaps are left, or values grow with a saltus, and there are too many options to list, the first winning move found
//! stands for all; it is also found by residue classes (`single.rs`).
//!
//! Source: R. K. Guy and C. A. B. Smith, The G-values of various games, Proc. Camb. Phil. Soc. 52 (1956), 514–526.

mod single;
mod splits;

use bouton_core::heaps::Heap;
use bouton_core::solver::{
    About, Best, Chooser, Evaluated, Evaluation, Field, Solution, Solved, Solver,
};
use bouton_core::take_and_break::{Code, Constraint, TakeAndBreak};
use bouton_core::{Counted, Limits, Meter, Reason, StopReason, WinLoss};
use num_bigint::BigUint;

use crate::lasting::Lasting;
use crate::reach::{QUICK, reaches_few};
use crate::sequence::Sequence;
use single::Single;
use splits::Splits;

/// Computes and stores the Grundy values of single heaps.
#[derive(Debug, Default)]
pub struct Periodic {
    sequence: Option<Sequence>,
    /// The length of play of one heap, where no heap splits.
    lasting: Lasting,
    visited: u64,
}

static ABOUT: About = About {
    id: "period",
    rank: 30,
    endless: false,
    proves: true,
    method: "the Grundy sequence of single heaps until its period is proved, then a look-up for each heap; xor over heaps",
    cost: "time: the sequence, until it is proved or reaches the heap; memory: about a byte a heap of the sequence",
    source: "Guy and Smith, The G-values of various games (1956)",
    fills: &[Field::Value, Field::Grundy, Field::Remoteness],
};

/// Up to this many moves are listed one by one where splits cannot be counted: some seconds of work.
const MANY: usize = 3_000_000;
/// The fewest heaps that are computed at once.
const LEAST: u64 = 256;

impl Periodic {
    /// Computes the sequence until it knows `heap`.
    fn reach(&mut self, code: &Code, heap: &BigUint, limits: &Limits) -> Result<(), StopReason> {
        if self
            .sequence
            .as_ref()
            .is_some_and(|known| known.big_value(heap).is_some())
        {
            return Ok(());
        }
        let known = self
            .sequence
            .as_ref()
            .map_or(0, |known| known.values.len() as u64);
        let wanted = u64::try_from(heap).unwrap_or(u64::MAX);
        let found = Sequence::compute(code.clone(), wanted.max(2 * known).max(LEAST), limits);
        let found = found.expect("invariant: every code has an engine");
        self.visited += found.values.len() as u64;
        let stopped = found.stopped;
        let answered = found.big_value(heap).is_some();
        self.sequence = Some(found);
        if answered {
            return Ok(());
        }
        Err(stopped.unwrap_or(StopReason::Memory))
    }

    /// The value of a heap within reach.
    fn value(&self, heap: &BigUint) -> BigUint {
        let sequence = self.sequence.as_ref();
        let value = sequence.and_then(|known| known.big_value(heap));
        value.expect("invariant: the sequence was computed to the largest heap")
    }

    fn values<G: TakeAndBreak>(&self, game: &G, at: &G::Position) -> Vec<BigUint> {
        game.sizes(at)
            .iter()
            .map(|heap| self.value(&heap.big()))
            .collect()
    }

    fn grundy<G: TakeAndBreak>(&self, game: &G, at: &G::Position) -> BigUint {
        xor(&self.values(game, at))
    }

    /// The plies to the end, if one heap is left that does not split and is not too large.
    fn plies<G: TakeAndBreak>(
        &mut self,
        game: &G,
        at: &G::Position,
        meter: &mut Meter,
    ) -> Result<Option<u32>, StopReason> {
        let (code, zero) = (game.code(), G::Size::from(0));
        let mut full = game.sizes(at).iter().filter(|heap| **heap > zero);
        let heap = full.next().map_or(BigUint::ZERO, Heap::big);
        if full.next().is_some() || code.most_heaps().is_none_or(|most| most > 1) {
            return Ok(None);
        }
        let mut lasting = std::mem::take(&mut self.lasting);
        let options = |n: usize| {
            let options = code.options(n as u64);
            options.map(|option| option.left.iter().sum::<u64>() as usize)
        };
        let wins = |n: usize| self.value(&n.into()) != BigUint::ZERO;
        let moves = code.most_taken().unwrap_or(u64::MAX);
        let plies = lasting.of(&heap, moves, options, wins, meter);
        self.lasting = lasting;
        plies
    }

    /// The best moves of a position whose length of play is known.
    fn lasting<G: TakeAndBreak>(
        &mut self,
        game: &G,
        at: &G::Position,
        score: WinLoss,
        meter: &mut Meter,
    ) -> Result<Best<G::Move>, StopReason> {
        let mut chooser = Chooser::new(score);
        for mv in game.moves(at) {
            let to = game.play(at, &mv);
            if self.is_best(game, &to, score) {
                let plies = self.plies(game, &to, meter)?;
                chooser.take(game, mv, &to, plies.map(|plies| plies + 1));
            }
        }
        Ok(chooser.best())
    }

    fn reason<G: TakeAndBreak>(&self, game: &G, at: &G::Position) -> Reason {
        let parts = self.values(game, at);
        let proved = self
            .sequence
            .as_ref()
            .filter(|known| known.status.is_proved());
        match proved.and_then(|known| known.status.period()) {
            Some(found) => Reason::Period {
                period: found.period,
                preperiod: found.preperiod,
                saltus: found.saltus,
                parts,
            },
            None => Reason::NimSum {
                what: Counted::GRUNDY_VALUE,
                sum: xor(&parts),
                parts,
            },
        }
    }

    /// The best moves; if the value is 0, all of them.
    fn best<G: TakeAndBreak>(
        &self,
        game: &G,
        at: &G::Position,
        score: WinLoss,
        meter: &mut Meter,
    ) -> Result<Best<G::Move>, StopReason> {
        let sequence = self.sequence.as_ref();
        let sequence = sequence.expect("invariant: the sequence was computed");
        if let Some(splits) = Splits::of(sequence) {
            return self.by_splits(game, at, score, &splits, meter);
        }
        let mut number = 0;
        for _ in game.moves(at).take(MANY + 1) {
            meter.visit()?;
            number += 1;
        }
        if number <= MANY {
            return self.listed(game, at, score, game.moves(at), meter);
        }
        if let (WinLoss::Win, Some(single)) = (score, Single::of(sequence))
            && let Some(mv) = self.single(game, at, &single, meter)?
        {
            return Ok(one_of_many(mv));
        }
        self.first(game, at, score, meter)
    }

    /// Whether a move is best at a position of this score.
    fn is_best<G: TakeAndBreak>(&self, game: &G, to: &G::Position, score: WinLoss) -> bool {
        score == WinLoss::Loss || self.grundy(game, to) == BigUint::ZERO
    }

    /// The best among these moves.
    fn listed<G: TakeAndBreak>(
        &self,
        game: &G,
        at: &G::Position,
        score: WinLoss,
        moves: impl IntoIterator<Item = G::Move>,
        meter: &mut Meter,
    ) -> Result<Best<G::Move>, StopReason> {
        let mut chooser = Chooser::new(score);
        for mv in moves {
            meter.visit()?;
            let to = game.play(at, &mv);
            if self.is_best(game, &to, score) {
                chooser.take(game, mv, &to, None);
            }
        }
        Ok(chooser.best())
    }

    /// The first best move.
    fn first<G: TakeAndBreak>(
        &self,
        game: &G,
        at: &G::Position,
        score: WinLoss,
        meter: &mut Meter,
    ) -> Result<Best<G::Move>, StopReason> {
        for mv in game.moves(at) {
            meter.visit()?;
            if self.is_best(game, &game.play(at, &mv), score) {
                return Ok(one_of_many(mv));
            }
        }
        unreachable!("invariant: a position with moves has a best one")
    }

    /// A winning move that leaves at most three heaps of one, if one is found.
    fn single<G: TakeAndBreak>(
        &self,
        game: &G,
        at: &G::Position,
        single: &Single,
        meter: &mut Meter,
    ) -> Result<Option<G::Move>, StopReason> {
        for place in self.places(game, at) {
            let Place { heap, target, .. } = &place;
            let Some(target) = target else { continue };
            for (taken, digit) in game.code().digits() {
                if *heap < taken.into() {
                    break;
                }
                let (rest, free) = (heap - taken, Some(Constraint::Any));
                let alone: Vec<_> = (rest != BigUint::ZERO)
                    .then(|| rest.clone())
                    .into_iter()
                    .collect();
                let fits =
                    digit.constraint(alone.len() as u64) == free && self.value(&rest) == *target;
                let mut left = fits.then_some(alone);
                if left.is_none() && digit.constraint(2) == free {
                    left = single.two(&rest, target, meter)?.map(Vec::from);
                }
                if left.is_none() && digit.constraint(3) == free {
                    left = single.three(&rest, target, meter)?.map(Vec::from);
                }
                let sizes: Option<Vec<_>> = left.map(|left| left.iter().map(size).collect());
                let moves = sizes.map(|left| game.breaking(at, place.index, taken, &left));
                if let Some(mv) = moves.and_then(|moves| moves.into_iter().next()) {
                    return Ok(Some(mv));
                }
            }
        }
        Ok(None)
    }

    /// The heaps, each with the value that must be left of it.
    fn places<G: TakeAndBreak>(&self, game: &G, at: &G::Position) -> Vec<Place> {
        let values = self.values(game, at);
        let sum = xor(&values);
        let place = |((index, heap), value): ((usize, &G::Size), &BigUint)| Place {
            index,
            heap: heap.big(),
            target: (sum != BigUint::ZERO).then(|| value ^ &sum),
        };
        let sizes = game.sizes(at).iter().enumerate();
        sizes.zip(&values).map(place).collect()
    }

    fn by_splits<G: TakeAndBreak>(
        &self,
        game: &G,
        at: &G::Position,
        score: WinLoss,
        splits: &Splits,
        meter: &mut Meter,
    ) -> Result<Best<G::Move>, StopReason> {
        let mut groups = Vec::new();
        for place in self.places(game, at) {
            groups.extend(self.groups(game, at, &place, splits, meter)?);
        }
        let count: BigUint = groups.iter().map(|group| &group.count).sum();
        if count <= BigUint::from(Best::<G::Move>::LISTED) {
            let (mut chooser, all) = (Chooser::new(score), game.tokens(at));
            for group in &groups {
                let left = || all.as_ref().map(|all| all - group.taken);
                for mv in group.all(game, at) {
                    chooser.add(mv, None, &left);
                }
            }
            return Ok(chooser.best());
        }
        let wanted = groups.iter().reduce(|best, group| match score {
            WinLoss::Win if group.taken > best.taken => group,
            WinLoss::Loss if group.taken < best.taken => group,
            _ => best,
        });
        let preferred = wanted.and_then(|group| group.all(game, at).next());
        Ok(Best::unlisted(preferred, Some(count)))
    }

    /// The best moves in one heap, by the number taken and the number of heaps left.
    fn groups<G: TakeAndBreak>(
        &self,
        game: &G,
        at: &G::Position,
        place: &Place,
        splits: &Splits,
        meter: &mut Meter,
    ) -> Result<Vec<Group>, StopReason> {
        let Place { heap, target, .. } = place;
        let target = target.as_ref();
        let mut groups = Vec::new();
        for (taken, digit) in game.code().digits() {
            if *heap < taken.into() {
                break;
            }
            let rest = heap - taken;
            let alone = u64::from(rest != BigUint::ZERO);
            if digit.constraint(alone).is_some()
                && target.is_none_or(|target| self.value(&rest) == *target)
            {
                groups.push(Group::alone(game, at, place.index, taken, &rest));
            }
            if let Some(constraint) = digit.constraint(2) {
                let mut found = splits.find(&rest, target, meter)?;
                if constraint != Constraint::Any {
                    found.drop_halves();
                }
                groups.extend(Group::split(game, at, place.index, taken, found));
            }
        }
        Ok(groups)
    }
}

/// A heap in which best moves are searched for.
struct Place {
    index: usize,
    heap: BigUint,
    /// The value that the rest of the heap must have; `None`: every move is best.
    target: Option<BigUint>,
}

/// Best moves in one heap that take the same number and leave the same number of heaps.
struct Group {
    place: usize,
    taken: u64,
    left: Left,
    count: BigUint,
}

/// The heaps that the moves of a group leave.
enum Left {
    /// No heap, or this one.
    Alone(BigUint),
    /// Two heaps.
    Split(splits::SplitList),
}

impl Group {
    fn alone<G: TakeAndBreak>(
        game: &G,
        at: &G::Position,
        place: usize,
        taken: u64,
        rest: &BigUint,
    ) -> Self {
        let left: Vec<_> = (*rest != BigUint::ZERO)
            .then(|| size(rest))
            .into_iter()
            .collect();
        let count = game.breaking(at, place, taken, &left).len().into();
        Self {
            place,
            taken,
            left: Left::Alone(rest.clone()),
            count,
        }
    }

    fn split<G: TakeAndBreak>(
        game: &G,
        at: &G::Position,
        place: usize,
        taken: u64,
        found: splits::SplitList,
    ) -> Option<Self> {
        let ways =
            |[a, b]: [BigUint; 2]| game.breaking(at, place, taken, &[size(&a), size(&b)]).len();
        let unequal = found.unequal();
        let mut count = BigUint::ZERO;
        if let Some(parts) = unequal.first {
            count += unequal.count * ways(parts);
        }
        if let Some(parts) = found.halves() {
            count += ways(parts);
        }
        (count > BigUint::ZERO).then_some(Self {
            place,
            taken,
            left: Left::Split(found),
            count,
        })
    }

    /// The moves, in the game's own order.
    fn all<'g, G: TakeAndBreak>(
        &'g self,
        game: &'g G,
        at: &'g G::Position,
    ) -> Box<dyn Iterator<Item = G::Move> + 'g> {
        let breaking = move |left: &[G::Size]| game.breaking(at, self.place, self.taken, left);
        match &self.left {
            Left::Alone(rest) if *rest == BigUint::ZERO => Box::new(breaking(&[]).into_iter()),
            Left::Alone(rest) => Box::new(breaking(&[size(rest)]).into_iter()),
            Left::Split(found) => Box::new(
                found
                    .pairs()
                    .flat_map(move |[a, b]| breaking(&[size(&a), size(&b)])),
            ),
        }
    }
}

/// A part of a heap, converted to the type of the heap.
fn size<H: Heap>(part: &BigUint) -> H {
    H::from_big(part).expect("invariant: a part of a heap is no larger than the heap")
}

fn xor(values: &[BigUint]) -> BigUint {
    values.iter().fold(BigUint::ZERO, |sum, value| sum ^ value)
}

/// One best move that stands for all; the others were not counted.
fn one_of_many<M>(mv: M) -> Best<M> {
    Best::unlisted(Some(mv), None)
}

fn outcome(grundy: &BigUint) -> WinLoss {
    if *grundy == BigUint::ZERO {
        WinLoss::Loss
    } else {
        WinLoss::Win
    }
}

fn largest<G: TakeAndBreak>(game: &G, at: &G::Position) -> BigUint {
    let sizes = game.sizes(at);
    sizes.iter().max().map(Heap::big).unwrap_or_default()
}

impl<G: TakeAndBreak> Solver<G> for Periodic {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    /// Not if it would compute very many heaps while play can reach only few positions.
    fn offers_itself(&self, game: &G, at: &G::Position, limits: &Limits) -> bool {
        let computed = largest(game, at).min(game.code().most_taken().unwrap_or(0).into());
        computed <= BigUint::from(QUICK) || !reaches_few(game, at, limits)
    }

    fn visited(&self) -> u64 {
        self.visited
    }

    fn evaluate(&mut self, game: &G, at: &G::Position, limits: &Limits) -> Evaluated<G> {
        self.reach(game.code(), &largest(game, at), limits)?;
        let grundy = self.grundy(game, at);
        let score = outcome(&grundy);
        Ok(Evaluation {
            remoteness: self.plies(game, at, &mut limits.meter())?,
            grundy: Some(grundy),
            ..Evaluation::of(score)
        })
    }

    fn solve(&mut self, game: &G, at: &G::Position, limits: &Limits) -> Solved<G> {
        let value = self.evaluate(game, at, limits)?;
        let meter = &mut limits.meter();
        let best = match value.remoteness {
            Some(_) => self.lasting(game, at, value.score, meter),
            None => self.best(game, at, value.score, meter),
        };
        Ok(Solution {
            best: best.unwrap_or_else(Best::unknown),
            value,
            line: None,
            reason: self.reason(game, at),
        })
    }
}
