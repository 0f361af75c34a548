//! Clobber: a stone of your own moves onto a neighbouring stone of the other player, which is removed. A player who cannot
//! move loses.
//!
//! Stones that are not connected never meet. A group of one colour has no move. A group and the same group with exchanged
//! colours, in any image, are zero together: the second player copies every move in the other group.

use super::board::{Board, Images, Parts, Sides};
use super::{Named, Position, Rules};

pub(super) fn open(named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Ok(Box::new(Sides {
        board: Board::like(named.position, ".XO"),
        moves,
        parts: Some(Parts {
            groups,
            shape: |board, group, cells| board.shape(group, cells, Images::All),
            negative: |board, group, cells| {
                let exchanged: Vec<i64> = cells.iter().map(|cell| (3 - cell) % 3).collect();
                board.shape(group, &exchanged, Images::All)
            },
        }),
        nothing: 0,
        allows: |_, _| true,
        ends: true,
    }))
}

fn moves(board: &Board, cells: &[i64], side: usize, see: &mut dyn FnMut(Position)) {
    let own = 1 + side as i64;
    for from in 0..cells.len() {
        if cells[from] != own {
            continue;
        }
        for to in board.near(from) {
            if cells[to] == 3 - own {
                let mut after = cells.to_vec();
                after[to] = own;
                after[from] = 0;
                see(after);
            }
        }
    }
}

fn groups(board: &Board, cells: &[i64]) -> Vec<Vec<usize>> {
    let mut groups = board.groups(|cell| cells[cell] > 0);
    let both = |group: &Vec<usize>| group.iter().any(|cell| cells[*cell] != cells[group[0]]);
    groups.retain(both);
    groups
}
