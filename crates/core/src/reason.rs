//! The reason for an answer, as a value: text and pictures are made from it elsewhere.

use num_bigint::{BigInt, BigUint};

/// The noun that a number counts, in the singular and in the plural.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The singular, such as `heap`.
    pub one: &'static str,
    /// The plural, such as `heaps`.
    pub many: &'static str,
}

impl Counted {
    /// A heap.
    pub const HEAP: Self = Self {
        one: "heap",
        many: "heaps",
    };
    /// The free cells between two pieces.
    pub const GAP: Self = Self {
        one: "gap",
        many: "gaps",
    };
    /// A Grundy value.
    pub const GRUNDY_VALUE: Self = Self {
        one: "Grundy value",
        many: "Grundy values",
    };
}

/// The reason why a position has its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A theorem about one game, as a sentence.
    Law(String),
    /// The xor of these numbers decides (Bouton).
    NimSum {
        /// The noun for the numbers.
        what: Counted,
        /// The numbers.
        parts: Vec<BigUint>,
        /// Their xor.
        sum: BigUint,
    },
    /// The row folds to this valley; the margin is the alternating sum of its values in descending order.
    Valley {
        /// The folded row, left to right.
        folded: Vec<BigInt>,
        /// Values of the row before folding.
        length: usize,
    },
    /// The Grundy sequence of single heaps repeats.
    Period {
        /// The least period.
        period: u64,
        /// The period starts at this heap.
        preperiod: u64,
        /// The growth of a value per period (saltus); 0 for plain periodicity.
        saltus: u64,
        /// The Grundy value of each heap.
        parts: Vec<BigUint>,
    },
    /// Neither player can force an end. The solution's line leads to a position and then, from this move on (counted from
    /// 0), around a cycle back to it.
    Endless {
        /// The first move of the cycle in the line.
        cycle: usize,
    },
    /// The full game tree was searched; best play follows the principal line.
    Searched,
}
