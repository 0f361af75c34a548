//! Arithmetic periodicity: the conditions under which G(n + p) = G(n) + s holds forever, with s > 0.
//!
//! **At most three unconstrained heaps** (hexadecimal codes). Let the repetition hold for all computed heaps from n0 on, write
//! 2^j for the largest power of two that divides s, and let N > n0 + k be such that
//! 1. for every n in N..N+p: G(n - d) ≠ G(n) for every digit d that leaves one heap; and for every d that leaves r = 2 or 3 heaps, every
//!    choice of r kinds of heaps, a kind being a heap below n0 or a residue from n0 on, whose sum is n - d modulo p: the excess
//!    D of the sum of their values over G(n), which the kinds tell, is negative, or odd, or their values modulo 2^j forbid that
//!    they xor to G(n);
//! 2. for T = 1 + s + the maximum of G(m) over m < n0: every n in N..N+2p has, for each v < T, an option (a, a, z) of value
//!    G(z) = v, or for v = 0 an option (a, a);
//! 3. every n in N..N+p has, for each v from T - s to G(n) - 1, an option of value v with a heap z ≥ n0 whose other heaps xor to less
//!    than 2^j.
//!
//! Then the repetition holds forever. By induction over n ≥ N + p let all smaller heaps obey it, and let V = G(n - p) + s.
//! No option has the value V: of one heap by 1 (both sides grow by s); of more, because an exclusive or is the sum less an
//! even number that is at least what the last j bits lose, and with the last j bits that the xor of the last j bits has.
//! Every v < T is the value of an option, since (a + p, a + p, z) follows (a, a, z) two periods later; and every v from T to
//! V - 1 is, since v - s has an option of n - p as in 3, where z + p instead of z adds s (the others do not touch the bits
//! that s changes). The options for T - s ≤ v < T are again as in 3, since the value G(z) ≥ T - s has z ≥ n0. So G(n) = V.
//!
//! **All-but games** (every digit from some K on allows no heap and one heap, and nothing else): heap n has the options of all heaps up to
//! n - K and some of the last K - 1. Only the values from the smallest one missing among the former on matter; if they
//! recur, shifted by s, after p heaps, with the values of the last K - 1 heaps, all that follows recurs.

use super::period::{Period, Theorem};
use super::values::Values;
use bouton_core::take_and_break::Code;
use std::collections::BTreeSet;

/// The theorem that proves a period with a saltus, or that of an all-but game, and how many heaps it needs.
pub(super) fn proof(code: &Code, values: &Values, found: Period) -> Option<(Theorem, u64)> {
    if code.tail().is_some() {
        return all_but(code, values, found);
    }
    let plain = code.frozen().is_empty()
        && code
            .digits()
            .all(|(_, digit)| digit.bits().is_some_and(|bits| bits < 16));
    if !plain || found.saltus == 0 || found.preperiod + found.period > 200 {
        return None;
    }
    Breaking::new(code, values, found).proof()
}

/// A code of at most three unconstrained heaps, with the data that its proof needs.
struct Breaking<'v> {
    values: &'v Values,
    /// The numbers taken that may leave one, two and three heaps.
    leaving: [Vec<usize>; 3],
    most_taken: usize,
    found: Period,
}

impl<'v> Breaking<'v> {
    fn new(code: &Code, values: &'v Values, found: Period) -> Self {
        let leaving = |heaps: u64| {
            let allows = code
                .digits()
                .filter(|(_, digit)| digit.constraint(heaps).is_some());
            allows.map(|(taken, _)| taken as usize).collect()
        };
        let most_taken = code.most_taken().unwrap_or(0) as usize;
        Breaking {
            values,
            leaving: [leaving(1), leaving(2), leaving(3)],
            most_taken,
            found,
        }
    }

    /// The first N that satisfies the conditions among the computed heaps.
    fn proof(&self) -> Option<(Theorem, u64)> {
        const MOST_TRIED: usize = 64;
        let (start, period) = (self.found.preperiod as usize, self.found.period as usize);
        let first = start.saturating_add(self.most_taken).saturating_add(2);
        let last = self.values.len().checked_sub(2 * period)?;
        let step = period.max(1);
        let holds = |&n: &usize| self.bounded(n) && self.small_values(n) && self.large_values(n);
        let needed = (first..=last).step_by(step).take(MOST_TRIED).find(holds)? + 2 * period;
        Some((Theorem::Arithmetic, needed as u64))
    }

    /// Condition 1.
    fn bounded(&self, from: usize) -> bool {
        let kinds = self.kinds();
        (from..from + self.found.period as usize).all(|n| {
            let target = Kind::of(self, n);
            let single = self.leaving[0]
                .iter()
                .all(|&taken| self.values.at(n - taken) != self.values.at(n));
            let sums = |heaps: usize| {
                self.leaving[heaps - 1]
                    .iter()
                    .all(|&taken| self.none_hits(&kinds, target, taken, Kind::NONE, heaps))
            };
            single && sums(2) && sums(3)
        })
    }

    /// The kinds of heaps by residue: each heap below n0, and each residue from there on.
    fn kinds(&self) -> Vec<Vec<Kind>> {
        let mut kinds = vec![Vec::new(); self.found.period as usize];
        let end = self.found.preperiod.max(1) + self.found.period;
        (1..end as usize)
            .map(|heap| Kind::of(self, heap))
            .for_each(|kind| kinds[kind.residue].push(kind));
        kinds
    }

    /// Whether no `heaps` further kinds, together with those already summed, can xor to the target after `taken` tokens.
    fn none_hits(
        &self,
        kinds: &[Vec<Kind>],
        target: Kind,
        taken: usize,
        sum: Kind,
        heaps: usize,
    ) -> bool {
        let period = self.found.period as usize;
        if heaps > 1 {
            let each = kinds.iter().flatten();
            return each.copied().all(|kind| {
                self.none_hits(kinds, target, taken, sum.plus(kind, period), heaps - 1)
            });
        }
        let residue = (target.residue + 2 * period * (taken + 1) - taken - sum.residue) % period;
        kinds[residue]
            .iter()
            .all(|&kind| self.misses(target, taken, sum.plus(kind, period)))
    }

    /// Whether heaps of these kinds cannot xor to the target.
    fn misses(&self, target: Kind, taken: usize, sum: Kind) -> bool {
        let period = self.found.period as i128;
        let lead = sum.lead - target.lead - self.found.saltus as i128 * taken as i128;
        debug_assert_eq!(lead % period, 0, "the residues fit");
        let excess = lead / period;
        let lost = excess - i128::from(sum.low_sum - sum.low);
        excess < 0 || excess % 2 != 0 || sum.low != target.low || lost < 0
    }

    /// T of condition 2.
    fn threshold(&self) -> u32 {
        let early = (0..self.found.preperiod as usize)
            .map(|heap| self.values.at(heap))
            .max();
        1 + self.found.saltus as u32 + early.unwrap_or(0)
    }

    /// Condition 2.
    fn small_values(&self, from: usize) -> bool {
        let threshold = self.threshold();
        (from..from + 2 * self.found.period as usize).all(|n| {
            let mut missing: BTreeSet<u32> = (0..threshold).collect();
            if self.leaving[1]
                .iter()
                .any(|&taken| taken + 2 <= n && (n - taken).is_multiple_of(2))
            {
                missing.remove(&0);
            }
            for taken in self.leaving[2].iter().filter(|&&taken| taken + 3 <= n) {
                let rest = n - taken;
                (1..=rest - 2)
                    .filter(|heap| (rest - heap).is_multiple_of(2))
                    .for_each(|heap| {
                        missing.remove(&self.values.at(heap));
                    });
            }
            missing.is_empty()
        })
    }

    /// Condition 3.
    fn large_values(&self, from: usize) -> bool {
        let least = self.threshold() - self.found.saltus as u32;
        (from..from + self.found.period as usize).all(|n| {
            let mut missing: BTreeSet<u32> = (least..self.values.at(n)).collect();
            self.shiftable(n, &mut |value| {
                missing.remove(&value);
                missing.is_empty()
            });
            missing.is_empty()
        })
    }

    /// Reports the values of options with a heap that can be moved by a period, until it is enough.
    fn shiftable(&self, n: usize, enough: &mut impl FnMut(u32) -> bool) {
        let start = (self.found.preperiod as usize).max(1);
        let below = 1u32 << self.found.saltus.trailing_zeros().min(31);
        for &taken in self.leaving[0].iter().filter(|&&taken| n >= start + taken) {
            if enough(self.values.at(n - taken)) {
                return;
            }
        }
        for &taken in self.leaving[1].iter().filter(|&&taken| n > start + taken) {
            for other in (1..=n - taken - start).filter(|&other| self.values.at(other) < below) {
                if enough(self.values.at(n - taken - other) ^ self.values.at(other)) {
                    return;
                }
            }
        }
        for &taken in self.leaving[2]
            .iter()
            .filter(|&&taken| n > start + taken + 1)
        {
            for one in 1..n - taken - start {
                for two in (one..=n - taken - start - one)
                    .filter(|&two| self.values.at(one) ^ self.values.at(two) < below)
                {
                    if enough(
                        self.values.at(n - taken - one - two)
                            ^ self.values.at(one)
                            ^ self.values.at(two),
                    ) {
                        return;
                    }
                }
            }
        }
    }
}

/// The common data of all heaps of a residue from n0 on, or of one heap below n0; or the sum of several.
#[derive(Clone, Copy, Debug)]
struct Kind {
    residue: usize,
    /// p·G(m) - s·m.
    lead: i128,
    /// The last j bits of the value; for several heaps, their exclusive or and their sum.
    low: u32,
    low_sum: u32,
}

impl Kind {
    const NONE: Kind = Kind {
        residue: 0,
        lead: 0,
        low: 0,
        low_sum: 0,
    };

    fn of(game: &Breaking<'_>, heap: usize) -> Self {
        let (period, saltus) = (game.found.period, game.found.saltus);
        let value = game.values.at(heap);
        let low = value & ((1u32 << saltus.trailing_zeros().min(31)) - 1);
        let lead = i128::from(period) * i128::from(value) - i128::from(saltus) * heap as i128;
        Kind {
            residue: heap % period as usize,
            lead,
            low,
            low_sum: low,
        }
    }

    fn plus(self, other: Kind, period: usize) -> Self {
        Kind {
            residue: (self.residue + other.residue) % period,
            lead: self.lead + other.lead,
            low: self.low ^ other.low,
            low_sum: self.low_sum + other.low_sum,
        }
    }
}

/// The proof for codes that take any number from some number on.
fn all_but(code: &Code, values: &Values, found: Period) -> Option<(Theorem, u64)> {
    let (start, digits) = code.tail()?;
    let takes = |bits: Option<u64>| bits == Some(3);
    let plain = digits.iter().all(|digit| takes(digit.bits()))
        && code.digits().all(|(_, digit)| takes(digit.bits()));
    if !plain {
        return None;
    }
    let (window, period) = (start as usize - 1, found.period as usize);
    let first = (found.preperiod as usize).max(1) + window;
    (first..values.len().checked_sub(period)?)
        .take(4 * period + 64)
        .find_map(|n| {
            let same = state(values, n, window) == state(values, n + period, window);
            let shift = floor(values, n + period, window) - floor(values, n, window);
            (same && u64::from(shift) == found.saltus)
                .then_some((Theorem::AllBut, (n + period) as u64))
        })
}

/// The smallest value that no heap more than `window` below heap `n` has.
fn floor(values: &Values, n: usize, window: usize) -> u32 {
    let old: BTreeSet<u32> = (0..n - window).map(|heap| values.at(heap)).collect();
    (0..).find(|value| !old.contains(value)).unwrap_or(0)
}

/// The values that matter for heap `n` and those after it, from the floor up: of the old heaps as a set, of the window in order.
fn state(values: &Values, n: usize, window: usize) -> (BTreeSet<u32>, Vec<Option<u32>>) {
    let floor = floor(values, n, window);
    let above = |heap: usize| values.at(heap).checked_sub(floor);
    (
        (0..n - window).filter_map(above).collect(),
        (n - window..n).map(above).collect(),
    )
}
