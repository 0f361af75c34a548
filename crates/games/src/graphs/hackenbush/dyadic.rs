//! Dyadic rationals of any size, and the value of an edge with such a number on it.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Neg, Sub};

use num_bigint::BigInt;

/// `numerator / 2^exponent`, in lowest terms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Dyadic {
    numerator: BigInt,
    exponent: u64,
}

impl Dyadic {
    fn new(numerator: impl Into<BigInt>, exponent: u64) -> Self {
        let numerator = numerator.into();
        let twos = numerator.trailing_zeros().unwrap_or(exponent).min(exponent);
        Self {
            numerator: numerator >> twos,
            exponent: exponent - twos,
        }
    }

    /// The numerator over `2^exponent`, where `exponent` is at least its own.
    fn over(self, exponent: u64) -> BigInt {
        self.numerator << (exponent - self.exponent)
    }

    /// The number in full, however long it is.
    pub(super) fn in_full(&self) -> String {
        match self.exponent {
            0 => self.numerator.to_string(),
            exponent => format!("{}/{}", self.numerator, BigInt::from(1) << exponent),
        }
    }

    pub(super) fn sign(&self) -> Ordering {
        self.numerator.cmp(&BigInt::ZERO)
    }

    /// The value of a blue edge with this number x on its upper end: `(x + n) / 2^(n - 1)` for the least positive integer n
    /// with x + n > 1 (Berlekamp's rule, Winning Ways, ch. 3).
    pub(super) fn on_blue(&self) -> Self {
        // The shift rounds down.
        let n = (-&self.numerator >> self.exponent) + 2i32;
        let n = n.max(BigInt::from(1));
        let power = u64::try_from(&n).expect("invariant: 1 to the number of edges") - 1;
        let sum = self.clone() + Self::new(n, 0);
        Self::new(sum.numerator, sum.exponent + power)
    }

    /// The number on the upper end of a blue edge whose value is this positive number.
    pub(super) fn off_blue(&self) -> Self {
        let whole = BigInt::from(1) << self.exponent;
        if self.numerator > whole {
            return self.clone() - Self::new(1, 0);
        }
        // The least power with self · 2^power > 1.
        let power = self.exponent + 1 - self.numerator.bits();
        let is_more = &self.numerator << power > whole;
        let power = if is_more { power } else { power + 1 };
        Self::new(&self.numerator << power, self.exponent) - Self::new(power + 1, 0)
    }
}

impl Add for Dyadic {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let exponent = self.exponent.max(other.exponent);
        Self::new(self.over(exponent) + other.over(exponent), exponent)
    }
}

impl Neg for Dyadic {
    type Output = Self;
    fn neg(self) -> Self {
        Self {
            numerator: -self.numerator,
            ..self
        }
    }
}

impl Sub for Dyadic {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

/// Longer numbers, in bits, are not written out.
const LONGEST: u64 = 128;

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            numerator,
            exponent,
        } = self;
        match (exponent, self.sign()) {
            (0, _) if numerator.bits() <= LONGEST => write!(f, "{numerator}"),
            (1..=LONGEST, _) if numerator.bits() <= LONGEST => {
                write!(f, "{numerator}/{}", BigInt::from(1) << exponent)
            }
            (_, Ordering::Less) => write!(f, "a negative number over 2^{exponent}"),
            _ => write!(f, "a positive number over 2^{exponent}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Winning Ways, ch. 1 and 3.
    #[test]
    fn stalks_are_the_numbers_that_are_known() {
        let worth = |stalk: &str| {
            let on = |x: Dyadic, edge| match edge {
                'b' => x.on_blue(),
                _ => -(-x).on_blue(),
            };
            stalk.chars().rev().fold(Dyadic::default(), on).to_string()
        };
        let stalks = ["", "b", "bb", "br", "brb", "brbr", "bbrbrr", "rb", "rbb"];
        let known = ["0", "1", "2", "1/2", "3/4", "5/8", "25/16", "-1/2", "-1/4"];
        assert_eq!(stalks.map(worth), known);
    }

    #[test]
    fn what_stands_on_an_edge_is_found_again() {
        for (numerator, exponent) in (-70..70).flat_map(|n| (0..6).map(move |e| (n, e))) {
            let x = Dyadic::new(numerator, exponent);
            assert_eq!(x.on_blue().sign(), Ordering::Greater, "{x}");
            assert_eq!(x.on_blue().off_blue(), x);
            if x.sign() == Ordering::Greater {
                assert_eq!(x.off_blue().on_blue(), x);
            }
        }
    }
}
