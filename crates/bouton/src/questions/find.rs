//! Questions about many positions: [`Find`], [`Losing`], [`Values`], [`Atlas`].

use bouton_answers::CellKind;

use super::parameter::SOME;
use super::question;

question! {
    /// Positions of heaps.
    HeapBound {
        /// Heaps up to this; the largest total by default, if one is given
        up_to: Option<u64> { served: 1_000_000 },
        /// Only positions whose total is in this range
        total: Option<(u64, u64)>,
        /// Number of heaps, in a game with any number of them
        piles: Option<usize> { value: "K", kind: SOME, served: 20 },
        /// Every order of heaps; otherwise interchangeable heaps are in ascending order, once each
        ordered: bool,
    }
}

question! {
    /// The positions that meet a condition: up to a bound, of every board, or that play can reach
    Find {
        /// The condition, such as `win & moves > 3`; all positions by default
        condition: String { name: "where", value: "CONDITION", default: Some("") },
        /// Every way to fill the board
        all: bool,
        /// All positions that play can reach from the position
        reachable: bool,
        /// Stop after so many positions are found
        first: Option<usize> { kind: SOME, served: 10_000 },
        /// Sort by a field such as `temperature`; `-temperature`: the largest first
        sort: Option<String> { value: "FIELD" },
        /// Answer with the number of positions alone
        count: bool,
        /// Answer with the sum of a field, such as `total`, over the positions
        sum: Option<String> { value: "FIELD" },
        /// Answer with the number of positions for each value of these fields, such as `outcome`
        group_by: Option<String> { value: "FIELD,…" },
        /// Only these fields of each row, such as `position,outcome`; each row is then a line of its own
        fields: Option<String> { value: "FIELD,…" },
        use bound: HeapBound,
    }
}

question! {
    /// The positions that are lost for the player to move
    Losing {
        /// Only these fields of each row, such as `position,outcome`; each row is then a line of its own
        fields: Option<String> { value: "FIELD,…" },
        use bound: HeapBound,
    }
}

question! {
    /// A table of outcomes or Grundy values: a line for one heap, a grid for two
    Values {
        /// The largest heap
        up_to: u64 { served: 1_000_000 },
        /// Number of heaps (1 or 2), in a game with any number of them
        piles: Option<usize> { value: "K", kind: SOME, served: 20 },
        /// The values to show
        kind: CellKind { default: Some("outcome") },
    }
}

question! {
    /// The smallest position of each game that has a value, over ranges of sizes
    Atlas {
        /// The value: `^`, `{2|-1}`, `*2`, `1/2`
        value: String { placed: true },
        /// Games of the catalogue with ranges of sizes: `clobber:1..3,1..4`
        games: Vec<String> { placed: true },
        /// Games of heaps: heaps up to this
        up_to: u64 { default: Some("100"), served: 1_000_000 },
    }
}
