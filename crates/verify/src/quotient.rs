//! Certificates of misère quotients: the winner of every sum of heaps if the last to move loses.
//!
//! A certificate contains the code, the last heap h, the heaps that are generators, the result of adding each generator to
//! each element, the lost elements, the element of each heap (the pretending function Φ), and, if it makes a claim about
//! all heaps, a period and the heap from which it holds. The checker parses the code itself and lists the options of each
//! heap. For the quotient of a position it examines all parts that play can reach by the game's rules, in place of heaps
//! (`parts`). It checks
//!
//! 1. that generators may be added in any order and reach every element from element 0: the table is that of a commutative monoid;
//! 2. that any two elements are distinguished: for some third element, one product is lost and the other is not;
//! 3. that each generator is the element of its heap, and heaps without moves that of the empty position, which is not lost;
//! 4. that no element r makes both a heap and one of its options lost;
//! 5. that every sum that has a move and whose element is not lost has an option whose element is lost;
//! 6. that Φ repeats as claimed, far enough for the theorem.
//!
//! `docs/certificates.md` has the argument.

mod certificate;
mod parts;

use std::collections::{BTreeMap, BTreeSet};

use crate::bounds::{Bounds, Meter};
use crate::code::Code;
use crate::notes::Notes;
use crate::obligation::Obligation;
use crate::position::{Played, Text};
use crate::{Checked, Refusal};
use certificate::{Certificate, Of};
use parts::Parts;

/// The first line of every certificate of a misère quotient.
pub const QUOTIENT_HEADER: &str = "bouton quotient certificate 1";

/// The kind of certificate.
pub(crate) const KIND: &str = "misère quotient";

/// Checks a certificate. Bytes and time are proportional to the square of the order; time also to all options of all heaps.
pub(crate) fn check(text: &str, given: Option<&Text>, mut work: Meter) -> Result<Checked, Refusal> {
    let claimed = Certificate::read(text, given, &mut work)?;
    let mut check = Notes::begin(work);
    let monoid = claimed.monoid(&mut check)?;
    claimed.told_apart(&mut check)?;
    let (options, from, condition) = claimed.options(&mut check)?;
    claimed.outcomes(&monoid, &options, &mut check)?;
    claimed.theorem(&mut check)?;
    Ok(check.proved(claimed.claim(&from) + &condition))
}

/// The names of the parts reachable from positions of a game, each after those that its moves lead to, in the order of a
/// certificate of their misère quotient.
///
/// # Errors
/// If the checker does not know the rules, the game is not played in sums, there are more than `most` parts, or bounds are
/// reached.
pub fn parts_reached(
    played: &Played,
    positions: &[String],
    most: usize,
    bounds: &Bounds,
) -> Result<Vec<String>, Refusal> {
    let parts = Parts {
        played: played.clone(),
        positions: positions.to_vec(),
        names: Vec::new(),
    };
    let reached = parts.reached(most, bounds, &mut Meter::begin(bounds))?;
    Ok(reached.names)
}

/// The options of each heap, or of each part.
enum Options<'c> {
    By(&'c Code),
    Listed(Vec<Vec<Vec<usize>>>),
}

impl Options<'_> {
    /// Passes each option to a callback, as the heaps that are left.
    fn of(
        &self,
        heap: usize,
        work: &mut Meter,
        show: &mut dyn FnMut(&[usize]),
    ) -> Result<(), Refusal> {
        match self {
            Self::By(code) => code.options(heap, work, show),
            Self::Listed(options) => {
                let options = &options[heap];
                work.spend(options.iter().map(|option| option.len() + 1).sum())?;
                options.iter().for_each(|option| show(option));
                Ok(())
            }
        }
    }
}

impl Certificate {
    /// The theorem; for parts, about those reachable from `from`.
    fn claim(&self, from: &str) -> String {
        let (order, lost) = (self.order(), self.lost.iter().filter(|&&lost| lost).count());
        let heaps = self.pretending.len() - 1;
        let text = match &self.of {
            Of::Heaps { text, .. } => text,
            Of::Parts(_) => {
                return format!(
                    "the misère quotient of all sums of what play can reach from {from} has {order} elements, {lost} of them lost"
                );
            }
        };
        let scope = match self.period {
            Some((period, from)) => format!(
                "all heaps, and the pretending function satisfies Φ(n + {period}) = Φ(n) for all n from {from} on"
            ),
            None => format!("the heaps 0..{heaps}"),
        };
        format!(
            "the misère quotient of {text} has {order} elements, {lost} of them lost: for {scope}"
        )
    }

    /// Condition 1; then the product of every two elements.
    fn monoid(&self, check: &mut Notes) -> Result<Monoid, Refusal> {
        let order = self.order();
        let letters = 0..self.generators.len();
        let mut commute = true;
        for row in &self.steps {
            check.work.spend(letters.len() * letters.len())?;
            let any_order = |a: usize, b: usize| self.steps[row[a]][b] == self.steps[row[b]][a];
            commute &= letters.clone().all(|a| (0..a).all(|b| any_order(a, b)));
        }
        check.note(
            Obligation::Commutes,
            commute,
            "generators may be added in any order",
        )?;
        // The generator and the previous element on a path from element 0 to each.
        let mut ways: Vec<Option<(usize, usize)>> = vec![None; order];
        let mut reached = vec![0];
        let mut met = vec![false; order];
        met[0] = true;
        let mut next = 0;
        while let Some(&element) = reached.get(next) {
            next += 1;
            for (letter, &to) in self.steps[element].iter().enumerate() {
                if !met[to] {
                    met[to] = true;
                    ways[to] = Some((element, letter));
                    reached.push(to);
                }
            }
        }
        check.note(
            Obligation::AllReached,
            reached.len() == order,
            format!("they reach all {order} elements from that of the empty position"),
        )?;
        check
            .work
            .hold(order.saturating_mul(order).saturating_mul(8))?;
        let mut products = vec![0; order * order];
        for element in 0..order {
            check.work.spend(order)?;
            products[element * order] = element;
        }
        for &other in &reached {
            check.work.spend(order)?;
            if let Some((before, letter)) = ways[other] {
                for element in 0..order {
                    products[element * order + other] =
                        self.steps[products[element * order + before]][letter];
                }
            }
        }
        Ok(Monoid { order, products })
    }

    /// Condition 2, by Moore's refinement: elements that differ, or lead to elements that differ.
    fn told_apart(&self, check: &mut Notes) -> Result<(), Refusal> {
        let order = self.order();
        let mut blocks: Vec<usize> = self.lost.iter().map(|&lost| lost.into()).collect();
        loop {
            check.work.spend(order * (self.generators.len() + 1))?;
            let mut numbers = BTreeMap::new();
            let refined: Vec<usize> = (0..order)
                .map(|element| {
                    let to: Vec<usize> = self.steps[element].iter().map(|&to| blocks[to]).collect();
                    let next = numbers.len();
                    *numbers.entry((blocks[element], to)).or_insert(next)
                })
                .collect();
            let before = blocks.iter().collect::<BTreeSet<_>>().len();
            blocks = refined;
            if numbers.len() == before {
                return check.note(
                    Obligation::ToldApart,
                    before == order,
                    "any two elements are told apart by a third",
                );
            }
        }
    }

    /// The source of the options; the positions where play begins, and the rules; and the condition of the claim.
    fn options(&self, check: &mut Notes) -> Result<(Options<'_>, String, String), Refusal> {
        let parts = match &self.of {
            Of::Heaps { code, .. } => return Ok((Options::By(code), String::new(), String::new())),
            Of::Parts(parts) => parts,
        };
        let bounds = check.work.bounds();
        let reached = parts.reached(parts.names.len() - 1, &bounds, &mut check.work)?;
        check.note(
            Obligation::PartsListed,
            reached.names == parts.names,
            format!(
                "the parts that play can reach are those listed, {}",
                reached.written
            ),
        )?;
        let options = Options::Listed(reached.options);
        Ok((options, reached.from, reached.condition))
    }

    /// Conditions 3 to 5.
    fn outcomes(
        &self,
        monoid: &Monoid,
        options: &Options<'_>,
        check: &mut Notes,
    ) -> Result<(), Refusal> {
        let named = (self.generators.iter().enumerate())
            .all(|(letter, &heap)| self.pretending[heap] == self.steps[0][letter]);
        check.note(
            Obligation::GeneratorIsHeap,
            named,
            "each generator is the element of its heap",
        )?;
        check.note(
            Obligation::EmptyWon,
            !self.lost[0],
            "the empty position is won",
        )?;
        let mut pairs = BTreeSet::new();
        let mut idle = true;
        let mut apart = true;
        for heap in 0..self.pretending.len() {
            let mut elements = vec![false; self.order()];
            let mut any = false;
            let show = &mut |left: &[usize]| {
                any = true;
                let element = left.iter().fold(0, |element, &heap| {
                    monoid.times(element, self.pretending[heap])
                });
                elements[element] = true;
            };
            options.of(heap, &mut check.work, show)?;
            let class = self.pretending[heap];
            if !any {
                idle &= class == 0;
                continue;
            }
            let wins = self.wins(monoid, &elements, check)?;
            apart &=
                (0..self.order()).all(|rest| !(wins[rest] && self.lost[monoid.times(class, rest)]));
            check.work.hold(self.order() + 48)?;
            pairs.insert((class, wins));
        }
        check.note(
            Obligation::IdleIsNothing,
            idle,
            "heaps without moves are as good as none",
        )?;
        check.note(
            Obligation::OptionsApart,
            apart,
            "no sum is lost together with one of its options",
        )?;
        let pairs: Vec<Pair> = pairs
            .into_iter()
            .map(|(element, wins)| Pair { element, wins })
            .collect();
        let all = self.every_win(monoid, &pairs, check)?;
        check.note(
            Obligation::EveryWin,
            all,
            "every sum that is not lost has an option that is",
        )
    }

    /// The elements r for which the product of r and one of the elements is lost.
    fn wins(
        &self,
        monoid: &Monoid,
        elements: &[bool],
        check: &mut Notes,
    ) -> Result<Vec<bool>, Refusal> {
        let elements: Vec<usize> = (0..elements.len())
            .filter(|&element| elements[element])
            .collect();
        check.work.spend(elements.len() * self.order())?;
        let wins = |rest| {
            elements
                .iter()
                .any(|&element| self.lost[monoid.times(element, rest)])
        };
        Ok((0..self.order()).map(wins).collect())
    }

    /// Condition 5, over the pairs of all sums of heaps: the element, and the elements with which some option is lost. If
    /// one set contains another of the same element, the larger is left out.
    fn every_win(
        &self,
        monoid: &Monoid,
        heaps: &[Pair],
        check: &mut Notes,
    ) -> Result<bool, Refusal> {
        let mut minimal: Vec<Vec<Vec<bool>>> = vec![Vec::new(); self.order()];
        let mut open: Vec<Pair> = heaps.to_vec();
        while let Some(Pair { element, wins }) = open.pop() {
            let known = &mut minimal[element];
            check
                .work
                .spend((known.len() + heaps.len()) * self.order())?;
            if known.iter().any(|of| is_part(of, &wins)) {
                continue;
            }
            if !self.lost[element] && !wins[0] {
                return Ok(false);
            }
            known.retain(|of| !is_part(&wins, of));
            known.push(wins.clone());
            check.work.hold((heaps.len() + 1) * (self.order() + 48))?;
            for heap in heaps {
                let either = |rest: usize| {
                    wins[monoid.times(heap.element, rest)] || heap.wins[monoid.times(element, rest)]
                };
                open.push(Pair {
                    element: monoid.times(element, heap.element),
                    wins: (0..self.order()).map(either).collect(),
                });
            }
        }
        Ok(true)
    }

    /// Condition 6.
    fn theorem(&self, check: &mut Notes) -> Result<(), Refusal> {
        let (Of::Heaps { code, .. }, Some((period, from))) = (&self.of, self.period) else {
            return Ok(());
        };
        let last = self.pretending.len() - 1;
        let needed = code.most_taken().and_then(|taken| {
            let shift = u128::try_from(from.max(1)).ok()? + u128::try_from(period).ok()?;
            Some(u128::from(code.most_heaps().max(1)) * shift + u128::from(taken))
        });
        check.note(
            Obligation::HeapsSuffice,
            code.is_plain() && needed.is_some_and(|needed| needed <= last as u128) && period > 0,
            format!("the heaps 0..{last} suffice for the theorem about such codes"),
        )?;
        let repeats = |n: usize| self.pretending[n] == self.pretending[n + period];
        check.note(
            Obligation::PretendingRepeats,
            (from..=last - period).all(repeats),
            format!("Φ(n + {period}) = Φ(n) for n in {from}..{}", last - period),
        )
    }
}

/// An element, and the elements with which some option of a sum that it represents is lost.
#[derive(Clone)]
struct Pair {
    element: usize,
    wins: Vec<bool>,
}

/// The products of every two elements.
struct Monoid {
    order: usize,
    products: Vec<usize>,
}

impl Monoid {
    fn times(&self, left: usize, right: usize) -> usize {
        self.products[left * self.order + right]
    }
}

fn is_part(small: &[bool], large: &[bool]) -> bool {
    small
        .iter()
        .zip(large)
        .all(|(small, large)| !small || *large)
}
