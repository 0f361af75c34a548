//! Fission: take a stone off the board and put two in its place, Left on the cells above and below it, Right on those to
//! the left and right; both cells must be free. A player who cannot move loses.

use super::board::{Board, Sides};
use super::{Named, Position, Rules};

pub(super) fn open(named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Sides::boxed(named, ".X#", moves)
}

fn moves(board: &Board, cells: &[i64], side: usize, see: &mut dyn FnMut(Position)) {
    let (down, right) = if side == 0 { (1, 0) } else { (0, 1) };
    for from in (0..cells.len()).filter(|cell| cells[*cell] == 1) {
        let (one, other) = (
            board.from(from, -down, -right),
            board.from(from, down, right),
        );
        let (Some(one), Some(other)) = (one, other) else {
            continue;
        };
        if cells[one] == 0 && cells[other] == 0 {
            let mut after = cells.to_vec();
            (after[from], after[one], after[other]) = (0, 1, 1);
            see(after);
        }
    }
}
