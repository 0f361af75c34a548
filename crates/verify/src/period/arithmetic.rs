//! The theorems with a saltus, whose conditions are about values and not only about how many there are.
//!
//! **Arithmetic periodicity**, at most three unconstrained heaps: let N be the number of heaps less 2p, and 2^j the largest power of
//! two that divides s. Every heap n in the ranges must satisfy:
//! 1. (N..N+p) no heap n - d that may be left alone has the value G(n); and no two or three kinds of heaps that may be left can xor
//!    to G(n). A kind is a heap below n0 or a residue modulo p from n0 on. The kinds tell how much the sum of the values exceeds G(n); an
//!    exclusive or is the sum less an even number, which is at least what is lost in the last j bits, and those bits are told too;
//! 2. (N..N+2p) every value below T = 1 + s + max(G(m): m < n0) is G(z) for an option (a, a, z), or is 0 for an option (a, a);
//! 3. (N..N+p) every value from T - s to G(n) - 1 is the value of an option with a heap z ≥ n0, the others xoring to less than 2^j.
//!
//! By induction G(n) = G(n - p) + s from N + p on: 1 excludes that value; (a + p, a + p, z) follows (a, a, z) after two periods; z + p in place
//! of z adds s.
//!
//! **All-but periodicity**: all numbers from K on can be taken. Heap n sees the values of the heaps up to n - K as a set, and of the last
//! K - 1 in order. Where what both hold from the smallest value missing in the set on recurs, shifted by s, so does all that follows.

use super::{Certificate, Check, PeriodError};
use std::collections::BTreeSet;

/// The most kinds of heaps that are put together.
const MOST_KINDS: u64 = 400;

/// Checks the conditions of arithmetic periodicity.
pub(super) fn breaking(
    claimed: &Certificate,
    values: &[u32],
    check: &mut Check,
) -> Result<(), PeriodError> {
    let applies = claimed.code.is_plain()
        && claimed.code.most_heaps() <= 3
        && claimed.code.most_taken().is_some()
        && claimed.saltus > 0;
    check(
        applies,
        "arithmetic periodicity is a theorem about such codes".into(),
    )?;
    if claimed.preperiod + claimed.period > MOST_KINDS {
        return Err(PeriodError::TooLarge(format!(
            "more than {MOST_KINDS} kinds of heaps"
        )));
    }
    let from = claimed
        .heaps
        .checked_sub(claimed.period.saturating_mul(2))
        .filter(|from| {
            let most_taken = claimed.code.most_taken().unwrap_or(0);
            *from > claimed.preperiod.saturating_add(most_taken)
        });
    check(
        from.is_some(),
        "enough heaps are computed for arithmetic periodicity".into(),
    )?;
    let game = Game {
        claimed,
        values,
        from: from.unwrap_or(0) as usize,
    };
    let (from, period) = (game.from, claimed.period as usize);
    check(
        (from..from + period).all(|n| game.not_met(n)),
        format!(
            "no option of heaps {from}..{} has their value",
            from + period - 1
        ),
    )?;
    check(
        (from..from + 2 * period).all(|n| game.small_met(n)),
        format!(
            "heaps {from}..{} have lasting options for small values",
            from + 2 * period - 1
        ),
    )?;
    check(
        (from..from + period).all(|n| game.large_met(n)),
        format!(
            "heaps {from}..{} have options for larger values that move on by a period",
            from + period - 1
        ),
    )
}

struct Game<'c> {
    claimed: &'c Certificate,
    values: &'c [u32],
    from: usize,
}

impl Game<'_> {
    /// The digits that may leave so many heaps.
    fn leaving(&self, heaps: u64) -> Vec<usize> {
        let most = self.claimed.code.most_taken().unwrap_or(0) as usize;
        (0..=most)
            .filter(|&taken| {
                self.claimed
                    .code
                    .digit(taken)
                    .iter()
                    .any(|digit| digit.0 == heaps)
            })
            .collect()
    }

    fn low_bits(&self) -> u32 {
        (1 << self.claimed.saltus.trailing_zeros().min(31)) - 1
    }

    /// Condition 1.
    fn not_met(&self, n: usize) -> bool {
        let (period, saltus) = (self.claimed.period as i128, self.claimed.saltus as i128);
        let last = self.claimed.preperiod.max(1) as usize + period as usize;
        let value = |heap: usize| i128::from(self.values[heap]);
        let low = |heap: usize| self.values[heap] & self.low_bits();
        let hits = |taken: usize, heaps: &[usize]| {
            let sum: usize = heaps.iter().sum();
            if (n as i128 - taken as i128 - sum as i128) % period != 0 {
                return false;
            }
            // The heaps stand for larger ones, whose sum is n - taken.
            let grown = (n as i128 - taken as i128 - sum as i128) / period * saltus;
            let excess = heaps.iter().map(|&heap| value(heap)).sum::<i128>() + grown - value(n);
            let low_xor = heaps.iter().fold(0, |bits, &heap| bits ^ low(heap));
            let low_sum: u32 = heaps.iter().map(|&heap| low(heap)).sum();
            excess >= i128::from(low_sum - low_xor) && excess % 2 == 0 && low_xor == low(n)
        };
        let kinds = 1..last;
        let alone = self
            .leaving(1)
            .iter()
            .all(|&taken| self.values[n - taken] != self.values[n]);
        let two = self.leaving(2).iter().all(|&taken| {
            kinds
                .clone()
                .all(|a| kinds.clone().all(|b| !hits(taken, &[a, b])))
        });
        let three = self.leaving(3).iter().all(|&taken| {
            kinds.clone().all(|a| {
                kinds
                    .clone()
                    .all(|b| b < a || kinds.clone().all(|c| c < b || !hits(taken, &[a, b, c])))
            })
        });
        alone && two && three
    }

    fn threshold(&self) -> u32 {
        let early = &self.values[..self.claimed.preperiod as usize];
        1 + self.claimed.saltus as u32 + early.iter().max().copied().unwrap_or(0)
    }

    /// Condition 2.
    fn small_met(&self, n: usize) -> bool {
        let halved = self
            .leaving(2)
            .iter()
            .any(|&taken| taken + 2 <= n && (n - taken).is_multiple_of(2));
        let third = |value: u32, rest: usize| {
            (1..rest.saturating_sub(1))
                .any(|z| (rest - z).is_multiple_of(2) && self.values[z] == value)
        };
        (0..self.threshold()).all(|value| {
            (value == 0 && halved)
                || self
                    .leaving(3)
                    .iter()
                    .any(|&taken| taken < n && third(value, n - taken))
        })
    }

    /// Condition 3.
    fn large_met(&self, n: usize) -> bool {
        let start = self.claimed.preperiod.max(1) as usize;
        let mut met: BTreeSet<u32> = self
            .leaving(1)
            .iter()
            .filter(|&&taken| n - taken >= start)
            .map(|&taken| self.values[n - taken])
            .collect();
        for taken in self.leaving(2) {
            for z in start..n - taken {
                let other = self.values[n - taken - z];
                if other <= self.low_bits() {
                    met.insert(self.values[z] ^ other);
                }
            }
        }
        for taken in self.leaving(3) {
            for z in start..(n - taken).saturating_sub(1) {
                for one in 1..n - taken - z {
                    let others = self.values[one] ^ self.values[n - taken - z - one];
                    if others <= self.low_bits() {
                        met.insert(self.values[z] ^ others);
                    }
                }
            }
        }
        let least = self.threshold() - self.claimed.saltus as u32;
        (least..self.values[n]).all(|value| met.contains(&value))
    }
}

/// Checks the conditions of all-but periodicity.
pub(super) fn all_but(
    claimed: &Certificate,
    values: &[u32],
    check: &mut Check,
) -> Result<(), PeriodError> {
    check(
        claimed.code.is_all_but(),
        "all-but periodicity is a theorem about such codes".into(),
    )?;
    let window = claimed.code.listed() - 1;
    let (now, period) = (
        claimed.heaps as usize - claimed.period as usize,
        claimed.period as usize,
    );
    check(
        now > window && now as u64 >= claimed.preperiod + window as u64,
        "enough heaps are computed for all-but periodicity".into(),
    )?;
    let old = |n: usize| -> BTreeSet<u32> { values[..n - window].iter().copied().collect() };
    let floor = |n: usize| (0..).find(|value| !old(n).contains(value)).unwrap_or(0);
    let (here, there) = (floor(now), floor(now + period));
    let above = |n: usize, floor: u32| -> (Vec<u32>, Vec<Option<u32>>) {
        let set = old(n)
            .into_iter()
            .filter_map(|value| value.checked_sub(floor))
            .collect();
        (
            set,
            values[n - window..n]
                .iter()
                .map(|value| value.checked_sub(floor))
                .collect(),
        )
    };
    let same = above(now, here) == above(now + period, there)
        && u64::from(there) == u64::from(here) + claimed.saltus;
    check(
        same,
        format!(
            "what heap {} sees is what heap {now} sees, {} higher",
            now + period,
            claimed.saltus
        ),
    )
}
