//! [`Guide`]: the source of a proof's moves: a certificate, or the code that writes one.

use crate::Refusal;

/// Provides the parts of a proof that cannot be computed.
pub trait Guide {
    /// The Grundy value of a position of an impartial game.
    ///
    /// # Errors
    /// If there are no more.
    fn grundy(&mut self, position: &dyn Fn() -> String) -> Result<u64, Refusal>;

    /// The number of a move, counted from 0, by which the player to move reaches the claim. Moves that lower the heap come
    /// after all others, ordered by the heap that they leave.
    ///
    /// # Errors
    /// If there are no more.
    fn choose(&mut self, question: &Question<'_>) -> Result<usize, Refusal>;
}

/// A position where one move suffices.
pub struct Question<'q> {
    /// The position.
    pub position: &'q dyn Fn() -> String,
    /// The heap of Nim that is added to it.
    pub heap: u64,
    /// The claim that the player to move must reach.
    pub least: i64,
    /// The number of moves without those that lower the heap.
    pub count: usize,
    /// One of these moves.
    pub option: &'q dyn Fn(usize) -> Option,
    /// Whether one of them is already proved to reach the claim, as far as that is seen without evaluating rules.
    pub is_proved: &'q dyn Fn(usize) -> bool,
    /// Whether plies are counted, so that a proved move may not be quick enough.
    pub is_timed: bool,
    /// Whether the quickest win is needed: plies are counted, or play could repeat.
    pub hurries: bool,
    /// Whether the last to move loses.
    pub misere: bool,
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Option {
    /// The position after it.
    pub position: String,
    /// The points that it earns.
    pub gain: i64,
    /// Whether the same player moves again.
    pub again: bool,
}
