//! Questions about a line of play, and about two positions: [`Review`], [`Compare`].

use super::question;

question! {
    /// A line of play: the value before and after each move, and where the outcome turned
    Review {
        /// The moves in order, as the program writes them, or the positions they lead to
        moves: Vec<String> { name: "move", value: "MOVE", placed: true },
    }
}

#[cfg(feature = "rules")]
question! {
    /// The objective of the players
    Goal {
        /// In a `.kif` game that is not zero-sum: `more` than the other player, or most of your `own` goal
        aim: Option<crate::Aim>,
    }
}

question! {
    /// Which of two positions is better in every sum, in a game of points of Left and Right or where the last to move loses
    Compare {
        /// The second position
        other: String { placed: true },
    }
}
