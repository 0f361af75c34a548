//! [`Report`]: the result of checking rules.

/// The result of checking rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The kind of game, in words.
    pub kind: String,
    /// The mistakes, one sentence each.
    pub mistakes: Vec<String>,
    /// Notes, one sentence each.
    pub notes: Vec<String>,
    /// The number of positions checked.
    pub positions: usize,
    /// Whether these are all reachable positions.
    pub complete: bool,
    /// A line of play, move by move.
    pub line: Vec<String>,
}
