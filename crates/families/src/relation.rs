//! [`Relation`]: how a position compares with a value.

use bouton_core::Side;

/// One player wins a position less a value, as the second player or as the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Claim {
    pub(crate) side: Side,
    pub(crate) begins: bool,
}

impl Claim {
    pub(crate) fn second(side: Side) -> Self {
        let begins = false;
        Self { side, begins }
    }

    pub(crate) fn first(side: Side) -> Self {
        let begins = true;
        Self { side, begins }
    }

    /// The relation by which a player wins as the first one and as the second.
    pub(crate) fn more(side: Side) -> Relation {
        match side {
            Side::Left => Relation::More,
            Side::Right => Relation::Less,
        }
    }

    /// The relation between the position and the value.
    pub(crate) fn relation(self) -> Relation {
        match (self.begins, self.side) {
            (false, Side::Left) => Relation::AtLeast,
            (false, Side::Right) => Relation::AtMost,
            (true, Side::Left) => Relation::NotAtMost,
            (true, Side::Right) => Relation::NotAtLeast,
        }
    }
}

/// How a position compares with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Relation {
    /// It has this value.
    Equal,
    /// It is this or better for Left.
    AtLeast,
    /// It is this or better for Right.
    AtMost,
    /// Left wins the difference by beginning.
    NotAtMost,
    /// Right wins the difference by beginning.
    NotAtLeast,
    /// It is better for Left.
    More,
    /// It is better for Right.
    Less,
    /// The first player wins the difference.
    Confused,
}

use Relation::{AtLeast, AtMost, Confused, Equal, Less, More, NotAtLeast, NotAtMost};

impl Relation {
    /// The sign before a value; nothing if they are equal.
    pub fn sign(self) -> &'static str {
        match self {
            Equal => "",
            AtLeast => ">= ",
            AtMost => "<= ",
            NotAtMost => "|> ",
            NotAtLeast => "<| ",
            More => "> ",
            Less => "< ",
            Confused => "<> ",
        }
    }

    /// The claims that it stands for.
    pub(crate) fn claims(self) -> Vec<Claim> {
        let [left, right] = Side::BOTH;
        match self {
            Equal => vec![Claim::second(left), Claim::second(right)],
            AtLeast => vec![Claim::second(left)],
            AtMost => vec![Claim::second(right)],
            NotAtMost => vec![Claim::first(left)],
            NotAtLeast => vec![Claim::first(right)],
            More => vec![Claim::second(left), Claim::first(left)],
            Less => vec![Claim::second(right), Claim::first(right)],
            Confused => vec![Claim::first(left), Claim::first(right)],
        }
    }

    /// The relation that says as much as two, if there is one.
    pub(crate) fn with(self, other: Self) -> Option<Self> {
        Some(match (self.min(other), self.max(other)) {
            (AtLeast, AtMost) => Equal,
            (AtLeast, NotAtMost) => More,
            (AtMost, NotAtLeast) => Less,
            (NotAtMost, NotAtLeast) => Confused,
            _ => return None,
        })
    }
}
