//! The theorems with a saltus, whose conditions concern values and not only the number of heaps.
//!
//! **Arithmetic periodicity**, at most three unconstrained heaps: let N be the number of heaps less 2p, and 2^j the largest power of
//! two that divides s. Every heap n in the ranges must satisfy:
//! 1. (N..N+p) no heap n - d that may be left alone has the value G(n); and no two or three kinds of heaps that may be left
//!    can xor to G(n). A kind is a heap below n0 or a residue modulo p from n0 on. The kinds determine the excess of the
//!    sum of the values over G(n). An exclusive or is the sum minus an even number, which is at least the carry lost in the
//!    last j bits; these bits are known too;
//! 2. (N..N+2p) every value below T = 1 + s + max(G(m): m < n0) is G(z) for an option (a, a, z), or is 0 for an option (a, a);
//! 3. (N..N+p) every value from T - s to G(n) - 1 is the value of an option with a heap z ≥ n0, the others xoring to less than 2^j.
//!
//! By induction G(n) = G(n - p) + s from N + p on: 1 excludes that value; (a + p, a + p, z) follows (a, a, z) after two
//! periods; z + p instead of z adds s.
//!
//! **All-but periodicity**: all numbers from K on can be taken. The options of heap n depend on the set of values of the
//! heaps up to n - K, and on the sequence of the last K - 1. If both recur, shifted by s, from the smallest value missing
//! in the set on, so does everything that follows.

use std::collections::BTreeSet;

use super::Certificate;
use crate::Refusal;
use crate::bounds::Meter;
use crate::notes::Notes;
use crate::obligation::Obligation;

/// The most kinds of heaps that are combined.
const MOST_KINDS: u64 = 400;

/// Checks the conditions of arithmetic periodicity.
pub(super) fn breaking(
    claimed: &Certificate,
    values: &[u32],
    check: &mut Notes,
) -> Result<(), Refusal> {
    let applies = claimed.code.is_plain()
        && claimed.code.most_heaps() <= 3
        && claimed.code.most_taken().is_some()
        && claimed.saltus > 0;
    check.note(
        Obligation::BreakingApplies,
        applies,
        "arithmetic periodicity is a theorem about such codes",
    )?;
    // In 128 bits: the numbers of a certificate may be any 64-bit numbers.
    if u128::from(claimed.preperiod) + u128::from(claimed.period) > u128::from(MOST_KINDS) {
        return Err(Refusal::Undecided(format!(
            "more than {MOST_KINDS} kinds of heaps"
        )));
    }
    let most_taken = claimed.code.most_taken().unwrap_or(0);
    let from = claimed.heaps.saturating_sub(2 * claimed.period);
    check.note(
        Obligation::BreakingHeaps,
        from > claimed.preperiod + most_taken,
        "enough heaps are computed for arithmetic periodicity",
    )?;
    let from = from as usize;
    let period = claimed.period as usize;
    let game = Game { claimed, values };
    let mut all = |obligation, heaps: std::ops::Range<usize>, condition: Condition, what: &str| {
        let mut holds = true;
        for n in heaps.clone() {
            holds = holds && condition(&game, n, &mut check.work)?;
        }
        check.note(
            obligation,
            holds,
            what.replacen("{}", &format!("{}..{}", heaps.start, heaps.end - 1), 1),
        )
    };
    all(
        Obligation::ValueNotMet,
        from..from + period,
        |game, n, work| game.not_met(n, work),
        "no option of heaps {} has their value",
    )?;
    all(
        Obligation::SmallValuesMet,
        from..from + 2 * period,
        |game, n, work| game.small_met(n, work),
        "heaps {} have lasting options for small values",
    )?;
    all(
        Obligation::LargeValuesMet,
        from..from + period,
        |game, n, work| game.large_met(n, work),
        "heaps {} have options for larger values that move on by a period",
    )
}

/// A condition on one heap.
type Condition = fn(&Game<'_>, usize, &mut Meter) -> Result<bool, Refusal>;

struct Game<'c> {
    claimed: &'c Certificate,
    values: &'c [u32],
}

impl Game<'_> {
    /// The digits that may leave this many heaps.
    fn leaving(&self, heaps: u64) -> Vec<usize> {
        let code = &self.claimed.code;
        let most = code.most_taken().unwrap_or(0) as usize;
        let leaves = |taken: &usize| code.digit(*taken).iter().any(|digit| digit.0 == heaps);
        (0..=most).filter(leaves).collect()
    }

    fn low_bits(&self) -> u32 {
        (1 << self.claimed.saltus.trailing_zeros().min(31)) - 1
    }

    /// Condition 1.
    fn not_met(&self, n: usize, work: &mut Meter) -> Result<bool, Refusal> {
        let (period, saltus) = (
            i128::from(self.claimed.period),
            i128::from(self.claimed.saltus),
        );
        let last = self.claimed.preperiod.max(1) as usize + self.claimed.period as usize;
        let value = |heap: usize| i128::from(self.values[heap]);
        let low = |heap: usize| self.values[heap] & self.low_bits();
        let hits = |taken: usize, heaps: &[usize]| {
            let sum: usize = heaps.iter().sum();
            let beyond = n as i128 - taken as i128 - sum as i128;
            if beyond % period != 0 {
                return false;
            }
            // The heaps represent larger ones, whose sum is n - taken.
            let grown = beyond / period * saltus;
            let excess = heaps.iter().map(|&heap| value(heap)).sum::<i128>() + grown - value(n);
            let low_xor = heaps.iter().fold(0, |bits, &heap| bits ^ low(heap));
            let low_sum: i128 = heaps.iter().map(|&heap| i128::from(low(heap))).sum();
            excess >= low_sum - i128::from(low_xor) && excess % 2 == 0 && low_xor == low(n)
        };
        for taken in self.leaving(1) {
            if self.values[n - taken] == self.values[n] {
                return Ok(false);
            }
        }
        for taken in self.leaving(2) {
            for a in 1..last {
                work.spend(last)?;
                if (a..last).any(|b| hits(taken, &[a, b])) {
                    return Ok(false);
                }
            }
        }
        for taken in self.leaving(3) {
            for a in 1..last {
                for b in a..last {
                    work.spend(last)?;
                    if (b..last).any(|c| hits(taken, &[a, b, c])) {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    fn threshold(&self) -> u64 {
        let early = &self.values[..self.claimed.preperiod as usize];
        let largest = early.iter().max().copied().unwrap_or(0);
        // The saltus is a difference of two values of 32 bits: condition 2 of the certificate.
        1 + self.claimed.saltus + u64::from(largest)
    }

    /// Condition 2.
    fn small_met(&self, n: usize, work: &mut Meter) -> Result<bool, Refusal> {
        let halved = |&taken: &usize| taken + 2 <= n && (n - taken).is_multiple_of(2);
        let mut met = BTreeSet::new();
        if self.leaving(2).iter().any(halved) {
            met.insert(0);
        }
        for taken in self.leaving(3) {
            let rest = n.saturating_sub(taken);
            work.spend(rest)?;
            for z in (1..rest.saturating_sub(1)).filter(|z| (rest - z).is_multiple_of(2)) {
                met.insert(u64::from(self.values[z]));
            }
        }
        Ok((0..self.threshold()).all(|value| met.contains(&value)))
    }

    /// Condition 3.
    fn large_met(&self, n: usize, work: &mut Meter) -> Result<bool, Refusal> {
        let start = self.claimed.preperiod.max(1) as usize;
        let mut met: BTreeSet<u32> = self
            .leaving(1)
            .iter()
            .filter(|&&taken| n - taken >= start)
            .map(|&taken| self.values[n - taken])
            .collect();
        for taken in self.leaving(2) {
            work.spend(n)?;
            for z in start..n - taken {
                let other = self.values[n - taken - z];
                if other <= self.low_bits() {
                    met.insert(self.values[z] ^ other);
                }
            }
        }
        for taken in self.leaving(3) {
            for z in start..(n - taken).saturating_sub(1) {
                work.spend(n)?;
                for one in 1..n - taken - z {
                    let others = self.values[one] ^ self.values[n - taken - z - one];
                    if others <= self.low_bits() {
                        met.insert(self.values[z] ^ others);
                    }
                }
            }
        }
        let least = self.threshold() - self.claimed.saltus;
        let value = u64::from(self.values[n]);
        Ok((least..value).all(|value| met.contains(&(value as u32))))
    }
}

/// Checks the conditions of all-but periodicity.
pub(super) fn all_but(
    claimed: &Certificate,
    values: &[u32],
    check: &mut Notes,
) -> Result<(), Refusal> {
    check.note(
        Obligation::AllButApplies,
        claimed.code.is_all_but(),
        "all-but periodicity is a theorem about such codes",
    )?;
    let window = claimed.code.listed() - 1;
    let period = claimed.period as usize;
    let now = claimed.heaps as usize - period;
    check.note(
        Obligation::AllButHeaps,
        now > window && now as u64 >= claimed.preperiod.saturating_add(window as u64),
        "enough heaps are computed for all-but periodicity",
    )?;
    // The state of a heap, from the smallest value that no heap far enough below has.
    let seen = |n: usize| -> (u32, Vec<u32>, Vec<Option<u32>>) {
        let far: BTreeSet<u32> = values[..n - window].iter().copied().collect();
        let floor = (0..).find(|value| !far.contains(value)).unwrap_or(0);
        let above = |value: &u32| value.checked_sub(floor);
        let near = values[n - window..n].iter().map(above).collect();
        (floor, far.iter().filter_map(above).collect(), near)
    };
    let ((here, far, near), (there, later_far, later_near)) = (seen(now), seen(now + period));
    let same = (far, near) == (later_far, later_near)
        && u128::from(there) == u128::from(here) + u128::from(claimed.saltus);
    check.note(
        Obligation::AllButRecurs,
        same,
        format!(
            "what heap {} sees is what heap {now} sees, {} higher",
            now + period,
            claimed.saltus
        ),
    )
}
