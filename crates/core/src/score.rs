//! Scores: [`WinLoss`], [`WinDrawLoss`] or a [`Margin`], always for the player to move.

use std::fmt::{self, Debug};
use std::ops::Neg;

use num_traits::{PrimInt, Signed};
use serde::Serialize;

use crate::packed::Packed;

/// The outcome for the player to move. Ordered: a loss is the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The other player wins.
    Loss,
    /// Nobody wins.
    Draw,
    /// The player to move wins.
    Win,
}

impl Outcome {
    /// The word used in answers: `win`, `draw` or `loss`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        }
    }

    /// The outcome for this margin.
    pub fn of_margin(margin: i128) -> Self {
        match margin {
            ..0 => Self::Loss,
            0 => Self::Draw,
            1.. => Self::Win,
        }
    }

    /// The letter used in tables: `W`, `D` or `L`.
    pub fn letter(self) -> char {
        match self {
            Self::Loss => 'L',
            Self::Draw => 'D',
            Self::Win => 'W',
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl Neg for Outcome {
    type Output = Self;
    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// The score of a position for the player to move; `-score` is the score for the other player.
pub trait Score: Copy + Ord + Neg<Output = Self> + Debug + Send + Sync + 'static {
    /// The points that a single move can earn; `()` if only the end counts.
    type Gain: Packed + Copy + Default + PartialEq + Debug + Send + Sync;
    /// This score together with the plies to the end, where they matter.
    type Timed: Timed<Self>;
    /// The lowest score; `-WORST` is the highest. Both can be used as ends of a search window.
    fn worst() -> Self;
    /// The score after `gain` has been earned by the player it belongs to; the same if only the end counts.
    fn plus(self, _gain: Self::Gain) -> Self {
        self
    }
    /// The inverse of [`Score::plus`].
    fn minus(self, _gain: Self::Gain) -> Self {
        self
    }
    /// The outcome: a win, a draw or a loss.
    fn outcome(self) -> Outcome;
    /// The margin as a number, or 1, 0, -1 for a win, a draw, a loss.
    fn rank(self) -> i128 {
        self.margin().unwrap_or(self.outcome() as i128 - 1)
    }
    /// The lowest score whose rank is at least `rank`, or the highest of all if there is none.
    fn from_rank(rank: i128) -> Self;
    /// Mover minus other, for scoring games.
    fn margin(self) -> Option<i128> {
        None
    }
    /// The score that consists of this outcome alone; `None` if the outcome is impossible or does not determine the score.
    fn plain(_outcome: Outcome) -> Option<Self> {
        None
    }
    /// A gain in points, for scoring games.
    fn points(_gain: Self::Gain) -> Option<i128> {
        None
    }
}

/// A score and the plies to the end, ordered as best play orders them:
/// quick win, slow win, quick draw, slow draw, slow loss, quick loss.
pub trait Timed<S: Score>: Copy + Ord + Debug + Send + Sync {
    /// Play is over with `score`.
    fn over(score: S) -> Self;
    /// The same play seen one ply earlier by the player who made the move that earned `gain`.
    fn before(self, gain: S::Gain, keeps_turn: bool) -> Self;
    /// The score alone.
    fn score(self) -> S;
    /// Plies to the end, where they are counted.
    fn plies(self) -> Option<u32>;
}

/// The score of a game that always has a winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WinLoss {
    /// The player to move loses.
    Loss,
    /// The player to move wins.
    Win,
}

impl Neg for WinLoss {
    type Output = Self;
    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Win => Self::Loss,
        }
    }
}

impl Score for WinLoss {
    type Gain = ();
    type Timed = Plied<Self>;
    fn worst() -> Self {
        Self::Loss
    }
    fn outcome(self) -> Outcome {
        match self {
            Self::Loss => Outcome::Loss,
            Self::Win => Outcome::Win,
        }
    }
    fn from_rank(rank: i128) -> Self {
        if rank < 0 { Self::Loss } else { Self::Win }
    }
    fn plain(outcome: Outcome) -> Option<Self> {
        (outcome != Outcome::Draw).then(|| outcome.into())
    }
}

/// The score of a game that can also be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WinDrawLoss {
    /// The player to move loses.
    Loss,
    /// Nobody wins.
    Draw,
    /// The player to move wins.
    Win,
}

impl Neg for WinDrawLoss {
    type Output = Self;
    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

impl Score for WinDrawLoss {
    type Gain = ();
    type Timed = Plied<Self>;
    fn worst() -> Self {
        Self::Loss
    }
    fn outcome(self) -> Outcome {
        match self {
            Self::Loss => Outcome::Loss,
            Self::Draw => Outcome::Draw,
            Self::Win => Outcome::Win,
        }
    }
    fn from_rank(rank: i128) -> Self {
        match rank {
            ..0 => Self::Loss,
            0 => Self::Draw,
            1.. => Self::Win,
        }
    }
    fn plain(outcome: Outcome) -> Option<Self> {
        Some(outcome.into())
    }
}

/// The score of a game of points: mover's total minus the other's.
///
/// The game guarantees that no sum of gains along a line overflows `T`; `i128` holds 2³¹ values of 64 bits, each counted as
/// many times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Margin<T = i128>(pub T);

impl<T: Neg<Output = T>> Neg for Margin<T> {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl<T> Score for Margin<T>
where
    T: Packed + PrimInt + Signed + Default + Into<i128> + Debug + Send + Sync + 'static,
{
    type Gain = T;
    type Timed = Self;
    fn worst() -> Self {
        Self(-T::max_value())
    }
    fn plus(self, gain: T) -> Self {
        Self(self.0 + gain)
    }
    fn minus(self, gain: T) -> Self {
        Self(self.0 - gain)
    }
    fn outcome(self) -> Outcome {
        match self.0.cmp(&T::zero()) {
            std::cmp::Ordering::Less => Outcome::Loss,
            std::cmp::Ordering::Equal => Outcome::Draw,
            std::cmp::Ordering::Greater => Outcome::Win,
        }
    }
    fn from_rank(rank: i128) -> Self {
        let ends = if rank < 0 {
            Self::worst()
        } else {
            -Self::worst()
        };
        Self(T::from(rank).map_or(ends.0, |rank| rank.max(-T::max_value())))
    }
    fn margin(self) -> Option<i128> {
        Some(self.0.into())
    }
    fn points(gain: T) -> Option<i128> {
        Some(gain.into())
    }
}

/// The score of a game in which only the end gives points: those of the player to move minus the other's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Payoff<T = i128>(pub T);

impl<T: Neg<Output = T>> Neg for Payoff<T> {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl<T> Score for Payoff<T>
where
    T: Packed + PrimInt + Signed + Default + Into<i128> + Debug + Send + Sync + 'static,
{
    type Gain = ();
    type Timed = Self;
    fn worst() -> Self {
        Self(Margin::worst().0)
    }
    fn outcome(self) -> Outcome {
        Margin(self.0).outcome()
    }
    fn from_rank(rank: i128) -> Self {
        Self(Margin::from_rank(rank).0)
    }
    fn margin(self) -> Option<i128> {
        Margin(self.0).margin()
    }
    fn points((): ()) -> Option<i128> {
        Some(0)
    }
}

/// As for [`Margin`]: plies do not matter.
impl<T> Timed<Self> for Payoff<T>
where
    T: Packed + PrimInt + Signed + Default + Into<i128> + Debug + Send + Sync + 'static,
{
    fn over(score: Self) -> Self {
        score
    }
    fn before(self, (): (), keeps_turn: bool) -> Self {
        if keeps_turn { self } else { -self }
    }
    fn score(self) -> Self {
        self
    }
    fn plies(self) -> Option<u32> {
        None
    }
}

/// Plies do not matter in a scoring game: its timed score is the score.
impl<T> Timed<Self> for Margin<T>
where
    T: Packed + PrimInt + Signed + Default + Into<i128> + Debug + Send + Sync + 'static,
{
    fn over(score: Self) -> Self {
        score
    }
    fn before(self, gain: T, keeps_turn: bool) -> Self {
        if keeps_turn {
            self.plus(gain)
        } else {
            (-self).plus(gain)
        }
    }
    fn score(self) -> Self {
        self
    }
    fn plies(self) -> Option<u32> {
        None
    }
}

/// An outcome and the plies to it, in four bytes.
///
/// Stored as one number whose order is that of [`Timed`]: a win in n is `MAX - n`, a draw in n is `-n`, a loss
/// in n is `-MAX + n`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Plied<S> {
    key: i32,
    score: std::marker::PhantomData<S>,
}

/// Keys at this distance from 0 or more are wins or losses. No draw is that long, because a solver's stack for it would take
/// more than 16 GiB.
const HALF: i32 = 1 << 30;

impl<S: Score> Plied<S> {
    fn from_key(key: i32) -> Self {
        Self {
            key,
            score: std::marker::PhantomData,
        }
    }

    /// The outcome with the plies to it.
    pub fn new(outcome: Outcome, plies: u32) -> Self {
        let plies = i32::try_from(plies).expect("invariant: no line is 2^31 plies long");
        Self::from_key(match outcome {
            Outcome::Win => i32::MAX - plies,
            Outcome::Draw => -plies,
            Outcome::Loss => plies - i32::MAX,
        })
    }

    /// The outcome without the plies.
    pub fn outcome(self) -> Outcome {
        match self.key {
            HALF.. => Outcome::Win,
            key if key <= -HALF => Outcome::Loss,
            _ => Outcome::Draw,
        }
    }

    fn count(self) -> u32 {
        match self.outcome() {
            Outcome::Win => i32::MAX.abs_diff(self.key),
            Outcome::Draw => self.key.unsigned_abs(),
            Outcome::Loss => self.key.abs_diff(-i32::MAX),
        }
    }
}

impl<S: Score> Debug for Plied<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} in {}", self.outcome().word(), self.count())
    }
}

impl<S: Score<Gain = ()> + From<Outcome>> Timed<S> for Plied<S> {
    fn over(score: S) -> Self {
        Self::new(score.outcome(), 0)
    }
    fn before(self, (): (), keeps_turn: bool) -> Self {
        let key = match (self.outcome(), keeps_turn) {
            (Outcome::Draw, _) | (Outcome::Win, true) => self.key - 1,
            (Outcome::Loss, true) => self.key + 1,
            (Outcome::Win, false) => 1 - self.key,
            (Outcome::Loss, false) => -1 - self.key,
        };
        Self::from_key(key)
    }
    fn score(self) -> S {
        S::from(self.outcome())
    }
    fn plies(self) -> Option<u32> {
        Some(self.count())
    }
}

impl From<Outcome> for WinDrawLoss {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Loss => Self::Loss,
            Outcome::Draw => Self::Draw,
            Outcome::Win => Self::Win,
        }
    }
}

impl From<Outcome> for WinLoss {
    /// # Panics
    /// If the outcome is a draw, which this score does not have.
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Loss => Self::Loss,
            Outcome::Win => Self::Win,
            Outcome::Draw => unreachable!("invariant: a win-loss game has no draw"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plied_orders_as_best_play_does() {
        let at = |outcome, plies| Plied::<WinDrawLoss>::new(outcome, plies);
        let best_first = [
            at(Outcome::Win, 1),
            at(Outcome::Win, 7),
            at(Outcome::Draw, 0),
            at(Outcome::Draw, 9),
            at(Outcome::Loss, 8),
            at(Outcome::Loss, 0),
        ];
        assert!(best_first.is_sorted_by(|a, b| a > b));
    }

    #[test]
    fn ranks_are_undone() {
        for rank in -200..=200 {
            assert_eq!(Margin::<i16>::from_rank(rank).rank(), rank);
            assert_eq!(Margin::<i8>::from_rank(rank).rank(), rank.clamp(-127, 127));
            assert_eq!(WinDrawLoss::from_rank(rank).rank(), rank.signum());
        }
        assert_eq!(
            [-1, 0, 1].map(WinLoss::from_rank),
            [WinLoss::Loss, WinLoss::Win, WinLoss::Win]
        );
    }

    #[test]
    fn before_counts_a_ply_and_turns_the_board() {
        for outcome in [Outcome::Win, Outcome::Draw, Outcome::Loss] {
            let later = Plied::<WinDrawLoss>::new(outcome, 5);
            assert_eq!(later.before((), false), Plied::new(-outcome, 6));
            assert_eq!(later.before((), true), Plied::new(outcome, 6));
        }
    }
}
