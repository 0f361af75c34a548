//! Why an answer is what it is, as a value: words and pictures are made from it elsewhere.

use num_bigint::{BigInt, BigUint};

/// What a number is, in words: one of them, and more than one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// Such as `heap`.
    pub one: &'static str,
    /// Such as `heaps`.
    pub many: &'static str,
}

impl Counted {
    /// A heap.
    pub const HEAP: Self = Self {
        one: "heap",
        many: "heaps",
    };
    /// A Grundy value.
    pub const GRUNDY_VALUE: Self = Self {
        one: "Grundy value",
        many: "Grundy values",
    };
}

/// Why a position has its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A theorem of one game, in its own words.
    Law(String),
    /// The xor of these numbers decides (Bouton).
    NimSum {
        /// What the numbers are.
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
        /// From this heap on.
        preperiod: u64,
        /// What a value grows by each period; 0 for plain periodicity.
        saltus: u64,
        /// The Grundy value of each heap.
        parts: Vec<BigUint>,
    },
    /// Nobody can force an end. The solution's line first leads to a position and then, from this move on (counted
    /// from 0), round a cycle back to it.
    Endless {
        /// The first move of the cycle in the line.
        cycle: usize,
    },
    /// Every line of play was looked at; best play goes along the principal line.
    Searched,
}
