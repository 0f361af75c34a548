//! The hints of Connect: an order of moves, and bounds of the score, without a search.
//!
//! **Following up** (claimeven and zugzwang, Allis 1988) bounds the score where an even number of cells is empty. The player
//! who is not to move answers each stone with one on top of it. If the opponent's stone fills a column, or leaves an odd
//! number of empty cells in it, another column has an odd number, and the answer goes there. So the follower gets each empty
//! cell with an even number of cells above it, except those on which a stone can land now:
//!
//! ```text
//! 4 rows:   f f f     f: the follower's
//!           . . .     .: maybe the opponent's
//!           . f .
//!           O . X
//! ```
//!
//! If the opponent's stones and all other empty cells hold no line, the opponent never makes one. Where an odd number of
//! cells is empty, the same holds for a player with a threat at a cell with an odd number of cells above it: the cells from
//! the one below the threat upwards are left out, and then an even number is left. When those are filled, the opponent must
//! play below the threat.

use bouton_core::Payoff;
use bouton_core::game::{Glance, Hinted};

use super::{Connect, Stones};

impl Hinted for Connect {
    /// A line that can be made at once, or one that the other player can make after every move, settles the score.
    /// Otherwise only moves that prevent such a line and do not allow one are tried; the most threatening and central ones
    /// come first.
    #[inline]
    fn glance<'g>(
        &'g self,
        at: &Stones,
    ) -> Glance<Payoff<i8>, impl Iterator<Item = (u8, i32)> + use<'g>> {
        let (at, landing) = (*at, self.landing(*at));
        let played = at.count();
        let (mine, theirs) = (played / 2, played.div_ceil(2));
        let won = landing & self.threats(at.mover, at.all) != 0;
        let danger = self.threats(at.other(), at.all);
        let forced = landing & danger;
        let stops = if forced == 0 { landing } else { forced };
        let safe = stops & !(danger >> 1);
        let lost = forced & forced.wrapping_sub(1) != 0 || safe == 0;
        let left = self.cells() - played;
        let late = |stones: u32, plies: u32| if left >= plies { self.worth(stones) } else { 0 };
        let (low, high) = match (won, lost && left > 1) {
            (true, _) => (self.worth(mine + 1), self.worth(mine + 1)),
            (false, true) => (-self.worth(theirs + 1), -self.worth(theirs + 1)),
            (false, false) => {
                let high = late(mine + 2, 3).min(self.followed(at, landing, danger, played));
                (-late(theirs + 2, 4), high)
            }
        };
        let tried = if left > 1 { safe } else { landing };
        let moves = (0..self.columns).filter_map(move |n| {
            let column = self.outwards(n);
            let stone = tried & self.column(column);
            (stone != 0).then(|| {
                let threats = self.threats(at.mover | stone, at.all | stone);
                (column as u8, threats.count_ones() as i32)
            })
        });
        Glance {
            low: Payoff(low),
            high: Payoff(high),
            moves,
        }
    }
}

impl Connect {
    /// An upper bound of the score of the player to move, if the other follows up; `danger` are the other's threats.
    #[inline]
    fn followed(&self, at: Stones, landing: u64, danger: u64, played: u32) -> i8 {
        let (left, theirs) = (self.cells() - played, played.div_ceil(2));
        if left.is_multiple_of(2) {
            self.followed_evenly(at, landing, danger, (left, theirs))
        } else {
            self.followed_to_threats(at, landing, danger, theirs)
        }
    }

    /// The bound where an even number of cells is empty.
    #[inline]
    fn followed_evenly(
        &self,
        at: Stones,
        landing: u64,
        danger: u64,
        (left, theirs): (u32, u32),
    ) -> i8 {
        let free = self.board & !at.all;
        let follower = free & self.upper & !landing;
        if self.has_line(at.mover | (free & !follower)) {
            return i8::MAX;
        }
        // The opponent can avoid the cell below a threat until only that column is left.
        let threats = danger & follower;
        if threats != 0 {
            let above = self.most_above(threats);
            return -self.worth(theirs + (left - above) / 2);
        }
        match self.has_line(at.other() | follower) {
            true => -self.worth(theirs + left / 2),
            false => 0,
        }
    }

    /// The bound where an odd number of cells is empty.
    #[inline]
    fn followed_to_threats(&self, at: Stones, landing: u64, danger: u64, theirs: u32) -> i8 {
        let free = self.board & !at.all;
        let mut best = i8::MAX;
        let mut threats = danger & !self.upper & !landing;
        while threats != 0 {
            let threat = threats & threats.wrapping_neg();
            threats ^= threat;
            let below = threat >> 1;
            let column = self.column(threat.trailing_zeros() / (self.rows + 1));
            let rest = free & !(column & !(below - 1));
            // With a cell left out of the column, the others count from a place that is one lower.
            let follower = rest & (self.upper ^ column) & !landing;
            if !self.has_line(at.mover | (rest & !follower) | below) {
                best = best.min(-self.worth(theirs + rest.count_ones() / 2 + 1));
            }
        }
        best
    }

    /// The most cells of the board that lie above one of these.
    #[inline]
    fn most_above(&self, mut cells: u64) -> u32 {
        let (mut most, width) = (0, self.rows + 1);
        while cells != 0 {
            most = most.max(self.rows - 1 - cells.trailing_zeros() % width);
            cells &= cells - 1;
        }
        most
    }

    /// The columns from the centre outwards, alternating between its sides.
    #[inline]
    fn outwards(&self, n: u32) -> u32 {
        let centre = self.columns / 2;
        if n.is_multiple_of(2) != self.columns.is_multiple_of(2) {
            centre - n.div_ceil(2).min(centre)
        } else {
            centre + n.div_ceil(2)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use bouton_core::Notation;
    use bouton_core::game::Alternating;

    use super::*;

    /// The score by trying every move.
    fn score(game: &Connect, at: Stones, known: &mut HashMap<Stones, i8>) -> i8 {
        if let Some(score) = game.score(&at) {
            return score.0;
        }
        if let Some(score) = known.get(&at) {
            return *score;
        }
        let options: Vec<_> = game.moves(&at).map(|mv| game.play(&at, &mv)).collect();
        let scores = options.into_iter().map(|to| -score(game, to, known));
        let best = scores.max().expect("play is not over");
        known.insert(at, best);
        best
    }

    /// The positions with a score in whose bounds following up has a part.
    fn bounded(rows: usize, columns: usize, k: usize) -> [usize; 2] {
        let game = Connect::new(rows, columns, k).unwrap();
        let mut known = HashMap::new();
        score(&game, game.parse("").unwrap(), &mut known);
        let mut bounded = [0; 2];
        for (at, score) in &known {
            let shown = || format!("{rows},{columns},{k} {}", game.show(at));
            let Glance { low, high, moves } = game.glance(at);
            assert!(low.0 <= *score && *score <= high.0, "{}", shown());
            let best = |mv| {
                -known
                    .get(&game.play(at, &mv))
                    .copied()
                    .unwrap_or(i8::MIN + 1)
            };
            let over = |mv| game.score(&game.play(at, &mv)).map(|score| -score.0);
            let tried = moves.map(|(mv, _)| over(mv).unwrap_or_else(|| best(mv)));
            assert!(
                low.0 == *score || tried.max() == Some(*score),
                "{}",
                shown()
            );
            let (landing, played) = (game.landing(*at), at.count());
            let danger = game.threats(at.other(), at.all);
            if landing & (danger | game.threats(at.mover, at.all)) == 0 {
                let followed = game.followed(*at, landing, danger, played);
                assert!(*score <= followed, "{}", shown());
                let is_even = (game.cells() - played).is_multiple_of(2);
                bounded[usize::from(is_even)] += usize::from(followed < i8::MAX);
            }
        }
        bounded
    }

    #[test]
    fn bounds_hold_and_a_best_move_is_tried_wherever_play_leads() {
        let boards = [
            (3, 4, 3),
            (4, 3, 3),
            (4, 4, 4),
            (4, 4, 3),
            (5, 3, 3),
            (3, 5, 4),
            (6, 3, 3),
        ];
        let mut all = [0; 2];
        for (rows, columns, k) in boards {
            let bounded = bounded(rows, columns, k);
            all = [all[0] + bounded[0], all[1] + bounded[1]];
        }
        // Both bounds were put to the test.
        assert!(all[0] > 500 && all[1] > 5000, "{all:?}");
    }

    #[test]
    fn columns_are_tried_from_the_centre() {
        let order = |columns| {
            let game = Connect::new(2, columns, 2).unwrap();
            (0..columns as u32)
                .map(|n| game.outwards(n))
                .collect::<Vec<_>>()
        };
        assert_eq!(order(7), [3, 4, 2, 5, 1, 6, 0]);
        assert_eq!(order(4), [2, 1, 3, 0]);
        assert_eq!(order(1), [0]);
    }
}
