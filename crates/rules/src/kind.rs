//! [`Kind`]: what kind of game a rule file describes.

/// What kind of game a file describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Both players share every move and who makes the last one wins.
    Impartial,
    /// Won, drawn or lost.
    Outcome,
    /// Points are counted.
    Points,
    /// Left and Right have moves of their own and who makes the last one wins.
    Partizan,
}
