//! Toads and Frogs: on strips Left moves toads (`t`) to the right and Right frogs (`f`) to the left, by one cell, or over
//! one of the other's animals onto the free cell behind it. A player who cannot move loses. In the backsliding game an animal
//! may also move back by one cell, so that play need not end.

use super::board::{Board, Sides};
use super::{Named, Position, Rules};

pub(super) fn open(named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Sides::boxed(named, ".tf#", moves)
}

pub(super) fn backsliding(named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Ok(Box::new(Sides {
        ends: false,
        ..Sides::on(named, ".tf#", |board, cells, side, see| {
            moves(board, cells, side, see);
            moves_back(board, cells, side, see);
        })
    }))
}

fn moves_back(board: &Board, cells: &[i64], side: usize, see: &mut dyn FnMut(Position)) {
    let own = 1 + side as i64;
    let back = if side == 0 { -1 } else { 1 };
    for from in (0..cells.len()).filter(|cell| cells[*cell] == own) {
        let to = board.from(from, 0, back).filter(|to| cells[*to] == 0);
        if let Some(to) = to {
            let mut after = cells.to_vec();
            (after[from], after[to]) = (0, own);
            see(after);
        }
    }
}

fn moves(board: &Board, cells: &[i64], side: usize, see: &mut dyn FnMut(Position)) {
    let own = 1 + side as i64;
    let step = if side == 0 { 1 } else { -1 };
    for from in (0..cells.len()).filter(|cell| cells[*cell] == own) {
        let next = board.from(from, 0, step);
        let behind = board.from(from, 0, 2 * step);
        let walks = next.filter(|next| cells[*next] == 0);
        let over = next.filter(|next| cells[*next] == 3 - own).and(behind);
        for to in [walks, over.filter(|to| cells[*to] == 0)]
            .into_iter()
            .flatten()
        {
            let mut after = cells.to_vec();
            (after[from], after[to]) = (0, own);
            see(after);
        }
    }
}
