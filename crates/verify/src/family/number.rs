//! [`Number`]: a number for each choice of the parameters of a region, such as a − 1 + 2/2^b, compared for all of them at once.
//!
//! It is a linear expression and whole multiples of powers of 1/2, whose exponents are linear. Its sign is decided from the
//! largest power on: either the linear expression is larger than all powers together, or the largest exponent is one of a few
//! numbers, and the region is split by it. Then the power is a number, and one fewer is left.

use super::linear::{Decided, Linear, Region, Stop};
use super::value::UNIT;
use crate::Refusal;

/// A multiple of a power of 1/2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Power {
    pub(super) factor: i128,
    /// Whole.
    pub(super) exponent: Linear,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Number {
    /// In units of 1/[`UNIT`].
    pub(super) linear: Linear,
    pub(super) powers: Vec<Power>,
}

/// Exponents are followed between minus this and this.
const LARGEST_EXPONENT: i128 = 64;

fn too_large() -> Stop {
    let why = "a power of 1/2 has larger numbers than are tried".to_owned();
    Refusal::Undecided(why).into()
}

fn is_zero(of: &Linear) -> bool {
    of.constant == 0 && of.is_constant()
}

impl Number {
    pub(super) fn of(linear: Linear) -> Self {
        let powers = Vec::new();
        Self { linear, powers }
    }

    pub(super) fn power(factor: i128, exponent: Linear) -> Self {
        Self {
            linear: Linear::number(0),
            powers: vec![Power { factor, exponent }],
        }
    }

    /// The sum of this and a multiple of another; equal powers are joined.
    pub(super) fn plus(&self, factor: i128, other: &Self) -> Self {
        let mut sum = Self {
            linear: self.linear.plus(factor, &other.linear),
            powers: self.powers.clone(),
        };
        for power in &other.powers {
            let same = |own: &Power| is_zero(&own.exponent.plus(-1, &power.exponent));
            let more = factor * power.factor;
            match sum.powers.iter().position(same) {
                Some(at) => sum.powers[at].factor += more,
                None => sum.powers.push(Power {
                    factor: more,
                    exponent: power.exponent.clone(),
                }),
            }
        }
        sum.powers.retain(|power| power.factor != 0);
        sum
    }

    pub(super) fn negated(&self) -> Self {
        Self::of(Linear::number(0)).plus(-1, self)
    }

    /// The number in which each variable is replaced by an expression.
    pub(super) fn at(&self, values: &[Linear]) -> Self {
        let mut placed = Self::of(self.linear.at(values));
        for Power { factor, exponent } in &self.powers {
            placed = placed.plus(*factor, &Self::power(1, exponent.at(values)));
        }
        placed
    }

    /// Checks that no exponent is negative.
    pub(super) fn check(&self, region: &Region<'_>) -> Decided<()> {
        for power in &self.powers {
            if region.sign(&power.exponent)? < 0 {
                return Err(Refusal::family("expected no negative exponent").into());
            }
        }
        Ok(())
    }

    /// The sign: 1, 0 or -1.
    pub(super) fn sign(&self, region: &Region<'_>) -> Decided<i32> {
        let terms = Terms {
            places: i128::from(UNIT.trailing_zeros()),
            linear: self.linear.clone(),
            powers: self.powers.clone(),
        };
        terms.sign(region)
    }

    /// Left's option of the canonical form, if there is one: the number less its denominator's part of 1.
    pub(super) fn left(&self, region: &Region<'_>) -> Decided<Option<Self>> {
        let mut own = self.clone();
        loop {
            // Odd multiples of different powers: the denominator is that of the smallest one.
            for power in &mut own.powers {
                let twos = power.factor.trailing_zeros();
                power.factor >>= twos;
                power.exponent = power.exponent.shifted(-i128::from(twos));
            }
            ordered(&mut own.powers, region)?;
            if own.powers.iter().any(|power| power.factor % 2 == 0) {
                continue;
            }
            let mut step = UNIT;
            while region.remainder(&own.linear, step)? != 0 {
                step /= 2;
            }
            let less = |own: &Self| Self::plus(own, -1, &Self::of(Linear::number(step)));
            let places = i128::from((UNIT / step).trailing_zeros());
            if let Some(Power { factor, exponent }) = own.powers.last() {
                match region.sign(&exponent.shifted(-places))? {
                    0 => {
                        own.linear = own.linear.shifted(step * factor);
                        own.powers.pop();
                        continue;
                    }
                    1 => return Ok(Some(self.plus(-1, &Self::power(1, exponent.clone())))),
                    _ => {}
                }
            }
            let has_none = step == UNIT && own.sign(region)? <= 0;
            return Ok((!has_none).then(|| less(self)));
        }
    }
}

/// Sorts powers by their exponents, small ones first, and joins those that are equal.
fn ordered(powers: &mut Vec<Power>, region: &Region<'_>) -> Decided<()> {
    let mut sorted: Vec<Power> = Vec::new();
    for power in powers.drain(..) {
        let mut at = sorted.len();
        let mut is_joined = false;
        while at > 0 {
            let difference = power.exponent.plus(-1, &sorted[at - 1].exponent);
            match region.sign(&difference)? {
                0 => {
                    sorted[at - 1].factor += power.factor;
                    is_joined = true;
                    break;
                }
                1 => break,
                _ => at -= 1,
            }
        }
        if !is_joined {
            sorted.insert(at, power);
        }
    }
    sorted.retain(|power| power.factor != 0);
    *powers = sorted;
    Ok(())
}

/// A linear expression that counts 2^-places, and powers.
struct Terms {
    places: i128,
    linear: Linear,
    powers: Vec<Power>,
}

impl Terms {
    fn sign(mut self, region: &Region<'_>) -> Decided<i32> {
        loop {
            region.spend()?;
            ordered(&mut self.powers, region)?;
            if self.powers.is_empty() {
                return region.sign(&self.linear);
            }
            let mut least = Vec::new();
            for power in &self.powers {
                least.push(least_of(&power.exponent, region)?);
            }
            if let Some(at) = least.iter().position(|(_, is_exact)| *is_exact) {
                let power = self.powers.remove(at);
                self.fold(power.factor, least[at].0)?;
                continue;
            }
            let (sign, others) = (region.sign(&self.linear)?, self.sign_of_powers(region)?);
            if sign == 0 || sign == others {
                return Ok(others);
            }
            if others == 0 {
                return Ok(sign);
            }
            // The linear expression is whole: it is larger than the powers if it is larger than their bound rounded down.
            let bound = self.bound(&least).ok_or_else(too_large)?;
            let size = Linear::number(0).plus(i128::from(sign), &self.linear);
            let no_more = Linear::number(bound).plus(-1, &size);
            if region.is_empty(&[no_more])? {
                return Ok(sign);
            }
            if least[0].0 >= LARGEST_EXPONENT {
                return Err(too_large());
            }
            return Err(Stop::Sign(self.powers[0].exponent.shifted(-least[0].0)));
        }
    }

    /// The sign of the powers together: that of a number after a division by the largest.
    fn sign_of_powers(&self, region: &Region<'_>) -> Decided<i32> {
        let [first, rest @ ..] = &self.powers[..] else {
            return Ok(0);
        };
        let smaller = |power: &Power| Power {
            factor: power.factor,
            exponent: power.exponent.plus(-1, &first.exponent),
        };
        let divided = Self {
            places: 0,
            linear: Linear::number(first.factor),
            powers: rest.iter().map(smaller).collect(),
        };
        divided.sign(region)
    }

    /// Adds factor/2^exponent to the linear expression.
    fn fold(&mut self, factor: i128, exponent: i128) -> Decided<()> {
        let finer = (exponent - self.places).max(0);
        let times = power_of_two(finer).ok_or_else(too_large)?;
        let parts = self.linear.parts.iter();
        let parts: Option<Vec<i128>> = parts.map(|part| part.checked_mul(times)).collect();
        self.places += finer;
        let more = power_of_two(self.places - exponent).and_then(|by| factor.checked_mul(by));
        let constant = self.linear.constant.checked_mul(times);
        let constant = constant.and_then(|constant| constant.checked_add(more?));
        let (Some(parts), Some(constant)) = (parts, constant) else {
            return Err(too_large());
        };
        // Sums of a few of these numbers are not too large, either.
        let is_small = |number: &i128| number.unsigned_abs() < 1 << 100;
        if !parts.iter().chain([&constant]).all(is_small) {
            return Err(too_large());
        }
        self.linear = Linear { parts, constant };
        Ok(())
    }

    /// The powers together are less than this + 1, in the unit of the linear expression; their exponents are at least these.
    fn bound(&self, least: &[(i128, bool)]) -> Option<i128> {
        let finest = least.iter().map(|(least, _)| *least).max();
        let finest = finest.unwrap_or(0).max(self.places);
        let mut sum = 0i128;
        for (power, (least, _)) in self.powers.iter().zip(least) {
            let size = power.factor.checked_abs()?;
            sum = sum.checked_add(size.checked_mul(power_of_two(finest - least)?)?)?;
        }
        Some(sum >> (finest - self.places))
    }
}

/// 2^n, if it is not too large.
fn power_of_two(n: i128) -> Option<i128> {
    (0..=120).contains(&n).then(|| 1 << n)
}

/// A number that an expression is at least, the largest that is proved, and whether the expression is equal to it.
fn least_of(of: &Linear, region: &Region<'_>) -> Decided<(i128, bool)> {
    if of.is_constant() {
        return match of.constant {
            n if n < -LARGEST_EXPONENT => Err(too_large()),
            n if n <= LARGEST_EXPONENT => Ok((n, true)),
            _ => Ok((LARGEST_EXPONENT, false)),
        };
    }
    let is_at_least = |n: i128| region.is_empty(&[of.negated().shifted(n - 1)]);
    let (mut low, mut high) = (-LARGEST_EXPONENT, LARGEST_EXPONENT + 1);
    if !is_at_least(low)? {
        return Err(too_large());
    }
    while high - low > 1 {
        let middle = i128::midpoint(low, high);
        match is_at_least(middle)? {
            true => low = middle,
            false => high = middle,
        }
    }
    Ok((low, region.is_empty(&[of.shifted(-low - 1)])?))
}
