//! Games played on a row of numbers: the traits through which the row solvers serve them without knowing their names.

use crate::game::{Alternating, Game};
use crate::packed::{Packed, Put, Take};
use crate::score::Margin;
use crate::strategy::Strategies;

/// Part of a row: the values from `start` up to, not including, `end`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// The index of its first value, counted from 0.
    pub start: usize,
    /// The index after its last value.
    pub end: usize,
}

crate::packs!(Span { start, end });

impl Span {
    /// The whole of a row.
    pub fn whole(row: &[i64]) -> Self {
        Self {
            start: 0,
            end: row.len(),
        }
    }

    /// The number of its values.
    pub fn len(self) -> usize {
        self.end - self.start
    }

    /// Whether nothing is left.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Its values in `row`.
    pub fn of(self, row: &[i64]) -> &[i64] {
        &row[self.start..self.end]
    }
}

/// The end of a row that a move takes from. A single value is taken as the left end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// The first value.
    Left,
    /// The last value.
    Right,
}

impl Packed for End {
    fn pack(&self, to: &mut impl Put) {
        (*self == Self::Right).pack(to);
    }
    fn unpack(from: &mut impl Take) -> Self {
        match bool::unpack(from) {
            true => Self::Right,
            false => Self::Left,
        }
    }
}

/// The points that taking an end earns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Earned {
    /// The value taken.
    Taken,
    /// The sum of what remains.
    Rest,
}

/// A value is taken from either end of a row.
pub trait EndTaking: Game<Position = Span, Move = End> + Alternating<Score = Margin> {
    /// The points that taking an end earns.
    const EARNED: Earned;
    /// The row that play began with.
    fn values(&self) -> &[i64];
}

/// The ends of a row that a strategy allows; both false if the strategy does not apply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AllowedEnds {
    /// The left end.
    pub left: bool,
    /// The right end.
    pub right: bool,
}

/// Strategies that depend on nothing but the row.
pub trait EndStrategies: EndTaking + Strategies {
    /// The ends that `strategy` allows to take from `row`, which has two values or more.
    fn allowed_ends(strategy: &Self::Strategy, row: &[i64]) -> AllowedEnds;
}

/// The limit on the number of values that may be taken from the left end of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrontLimit {
    /// Always up to this number.
    Fixed(usize),
    /// Up to twice the largest number taken so far; holds that bound.
    Doubling(usize),
}

/// One or more values are taken from the left end of a row, and earn their sum.
pub trait FrontTaking: Game<Move = Taken> + Alternating<Score = Margin> {
    /// The row that play began with.
    fn values(&self) -> &[i64];
    /// The index at which the rest of the row begins.
    fn start(&self, at: &Self::Position) -> usize;
    /// The number of values that may be taken, now and later. The kind of limit is the same at every position.
    fn limit(&self, at: &Self::Position) -> FrontLimit;
}

/// The number of values that a move takes from the left end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Taken(pub usize);

crate::packs!(Taken { 0 });
