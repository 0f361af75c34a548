//! How a heap splits in two parts with a given xor of values, by residue classes.
//!
//! With G(n + p) = G(n) for all n from n0 on, and both parts at least n0, whether G(a) xor G(r - a) is the wanted value
//! depends only on a mod p. So the splits a ≤ r - a are: those with a < n0, tried one by one, and complete residue classes
//! above.

use bouton_core::take_and_break::Constraint;
use bouton_core::{Meter, StopReason};
use num_bigint::BigUint;

use crate::sequence::Sequence;
use crate::sequence::period::Period;

/// The splits of heaps whose values are known forever, or as far as they were computed.
#[derive(Debug)]
pub(super) struct Splits<'s> {
    sequence: &'s Sequence,
    /// Smaller parts below this are tried one by one.
    preperiod: u64,
    period: u64,
}

/// The splits of a heap: single ones, and arithmetic progressions of them.
#[derive(Debug)]
pub(super) struct SplitList {
    rest: BigUint,
    /// The smaller parts: the first, the step, and their number.
    runs: Vec<(BigUint, u64, BigUint)>,
    /// Whether two equal parts are among them.
    equal: bool,
}

/// The splits into unequal parts: their number, and one of them.
pub(super) struct Unequal {
    pub(super) count: BigUint,
    pub(super) first: Option<[BigUint; 2]>,
}

impl<'s> Splits<'s> {
    /// For codes that leave at most two heaps of any rest and sequences without saltus; the period must be proved, or the
    /// value of each heap known.
    pub(super) fn of(sequence: &'s Sequence) -> Option<Self> {
        let code = &sequence.code;
        let plain = code.tail().is_none()
            && code.frozen().is_empty()
            && code.most_heaps().is_some_and(|most| most <= 2);
        let loose = code.digits().all(|(_, digit)| {
            let constraint = digit.constraint(2);
            constraint != Some(Constraint::AllEqual)
        });
        let known = sequence
            .status
            .period()
            .filter(|_| sequence.status.is_proved());
        let (preperiod, period) = match known {
            Some(Period { saltus: 1.., .. }) => return None,
            Some(found) => (found.preperiod, found.period),
            None => (sequence.values.len() as u64, 1),
        };
        (plain && loose).then_some(Self {
            sequence,
            preperiod,
            period,
        })
    }

    fn xor(&self, small: &BigUint, rest: &BigUint) -> Option<BigUint> {
        let other = self.sequence.big_value(&(rest - small))?;
        Some(self.sequence.big_value(small)? ^ other)
    }

    /// The splits of `rest` into two positive parts whose values have the xor `target`; `None`: every split.
    pub(super) fn find(
        &self,
        rest: &BigUint,
        target: Option<&BigUint>,
        meter: &mut Meter,
    ) -> Result<SplitList, StopReason> {
        let half: BigUint = rest >> 1;
        let mut runs = Vec::new();
        let Some(target) = target else {
            if half > BigUint::ZERO {
                runs.push((1u32.into(), 1, half));
            }
            return Ok(SplitList::new(rest, runs));
        };
        let matches = |small: &BigUint| self.xor(small, rest).as_ref() == Some(target);
        let last_class = self.preperiod.max(1).saturating_add(self.period - 1);
        for small in 1..=last_class {
            meter.visit()?;
            let first = BigUint::from(small);
            if first > half {
                break;
            }
            if !matches(&first) {
                continue;
            }
            if small < self.preperiod {
                runs.push((first, 1, 1u32.into()));
            } else {
                let count = (&half - &first) / self.period + 1u32;
                runs.push((first, self.period, count));
            }
        }
        Ok(SplitList::new(rest, runs))
    }
}

impl SplitList {
    fn new(rest: &BigUint, runs: Vec<(BigUint, u64, BigUint)>) -> Self {
        let half: BigUint = rest >> 1;
        let is_half =
            |(first, step, count): &(BigUint, u64, BigUint)| first + (count - 1u32) * *step == half;
        let equal = !rest.bit(0) && runs.iter().any(is_half);
        Self {
            rest: rest.clone(),
            runs,
            equal,
        }
    }

    /// Leaves out the split into equal parts.
    pub(super) fn drop_halves(&mut self) {
        if !self.equal {
            return;
        }
        let half: BigUint = &self.rest >> 1;
        for (first, step, count) in &mut self.runs {
            if &*first + (&*count - 1u32) * *step == half {
                *count -= 1u32;
            }
        }
        self.runs.retain(|(_, _, count)| *count > BigUint::ZERO);
        self.equal = false;
    }

    /// The split into equal parts, if it is among them.
    pub(super) fn halves(&self) -> Option<[BigUint; 2]> {
        let half: BigUint = &self.rest >> 1;
        self.equal.then(|| [half.clone(), half])
    }

    /// The splits into unequal parts.
    pub(super) fn unequal(&self) -> Unequal {
        let all: BigUint = self.runs.iter().map(|(_, _, count)| count).sum();
        let count = all - u32::from(self.equal);
        Unequal {
            first: self
                .pairs()
                .find(|[a, b]| a != b)
                .filter(|_| count > BigUint::ZERO),
            count,
        }
    }

    /// The splits, smaller part first, ordered by that part.
    pub(super) fn pairs(&self) -> impl Iterator<Item = [BigUint; 2]> + '_ {
        let mut ahead: Vec<_> = self
            .runs
            .iter()
            .map(|(first, step, count)| (first.clone(), *step, count.clone()))
            .collect();
        std::iter::from_fn(move || {
            let least = ahead
                .iter_mut()
                .filter(|run| run.2 > BigUint::ZERO)
                .min_by(|a, b| a.0.cmp(&b.0))?;
            let small = least.0.clone();
            least.0 += least.1;
            least.2 -= 1u32;
            let large = &self.rest - &small;
            Some([small, large])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bouton_core::Limits;
    use bouton_core::take_and_break::Code;

    /// Compared with trying every split: several codes, every rest up to 400, every value up to 9.
    #[test]
    fn splits_are_those_of_trying_each() {
        for code in ["0.77", "0.137", "0.07", "0.16", "0.45", "0.6"] {
            let code = Code::octal(code).unwrap();
            let sequence = Sequence::compute(code, 3000, &Limits::default()).unwrap();
            let splits = Splits::of(&sequence).unwrap();
            for rest in 0..400u64 {
                let value = |heap: u64| sequence.value(heap).unwrap();
                let every: Vec<_> = (1..=rest / 2)
                    .map(|a| (a, value(a) ^ value(rest - a)))
                    .collect();
                for target in 0..10u64 {
                    let found = splits
                        .find(
                            &rest.into(),
                            Some(&target.into()),
                            &mut Limits::default().meter(),
                        )
                        .unwrap();
                    let wanted: Vec<_> = every
                        .iter()
                        .filter(|(_, v)| *v == target)
                        .map(|(a, _)| *a)
                        .collect();
                    let pairs: Vec<_> = found
                        .pairs()
                        .map(|[a, _]| u64::try_from(a).unwrap())
                        .collect();
                    assert_eq!(pairs, wanted, "{rest} {target}");
                    let halves = rest % 2 == 0 && wanted.contains(&(rest / 2));
                    assert_eq!(found.halves().is_some(), halves);
                    assert_eq!(
                        found.unequal().count,
                        (wanted.len() - usize::from(halves)).into()
                    );
                }
            }
        }
    }
}
