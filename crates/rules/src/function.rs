//! [`Function`]: the functions with a meaning in a rule file.

/// A function that a file may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    Moves,
    Left,
    Right,
    Outcome,
    Score,
    Turn,
    Summands,
    Negative,
    Canonical,
    PliesLeft,
    Parse,
    Show,
    Draw,
    Caption,
    Positions,
    /// A function of `strategies`.
    Strategy(u8),
}

impl Function {
    pub(crate) const NAMED: [(Self, &'static str); 15] = [
        (Self::Moves, "moves"),
        (Self::Left, "left"),
        (Self::Right, "right"),
        (Self::Outcome, "outcome"),
        (Self::Score, "score"),
        (Self::Turn, "turn"),
        (Self::Summands, "summands"),
        (Self::Negative, "negative"),
        (Self::Canonical, "canonical"),
        (Self::PliesLeft, "plies_left"),
        (Self::Parse, "parse"),
        (Self::Show, "show"),
        (Self::Draw, "draw"),
        (Self::Caption, "caption"),
        (Self::Positions, "positions"),
    ];

    /// The functions that list moves.
    pub(crate) const MOVES: [Self; 3] = [Self::Moves, Self::Left, Self::Right];

    /// Its place among the functions of a file.
    pub(crate) fn place(self) -> usize {
        match self {
            Self::Strategy(n) => Self::NAMED.len() + usize::from(n),
            named => named.named_place(),
        }
    }

    pub(crate) fn named_place(self) -> usize {
        let place = Self::NAMED
            .iter()
            .position(|(function, _)| *function == self);
        place.expect("invariant: every function but strategies has a name")
    }
}
