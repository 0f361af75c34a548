//! Numbers m/2^k of any size: the values of games in which no move is worth making.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Neg, Sub};

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{One, ToPrimitive};

/// The longest numbers that products, quotients and powers are calculated of.
const MOST_BITS: u64 = 400_000;

/// The greatest exponent of a small number: any two small ones are added and compared in 128 bits.
const SMALL_EXPONENT: u8 = 62;

/// A dyadic rational, exact at any size. Most fit in a machine word; the others are big integers.
///
/// ```
/// use bouton_values::Number;
/// let x = Number::ratio(3, 2); // 3/2²
/// assert_eq!((x.to_string(), (&x + &x).to_string()), ("3/4".to_owned(), "3/2".to_owned()));
/// assert!(-&x < Number::from(0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Number(Size);

/// A number in lowest terms; small whenever it fits, so that equal numbers have equal representations.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Size {
    Small(i64, u8),
    Big(Box<(BigInt, u64)>),
}

impl Number {
    /// Zero.
    pub const ZERO: Self = Self(Size::Small(0, 0));

    /// `mantissa`/2^`exponent`.
    pub fn ratio(mantissa: impl Into<BigInt>, exponent: u64) -> Self {
        Self::lowest(mantissa.into(), exponent)
    }

    /// The same, `exponent` being at most 62.
    #[inline]
    pub(crate) fn small_ratio(mantissa: i64, exponent: u8) -> Self {
        Self::lowest_of_128(mantissa.into(), exponent)
    }

    /// The number in lowest terms.
    fn lowest(mantissa: BigInt, exponent: u64) -> Self {
        let excess = mantissa
            .trailing_zeros()
            .map_or(exponent, |z| z.min(exponent));
        let (mantissa, exponent) = (mantissa >> excess, exponent - excess);
        match (mantissa.to_i64(), u8::try_from(exponent)) {
            (Some(m), Ok(e)) if e <= SMALL_EXPONENT => Self(Size::Small(m, e)),
            _ => Self(Size::Big(Box::new((mantissa, exponent)))),
        }
    }

    /// The same from 128 bits.
    #[inline]
    fn lowest_of_128(mantissa: i128, exponent: u8) -> Self {
        let excess = mantissa.trailing_zeros().min(exponent.into());
        let (m, e) = (mantissa >> excess, exponent - excess as u8);
        match i64::try_from(m) {
            Ok(m) => Self(Size::Small(m, e)),
            Err(_) => Self::lowest(m.into(), e.into()),
        }
    }

    /// m and k of m/2^k, in lowest terms.
    pub fn parts(&self) -> (BigInt, u64) {
        match &self.0 {
            Size::Small(m, e) => ((*m).into(), (*e).into()),
            Size::Big(big) => (**big).clone(),
        }
    }

    /// The same, if m fits in 64 bits and k is at most 62.
    #[inline]
    pub(crate) fn small(&self) -> Option<(i64, u8)> {
        match self.0 {
            Size::Small(m, e) => Some((m, e)),
            Size::Big(_) => None,
        }
    }

    /// k of m/2^k: the number of doublings that make it an integer.
    pub fn exponent(&self) -> u64 {
        match &self.0 {
            Size::Small(_, e) => (*e).into(),
            Size::Big(big) => big.1,
        }
    }

    /// Whether it is an integer.
    pub fn is_integer(&self) -> bool {
        self.exponent() == 0
    }

    /// The order of the number and zero.
    pub fn sign(&self) -> Ordering {
        match &self.0 {
            Size::Small(m, _) => m.cmp(&0),
            Size::Big(big) => big.0.sign().cmp(&Sign::NoSign),
        }
    }

    /// The absolute value.
    pub fn abs(&self) -> Self {
        if self.sign().is_lt() {
            -self
        } else {
            self.clone()
        }
    }

    /// The integer, if it is one.
    pub fn integer(&self) -> Option<BigInt> {
        self.is_integer().then(|| self.parts().0)
    }

    /// The greatest integer not above it.
    pub fn floor(&self) -> Self {
        match &self.0 {
            Size::Small(m, e) => Self(Size::Small(m >> e, 0)),
            Size::Big(big) => Self::lowest(&big.0 >> big.1, 0),
        }
    }

    /// The least integer not below it.
    pub fn ceil(&self) -> Self {
        -&(-self).floor()
    }

    /// Half of it.
    pub fn half(&self) -> Self {
        let (m, e) = self.parts();
        Self::lowest(m, e + 1)
    }

    /// The product with an integer.
    pub fn times(&self, n: &BigInt) -> Self {
        let (m, e) = self.parts();
        Self::lowest(m * n, e)
    }

    /// The product; none if it has more than 400,000 bits.
    pub fn product(&self, other: &Self) -> Option<Self> {
        let ((m, j), (n, k)) = (self.parts(), other.parts());
        let bits = (m.bits() + n.bits()).saturating_add(j).saturating_add(k);
        (bits <= MOST_BITS).then(|| Self::lowest(m * n, j + k))
    }

    /// The quotient by a number that is not 0; none if its denominator is no power of two.
    pub fn quotient(&self, other: &Self) -> Option<Self> {
        let ((m, j), (n, k)) = (self.parts(), other.parts());
        // m/2^j by n/2^k, where n is an odd number times a power of two.
        let twos = n.trailing_zeros()?;
        let odd = n >> twos;
        let is_exact = &m % &odd == BigInt::ZERO && j.max(k) <= MOST_BITS;
        is_exact.then(|| Self::lowest((m / odd) << k, j + twos))
    }

    /// The power of an integer with a whole exponent; none if it has more than 400,000 bits.
    pub fn power(&self, exponent: &Self) -> Option<Self> {
        let (base, exponent) = (self.integer()?, exponent.integer()?);
        let exponent: u32 = match base.magnitude().bits() {
            // 0, 1 and -1, of which any exponent is allowed.
            0 | 1 if exponent.sign() != Sign::Minus => match exponent.sign() {
                Sign::NoSign => 0,
                _ if exponent.bit(0) => 1,
                _ => 2,
            },
            _ => u32::try_from(exponent).ok()?,
        };
        let bits = base.bits().saturating_mul(exponent.into());
        (bits <= MOST_BITS).then(|| Self::lowest(base.pow(exponent), 0))
    }

    /// Bytes of heap memory.
    pub(crate) fn heap_bytes(&self) -> u64 {
        match &self.0 {
            Size::Small(..) => 0,
            Size::Big(big) => 48 + big.0.bits() / 8,
        }
    }

    /// The options of its canonical form: the simplest numbers next to it, if any.
    ///
    /// ```
    /// use bouton_values::Number;
    /// let (left, right) = Number::ratio(3, 2).options();
    /// assert_eq!((left, right), (Some(Number::ratio(1, 1)), Some(Number::from(1))));
    /// assert_eq!(Number::from(5).options(), (Some(Number::from(4)), None));
    /// ```
    pub fn options(&self) -> (Option<Self>, Option<Self>) {
        let (m, e) = self.parts();
        if e > 0 {
            return (Some(Self::lowest(&m - 1, e)), Some(Self::lowest(m + 1, e)));
        }
        match m.sign() {
            Sign::NoSign => (None, None),
            Sign::Plus => (Some(Self::lowest(m - 1, 0)), None),
            Sign::Minus => (None, Some(Self::lowest(m + 1, 0))),
        }
    }

    /// The birthday: |n| for an integer, else ⌊|x|⌋ + k + 1.
    pub fn birthday(&self) -> BigUint {
        let whole = self.abs().floor().parts().0.magnitude().clone();
        match self.exponent() {
            0 => whole,
            k => whole + k + 1u32,
        }
    }

    /// Reads `n` or `n/d` in decimal digits, d a power of two; nothing else.
    pub(crate) fn read(numerator: &str, denominator: Option<&str>) -> Option<Self> {
        let m: BigInt = numerator.parse().ok()?;
        let Some(denominator) = denominator else {
            return Some(Self::lowest(m, 0));
        };
        let d: BigUint = denominator.parse().ok()?;
        let exponent = d.trailing_zeros()?;
        (d >> exponent).is_one().then(|| Self::lowest(m, exponent))
    }

    /// Reads `n`, `n/d` with a power of two, or a decimal that is such a number; with a minus for a negative one.
    ///
    /// ```
    /// use bouton_values::Number;
    /// let read = |text| Number::parse(text).map(|x| x.to_string());
    /// assert_eq!((read("-3/4"), read("0.75")), (Some("-3/4".into()), Some("3/4".into())));
    /// assert_eq!((read("1/3"), read("0.1")), (None, None));
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let size = text.strip_prefix('-').unwrap_or(text);
        if !size.split(['/', '.']).all(is_digits) {
            return None;
        }
        let number = match (size.split_once('/'), size.split_once('.')) {
            (Some((above, below)), None) => Self::read(above, Some(below)),
            (None, Some((whole, fraction))) => Self::decimal(whole, fraction),
            (None, None) => Self::read(size, None),
            _ => None,
        };
        number.map(|x| if size.len() < text.len() { -&x } else { x })
    }

    /// Reads a decimal from its digits before and after the point; none if it is no number of this kind, like 0.1.
    pub(crate) fn decimal(whole: &str, fraction: &str) -> Option<Self> {
        let places = u32::try_from(fraction.len()).ok()?;
        let tenths: BigInt = format!("{whole}{fraction}").parse().ok()?;
        let fives = BigInt::from(5).pow(places);
        (&tenths % &fives == BigInt::ZERO).then(|| Self::lowest(tenths / fives, places.into()))
    }

    /// The simplest number above `low` and below `high`; a bound that is `open` is excluded itself. `None` if no number is
    /// between them.
    pub(crate) fn simplest(low: Option<&Bound>, high: Option<&Bound>) -> Option<Self> {
        let above = |x: &Self| low.is_none_or(|b| b.number < *x || !b.open && b.number == *x);
        let below = |x: &Self| high.is_none_or(|b| *x < b.number || !b.open && b.number == *x);
        match (above(&Self::ZERO), below(&Self::ZERO)) {
            (true, true) => Some(Self::ZERO),
            (false, false) => None,
            (false, true) => Self::simplest_positive(low?, high),
            (true, false) => {
                let (low, high) = (high?.mirrored(), low.map(Bound::mirrored));
                Self::simplest_positive(&low, high.as_ref()).map(|x| -&x)
            }
        }
    }

    /// The same if zero is too low.
    fn simplest_positive(low: &Bound, high: Option<&Bound>) -> Option<Self> {
        let mut integer = low.number.ceil();
        if low.open && integer == low.number {
            integer = &integer + &Self::from(1);
        }
        let Some(high) = high else {
            return Some(integer);
        };
        let fits = match integer.cmp(&high.number) {
            Ordering::Less => true,
            Ordering::Equal => !high.open,
            Ordering::Greater => false,
        };
        if fits {
            return Some(integer);
        }
        // Both in units so small that open bounds can be moved inward by one unit.
        let exponent = low.number.exponent().max(high.number.exponent()) + 1;
        let units = |bound: &Bound, inward: i32| {
            let (m, e) = bound.number.parts();
            (m << (exponent - e)) + if bound.open { inward } else { 0 }
        };
        let (low, high) = (units(low, 1), units(high, -1));
        (low <= high).then(|| Self::roundest(low, high, exponent))
    }

    /// The number of `low..=high` (positive, in units of 2^-`exponent`) with the least exponent: the high digits common to
    /// low − 1 and high, and the first digit in which they differ.
    fn roundest(low: BigInt, high: BigInt, exponent: u64) -> Self {
        let differ = ((low - 1u32) ^ &high).bits() - 1;
        Self::lowest((high >> differ) << differ, exponent)
    }
}

/// An end of an interval.
pub(crate) struct Bound {
    pub(crate) number: Number,
    /// Whether the number itself is excluded.
    pub(crate) open: bool,
}

impl Bound {
    fn mirrored(&self) -> Self {
        Self {
            number: -&self.number,
            open: self.open,
        }
    }
}

impl From<i64> for Number {
    fn from(n: i64) -> Self {
        Self(Size::Small(n, 0))
    }
}

impl From<BigInt> for Number {
    fn from(n: BigInt) -> Self {
        Self::lowest(n, 0)
    }
}

impl Neg for &Number {
    type Output = Number;

    fn neg(self) -> Number {
        match &self.0 {
            Size::Small(m, e) => Number::lowest_of_128(-i128::from(*m), *e),
            Size::Big(big) => Number::lowest(-&big.0, big.1),
        }
    }
}

impl Add for &Number {
    type Output = Number;

    fn add(self, other: &Number) -> Number {
        if let (Some((m, e)), Some((n, f))) = (self.small(), other.small()) {
            let both = e.max(f);
            return Number::lowest_of_128(raised(m, both - e) + raised(n, both - f), both);
        }
        let ((m, e), (n, f)) = (self.parts(), other.parts());
        let both = e.max(f);
        Number::lowest((m << (both - e)) + (n << (both - f)), both)
    }
}

/// m·2^by; it does not overflow, since `by` is at most 62.
#[inline]
fn raised(m: i64, by: u8) -> i128 {
    i128::from(m) << by
}

impl Sub for &Number {
    type Output = Number;

    fn sub(self, other: &Number) -> Number {
        self + &-other
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        if let (Some((m, e)), Some((n, f))) = (self.small(), other.small()) {
            let both = e.max(f);
            return raised(m, both - e).cmp(&raised(n, both - f));
        }
        let ((m, e), (n, f)) = (self.parts(), other.parts());
        let both = e.max(f);
        (m << (both - e)).cmp(&(n << (both - f)))
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Size::Small(m, 0) => write!(f, "{m}"),
            Size::Small(m, e) => write!(f, "{m}/{}", 1u64 << e),
            Size::Big(big) if big.1 == 0 => write!(f, "{}", big.0),
            Size::Big(big) => write!(f, "{}/{}", big.0, BigUint::one() << big.1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All m/8 from −4 to 4.
    fn some() -> Vec<Number> {
        (-32..=32).map(|m| Number::ratio(m, 3)).collect()
    }

    #[test]
    fn the_simplest_number_between_two_is_the_one_born_first() {
        for low in some() {
            for high in some() {
                for (low_open, high_open) in
                    [(true, true), (true, false), (false, true), (false, false)]
                {
                    let bounds = [(&low, low_open), (&high, high_open)].map(|(x, open)| Bound {
                        number: x.clone(),
                        open,
                    });
                    let found = Number::simplest(Some(&bounds[0]), Some(&bounds[1]));
                    let inside = |x: &Number| {
                        (low < *x || !low_open && low == *x)
                            && (*x < high || !high_open && high == *x)
                    };
                    let all = (-80..=80).map(|m| Number::ratio(m, 4)).filter(inside);
                    assert_eq!(found, all.min_by_key(Number::birthday), "{low} {high}");
                }
            }
        }
    }

    #[test]
    fn large_numbers_are_calculated_with_as_small_ones() {
        let large = Number::ratio(BigInt::from(1) << 200, 0);
        let fine = Number::ratio(3, 200);
        for x in some() {
            for y in some() {
                let (x_large, y_large) = (&x + &large, &y + &large);
                assert_eq!(
                    (&x_large - &large, &x_large - &y_large),
                    (x.clone(), &x - &y)
                );
                assert_eq!(x_large.cmp(&y_large), x.cmp(&y));
                assert_eq!(
                    (&x + &fine).cmp(&y),
                    if x == y { Ordering::Greater } else { x.cmp(&y) }
                );
            }
            assert_eq!((&x + &fine).floor(), x.floor());
            assert_eq!((&x - &fine).ceil(), x.ceil());
            assert_eq!((&(&x - &fine).half() + &fine.half()), x.half());
            let shown = (&x + &fine).to_string();
            let (m, d) = shown.split_once('/').expect("it is no integer");
            assert_eq!(Number::read(m, Some(d)), Some(&x + &fine));
        }
    }

    #[test]
    fn the_ends_of_machine_words_are_no_ends() {
        for x in [i64::MIN, i64::MAX].map(Number::from) {
            assert_eq!(&(-&x) + &x, Number::ZERO);
            assert_eq!((&(&x + &x) - &x), x);
            assert_eq!(x.times(&3.into()), &(&x + &x) + &x);
            assert_eq!(x.half().times(&2.into()), x);
            assert_eq!(x.floor(), x);
        }
    }
}
