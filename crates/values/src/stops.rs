//! Adorned stops and signatures: invariants in the record of a value, so that most comparisons need no search.
//!
//! **Stops.** If both sides play until a number is reached, Left moving first reaches the *left stop* LS, Right moving
//! first the *right stop* RS. A stop is *adorned* with the player who would move there: as an integer 2·x, plus 1 if it is
//! Right. Then LS = max RS(Gᴸ), RS = min LS(Gᴿ), a number x has 2x and 2x + 1, −G has 1 − RS and 1 − LS, and for a number
//! x: G ≥ x iff RS ≥ 2x + 1, G ≤ x iff LS ≤ 2x. A comparison with a number is a comparison of integers (Siegel,
//! *Combinatorial Game Theory*, II.3).
//!
//! **Signatures.** 64 test infinitesimals t: the *upper* word has a bit for each t with G ≤ LS(G) + t, the *lower* word for each
//! with G ≥ RS(G) + t. Both follow from the words of the options, as the tests are closed under taking options.

use smallvec::SmallVec;

use crate::number::Number;

/// The binary digits after the point that a stop keeps.
const POINT: u8 = 24;

/// The greatest stop stored exactly, in units of 2^-24.
const GREATEST: i64 = 1 << 60;

/// An adorned stop: the number rounded down to 2^-24 (bits 2 and up), whether it was rounded (bit 1), whether Right would
/// move (bit 0). Ordered as the stops are, except for two inexact ones that differ at most in bit 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Stop(i64);

impl Stop {
    pub(crate) const LEAST: Self = Self(i64::MIN);
    pub(crate) const GREATEST: Self = Self(i64::MAX);

    /// The stop at a number where Left would move.
    pub(crate) fn at(x: &Number) -> Self {
        let (floor, inexact) = match x.small() {
            Some((m, e)) if e <= POINT => match m.checked_mul(1 << (POINT - e)) {
                Some(units) => (units, false),
                None => (if m > 0 { i64::MAX } else { i64::MIN }, true),
            },
            Some((m, e)) => (m >> (e - POINT), true),
            None => {
                let (m, e) = x.parts();
                let point = u64::from(POINT);
                let units = if e > point {
                    m >> (e - point)
                } else {
                    m << (point - e)
                };
                let far = if x.sign().is_gt() { i64::MAX } else { i64::MIN };
                (i64::try_from(units).unwrap_or(far), true)
            }
        };
        let held = floor.clamp(-GREATEST - 1, GREATEST);
        let inexact = inexact || held != floor || held == -GREATEST - 1;
        Self(held << 2 | i64::from(inexact) << 1)
    }

    /// The stop whose number has this rank among the compared ones.
    fn ranked(rank: usize, like: Self) -> Self {
        Self((rank as i64) << 2 | like.0 & 1)
    }

    fn rank(self) -> usize {
        (self.0 >> 2) as usize
    }

    /// The stop of −G, for a stop of G.
    #[inline]
    pub(crate) fn mirrored(self) -> Self {
        Self(1 - self.0)
    }

    /// The same stop with Right to move.
    #[inline]
    pub(crate) fn for_right(self) -> Self {
        Self(self.0 | 1)
    }

    /// The number alone, comparable with others.
    #[inline]
    pub(crate) fn place(self) -> i64 {
        self.0 >> 1
    }

    /// Whether Right would move.
    #[inline]
    pub(crate) fn right_moves(self) -> bool {
        self.0 & 1 == 1
    }

    /// Whether the number has more digits than a stop can store.
    #[inline]
    pub(crate) fn is_inexact(self) -> bool {
        self.0 & 2 != 0
    }

    /// The stop as a word.
    pub(crate) fn word(self) -> u64 {
        self.0 as u64
    }

    /// The number, if it is stored exactly.
    pub(crate) fn number(self) -> Number {
        debug_assert!(!self.is_inexact());
        Number::small_ratio(self.0 >> 2, POINT)
    }
}

/// The invariants of a value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Invariants {
    pub(crate) left: Stop,
    pub(crate) right: Stop,
    pub(crate) upper: u64,
    pub(crate) lower: u64,
    pub(crate) number: bool,
}

impl Invariants {
    /// The invariants of the negative. The tests are numbered so that −t has the number 63 minus that of t.
    #[inline]
    pub(crate) fn mirrored(self) -> Self {
        Self {
            left: self.right.mirrored(),
            right: self.left.mirrored(),
            upper: self.lower.reverse_bits(),
            lower: self.upper.reverse_bits(),
            number: self.number,
        }
    }

    /// The stops as numbers, if they are exact.
    pub(crate) fn stops(&self) -> [Number; 2] {
        [self.left.number(), self.right.number()]
    }

    #[inline]
    pub(crate) fn is_inexact(&self) -> bool {
        self.left.is_inexact() || self.right.is_inexact()
    }

    /// G ≤ H, if stops and signatures decide it. All stops must be exact.
    #[inline]
    pub(crate) fn at_most(&self, h: &Self) -> Option<bool> {
        let g = self;
        if g.left > h.left || g.right > h.right {
            return Some(false);
        }
        let (left, right) = (g.left.place(), h.right.place());
        if left < right || g.number || h.number {
            return Some(true);
        }
        if left == h.left.place() && h.upper & !g.upper != 0 {
            return Some(false);
        }
        if g.right.place() == right && g.lower & !h.lower != 0 {
            return Some(false);
        }
        (left == right && g.upper & h.lower != 0).then_some(true)
    }

    /// The same with the stops given as numbers: left and right of G, then of H.
    #[cold]
    pub(crate) fn at_most_exactly(
        &self,
        g: &[Number; 2],
        h: &Self,
        h_stops: &[Number; 2],
    ) -> Option<bool> {
        let ranks = Ranks::of(g.iter().chain(h_stops).cloned());
        ranks.stand_in(self, g).at_most(&ranks.stand_in(h, h_stops))
    }
}

/// Numbers in order, each once: their ranks replace numbers that a stop cannot store.
pub(crate) struct Ranks(Vec<Number>);

impl Ranks {
    pub(crate) fn of(numbers: impl Iterator<Item = Number>) -> Self {
        let mut all: Vec<_> = numbers.collect();
        all.sort();
        all.dedup();
        Self(all)
    }

    fn of_number(&self, x: &Number) -> usize {
        self.0.partition_point(|y| y < x)
    }

    /// The invariants with ranks instead of stops.
    pub(crate) fn stand_in(&self, of: &Invariants, stops: &[Number; 2]) -> Invariants {
        Invariants {
            left: Stop::ranked(self.of_number(&stops[0]), of.left),
            right: Stop::ranked(self.of_number(&stops[1]), of.right),
            ..*of
        }
    }

    /// Converts ranks back to stops, and returns the numbers themselves.
    pub(crate) fn resolve(&self, mut found: Invariants) -> (Invariants, [Number; 2]) {
        let numbers = [found.left, found.right].map(|stop| self.0[stop.rank()].clone());
        let told = |number: &Number, stop: Stop| Stop(Stop::at(number).0 | stop.0 & 1);
        found.left = told(&numbers[0], found.left);
        found.right = told(&numbers[1], found.right);
        (found, numbers)
    }
}

/// A test infinitesimal: its bit, and the bits of its options.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Test {
    pub(crate) bit: u64,
    pub(crate) left: u64,
    pub(crate) right: u64,
}

/// The test infinitesimals, in order of birth; empty until the arena has made them.
#[derive(Debug, Default)]
pub(crate) struct Tests {
    pub(crate) all: Vec<Test>,
    pub(crate) used: u64,
    /// The words of every number.
    pub(crate) upper: u64,
    pub(crate) lower: u64,
}

impl Tests {
    /// The invariants of {L|R}, which is not a number, from those of its options.
    pub(crate) fn invariants(&self, left: &[Invariants], right: &[Invariants]) -> Invariants {
        let (mut found, mut lower, mut upper) = (
            Invariants {
                left: Stop::LEAST,
                right: Stop::GREATEST,
                upper: 0,
                lower: 0,
                number: false,
            },
            0,
            0,
        );
        for option in left {
            found.left = found.left.max(option.right);
        }
        for option in right {
            found.right = found.right.min(option.left);
        }
        for option in left
            .iter()
            .filter(|o| o.right.place() == found.left.place())
        {
            lower |= option.lower;
        }
        for option in right
            .iter()
            .filter(|o| o.left.place() == found.right.place())
        {
            upper |= option.upper;
        }
        if found.left.place() == found.right.place() {
            self.both_words(&mut found, lower, upper);
        } else {
            found.upper = !lower & self.used;
            found.lower = !upper & self.used;
        }
        found
    }

    /// For equal stops x: G ≤ x + t iff no Gᴸ ≥ x + t and no tᴿ with G ≥ x + tᴿ; the latter is known, since tᴿ is older.
    fn both_words(&self, found: &mut Invariants, left: u64, right: u64) {
        for test in &self.all {
            if left & test.bit == 0 && found.lower & test.right == 0 {
                found.upper |= test.bit;
            }
            // `found.upper` may contain this very test: its left options are other tests.
            if right & test.bit == 0 && found.upper & test.left == 0 {
                found.lower |= test.bit;
            }
        }
    }
}

/// Invariants of a list of options.
pub(crate) type OptionInvariants = SmallVec<[Invariants; 16]>;
