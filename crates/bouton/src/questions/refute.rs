//! [`Refute`]: is a strategy as good as it says?

use bouton_answers::{By, Promise};

use super::parameter::SOME;
use super::question;

question! {
    /// The smallest position where a strategy fails
    Refute {
        /// The strategy, by its name, which the card of the game lists
        strategy: String { placed: true },
        /// The requirement on the strategy: only best moves, or no loss of a game that it could have held
        promise: Promise { default: Some("best-always") },
        /// Ask for a position where no move that the strategy allows is best
        strict: bool,
        /// Test only the first move that the strategy allows, in the game's own order of moves: the left end of a row, the first heap
        prescribes: bool,
        /// The measure by which a move is best
        by: By { default: Some("outcome") },
        /// For rows: only even lengths
        even: bool,
        /// For rows: the range of values, 1..9 by default
        values: Option<(i64, i64)> { value: "A..B" },
        /// For rows: the range of lengths, ..8 by default
        length: Option<(usize, usize)>,
        /// For heaps: the largest heap, 20 by default
        up_to: Option<u64> { served: 1_000_000 },
        /// For heaps or sums: the most heaps or parts, 3 by default
        piles: Option<usize> { value: "K", kind: SOME, served: 20 },
    }
}
