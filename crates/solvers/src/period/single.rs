//! One split of a heap into two or three parts with a given xor of values, where a proved period (with or without a saltus)
//! leaves far too many splits to list.
//!
//! With G(n + p) = G(n) + s for all n from n0 on, parts a + b of two residue classes have values x and y with x + y known.
//! Now x + y = (x xor y) + 2 (x and y). With the xor T given, M = x and y is known too, and shares no bit with T. So x is M
//! with some of the bits of T, and y is M with the others; the choice of bits is a question of residues modulo s.

use bouton_core::{Meter, StopReason};
use num_bigint::BigUint;

use crate::sequence::Sequence;

/// A sequence whose period is proved.
pub(super) struct Single<'s> {
    sequence: &'s Sequence,
    /// The first number of each residue class.
    classes: std::ops::Range<u64>,
    saltus: u64,
}

/// The third part may be larger by this much than it has to be without a saltus: its value changes the low bits of the
/// rest.
const MORE: u64 = 64;

/// The product of the bits of T and the saltus is at most this; larger tables are not filled.
const CELLS: u64 = 1 << 24;

impl<'s> Single<'s> {
    /// For sequences whose period is proved.
    pub(super) fn of(sequence: &'s Sequence) -> Option<Self> {
        let proved = sequence.status.is_proved();
        let found = sequence.status.period().filter(|_| proved)?;
        let first = found.preperiod.max(1);
        Some(Self {
            sequence,
            classes: first..first.checked_add(found.period)?,
            saltus: found.saltus,
        })
    }

    fn value(&self, heap: &BigUint) -> BigUint {
        let value = self.sequence.big_value(heap);
        value.expect("invariant: the sequence is known for ever")
    }

    /// Two positive parts of `rest`, ascending, whose values have the xor `target`. Without a saltus they are found if they
    /// exist. With one they may be missed if one part must be near an end of a class. Takes preperiod plus period steps.
    pub(super) fn two(
        &self,
        rest: &BigUint,
        target: &BigUint,
        meter: &mut Meter,
    ) -> Result<Option<[BigUint; 2]>, StopReason> {
        for small in (1..self.classes.end).map(BigUint::from) {
            meter.visit()?;
            if small >= *rest {
                break;
            }
            let other = rest - &small;
            let fits = |part: &BigUint| {
                let other = rest - part;
                self.value(part) ^ self.value(&other) == *target
            };
            if fits(&small) {
                return Ok(Some(ascending([small, other])));
            }
            let grown = self.grown(&small, &other, target);
            let grown = grown.into_iter().flatten();
            if let Some(part) = grown.filter(|part| part < rest).find(fits) {
                let other = rest - &part;
                return Ok(Some(ascending([part, other])));
            }
        }
        Ok(None)
    }

    /// Parts of the residue class of `small` that may fit the rest.
    fn grown(&self, small: &BigUint, other: &BigUint, target: &BigUint) -> Option<[BigUint; 2]> {
        let (first, period) = (self.classes.start, self.classes.end - self.classes.start);
        if self.saltus == 0 || *small < first.into() || *other < first.into() {
            return None;
        }
        let start = self.value(small);
        let both = &start + self.value(other);
        let shared = (both >= *target).then(|| both - target)?;
        if shared.bit(0) || &(&shared >> 1u32) & target != BigUint::ZERO {
            return None;
        }
        let shared = shared >> 1u32;
        let saltus = BigUint::from(self.saltus);
        let residue = |number: &BigUint| u64::try_from(number % &saltus).ok();
        let wanted = (residue(&start)? + self.saltus - residue(&shared)?) % self.saltus;
        let bits = subset(target, wanted, self.saltus)?;
        // The other part has the other bits; both have the shared ones.
        let part = |bits: BigUint| {
            let value = &shared + bits;
            let steps = (value >= start).then(|| (value - &start) / &saltus);
            small + steps.unwrap_or_default() * period
        };
        let others = subset(target, residue(&(target - &bits))?, self.saltus)?;
        Some([part(bits.clone()), part(target - others)])
    }

    /// Three positive parts of `rest`, ascending, whose values have the xor `target`; one of them is small. Without a
    /// saltus they are found if they exist, since periods can be moved from a part that is not small to another.
    pub(super) fn three(
        &self,
        rest: &BigUint,
        target: &BigUint,
        meter: &mut Meter,
    ) -> Result<Option<[BigUint; 3]>, StopReason> {
        let more = if self.saltus > 0 { MORE } else { 0 };
        for small in (1..self.classes.end.saturating_add(more)).map(BigUint::from) {
            if small >= *rest {
                break;
            }
            let target = target ^ self.value(&small);
            if let Some([a, b]) = self.two(&(rest - &small), &target, meter)? {
                return Ok(Some(ascending([small, a, b])));
            }
        }
        Ok(None)
    }
}

fn ascending<const N: usize>(mut parts: [BigUint; N]) -> [BigUint; N] {
    parts.sort_unstable();
    parts
}

/// The least number made of some bits of `of` that is congruent to `residue` modulo `modulus`.
fn subset(of: &BigUint, residue: u64, modulus: u64) -> Option<BigUint> {
    if of.bits().checked_mul(modulus)? > CELLS {
        return None;
    }
    let modulus = usize::try_from(modulus).ok()?;
    let residue = usize::try_from(residue).ok()?;
    // The residue of each bit, and the residues of the sums of lower bits.
    let (mut weights, mut below) = (Vec::new(), vec![vec![false; modulus]]);
    below[0][0] = true;
    let mut weight = 1 % modulus;
    for bit in 0..of.bits() {
        if of.bit(bit) {
            let before = &below[weights.len()];
            let now = (0..modulus)
                .map(|sum| before[sum] || before[(sum + modulus - weight) % modulus])
                .collect();
            weights.push((bit, weight));
            below.push(now);
        }
        weight = 2 * weight % modulus;
    }
    let (mut left, mut found) = (residue, BigUint::ZERO);
    if !below[weights.len()][left] {
        return None;
    }
    for (number, (bit, weight)) in weights.iter().enumerate().rev() {
        if !below[number][left] {
            found.set_bit(*bit, true);
            left = (left + modulus - weight) % modulus;
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bouton_core::Limits;
    use bouton_core::take_and_break::{Code, Digit};

    #[test]
    fn subsets_are_the_least_of_trying_each() {
        for of in 0..64u64 {
            for modulus in 1..12 {
                for residue in 0..modulus {
                    let mut each = (0..=of).filter(|part| part & !of == 0);
                    let least = each.find(|part| part % modulus == residue);
                    let found = subset(&of.into(), residue, modulus);
                    assert_eq!(found, least.map(BigUint::from));
                }
            }
        }
    }

    /// Compared with trying every split: every result is right; without a saltus none is missed, and with one few are.
    #[test]
    fn splits_are_found_where_there_are_some() {
        let hex = |digits: &[u64]| {
            let digits = digits.iter().map(|bits| Digit::from_bits(*bits)).collect();
            Code::from_digits(digits, 0)
        };
        let codes = [hex(&[0, 15]), hex(&[0, 11]), hex(&[0, 3, 15]), hex(&[0, 8])];
        for (code, is_growing) in codes.into_iter().zip([false, false, true, true]) {
            let limits = Limits::default();
            let sequence = Sequence::compute(code, 2000, &limits).unwrap();
            let single = Single::of(&sequence).unwrap();
            assert_eq!(single.saltus > 0, is_growing);
            let value = |heap: u64| sequence.value(heap).unwrap();
            let (mut there, mut missed) = (0, 0);
            let rests = (0..40u64).chain(300..312);
            for (rest, target) in rests.flat_map(|rest| (0..9).map(move |t| (rest, t))) {
                let pair =
                    |rest: u64, target| (1..rest).any(|a| value(a) ^ value(rest - a) == target);
                let triple = |a| pair(rest - a, target ^ value(a));
                let is_there = [pair(rest, target), (1..rest).any(triple)];
                let (whole, aim) = (BigUint::from(rest), BigUint::from(target));
                let meter = &mut limits.meter();
                let two = single
                    .two(&whole, &aim, meter)
                    .unwrap()
                    .map(|two| two.to_vec());
                let three = single.three(&whole, &aim, meter).unwrap();
                let found = [two, three.map(|three| three.to_vec())];
                for (is_there, found) in is_there.into_iter().zip(found) {
                    there += u32::from(is_there);
                    missed += u32::from(is_there && found.is_none());
                    let Some(parts) = found else { continue };
                    let parts: Vec<_> = parts
                        .iter()
                        .map(|part| u64::try_from(part).unwrap())
                        .collect();
                    assert_eq!(parts.iter().sum::<u64>(), rest);
                    assert!(parts.is_sorted() && parts[0] > 0);
                    assert_eq!(parts.iter().fold(0, |xor, part| xor ^ value(*part)), target);
                }
            }
            let bound = if is_growing { there / 50 } else { 0 };
            assert!(missed <= bound, "{missed} of {there} missed");
        }
    }
}
