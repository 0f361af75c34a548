//! Numeration systems and tables of transitions, in the form of the checker.

use crate::Refusal;
use crate::obligation::Obligation;

/// A table over columns of digits; the start is 0 and absent states reject forever.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) arity: usize,
    pub(super) columns: usize,
    /// The state after each column, a row for each state.
    pub(super) next: Vec<Option<u32>>,
    pub(super) accepting: Vec<bool>,
}

/// The numeration system of a recurrence.
#[derive(Clone, Debug)]
pub(super) struct System {
    pub(super) recurrence: Vec<i64>,
    pub(super) digits: usize,
    /// The place values, as far as [`PLACES`].
    pub(super) places: Vec<i128>,
}

/// Place values are computed up to the first one from here on, beyond every number that a check needs for the sign of a sum
/// (see [`LARGEST`](super::formula::LARGEST)). If they do not suffice, nothing is decided.
const PLACES: i128 = 1 << 62;

impl System {
    pub(super) fn new(recurrence: Vec<i64>) -> Result<Self, String> {
        let falls = recurrence.windows(2).all(|pair| pair[0] >= pair[1]);
        let in_range = recurrence.iter().all(|t| (1..=63).contains(t));
        let fits = falls && in_range && !recurrence.is_empty() && recurrence != [1];
        if !Obligation::Coefficients.met(fits) {
            return Err("expected coefficients from 1 to 63 that do not increase".to_string());
        }
        let digits = recurrence[0] as usize + usize::from(recurrence.len() > 1);
        let order = recurrence.len();
        let mut places: Vec<i128> = Vec::new();
        while places.last().is_none_or(|&place| place < PLACES) {
            let pairs = recurrence.iter().zip(places.iter().rev());
            let sum: i128 = pairs.map(|(&t, &u)| i128::from(t) * u).sum();
            places.push(sum + i128::from(places.len() < order));
        }
        // The sign is determined by as many consecutive values as there are coefficients, so there must be several times as
        // many.
        if places.len() < 3 * order {
            return Err(format!(
                "expected a system of a lower order, found {order} coefficients"
            ));
        }
        Ok(System {
            recurrence,
            digits,
            places,
        })
    }

    /// The words with every suffix at most `t1 … t(m-1) (tm - 1)` repeated.
    pub(super) fn valid(&self) -> Table {
        let mut bound = self.recurrence.clone();
        let last = bound.len() - 1;
        bound[last] -= 1;
        let after = |at: usize, digit: usize| match (digit as i64).cmp(&bound[at]) {
            std::cmp::Ordering::Less => Some(0),
            std::cmp::Ordering::Equal => Some(((at + 1) % bound.len()) as u32),
            std::cmp::Ordering::Greater => None,
        };
        let digits = 0..self.digits;
        Table {
            arity: 1,
            columns: self.digits,
            next: (0..bound.len())
                .flat_map(|at| digits.clone().map(move |digit| (at, digit)))
                .map(|(at, digit)| after(at, digit))
                .collect(),
            accepting: vec![true; bound.len()],
        }
    }

    /// The sign of the sum, if it is the same and known for every number n of further digits and all their values. The sum
    /// is `Σ r[i]·U(n+i) + Σ parts[k]·v[k] + constant` for the values v of the further digits.
    pub(super) fn sign(
        &self,
        r: &[i64],
        parts: &[i64],
        constant: i64,
    ) -> Result<Option<bool>, Refusal> {
        let sum =
            |sign: i128| -> i128 { parts.iter().map(|&c| (sign * i128::from(c)).min(0)).sum() };
        if self.stays_positive(r, 1, sum(1), i128::from(constant))? {
            return Ok(Some(true));
        }
        let negative = self.stays_positive(r, -1, sum(-1), -i128::from(constant))?;
        Ok(negative.then_some(false))
    }

    /// Whether `sign·Σ r[i]·U(n+i) + least·v + constant > 0` for every n ≥ 0 and every v from 0 to U(n) - 1, where least ≤ 0.
    ///
    /// A word of n digits has a value from 0 to U(n) - 1, so the sum is least at v = U(n) - 1. There it is g(n) + c with
    /// `g(n) = sign·Σ r[i]·U(n+i) + least·U(n)` and `c = constant - least`. As a sum of place values g follows the
    /// recurrence of U. If it is at least `max(0, 1 - c)` for as many consecutive n as there are coefficients, which are
    /// positive integers, it is so forever; every smaller n is examined. If that never happens, nothing is known.
    fn stays_positive(
        &self,
        r: &[i64],
        sign: i128,
        least: i128,
        constant: i128,
    ) -> Result<bool, Refusal> {
        let c = constant - least;
        let mut in_a_row = 0;
        for n in 0..=self.places.len() - r.len() {
            let mut g = least.checked_mul(self.places[n]);
            for (&r, u) in r.iter().zip(&self.places[n..]) {
                let part = (sign * i128::from(r)).checked_mul(*u);
                g = g.zip(part).and_then(|(g, part)| g.checked_add(part));
            }
            let far = || Refusal::undecided("a sum leaves 128 bits");
            let g = g.ok_or_else(far)?;
            if g + c <= 0 {
                return Ok(false);
            }
            in_a_row = if g >= 0.max(1 - c) { in_a_row + 1 } else { 0 };
            if in_a_row == self.recurrence.len() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    const SYSTEMS: [&[i64]; 6] = [&[2], &[10], &[1, 1], &[2, 1], &[1, 1, 1], &[3, 3, 1]];

    /// The least and the greatest value of the sum for n further digits.
    fn ends(system: &System, r: &[i64], parts: &[i64], constant: i64, n: usize) -> [i128; 2] {
        let read: i128 = (0..r.len())
            .map(|i| i128::from(r[i]) * system.places[n + i])
            .sum();
        let most = system.places[n] - 1;
        [i64::min, i64::max].map(|end| {
            let to_come: i128 = parts.iter().map(|&c| i128::from(end(c, 0)) * most).sum();
            read + to_come + i128::from(constant)
        })
    }

    #[test]
    fn a_sign_that_is_told_is_that_of_every_length() {
        let mut told = [0; 2];
        for recurrence in SYSTEMS {
            let system = System::new(recurrence.to_vec()).unwrap();
            let mut random = Random(1);
            let mut below = |bound: u64| random.below(bound) as i64;
            for _ in 0..20_000 {
                let size = 1 << below(20);
                let r: Vec<i64> = recurrence
                    .iter()
                    .map(|_| below(2 * size + 1) - size as i64)
                    .collect();
                let parts: Vec<i64> = (0..below(4)).map(|_| below(7) - 3).collect();
                let constant = (below(3) - 1) << below(40);
                let Some(positive) = system.sign(&r, &parts, constant).unwrap() else {
                    continue;
                };
                told[usize::from(positive)] += 1;
                for n in 0..=system.places.len() - r.len() {
                    let [least, most] = ends(&system, &r, &parts, constant, n);
                    assert!(
                        if positive { least > 0 } else { most < 0 },
                        "{recurrence:?} {r:?} {parts:?} {constant} {n}"
                    );
                }
            }
        }
        assert!(told.iter().all(|&told| told > 10_000), "{told:?}");
    }

    /// The sum is negative for short words and positive for long ones, even if the change comes very late.
    #[test]
    fn a_sign_that_turns_late_is_not_told() {
        for recurrence in SYSTEMS {
            let system = System::new(recurrence.to_vec()).unwrap();
            let one = |value: i64| {
                let mut r = vec![0; recurrence.len()];
                r[0] = value;
                r
            };
            for exponent in 1..63 {
                let constant = -(1i64 << exponent);
                for (r, parts, constant, told) in [
                    (1, &[][..], constant, None),
                    (-1, &[], -constant, None),
                    (0, &[1], constant, None),
                    (0, &[-1], constant, Some(false)),
                    (0, &[1], -constant, Some(true)),
                ] {
                    let found = system.sign(&one(r), parts, constant);
                    assert_eq!(found, Ok(told), "{recurrence:?} {r} {exponent}");
                }
            }
        }
    }
}
