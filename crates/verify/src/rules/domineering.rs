//! Domineering: Left places a domino vertically on two free cells, Right horizontally. A player who cannot move loses.
//!
//! Groups of free cells that do not share a side are independent; a single cell has no move; a group and the same group
//! turned by a quarter are zero together.

use super::board::{Board, Images, Parts, Sides};
use super::{Named, Position, Rules};

pub(super) fn open(named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Ok(Box::new(Sides {
        board: Board::like(named.position, "#."),
        moves,
        parts: Some(Parts {
            groups,
            shape: |board, group, cells| board.shape(group, cells, Images::Flips),
            negative: |board, group, cells| board.shape(group, cells, Images::Turned),
        }),
        nothing: 0,
        allows: |_, _| true,
        ends: true,
    }))
}

fn moves(board: &Board, cells: &[i64], side: usize, see: &mut dyn FnMut(Position)) {
    let (down, right) = if side == 0 { (1, 0) } else { (0, 1) };
    for cell in 0..cells.len() {
        let Some(next) = board.from(cell, down, right) else {
            continue;
        };
        if cells[cell] == 1 && cells[next] == 1 {
            let mut after = cells.to_vec();
            (after[cell], after[next]) = (0, 0);
            see(after);
        }
    }
}

fn groups(board: &Board, cells: &[i64]) -> Vec<Vec<usize>> {
    let mut groups = board.groups(|cell| cells[cell] == 1);
    groups.retain(|group| group.len() > 1);
    groups
}
