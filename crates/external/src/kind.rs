//! [`Kind`]: the kind of game that rules describe.

/// The kind of game that rules describe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Both players have the same moves, and the last to move wins.
    Impartial,
    /// Play is won, drawn or lost.
    Outcome,
    /// Points are counted.
    Points,
    /// Left and Right have different moves, and the last to move wins.
    Partizan,
    /// Left and Right have different moves, and points are counted.
    PartizanPoints,
}

impl Kind {
    /// Whether Left and Right have different moves.
    pub fn has_sides(self) -> bool {
        matches!(self, Self::Partizan | Self::PartizanPoints)
    }

    /// Whether points decide.
    pub fn counts_points(self) -> bool {
        matches!(self, Self::Points | Self::PartizanPoints)
    }

    /// The kind in words, with a note if it is not known whether play ends.
    pub fn in_words(self, is_loopfree: bool) -> &'static str {
        match (self, is_loopfree) {
            (Self::Impartial, true) => "impartial: the same moves for both, the last to move wins",
            (Self::Impartial, false) => {
                "impartial: the same moves for both, the last to move wins; without plies_left, endless play is looked for, and a draw"
            }
            (Self::Outcome, true) => "won, drawn or lost",
            (Self::Outcome, false) => {
                "won, drawn or lost; without plies_left, endless play is looked for, and a draw"
            }
            (Self::Points, true) => "a game of points",
            (Self::Points, false) => {
                "a game of points; without plies_left, endless play is looked for, and refused"
            }
            (Self::PartizanPoints, true) => {
                "a game of points: Left and Right have moves of their own, a player with no move ends play"
            }
            (Self::PartizanPoints, false) => {
                "a game of points: Left and Right have moves of their own, a player with no move ends play; without plies_left, endless play is looked for, and refused"
            }
            (Self::Partizan, true) => {
                "partizan: Left and Right have moves of their own, the last to move wins"
            }
            (Self::Partizan, false) => {
                "partizan: Left and Right have moves of their own, the last to move wins; without plies_left, endless play is looked for, and a draw"
            }
        }
    }
}
