//! [`Guide`]: the source of a proof's moves: a certificate, or the code that writes one.

use crate::Refusal;

/// Provides the parts of a proof that cannot be computed.
pub trait Guide {
    /// The Grundy value of a position of an impartial game.
    ///
    /// # Errors
    /// When no more are known.
    fn grundy(&mut self, position: &dyn Fn() -> String) -> Result<u64, Refusal>;

    /// The number of a move, counted from 0, by which the player to move reaches the claim; moves that lower the heap come
    /// after all others, by what they leave.
    ///
    /// # Errors
    /// When no more are known.
    fn choose(&mut self, question: &Question<'_>) -> Result<usize, Refusal>;
}

/// A position where one move is enough.
pub struct Question<'q> {
    /// The position.
    pub position: &'q dyn Fn() -> String,
    /// The heap of nim that lies beside it.
    pub heap: u64,
    /// The claim that the player to move must reach.
    pub least: i64,
    /// How many moves there are but for those that lower the heap.
    pub count: usize,
    /// One of them.
    pub option: &'q dyn Fn(usize) -> Option,
    /// How many moves there are after one of them.
    pub replies: &'q dyn Fn(usize) -> usize,
    /// Whether it is proved already that one of them does.
    pub is_proved: &'q dyn Fn(usize) -> bool,
    /// Whether plies are counted, so that what is proved already may not be quick enough.
    pub is_timed: bool,
    /// Whether the quickest way is needed: plies are counted, or play could repeat.
    pub hurries: bool,
    /// Whether the last to move loses.
    pub misere: bool,
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Option {
    /// Where it leads.
    pub position: String,
    /// What it earns.
    pub gain: i64,
    /// Whether the same player goes on.
    pub again: bool,
}
