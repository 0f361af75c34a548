//! Questions about laws: [`Law`], [`Ask`].

use num_bigint::BigUint;

use super::parameter::Kind;
use super::question;

/// Each example is a word of an automaton; they are listed at once, without a look at the limits.
const MOST_EXAMPLES: i128 = 10_000;

question! {
    /// The law of a family of positions for all sizes, found and proved from the rules; of a pattern, its values
    Law {
        /// Of a pattern: the proof, step by step
        explain: bool,
        use family: Pattern,
    }
}

question! {
    /// Whether a formula about a law is true, and the smallest numbers that show why
    Ask {
        /// A first-order formula, such as `A a: E b: P(a,b)`
        formula: String { placed: true },
        use family: Pattern,
        use solutions: Solutions,
    }
}

question! {
    /// A family of positions
    Pattern {
        /// The values of positions of this pattern, such as `t^a . t^b . f`, for all exponents
        pattern: Option<String> { value: "PATTERN", placed: true },
    }
}

question! {
    /// The numbers for which a formula with free variables is true
    Solutions {
        /// Of a formula with free variables: number of examples, the smallest first
        examples: usize { kind: Kind::Whole(0, MOST_EXAMPLES), default: Some("10") },
        /// Of a formula with free variables: the number of solutions with every variable at most this
        count: Option<BigUint>,
    }
}
