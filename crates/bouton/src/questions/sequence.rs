//! Questions about all heaps of a game: [`Sequence`], [`Quotient`].

use super::question;

question! {
    /// The sequence of Grundy values (or of values of Left and Right) of a heap game, its period, and whether that is proved
    Sequence {
        /// The game: octal:CODE, hex:CODE, take-and-break:CODE, subtraction:1,2,3, all-but:1,2, kayles, partizan-octal:CODE/CODE, …
        game: String { placed: true },
        /// The largest heap to compute
        heaps: u64 { default: Some("10000"), served: 100_000_000 },
        /// Misère play: outcomes of single heaps when the last to move loses
        misere: bool,
        /// Show the values of all heaps
        values: bool,
    }
}

question! {
    /// The misère quotient of a game: a small table that decides every sum in misère play
    Quotient {
        /// The largest heap, or the most parts
        heaps: u64 { default: Some("500"), served: 10_000 },
    }
}
