//! Moore's nim: any number of heaps; take any positive number from each of one to k heaps (k = 2 without a parameter). The
//! last to move wins.
//!
//! A position is the list of sizes, `3,4,5`; no heap is `0`. A move is what is taken from each heap.
//!
//! A position is lost if and only if, for every binary digit, the number of heaps with this digit 1 is a multiple of k + 1
//! (Moore 1910). In misère play the same holds as long as some heap has two or more tokens; otherwise a position is lost if
//! the number of heaps of one token is one more than such a multiple.
//!
//! ```
//! use bouton_core::{entry::Entry, game::ClosedForm, score::WinLoss};
//! use bouton_games::heaps::Moore;
//! let (game, at) = Moore::<u64>::open(Some("2"), Some("3,5,6"))?;
//! assert_eq!(game.closed_form(&at).score, WinLoss::Win);
//! let (game, at) = Moore::<u64>::open(Some("2"), Some("5,5,5"))?;
//! assert_eq!(game.closed_form(&at).score, WinLoss::Loss);
//! # Ok::<(), bouton_core::entry::OpenError>(())
//! ```
//!
//! Source: E. H. Moore, A generalization of the game called Nim, Annals of Mathematics 11 (1910), 93–94.

use std::marker::PhantomData;

use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, Visitor, at_position};
use bouton_core::game::{
    Alternating, Closed, ClosedBest, ClosedForm, Game, HeapGame, Impartial, Loopfree,
    MisereClosedForm,
};
use bouton_core::heaps::{Heap, Heaps, from_heap, show_heaps, sorted, total};
use bouton_core::solver::Best;
use bouton_core::{
    Declares, Formulas, InputError, Lawful, Notation, Reason, Step, WinLoss, declares,
};
use bouton_texts::text;
use num_bigint::BigUint;

use super::taking::{and, any_heaps, heaps_of};

/// The rules: the most heaps that a move lowers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moore<H = u64> {
    most: usize,
    heaps: PhantomData<H>,
}

impl<H: Heap> Game for Moore<H> {
    type Position = Heaps<H>;
    /// The number taken from each heap.
    type Move = Heaps<H>;
    fn canonical(&self, at: Heaps<H>) -> Heaps<H> {
        sorted(at)
    }
    fn merged(&self, at: Heaps<H>) -> Heaps<H> {
        self.canonical(at)
    }
    fn tokens(&self, at: &Heaps<H>) -> Option<BigUint> {
        Some(total(at))
    }
    fn removed(&self, taken: &Heaps<H>) -> Option<BigUint> {
        Some(total(taken))
    }
}

impl<H: Heap> Moore<H> {
    /// The next list of numbers to take, in lexicographic order.
    fn after(&self, at: &[H], taken: &[H]) -> Option<Heaps<H>> {
        let used = |taken: &[H]| taken.iter().filter(|number| !number.is_zero()).count();
        let grows = |heap: &usize| {
            let is_open = !taken[*heap].is_zero() || used(&taken[..*heap]) < self.most;
            taken[*heap] < at[*heap] && is_open
        };
        let heap = (0..at.len()).rev().find(grows)?;
        let mut next = Heaps::from(&taken[..=heap]);
        next[heap] = next[heap].clone() + H::one();
        next.resize(at.len(), H::zero());
        Some(next)
    }
}

impl<H: Heap> Alternating for Moore<H> {
    type Score = WinLoss;
    fn moves<'g>(&'g self, at: &Heaps<H>) -> impl Iterator<Item = Heaps<H>> + use<'g, H> {
        let at = at.clone();
        let none: Heaps<H> = at.iter().map(|_| H::zero()).collect();
        let first = self.after(&at, &none);
        std::iter::successors(first, move |taken| self.after(&at, taken))
    }
    fn play(&self, at: &Heaps<H>, taken: &Heaps<H>) -> Heaps<H> {
        let left = at.iter().zip(taken);
        left.map(|(heap, number)| heap.clone() - number).collect()
    }
    fn score(&self, at: &Heaps<H>) -> Option<WinLoss> {
        at.iter().all(H::is_zero).then_some(WinLoss::Loss)
    }
}

impl<H: Heap> Loopfree for Moore<H> {
    type Height = BigUint;
    fn height(&self, at: &Heaps<H>) -> BigUint {
        total(at)
    }
}

impl<H: Heap> Impartial for Moore<H> {}

impl<H: Heap> Lawful for Moore<H> {
    fn formulas(&self) -> Formulas {
        Formulas::Family(format!("moore:{}", self.most))
    }
    fn tuples(&self, at: &Heaps<H>) -> Vec<Vec<BigUint>> {
        vec![at.iter().map(Heap::big).collect()]
    }
    fn moves_of(&self, at: &Heaps<H>, step: &Step) -> Vec<Heaps<H>> {
        let left = step.targets.iter().flatten();
        let taken = at.iter().zip(left).map(|(heap, left)| {
            let left = H::from_big(left)?;
            (left <= *heap).then(|| heap.clone() - left)
        });
        taken.collect::<Option<_>>().into_iter().collect()
    }
}

impl<H: Heap> HeapGame for Moore<H> {
    const HEAPS: Option<usize> = None;
    const UNORDERED: bool = true;
    fn with_heaps(&self, heaps: &[u64]) -> Option<Heaps<H>> {
        Some(heaps_of(heaps))
    }
}

/// The search for the lost positions that a move reaches: digit after digit from the highest, and in each of them heap after
/// heap. It has a stack of its own, since heaps may have thousands of digits.
struct Lowering {
    most: usize,
    misere: bool,
    heaps: Vec<BigUint>,
    digits: u64,
    /// The heaps after the move, as far as their digits are chosen.
    left: Vec<BigUint>,
    /// Whether a digit of the heap was lowered: its further digits are free.
    lowered: Vec<bool>,
}

/// The positions that are found hold at most this many digits.
const MOST_DIGITS: u64 = 1 << 28;

impl Lowering {
    fn of(heaps: Vec<BigUint>, most: usize, misere: bool) -> Self {
        let digits = heaps.iter().map(BigUint::bits).max();
        Self {
            most,
            misere,
            digits: digits.unwrap_or(0).max(1),
            left: vec![BigUint::ZERO; heaps.len()],
            lowered: vec![false; heaps.len()],
            heaps,
        }
    }

    /// The lost positions, without the one that the heaps are; and whether there are more than can be listed.
    fn run(mut self) -> (Vec<Vec<BigUint>>, bool) {
        let count = self.heaps.len();
        let places = count * self.digits as usize;
        let room = 2 + MOST_DIGITS / (places as u64).max(1);
        let most = room.min(Best::<()>::LISTED as u64 + 2) as usize;
        let (mut found, mut chosen) = (Vec::new(), Vec::new());
        // Whether 1 is tried at the next place, or 0.
        let mut next = Some(true);
        while found.len() < most {
            let place = chosen.len();
            if place == places {
                found.push(self.left.clone());
                next = None;
            }
            let at = |place: usize| {
                (
                    self.digits - 1 - (place / count.max(1)) as u64,
                    place % count.max(1),
                )
            };
            let option = next.and_then(|one| {
                let (digit, heap) = at(place);
                self.option(digit, heap, one)
            });
            if let Some(one) = option {
                let (digit, heap) = at(place);
                chosen.push((one, self.lowered[heap]));
                self.left[heap].set_bit(digit, one);
                self.lowered[heap] |= !one && self.heaps[heap].bit(digit);
                next = Some(true);
                continue;
            }
            let Some((one, lowered)) = chosen.pop() else {
                break;
            };
            let (digit, heap) = at(chosen.len());
            self.left[heap].set_bit(digit, false);
            self.lowered[heap] = lowered;
            next = one.then_some(false);
        }
        let is_cut = found.len() == most;
        found.retain(|left| *left != self.heaps);
        (found, is_cut)
    }

    /// This digit of a heap, or 0 where 1 is not possible; `None` if neither leads to a lost position.
    fn option(&self, digit: u64, heap: usize, one: bool) -> Option<bool> {
        let can_be_one = |heap: usize| self.lowered[heap] || self.heaps[heap].bit(digit);
        let ends = self.misere && digit == 0 && self.left.iter().all(|left| left.bits() < 2);
        let ones = self.left[..heap]
            .iter()
            .filter(|left| left.bit(digit))
            .count();
        let open = (heap + 1..self.heaps.len())
            .filter(|heap| can_be_one(*heap))
            .count();
        let fits = |ones: usize| (usize::from(ends) + self.most * ones) % (self.most + 1) <= open;
        if one && can_be_one(heap) && fits(ones + 1) {
            return Some(true);
        }
        let lowered = self.lowered.iter().filter(|lowered| **lowered).count();
        let stays = self.lowered[heap] || !self.heaps[heap].bit(digit);
        ((stays || lowered < self.most) && fits(ones)).then_some(false)
    }
}

impl<H: Heap> Moore<H> {
    fn closed(&self, at: &Heaps<H>, misere: bool) -> Closed<Self> {
        let heaps = at.iter().map(Heap::big).collect();
        let (found, is_cut) = Lowering::of(heaps, self.most, misere).run();
        let taken = |left: Vec<BigUint>| -> Option<Heaps<H>> {
            let left = left.iter().map(H::from_big);
            let taken = at.iter().zip(left);
            taken
                .map(|(heap, left)| Some(heap.clone() - left?))
                .collect()
        };
        let mut winning: Vec<_> = found.into_iter().filter_map(taken).collect();
        winning.sort_unstable();
        let reason = Reason::Law(self.reason(at, misere, !winning.is_empty()));
        let is_over = at.iter().all(H::is_zero);
        let (score, best) = match winning.len() {
            0 if is_over && misere => (WinLoss::Win, ClosedBest::Only(winning)),
            0 => (WinLoss::Loss, ClosedBest::Every(None)),
            _ if is_cut => (WinLoss::Win, ClosedBest::One(winning.swap_remove(0))),
            _ => (WinLoss::Win, ClosedBest::Only(winning)),
        };
        Closed {
            score,
            grundy: None,
            best,
            reason,
        }
    }

    fn reason(&self, at: &[H], misere: bool, wins: bool) -> String {
        let (most, ones) = (
            self.most + 1,
            at.iter().filter(|heap| heap.is_one()).count(),
        );
        let has_large = at.iter().any(|heap| *heap > H::one());
        match (misere && !has_large, wins) {
            (true, _) => format!(
                "no heap has more than one token, and {ones} have one: lost if divided by {most} they leave 1"
            ),
            (_, true) => format!(
                "a move makes the heaps with each binary digit 1 a multiple of {most} in number"
            ),
            (_, false) => format!(
                "of each binary digit, the number of heaps that have it is a multiple of {most}"
            ),
        }
    }
}

impl<H: Heap> ClosedForm for Moore<H> {
    fn closed_form(&self, at: &Heaps<H>) -> Closed<Self> {
        self.closed(at, false)
    }
}

impl<H: Heap> MisereClosedForm for Moore<H> {
    fn misere_closed_form(&self, at: &Heaps<H>) -> Closed<Self> {
        self.closed(at, true)
    }
}

impl<H: Heap> Notation for Moore<H> {
    fn parse(&self, text: &str) -> Result<Heaps<H>, InputError> {
        any_heaps(text)
    }
    fn show(&self, at: &Heaps<H>) -> String {
        show_heaps(at)
    }
    fn show_move(&self, at: &Heaps<H>, taken: &Heaps<H>) -> String {
        let numbers = taken
            .iter()
            .enumerate()
            .filter(|(_, number)| !number.is_zero());
        let parts: Vec<_> = numbers
            .map(|(heap, number)| format!("{number}{}", from_heap(heap, at.len())))
            .collect();
        format!("take {}", and(&parts).unwrap_or_else(|| parts.concat()))
    }
}

impl<H: Heap> Entry for Moore<H>
where
    Self: Declares,
{
    type Game = Self;
    const CARD: Card = Card {
        name: "moore",
        kind: Kind::Heaps,
        aliases: &[("moores-nim", "")],
        parameters: "the most heaps that a move lowers, like moore:2",
        text: text("moore"),
        notation: "heap sizes, like 3,5,6",
        example: Example::new("2", "3,5,6"),
        sources: &[
            "E. H. Moore, A generalization of the game called Nim, Annals of Mathematics 11 (1910)",
        ],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        let text = parameters.unwrap_or("2");
        let most = text.parse().ok().filter(|most| (1..=255).contains(most));
        let most = most.ok_or_else(|| {
            let message =
                format!("expected the most heaps that a move lowers, 1 to 255, found {text:?}");
            OpenError::parameters(parameters, message)
        })?;
        let heaps = PhantomData;
        at_position(Self { most, heaps }, position)
    }
    fn beyond_64_bits(visitor: &mut impl Visitor) {
        visitor.game::<Moore<BigUint>>();
    }
}

declares!(Moore: impartial, loopfree, closed_form, misere_closed_form, lawful, heaps);
declares!(Moore<BigUint>: closed_form, misere, misere_closed_form, lawful);
