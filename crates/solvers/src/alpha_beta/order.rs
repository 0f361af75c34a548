//! The order of moves: those that caused a cut nearby, or often, are tried first.

/// Moves that caused cuts: two for each ply (killers), and the most frequent ones (history).
#[derive(Debug)]
pub(crate) struct Cutters<M> {
    killers: Vec<[Option<M>; 2]>,
    history: Vec<(M, i32)>,
}

/// Moves remembered in the history.
const REMEMBERED: usize = 16;
/// Counts are halved when they exceed this.
const OFTEN: i32 = 1 << 20;
/// Killers come before any history.
const KILLER: i32 = 1 << 24;
/// Plies deeper than this have no killers.
const DEEPEST: usize = 1 << 10;

impl<M> Default for Cutters<M> {
    fn default() -> Self {
        Self {
            killers: Vec::new(),
            history: Vec::new(),
        }
    }
}

impl<M: Clone + Eq> Cutters<M> {
    /// The priority of a move, `ply` moves from the root.
    pub(crate) fn promise(&self, ply: usize, mv: &M) -> i32 {
        let killers = self.killers.get(ply);
        match killers.and_then(|pair| pair.iter().position(|killer| killer.as_ref() == Some(mv))) {
            Some(place) => KILLER - place as i32,
            None => self
                .history
                .iter()
                .find(|(other, _)| other == mv)
                .map_or(0, |(_, cuts)| *cuts),
        }
    }

    /// Remembers a move that caused a cut.
    pub(crate) fn cut(&mut self, ply: usize, mv: &M) {
        if ply < DEEPEST {
            if self.killers.len() <= ply {
                self.killers.resize(ply + 1, [None, None]);
            }
            let pair = &mut self.killers[ply];
            if pair[0].as_ref() != Some(mv) {
                pair.swap(0, 1);
                pair[0] = Some(mv.clone());
            }
        }
        self.count(mv);
    }

    /// Counts one more cut. A new move first lowers the smallest count by one, and takes its place when that reaches zero.
    fn count(&mut self, mv: &M) {
        if let Some((_, cuts)) = self.history.iter_mut().find(|(other, _)| other == mv) {
            *cuts += 1;
            if *cuts > OFTEN {
                self.history.iter_mut().for_each(|(_, cuts)| *cuts /= 2);
            }
        } else if self.history.len() < REMEMBERED {
            self.history.push((mv.clone(), 1));
        } else if let Some(fewest) = self.history.iter_mut().min_by_key(|(_, cuts)| *cuts) {
            fewest.1 -= 1;
            if fewest.1 <= 0 {
                *fewest = (mv.clone(), 1);
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
            cutters.cut(7, &mv);
        }
        let mut moves = [0, 1, 2, 3, 4];
        moves.sort_by_key(|mv| -cutters.promise(7, mv));
        assert_eq!(moves, [4, 3, 2, 1, 0]);
        moves.sort_by_key(|mv| -cutters.promise(8, mv));
        assert_eq!(moves[0], 2);
    }
}
