//! [`Report`]: what looking for mistakes found.

/// What was found in rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// What kind of game it is, in words.
    pub kind: String,
    /// What is wrong, a sentence each.
    pub mistakes: Vec<String>,
    /// What may be of use to know, a sentence each.
    pub notes: Vec<String>,
    /// How many positions were looked at.
    pub positions: usize,
    /// Whether these are all that can be reached.
    pub complete: bool,
    /// A line of play, move by move.
    pub line: Vec<String>,
}
