//! The proof that a monoid gives the outcomes of all sums of some heaps.
//!
//! A monoid Q with lost elements and a class for every heap gives the outcomes of all sums, if
//! 1. the class of the empty position is not lost;
//! 2. for every heap h, every option o of h and every r in Q: if the class of h times r is lost, that of o times r is not;
//! 3. every sum in which a move is left and whose class is not lost has an option whose class is lost.
//!
//! Proof: by induction, a sum whose class is lost has no option whose class is lost (each option is an option of some heap,
//! times the rest). A sum whose class is not lost has one, or has no moves and is won by the misère rule. The monoid is the
//! quotient if, in addition, each class is that of some sum and any two classes are distinguished by a third: `table`
//! ensures that.
//!
//! The third condition is about infinitely many sums. For a sum G it needs only two things: its class, and the set W of all
//! r for which some option of G times r is lost. The pairs (class, W) of all sums are finitely many, and follow from those
//! of the heaps: for G + H the set is {r : H·r ∈ W(G) or G·r ∈ W(H)}. If one W contains another of the same class, the
//! larger may be dropped: whatever is added to both, if the sum with the smaller W has its lost option, so does the sum
//! with the larger. Few pairs are left: 50 for Kayles.

use bouton_core::hashing::FastMap;
use bouton_core::{Limits, StopReason};

use crate::position::{Position, sum};
use crate::quotient::{Class, Quotient};

/// A set of classes, a bit each.
type Classes = Box<[u64]>;

/// The pair (class, W) of a sum, as defined at the top of this file, and its composition from heaps.
#[derive(Clone, Debug)]
struct Pair {
    class: Class,
    wins: Classes,
    heap: u32,
    /// The pair that the heap was added to.
    rest: Option<usize>,
    /// Whether no smaller set of the same class was found.
    minimal: bool,
}

/// All minimal pairs of the sums of some heaps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Closure {
    pairs: Vec<Pair>,
    /// The minimal pairs of each class.
    of_class: FastMap<Class, Vec<usize>>,
    /// The pairs of the heaps, each once.
    heaps: Vec<(Class, Classes, u32)>,
}

/// The reason why a monoid does not give the outcomes.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// A counterexample: this sum is won but has no lost option, or it is lost and has a lost option.
    Wrong(Position),
    Stopped(StopReason),
}

impl From<StopReason> for Refusal {
    fn from(why: StopReason) -> Self {
        Self::Stopped(why)
    }
}

impl Closure {
    /// Its approximate size in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let wins = self
            .pairs
            .first()
            .map_or(0, |pair| size_of_val(&*pair.wins));
        let pair = size_of::<Pair>() + wins + size_of::<usize>();
        ((self.pairs.len() + self.heaps.len()) * pair) as u64
    }

    /// Proves that the quotient gives the outcomes of all sums of heaps with these options.
    pub(crate) fn of(
        quotient: &Quotient,
        options: &[Vec<Position>],
        limits: &Limits,
    ) -> Result<Self, Refusal> {
        let mut closure = Self::default();
        for (heap, options) in options.iter().enumerate() {
            if options.is_empty() {
                continue;
            }
            limits.check()?;
            let class = quotient.pretending[heap];
            let wins = wins(quotient, options);
            if let Some(rest) = both_lost(quotient, class, &wins) {
                let rest = quotient.representative(rest);
                return Err(Refusal::Wrong(sum(rest, &[heap as u32])));
            }
            closure.add(quotient, class, wins, heap as u32, limits)?;
        }
        Ok(closure)
    }

    /// The class of a new heap with these options, if the quotient does not change; and the closure with that heap.
    pub(crate) fn with(
        &self,
        quotient: &Quotient,
        heap: u32,
        options: &[Position],
        limits: &Limits,
    ) -> Result<Option<(Class, Option<Self>)>, StopReason> {
        let wins = wins(quotient, options);
        if let Some((class, ..)) = self.heaps.iter().find(|(_, known, _)| *known == wins) {
            return Ok(Some((*class, None)));
        }
        for class in 0..quotient.order() as Class {
            limits.check()?;
            if both_lost(quotient, class, &wins).is_some() || !self.agrees(quotient, class, &wins) {
                continue;
            }
            let mut with = self.clone();
            match with.add(quotient, class, wins.clone(), heap, limits) {
                Ok(()) => return Ok(Some((class, Some(with)))),
                Err(Refusal::Stopped(why)) => return Err(why),
                Err(Refusal::Wrong(_)) => {}
            }
        }
        Ok(None)
    }

    /// Whether the third condition holds for a heap with this pair, alone and added to each sum.
    fn agrees(&self, quotient: &Quotient, class: Class, wins: &Classes) -> bool {
        let alone = quotient.is_lost(class) || has(wins, 0);
        let minimal = self.pairs.iter().filter(|pair| pair.minimal);
        alone
            && minimal.into_iter().all(|pair| {
                quotient.is_lost(quotient.times(class, pair.class))
                    || has(&pair.wins, class)
                    || has(wins, pair.class)
            })
    }

    /// Adds a heap that satisfies the second condition, and proves the third for all sums with it.
    fn add(
        &mut self,
        quotient: &Quotient,
        class: Class,
        wins: Classes,
        heap: u32,
        limits: &Limits,
    ) -> Result<(), Refusal> {
        if self
            .heaps
            .iter()
            .any(|(known, of, _)| *known == class && *of == wins)
        {
            return Ok(());
        }
        self.heaps.push((class, wins.clone(), heap));
        let mut new = Vec::new();
        new.extend(self.insert(quotient, class, wins, heap, None)?);
        let last = self.heaps.len() - 1;
        for index in 0..self.pairs.len() {
            new.extend(self.product(quotient, index, last, limits)?);
        }
        while let Some(index) = new.pop() {
            for heap in 0..self.heaps.len() {
                new.extend(self.product(quotient, index, heap, limits)?);
            }
        }
        Ok(())
    }

    /// The number of the pair of a sum and a heap, if it is new.
    fn product(
        &mut self,
        quotient: &Quotient,
        index: usize,
        heap: usize,
        limits: &Limits,
    ) -> Result<Option<usize>, Refusal> {
        let pair = &self.pairs[index];
        if !pair.minimal {
            return Ok(None);
        }
        limits.check()?;
        let (class, wins, heap) = &self.heaps[heap];
        let mut either = no_classes(quotient);
        for rest in 0..quotient.order() as Class {
            if has(&pair.wins, quotient.times(*class, rest))
                || has(wins, quotient.times(pair.class, rest))
            {
                put(&mut either, rest);
            }
        }
        let (class, heap) = (quotient.times(pair.class, *class), *heap);
        limits.afford((self.pairs.len() * (size_of::<Pair>() + size_of_val(&*either))) as u64)?;
        self.insert(quotient, class, either, heap, Some(index))
    }

    fn insert(
        &mut self,
        quotient: &Quotient,
        class: Class,
        wins: Classes,
        heap: u32,
        rest: Option<usize>,
    ) -> Result<Option<usize>, Refusal> {
        let number = self.pairs.len();
        let wrong = !quotient.is_lost(class) && !has(&wins, 0);
        let pairs = &mut self.pairs;
        let known = self.of_class.entry(class).or_default();
        if known.iter().any(|&of| is_part(&pairs[of].wins, &wins)) {
            return Ok(None);
        }
        known.retain(|&of| {
            pairs[of].minimal = !is_part(&wins, &pairs[of].wins);
            pairs[of].minimal
        });
        known.push(number);
        pairs.push(Pair {
            class,
            wins,
            heap,
            rest,
            minimal: true,
        });
        if wrong {
            return Err(Refusal::Wrong(self.position(number)));
        }
        Ok(Some(number))
    }

    /// A sum with this pair.
    fn position(&self, number: usize) -> Position {
        let mut heaps = Position::new();
        let mut next = Some(number);
        while let Some(number) = next {
            heaps.push(self.pairs[number].heap);
            next = self.pairs[number].rest;
        }
        heaps.sort_unstable();
        heaps
    }
}

/// The classes r for which some option times r is lost.
fn wins(quotient: &Quotient, options: &[Position]) -> Classes {
    let mut classes: Vec<Class> = options
        .iter()
        .map(|option| quotient.class_of(option.iter().copied()))
        .collect();
    classes.sort_unstable();
    classes.dedup();
    let mut wins = no_classes(quotient);
    for rest in 0..quotient.order() as Class {
        if classes
            .iter()
            .any(|&class| quotient.is_lost(quotient.times(class, rest)))
        {
            put(&mut wins, rest);
        }
    }
    wins
}

/// A class for which both a heap and one of its options are lost.
fn both_lost(quotient: &Quotient, class: Class, wins: &Classes) -> Option<Class> {
    (0..quotient.order() as Class)
        .find(|&rest| has(wins, rest) && quotient.is_lost(quotient.times(class, rest)))
}

fn no_classes(quotient: &Quotient) -> Classes {
    vec![0; quotient.order().div_ceil(64)].into()
}

fn has(classes: &Classes, class: Class) -> bool {
    classes[class as usize / 64] >> (class % 64) & 1 == 1
}

fn put(classes: &mut Classes, class: Class) {
    classes[class as usize / 64] |= 1 << (class % 64);
}

fn is_part(small: &Classes, large: &Classes) -> bool {
    small
        .iter()
        .zip(large)
        .all(|(small, large)| small & !large == 0)
}
