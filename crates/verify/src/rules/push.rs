//! Push: a player moves one of their own pieces (`l`, `r`) one cell to the left, and it pushes the unbroken line of pieces
//! in front of it. A piece that leaves the strip is removed. A player with no piece left loses.

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
