//! Numeration systems: numbers as words of digits, the most significant digit first.
//!
//! The system of the non-increasing list `t = (t1, …, tm)` has the place values `U(n) = t1·U(n-1) + … + tm·U(n-m)` (with 1
//! added while terms are missing, so `U(0) = 1`). `(k)` is base k, `(1,1)` Zeckendorf's system of Fibonacci numbers,
//! `(1,1,1)` Tribonacci. The word of a number is the greedy one; a word is valid if every suffix is, digit by digit, at
//! most `t1 … t(m-1) (tm - 1)` repeated (Parry 1960; Bertrand-Mathis 1989).

use std::collections::VecDeque;
use std::fmt;
use std::str::FromStr;

use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use thiserror::Error;

/// A way to write numbers as words of digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Numeration {
    recurrence: Vec<u32>,
    /// The place values below 2^62.
    small_places: Vec<u64>,
}

/// The reason why a list of coefficients is not a numeration system here.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "expected `base K`, `zeckendorf`, `tribonacci` or coefficients that do not increase, such as `(2,1)`, found `{0}`"
)]
pub struct NumerationError(String);

/// The largest digit allowed, so that alphabets stay small.
const LARGEST_DIGIT: u32 = 63;

impl Numeration {
    /// The system whose place values satisfy the recurrence with these coefficients.
    ///
    /// # Errors
    /// If the list is empty, increases somewhere, ends in 0, or is (1) alone.
    pub fn new(recurrence: &[u32]) -> Result<Self, NumerationError> {
        let falls = recurrence.windows(2).all(|pair| pair[0] >= pair[1]);
        let ends_well = recurrence.last().is_some_and(|&last| last >= 1);
        if !falls || !ends_well || recurrence == [1] || recurrence[0] > LARGEST_DIGIT {
            return Err(NumerationError(format!("{recurrence:?}")));
        }
        Ok(Numeration::of(recurrence))
    }

    fn of(recurrence: &[u32]) -> Self {
        let mut numeration = Numeration {
            recurrence: recurrence.to_vec(),
            small_places: Vec::new(),
        };
        let small = |place: BigUint| place.to_u64().filter(|&place| place < 1 << 62);
        numeration.small_places = numeration.places().map_while(small).collect();
        numeration
    }

    /// Base `k`, for 2 ≤ k ≤ 63.
    ///
    /// # Errors
    /// If `k` is out of range.
    pub fn base(k: u32) -> Result<Self, NumerationError> {
        Numeration::new(&[k])
    }

    /// Sums of Fibonacci numbers without two neighbours (Zeckendorf 1972; Lekkerkerker 1952).
    pub fn zeckendorf() -> Self {
        Numeration::of(&[1, 1])
    }

    /// The coefficients of the recurrence.
    pub fn recurrence(&self) -> &[u32] {
        &self.recurrence
    }

    /// The number of digits: they are 0 to this minus one.
    pub fn digits(&self) -> usize {
        let largest = if self.recurrence.len() == 1 {
            self.recurrence[0] - 1
        } else {
            self.recurrence[0]
        };
        largest as usize + 1
    }

    /// The bound of every suffix of a valid word, repeated forever.
    pub(crate) fn bound(&self) -> Vec<u32> {
        let mut bound = self.recurrence.clone();
        *bound.last_mut().expect("invariant: the list is not empty") -= 1;
        bound
    }

    /// The place values `U(0), U(1), …`, an infinite sequence.
    pub fn places(&self) -> impl Iterator<Item = BigUint> + use<'_> {
        let mut recent: Vec<BigUint> = Vec::new();
        std::iter::from_fn(move || {
            let missing = recent.len() < self.recurrence.len();
            let mut place = BigUint::from(u32::from(missing));
            for (&times, known) in self.recurrence.iter().zip(recent.iter().rev()) {
                match times {
                    1 => place += known,
                    _ => place += known * times,
                }
            }
            if !missing {
                recent.remove(0);
            }
            recent.push(place.clone());
            Some(place)
        })
    }

    /// The place values below 2^62, as machine words.
    pub(crate) fn small_places(&self) -> &[u64] {
        &self.small_places
    }

    /// The number of values with at most `length` digits, if it is below 2^62.
    pub fn count(&self, length: usize) -> Option<u64> {
        self.small_places.get(length).copied()
    }

    /// The word of a number, without leading zeros (0 is the empty word). Time quadratic in the number
    /// of digits.
    pub fn word(&self, number: &BigUint) -> Vec<u32> {
        if let &[base] = self.recurrence.as_slice() {
            let digits = number.to_radix_be(base);
            return digits
                .into_iter()
                .map(u32::from)
                .skip_while(|&d| d == 0)
                .collect();
        }
        let (mut falling, count) = self.places_down(number);
        let mut rest = number.clone();
        let mut word = Vec::with_capacity(count);
        for at in (0..count).rev() {
            let place = self.place_down(&mut falling, at);
            let mut digit = 0;
            while rest >= place {
                rest -= &place;
                digit += 1;
            }
            word.push(digit);
        }
        word
    }

    /// The largest places that are at most the number, the smallest first, as many as the recurrence needs; also the number
    /// of places that are at most the number.
    fn places_down(&self, number: &BigUint) -> (VecDeque<BigUint>, usize) {
        let mut falling = VecDeque::new();
        let mut count = 0;
        for place in self.places().take_while(|place| place <= number) {
            falling.push_back(place);
            if falling.len() > self.recurrence.len() {
                falling.pop_front();
            }
            count += 1;
        }
        (falling, count)
    }

    /// Removes the largest place, `U(at)`, and adds the one below the smallest: the recurrence read backwards, `tm·U(n-m) =
    /// U(n) - t1·U(n-1) - …`, so that only a few places are held at a time.
    fn place_down(&self, falling: &mut VecDeque<BigUint>, at: usize) -> BigUint {
        let place = falling
            .pop_back()
            .expect("invariant: places reach down to 1");
        let order = self.recurrence.len();
        if at >= order {
            let mut below = place.clone();
            for (&times, known) in self.recurrence.iter().zip(falling.iter().rev()) {
                match times {
                    1 => below -= known,
                    _ => below -= known * times,
                }
            }
            if self.recurrence[order - 1] > 1 {
                below /= self.recurrence[order - 1];
            }
            falling.push_front(below);
        }
        place
    }

    /// The number that a word of digits represents.
    pub fn number(&self, word: &[u32]) -> BigUint {
        word.iter()
            .rev()
            .zip(self.places())
            .fold(BigUint::zero(), |sum, (&digit, place)| sum + place * digit)
    }
}

impl fmt::Display for Numeration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.recurrence.as_slice() {
            [k] => write!(f, "base {k}"),
            [1, 1] => write!(f, "Zeckendorf"),
            [1, 1, 1] => write!(f, "Tribonacci"),
            list => {
                let coefficients: Vec<String> = list.iter().map(u32::to_string).collect();
                write!(f, "({})", coefficients.join(","))
            }
        }
    }
}

impl FromStr for Numeration {
    type Err = NumerationError;

    fn from_str(text: &str) -> Result<Self, NumerationError> {
        let error = || NumerationError(text.to_string());
        let lower = text.trim().to_lowercase();
        let list = match lower.as_str() {
            "zeckendorf" | "fibonacci" => "1,1",
            "tribonacci" => "1,1,1",
            other => other
                .trim_start_matches("base")
                .trim()
                .trim_start_matches('(')
                .trim_end_matches(')'),
        };
        let coefficients: Result<Vec<u32>, _> = list.split(',').map(|t| t.trim().parse()).collect();
        Numeration::new(&coefficients.map_err(|_| error())?).map_err(|_| error())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_literature() {
        let first = |text: &str| -> Vec<u64> {
            let numeration: Numeration = text.parse().unwrap();
            numeration.small_places()[..7].to_vec()
        };
        assert_eq!(first("base 3"), [1, 3, 9, 27, 81, 243, 729]);
        assert_eq!(first("zeckendorf"), [1, 2, 3, 5, 8, 13, 21]); // OEIS A000045
        assert_eq!(first("(2,1)"), [1, 3, 7, 17, 41, 99, 239]); // OEIS A001333
        assert_eq!(first("(3,1)"), [1, 4, 13, 43, 142, 469, 1549]); // OEIS A003688
        assert_eq!(first("tribonacci"), [1, 2, 4, 7, 13, 24, 44]); // OEIS A000073
        assert_eq!(first("(2,2)"), [1, 3, 8, 22, 60, 164, 448]); // OEIS A028859
    }

    #[test]
    fn words_and_numbers_are_inverse() {
        for text in ["2", "3", "zeckendorf", "2,1", "3,1", "tribonacci", "2,2"] {
            let numeration: Numeration = text.parse().unwrap();
            for n in 0..500u32 {
                let n = BigUint::from(n);
                assert_eq!(numeration.number(&numeration.word(&n)), n);
            }
        }
        let big: BigUint = BigUint::from(7u32).pow(900);
        let zeckendorf = Numeration::zeckendorf();
        assert_eq!(zeckendorf.number(&zeckendorf.word(&big)), big);
    }

    #[test]
    fn names_round_trip_and_nonsense_is_refused() {
        for text in ["base 2", "Zeckendorf", "(2,1)", "Tribonacci"] {
            assert_eq!(text.parse::<Numeration>().unwrap().to_string(), text);
        }
        for text in ["", "1", "1,2", "2,0", "base x", "99", "0"] {
            assert!(text.parse::<Numeration>().is_err(), "{text}");
        }
    }
}
