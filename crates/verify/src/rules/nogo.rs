//! NoGo: put a stone on a free cell so that no block of stones, of either colour, is left without a free neighbour. Who cannot has
//! lost.

use super::board::{Board, Sides};
use super::{Named, Position, Rules};

pub(super) fn open(named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Sides::boxed(named, ".XO#", moves)
}

fn moves(board: &Board, cells: &[i64], side: usize, see: &mut dyn FnMut(Position)) {
    for cell in (0..cells.len()).filter(|cell| cells[*cell] == 0) {
        let mut after = cells.to_vec();
        after[cell] = 1 + side as i64;
        let breathes = |own: i64| {
            let blocks = board.groups(|cell| after[cell] == own);
            let has_free = |cell: &usize| board.near(*cell).any(|near| after[near] == 0);
            blocks.iter().all(|block| block.iter().any(has_free))
        };
        if breathes(1) && breathes(2) {
            see(after);
        }
    }
}
