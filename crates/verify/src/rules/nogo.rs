//! NoGo: put a stone on a free cell so that no block of stones, of either colour, is left without a free neighbour. A player
//! who cannot move loses.

use super::board::{Board, Sides};
use super::{Named, Position, Rules};

pub(super) fn open(named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Ok(Box::new(Sides {
        board: Board::like(named.position, ".XO#"),
        moves,
        parts: None,
        nothing: 0,
        allows: breathes,
        ends: true,
    }))
}

/// Whether every block has a free neighbour.
fn breathes(board: &Board, cells: &[i64]) -> bool {
    [1, 2].into_iter().all(|own| {
        let blocks = board.groups(|cell| cells[cell] == own);
        let has_free = |cell: &usize| board.near(*cell).any(|near| cells[near] == 0);
        blocks.iter().all(|block| block.iter().any(has_free))
    })
}

fn moves(board: &Board, cells: &[i64], side: usize, see: &mut dyn FnMut(Position)) {
    for cell in (0..cells.len()).filter(|cell| cells[*cell] == 0) {
        let mut after = cells.to_vec();
        after[cell] = 1 + side as i64;
        if breathes(board, &after) {
            see(after);
        }
    }
}
