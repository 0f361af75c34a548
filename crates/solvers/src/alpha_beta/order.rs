//! The order of moves: those that caused a cut nearby, or often, are tried first.

use bouton_core::packed::{Packed, Put};

/// Moves that caused cuts: two for each ply (killers), and the most frequent ones (history).
#[derive(Debug, Default)]
pub(crate) struct Cutters {
    killers: Vec<[Option<u64>; 2]>,
    history: Vec<(u64, i32)>,
}

/// The name of a move among them: where two have the same, only the order of moves is worse.
#[inline]
pub(crate) fn name(mv: &impl Packed) -> u64 {
    let mut mixed = Mixed(0);
    mv.pack(&mut mixed);
    mixed.0
}

struct Mixed(u64);

impl Put for Mixed {
    #[inline]
    fn put(&mut self, number: u64, _bits: u32) {
        self.0 = (self.0.rotate_left(23) ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

/// Moves remembered in the history.
const REMEMBERED: usize = 16;
/// Counts are halved when they exceed this.
const OFTEN: i32 = 1 << 20;
/// Killers come before any history.
const KILLER: i32 = 1 << 24;
/// Plies deeper than this have no killers.
const DEEPEST: usize = 1 << 10;

impl Cutters {
    /// The priority of a move, `ply` moves from the root.
    pub(crate) fn promise(&self, ply: usize, mv: u64) -> i32 {
        let killers = self.killers.get(ply);
        match killers.and_then(|pair| pair.iter().position(|killer| *killer == Some(mv))) {
            Some(place) => KILLER - place as i32,
            None => self
                .history
                .iter()
                .find(|(other, _)| *other == mv)
                .map_or(0, |(_, cuts)| *cuts),
        }
    }

    /// Remembers a move that caused a cut.
    pub(crate) fn cut(&mut self, ply: usize, mv: u64) {
        if ply < DEEPEST {
            if self.killers.len() <= ply {
                self.killers.resize(ply + 1, [None, None]);
            }
            let pair = &mut self.killers[ply];
            if pair[0] != Some(mv) {
                pair.swap(0, 1);
                pair[0] = Some(mv);
            }
        }
        self.count(mv);
    }

    /// Counts one more cut. A new move first lowers the smallest count by one, and takes its place when that reaches zero.
    fn count(&mut self, mv: u64) {
        if let Some((_, cuts)) = self.history.iter_mut().find(|(other, _)| *other == mv) {
            *cuts += 1;
            if *cuts > OFTEN {
                self.history.iter_mut().for_each(|(_, cuts)| *cuts /= 2);
            }
        } else if self.history.len() < REMEMBERED {
            self.history.push((mv, 1));
        } else if let Some(fewest) = self.history.iter_mut().min_by_key(|(_, cuts)| *cuts) {
            fewest.1 -= 1;
            if fewest.1 <= 0 {
                *fewest = (mv, 1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn killers_come_before_history_and_history_by_count() {
        let mut cutters = Cutters::default();
        for mv in [1, 2, 2, 3, 4] {
            cutters.cut(7, mv);
        }
        let mut moves = [0, 1, 2, 3, 4];
        moves.sort_by_key(|mv| -cutters.promise(7, *mv));
        assert_eq!(moves, [4, 3, 2, 1, 0]);
        moves.sort_by_key(|mv| -cutters.promise(8, *mv));
        assert_eq!(moves[0], 2);
    }
}
