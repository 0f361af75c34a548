//! Amazons: an amazon moves like a queen of chess over free cells. From its new cell it shoots, also like a queen, at a
//! free cell, which is burnt permanently. A player who cannot move loses.

use super::board::{Board, Sides};
use super::{Named, Position, Rules};

pub(super) fn open(named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Sides::boxed(named, ".XO#", moves)
}

fn moves(board: &Board, cells: &[i64], side: usize, see: &mut dyn FnMut(Position)) {
    let own = 1 + side as i64;
    for from in (0..cells.len()).filter(|cell| cells[*cell] == own) {
        for to in reached(board, cells, from) {
            let mut moved = cells.to_vec();
            (moved[from], moved[to]) = (0, own);
            for shot in reached(board, &moved, to) {
                let mut after = moved.clone();
                after[shot] = 3;
                see(after);
            }
        }
    }
}

/// The free cells that a queen reaches.
fn reached(board: &Board, cells: &[i64], from: usize) -> Vec<usize> {
    let mut reached = Vec::new();
    for (down, right) in [
        (0, 1),
        (1, 1),
        (1, 0),
        (1, -1),
        (0, -1),
        (-1, -1),
        (-1, 0),
        (-1, 1),
    ] {
        let mut here = from;
        while let Some(next) = board
            .from(here, down, right)
            .filter(|next| cells[*next] == 0)
        {
            reached.push(next);
            here = next;
        }
    }
    reached
}
