//! Proved bounds of a value: it lies between two scores. Also how bounds are carried through a move.

use bouton_core::Score;
use bouton_core::game::Alternating;

/// A range of scores, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds<S> {
    pub(crate) low: S,
    pub(crate) high: S,
}

impl<S: Score> Bounds<S> {
    pub(crate) fn exactly(score: S) -> Self {
        Self {
            low: score,
            high: score,
        }
    }

    pub(crate) fn is_exact(self) -> bool {
        self.low == self.high
    }

    /// The bounds that follow from both.
    #[inline]
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            low: self.low.max(other.low),
            high: self.high.min(other.high),
        }
    }
}

/// The highest score below `score`.
pub(crate) fn below<S: Score>(score: S) -> S {
    -S::from_rank(1 - score.rank())
}

/// A move's gain and whether it keeps the turn.
pub(crate) type Turn<S> = (<S as Score>::Gain, bool);

#[inline]
pub(crate) fn turn<G: Alternating>(game: &G, at: &G::Position, mv: &G::Move) -> Turn<G::Score> {
    (game.gain(at, mv), game.keeps_turn(at, mv))
}

/// The ends of the scale do not change with gains: they mean that there is no bound.
#[inline]
fn is_end<S: Score>(score: S) -> bool {
    score == S::worst() || score == -S::worst()
}

/// The bounds before a move, from those after it.
#[inline]
pub(crate) fn before<S: Score>(after: Bounds<S>, (gain, keeps): Turn<S>) -> Bounds<S> {
    let plus = |score: S| {
        if is_end(score) {
            score
        } else {
            score.plus(gain)
        }
    };
    let Bounds { low, high } = after;
    let (low, high) = if keeps { (low, high) } else { (-high, -low) };
    Bounds {
        low: plus(low),
        high: plus(high),
    }
}

/// The window after a move, from the one before it: the inverse of [`before`].
#[inline]
pub(crate) fn after<S: Score>(window: Bounds<S>, (gain, keeps): Turn<S>) -> Bounds<S> {
    let minus = |score: S| {
        if is_end(score) {
            score
        } else {
            score.minus(gain)
        }
    };
    let (low, high) = (minus(window.low), minus(window.high));
    if keeps {
        Bounds { low, high }
    } else {
        Bounds {
            low: -high,
            high: -low,
        }
    }
}

#[cfg(test)]
mod tests {
    use bouton_core::{Margin, WinDrawLoss, WinLoss};

    use super::*;

    #[test]
    fn windows_go_through_a_move_and_back() {
        for keeps in [false, true] {
            for gain in -3..=3 {
                let window = Bounds {
                    low: Margin(-4i32),
                    high: Margin(9),
                };
                assert_eq!(before(after(window, (gain, keeps)), (gain, keeps)), window);
                let worst = Margin::<i32>::worst();
                let any = Bounds {
                    low: worst,
                    high: -worst,
                };
                assert_eq!(before(any, (gain, keeps)), any);
            }
        }
        assert_eq!(below(WinLoss::Win), WinLoss::Loss);
        assert_eq!(below(WinDrawLoss::Win), WinDrawLoss::Draw);
        assert_eq!(below(Margin(5i32)), Margin(4));
    }
}
