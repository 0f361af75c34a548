//! [`Claims`]: how a position compares with a value; and [`Bound`]: a value with which it so compares.

use super::linear::{Decided, Region};
use super::value::Formula;

/// Claims about a position G and a value V: the players (0 Left, 1 Right) that win G − V, and those that win it by beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Claims {
    /// The player wins if the other one begins: G ≥ V of Left, G ≤ V of Right.
    pub(super) second: [bool; 2],
    /// The player wins after beginning: not G ≤ V of Left, not G ≥ V of Right.
    pub(super) first: [bool; 2],
}

impl Claims {
    pub(super) const EQUAL: Self = Self::new([true, true], [false, false]);

    /// How they are written before a value; nothing is written of equal ones.
    const SIGNS: [(&str, Self); 7] = [
        ("|>", Self::new([false, false], [true, false])),
        ("<|", Self::new([false, false], [false, true])),
        ("<>", Self::new([false, false], [true, true])),
        (">=", Self::new([true, false], [false, false])),
        ("<=", Self::new([false, true], [false, false])),
        (">", Self::new([true, false], [true, false])),
        ("<", Self::new([false, true], [false, true])),
    ];

    const fn new(second: [bool; 2], first: [bool; 2]) -> Self {
        Self { second, first }
    }

    /// The claims at the start of a text, and the rest.
    pub(super) fn read(text: &str) -> (Self, &str) {
        let text = text.trim_start();
        let mut signs = Self::SIGNS.iter();
        let found = signs.find_map(|(sign, claims)| Some((*claims, text.strip_prefix(sign)?)));
        found.unwrap_or((Self::EQUAL, text))
    }

    /// Those of G + H and V + W, if G and V have these, and H and W the others: one player begins in one of two parts.
    pub(super) fn plus(self, other: Self) -> Self {
        let first = |side: usize| {
            self.first[side] && other.second[side] || self.second[side] && other.first[side]
        };
        let second = |side: usize| self.second[side] && other.second[side];
        Self::new([second(0), second(1)], [first(0), first(1)])
    }
}

/// A value that a position is known to have, or to be better or worse than.
#[derive(Debug)]
pub(super) struct Bound {
    pub(super) claims: Claims,
    pub(super) value: Formula,
}

impl Bound {
    /// Whether it shows that a player wins the position less a value, in which that player begins or not.
    pub(super) fn wins(
        &self,
        side: usize,
        begins: bool,
        value: &Formula,
        region: &Region<'_>,
    ) -> Decided<bool> {
        let is_as_good = |side: usize| match side {
            0 => self.value.at_least(value, region),
            _ => value.at_least(&self.value, region),
        };
        if begins && self.claims.second[side] && !is_as_good(1 - side)? {
            return Ok(true);
        }
        let claims = if begins {
            self.claims.first
        } else {
            self.claims.second
        };
        Ok(claims[side] && is_as_good(side)?)
    }
}
