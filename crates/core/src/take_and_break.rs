//! Take-and-break heap games: a code says, for each number of tokens taken from a heap, into how many
//! non-empty heaps the rest may be left, and under which constraint.
//!
//! An **octal** code `d0.d1d2d3…` has a digit for each number of tokens taken: bit 0 of `d` (1) allows to leave no heap, bit
//! 1 (2) one heap, bit 2 (4) two heaps; **hexadecimal** codes add bit 3 (8), three heaps. Kayles is `0.77`: take one or two,
//! and leave none, one or two heaps. Digits in brackets repeat forever: Nim is `0.[3]`. The wider grammar is that of
//! CGSuite: base-32 digits, `&N;` for a larger digit, `*` for any number of heaps, `{2,3}` for a list of them and `{2+}` for
//! two or more; a mark after a digit constrains the heaps left: `!` pairwise unequal, `?` not all equal, `=` all equal.
//! Grundy's game is `4!.0`.
//!
//! ```
//! use bouton_core::take_and_break::Code;
//! let kayles = Code::octal("0.77")?;
//! let left: Vec<_> = kayles.options(3).map(|option| option.left.to_vec()).collect();
//! assert_eq!(left, [vec![2], vec![1, 1], vec![1]]);
//! assert_eq!(Code::octal("0.8").unwrap_err().span(), 2..3);
//! # Ok::<(), bouton_core::InputError>(())
//! ```
//!
//! Sources: Guy and Smith, *The G-values of various games* (1956); Berlekamp, Conway and Guy, *Winning Ways*, chapter 4;
//! Siegel, *Combinatorial Game Theory*, chapter IV.

mod digit;
mod options;
mod parse;

pub use digit::{Constraint, Digit};
pub use options::{Options, Taking};

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::num::NonZero;

use num_bigint::BigUint;
use smallvec::SmallVec;

use crate::game::{Alternating, Impartial};
use crate::heaps::Heap;
use crate::score::WinLoss;

/// A game played on heaps whose moves follow a [`Code`]: the same one for each heap, independently.
pub trait TakeAndBreak: Impartial {
    /// The size of a heap.
    type Size: Heap;
    /// The rule of every heap.
    fn code(&self) -> &Code;
    /// The heaps of a position, in their places.
    fn sizes<'p>(&self, at: &'p Self::Position) -> &'p [Self::Size];
    /// The moves that take `taken` from heap number `heap` and leave exactly the heaps `left`, ascending, in the game's own
    /// order. There are several if the game distinguishes moves that the code does not, such as left and right. Their
    /// number depends only on the number of heaps left, on whether they are equal, and on `taken`.
    fn breaking(
        &self,
        at: &Self::Position,
        heap: usize,
        taken: u64,
        left: &[Self::Size],
    ) -> SmallVec<[Self::Move; 2]>;
}

/// A game played on heaps that all follow a [`Code`], where the last to move loses.
pub trait MisereHeaps: Alternating<Score = WinLoss> {
    /// The rule of every heap.
    fn heap_code(&self) -> &Code;
    /// The heaps of a position.
    fn heaps_of(&self, at: &Self::Position) -> Vec<BigUint>;
    /// The moves that take `taken` from heap number `heap` and leave these heaps, as for [`TakeAndBreak::breaking`].
    fn breaking_of(
        &self,
        at: &Self::Position,
        heap: usize,
        taken: u64,
        left: &[BigUint],
    ) -> SmallVec<[Self::Move; 2]>;
}

/// A game whose heaps follow a [`Code`], although its rules are written in another form: Nim.
pub trait HeapCode: Impartial {
    /// The rule of every heap.
    fn heap_code(&self) -> Code;
}

/// The rule of a take-and-break game on a single heap: a [`Digit`] for each number of tokens taken.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Code {
    digits: BTreeMap<u64, Digit>,
    tail: Option<Tail>,
    frozen: BTreeSet<u64>,
}

/// Digits that repeat forever from `start` on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Tail {
    start: u64,
    digits: Vec<Digit>,
}

static NOTHING: Digit = Digit::ZERO;

/// Codes up to this many digits are shown digit by digit, longer subtraction sets as a list.
const LONGEST_SHOWN: u64 = 64;

impl Code {
    /// The code with these digits, `digits[d]` for taking `d`, of which the last `repeating` repeat forever.
    ///
    /// # Panics
    /// If `digits[0]` allows fewer than two heaps (a move would change nothing), or if it would repeat.
    pub fn from_digits(mut digits: Vec<Digit>, repeating: usize) -> Self {
        let keeps_heap =
            |digit: &Digit| digit.constraint(0).is_some() || digit.constraint(1).is_some();
        assert!(
            !digits.first().is_some_and(keeps_heap),
            "taking nothing must split the heap"
        );
        assert!(
            repeating == 0 || repeating < digits.len(),
            "digit 0 does not repeat"
        );
        let repeated = digits.split_off(digits.len() - repeating);
        let tail = Tail {
            start: digits.len() as u64,
            digits: repeated,
        };
        Code {
            digits: (0..)
                .zip(digits)
                .filter(|(_, digit)| !digit.is_zero())
                .collect(),
            tail: tail
                .digits
                .iter()
                .any(|digit| !digit.is_zero())
                .then_some(tail),
            frozen: BTreeSet::new(),
        }
    }

    /// The subtraction game: take any number in `set`.
    pub fn subtraction(set: impl IntoIterator<Item = NonZero<u64>>) -> Self {
        let digits = set
            .into_iter()
            .map(|taken| (taken.get(), Digit::from_bits(3)))
            .collect();
        Code {
            digits,
            tail: None,
            frozen: BTreeSet::new(),
        }
    }

    /// The all-but game: take any positive number that is not in `set`. Takes memory for the largest of them.
    pub fn all_but(set: impl IntoIterator<Item = NonZero<u64>>) -> Self {
        let set: BTreeSet<u64> = set.into_iter().map(NonZero::get).collect();
        let start = set.last().map_or(1, |largest| largest + 1);
        let allowed = (1..start).filter(|taken| !set.contains(taken));
        let digits = allowed.map(|taken| (taken, Digit::from_bits(3))).collect();
        Code {
            digits,
            tail: Some(Tail {
                start,
                digits: vec![Digit::from_bits(3)],
            }),
            frozen: BTreeSet::new(),
        }
    }

    /// Grundy's game: split a heap into two unequal heaps.
    pub fn grundy() -> Self {
        Code::from_digits(vec![Digit::new([(2, Constraint::AllUnequal)])], 0)
    }

    /// Couples are forever: split a heap into two, but never a heap of two.
    pub fn couples_are_forever() -> Self {
        Code {
            frozen: [2].into(),
            ..Code::from_digits(vec![Digit::from_bits(4)], 0)
        }
    }

    /// The numbers of heaps that may be left when `taken` tokens are taken.
    pub fn digit(&self, taken: u64) -> &Digit {
        match &self.tail {
            Some(tail) if taken >= tail.start => {
                let index = (taken - tail.start) % tail.digits.len() as u64;
                &tail.digits[index as usize]
            }
            _ => self.digits.get(&taken).unwrap_or(&NOTHING),
        }
    }

    /// The non-zero digits before any that repeat, with the number taken, smallest first.
    pub fn digits(&self) -> impl Iterator<Item = (u64, &Digit)> {
        self.digits.iter().map(|(&taken, digit)| (taken, digit))
    }

    /// The digits that repeat forever and the number taken at which they begin.
    pub fn tail(&self) -> Option<(u64, &[Digit])> {
        self.tail
            .as_ref()
            .map(|tail| (tail.start, &tail.digits[..]))
    }

    /// The most tokens that a move can take, 0 if none can be taken; `None` if there is no bound.
    pub fn most_taken(&self) -> Option<u64> {
        match self.tail {
            Some(_) => None,
            None => Some(self.digits.last_key_value().map_or(0, |(&taken, _)| taken)),
        }
    }

    /// The most heaps that a move can leave; `None` where there is no bound.
    pub fn most_heaps(&self) -> Option<u64> {
        self.every_digit()
            .try_fold(0, |most, digit| Some(most.max(digit.most_heaps()?)))
    }

    /// The heaps without moves, although their size would allow one.
    pub fn frozen(&self) -> &BTreeSet<u64> {
        &self.frozen
    }

    /// Whether every digit is octal: at most two heaps are left, unconstrained, and finitely many numbers may be taken.
    pub fn is_octal(&self) -> bool {
        self.has_plain_digits(8)
    }

    /// Whether every digit is hexadecimal: at most three heaps are left, unconstrained, and finitely many numbers may be taken.
    pub fn is_hexadecimal(&self) -> bool {
        self.has_plain_digits(16)
    }

    /// The options of a heap, lazily: by tokens taken, then by the number of heaps left, then in lexicographic order.
    pub fn options(&self, heap: u64) -> Options<'_> {
        Options::new(self, heap)
    }

    /// The same for a heap of any type of size.
    pub fn options_of<H: Heap>(&self, heap: H) -> Options<'_, H> {
        Options::new(self, heap)
    }

    fn has_plain_digits(&self, base: u64) -> bool {
        let plain = |digit: &Digit| digit.bits().is_some_and(|bits| bits < base);
        self.tail.is_none() && self.frozen.is_empty() && self.every_digit().all(plain)
    }

    fn every_digit(&self) -> impl Iterator<Item = &Digit> {
        self.digits
            .values()
            .chain(self.tail.iter().flat_map(|tail| &tail.digits))
    }

    /// The smallest number of tokens from `from` on that may be taken.
    fn next_taken(&self, from: u64) -> Option<u64> {
        let listed = self.digits.range(from..).next().map(|(&taken, _)| taken);
        listed.or_else(|| {
            let tail = self.tail.as_ref()?;
            let start = from.max(tail.start);
            (start..=start.checked_add(tail.digits.len() as u64)?)
                .find(|&taken| !self.digit(taken).is_zero())
        })
    }

    fn is_long_subtraction(&self) -> bool {
        let three = Digit::from_bits(3);
        self.most_taken().is_some_and(|most| most > LONGEST_SHOWN)
            && self.every_digit().all(|digit| *digit == three)
    }
}

/// Written so that [`str::parse`] reads it back: digits, or `subtraction:…` for long sets, or `couples-are-forever`.
impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.frozen.is_empty() {
            return f.write_str("couples-are-forever");
        }
        if self.is_long_subtraction() {
            let set: Vec<String> = self.digits.keys().map(u64::to_string).collect();
            return write!(f, "subtraction:{}", set.join(","));
        }
        write!(f, "{}.", self.digit(0))?;
        let listed = self
            .tail
            .as_ref()
            .map_or(self.most_taken().unwrap_or(0).max(1), |tail| tail.start - 1);
        (1..=listed).try_for_each(|taken| write!(f, "{}", self.digit(taken)))?;
        match &self.tail {
            None => Ok(()),
            Some(tail) => {
                f.write_str("[")?;
                tail.digits
                    .iter()
                    .try_for_each(|digit| write!(f, "{digit}"))?;
                f.write_str("]")
            }
        }
    }
}

#[cfg(test)]
mod tests;
