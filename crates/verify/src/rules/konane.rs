//! Konane: a stone jumps vertically or horizontally over a neighbouring stone of the other player onto the free cell behind
//! it. The jumped stone is removed, and the stone may continue in the same direction. A player who cannot jump loses.

use super::board::{Board, Sides};
use super::{Named, Position, Rules};

pub(super) fn open(named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Sides::boxed(named, ".XO#", moves)
}

fn moves(board: &Board, cells: &[i64], side: usize, see: &mut dyn FnMut(Position)) {
    let own = 1 + side as i64;
    for from in (0..cells.len()).filter(|cell| cells[*cell] == own) {
        for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
            let (mut after, mut here) = (cells.to_vec(), from);
            loop {
                let over = board.from(here, down, right);
                let to = board.from(here, 2 * down, 2 * right);
                let (Some(over), Some(to)) = (over, to) else {
                    break;
                };
                if after[over] != 3 - own || after[to] != 0 {
                    break;
                }
                (after[here], after[over], after[to]) = (0, 0, own);
                here = to;
                see(after.clone());
            }
        }
    }
}
