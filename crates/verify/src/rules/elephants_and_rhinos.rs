//! Elephants and Rhinos: on strips Left moves elephants (`t`) one cell to the right, Right rhinos (`f`) one to the left,
//! onto a free cell. A player who cannot move loses.

use super::board::{Board, Sides};
use super::{Named, Position, Rules};

pub(super) fn open(named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Sides::boxed(named, ".tf#", moves)
}

fn moves(board: &Board, cells: &[i64], side: usize, see: &mut dyn FnMut(Position)) {
    let own = 1 + side as i64;
    let step = if side == 0 { 1 } else { -1 };
    for from in (0..cells.len()).filter(|cell| cells[*cell] == own) {
        if let Some(to) = board.from(from, 0, step).filter(|to| cells[*to] == 0) {
            let mut after = cells.to_vec();
            (after[from], after[to]) = (0, own);
            see(after);
        }
    }
}
