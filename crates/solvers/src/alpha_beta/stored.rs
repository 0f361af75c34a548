//! A table entry for a position, in one machine word.

use bouton_core::Score;

use crate::bounds::Bounds;
use crate::table;

/// The table's data about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stored<S> {
    pub(crate) bounds: Bounds<S>,
    /// The place of the best move in the order of moves.
    pub(crate) best: u8,
    /// The depth of the search in plies; [`WHOLE`] if it went to the end.
    pub(crate) depth: u32,
}

/// A search to the end of play.
pub(crate) const WHOLE: u32 = u32::MAX;
/// No move, or a move whose place does not fit.
pub(crate) const NO_MOVE: u8 = 63;

/// Ranks beyond this are stored as "beyond"; a bound has 22 bits.
const FAR: i128 = (1 << 21) - 1;
const DEEPEST: u32 = 255;

impl<S: Score> Stored<S> {
    /// The fields of the word: work 6 bits, low 22, high 22, depth 8, move 6. Bounds that do not fit are widened.
    #[inline]
    pub(crate) fn word(self, nodes: u64) -> u64 {
        let Bounds { low, high } = self.bounds;
        let low = if low == S::worst() || low.rank() < -FAR {
            -FAR - 1
        } else {
            low.rank().min(FAR)
        };
        let high = if high == -S::worst() || high.rank() > FAR {
            FAR + 1
        } else {
            high.rank().max(-FAR)
        };
        let bits = |rank: i128| (rank + FAR + 1) as u64;
        let depth = u64::from(self.depth.min(DEEPEST));
        table::work(nodes)
            | bits(low) << 36
            | (bits(high) - 1) << 14
            | depth << 6
            | u64::from(self.best.min(NO_MOVE))
    }

    /// The inverse of [`Stored::word`].
    #[inline]
    pub(crate) fn from_word(word: u64) -> Self {
        let field = |shift: u32| i128::from(word >> shift & ((1 << 22) - 1));
        let (low, high) = (field(36) - FAR - 1, field(14) - FAR);
        let low = if low < -FAR {
            S::worst()
        } else {
            S::from_rank(low)
        };
        let high = if high > FAR {
            -S::worst()
        } else {
            S::from_rank(high)
        };
        let depth = (word >> 6 & 255) as u32;
        Self {
            bounds: Bounds { low, high },
            best: (word & 63) as u8,
            depth: if depth == DEEPEST { WHOLE } else { depth },
        }
    }
}

#[cfg(test)]
mod tests {
    use bouton_core::{Margin, WinDrawLoss};

    use super::*;

    fn stored<S: Score>(low: S, high: S) -> Bounds<S> {
        let bounds = Bounds { low, high };
        let stored = Stored {
            bounds,
            best: 9,
            depth: 77,
        };
        let back = Stored::from_word(stored.word(1000));
        assert_eq!((back.best, back.depth), (9, 77));
        back.bounds
    }

    #[test]
    fn bounds_survive_the_table() {
        let all = [WinDrawLoss::Loss, WinDrawLoss::Draw, WinDrawLoss::Win];
        for low in all {
            for high in all {
                assert_eq!(stored(low, high), Bounds { low, high });
            }
        }
        for low in i8::MIN + 1..=i8::MAX {
            let (low, high) = (Margin(low), Margin(-low));
            assert_eq!(stored(low, high), Bounds { low, high });
        }
    }

    #[test]
    fn bounds_too_far_out_are_loosened() {
        let far = FAR as i64;
        for rank in [far - 1, far, far + 1, i64::MAX - 1, i64::MAX] {
            for rank in [rank, -rank] {
                let Bounds { low, high } = stored(Margin(rank), Margin(rank));
                assert!(low <= Margin(rank) && Margin(rank) <= high);
                assert!(rank.abs() > far || low == high);
            }
        }
    }
}
