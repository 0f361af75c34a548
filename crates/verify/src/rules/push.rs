//! Push: a player moves one of his own pieces (`l`, `r`) one cell to the left, where it pushes the pieces that stand in an
//! unbroken line before it. What leaves the strip is gone. A player who has no piece left loses.

use super::board::{Board, Sides};
use super::{Named, Position, Rules};

pub(super) fn open(named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Sides::strip(named, ".lr", moves)
}

fn moves(board: &Board, cells: &[i64], side: usize, see: &mut dyn FnMut(Position)) {
    let _ = board;
    for piece in (0..cells.len()).filter(|cell| cells[*cell] == 1 + side as i64) {
        let mut after = cells.to_vec();
        let gap = cells[..piece].iter().rposition(|cell| *cell == 0);
        after.remove(gap.unwrap_or(0));
        after.insert(piece, 0);
        see(after);
    }
}
