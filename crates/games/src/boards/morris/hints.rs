//! The order of moves. These weights needed the fewest positions in searches from empty boards with five and six pieces
//! each, down to a table (a twentieth to a fiftieth of the positions searched in the order of the points).

use bouton_core::game::{Glance, Hinted};
use bouton_core::{Alternating, Score, WinDrawLoss};

use super::{Morris, Placed, Step};

/// For a point next to the one where the piece is put: with a piece of your own, empty, with one of the other's.
const NEAR: [i32; 3] = [12, 2, 1];
/// A mill that the other player can no longer close.
const PREVENTED: i32 = 5;
/// A line where both players have a piece now, so that nobody can close a mill.
const SPOILT: i32 = -6;
/// A line of the captured piece, if it would have been free for the other player.
const TAKEN: i32 = 16;

impl Morris {
    fn promise(self, at: &Placed, step: &Step) -> i32 {
        let (tables, to) = (self.plan.tables(), step.to as usize);
        let mine = at.mover & !step.from.map_or(0, |from| 1 << from) | 1 << step.to;
        let near = [mine, !(mine | at.other), at.other].map(|set| set & tables.near[to]);
        let near = near.into_iter().zip(NEAR);
        let near = near.map(|(set, weight)| weight * set.count_ones() as i32);
        let lines = tables.mills[to].iter().map(|pair| {
            match [mine, at.other].map(|men| (men & pair).count_ones()) {
                [0, 2] => PREVENTED,
                [1, 1] => SPOILT,
                _ => 0,
            }
        });
        let taken = step.takes.map_or(0, |taken| {
            let lines = tables.mills[taken as usize].iter();
            TAKEN * lines.filter(|pair| mine & **pair == 0).count() as i32
        });
        near.sum::<i32>() + lines.sum::<i32>() + taken
    }
}

impl Hinted for Morris {
    /// Pieces are put next to their own, and away from lines that cannot become a mill; a capture takes a piece whose line
    /// the other player could complete.
    fn glance<'g>(
        &'g self,
        at: &Placed,
    ) -> Glance<WinDrawLoss, impl Iterator<Item = (Step, i32)> + use<'g>> {
        let (game, at) = (*self, *at);
        let promise = move |step: Step| (step, game.promise(&at, &step));
        Glance {
            low: WinDrawLoss::worst(),
            high: -WinDrawLoss::worst(),
            moves: self.moves(&at).map(promise),
        }
    }
}
