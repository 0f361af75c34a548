//! Fox and Geese: on the squares of one colour, Left moves a goose (`G`) to a free square diagonally below it, Right the fox
//! (`F`) to any free square diagonally next to it. Once the fox is above all geese, and not in the top row with a goose in the
//! next, the geese leave the board. A player who cannot move loses. Play need not end.

use super::board::{Board, Sides};
use super::{Named, Position, Rules};

pub(super) fn open(named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Ok(Box::new(Sides {
        allows,
        ends: false,
        ..Sides::on(named, ".GF", moves)
    }))
}

fn moves(board: &Board, cells: &[i64], side: usize, see: &mut dyn FnMut(Position)) {
    let ways: &[isize] = if side == 0 { &[1] } else { &[1, -1] };
    let own = 1 + side as i64;
    for from in (0..cells.len()).filter(|cell| cells[*cell] == own) {
        for down in ways {
            let beside = [-1, 1].map(|right| board.from(from, *down, right));
            for to in beside.into_iter().flatten().filter(|to| cells[*to] == 0) {
                let mut after = cells.to_vec();
                (after[from], after[to]) = (0, own);
                see(settled(board, after));
            }
        }
    }
}

fn settled(board: &Board, mut cells: Position) -> Position {
    let row = |piece: i64| {
        cells
            .iter()
            .position(|cell| *cell == piece)
            .map(|cell| cell / board.columns)
    };
    let (Some(fox), Some(highest)) = (row(2), row(1)) else {
        return cells;
    };
    if highest > fox && !(fox == 0 && highest == 1) {
        cells
            .iter_mut()
            .filter(|cell| **cell == 1)
            .for_each(|cell| *cell = 0);
    }
    cells
}

/// One fox, and all pieces on squares of one colour.
fn allows(board: &Board, cells: &[i64]) -> bool {
    let pieces = (0..cells.len()).filter(|cell| cells[*cell] > 0);
    let colour = |cell: usize| (cell / board.columns + cell % board.columns) % 2;
    let colours: Vec<usize> = pieces.map(colour).collect();
    let foxes = cells.iter().filter(|cell| **cell == 2).count();
    foxes == 1 && colours.windows(2).all(|pair| pair[0] == pair[1])
}
