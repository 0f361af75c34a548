//! Toppling Dominoes: Left topples a domino of Left's (`l`) or a grey one (`e`) to the left or to the right, which topples
//! all dominoes behind it on that side, up to a gap; Right topples `r` or `e` in the same way. A player with no domino to
//! topple loses.

use super::board::{Board, Sides};
use super::{Named, Position, Rules};

pub(super) fn open(named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Sides::strip(named, ".lre", moves)
}

fn moves(board: &Board, cells: &[i64], side: usize, see: &mut dyn FnMut(Position)) {
    let _ = board;
    for first in (0..cells.len()).filter(|cell| [1 + side as i64, 3].contains(&cells[*cell])) {
        let (mut to_the_right, mut to_the_left) = (cells.to_vec(), cells.to_vec());
        let falls = |cell: &&mut i64| **cell > 0;
        to_the_right[first..]
            .iter_mut()
            .take_while(falls)
            .for_each(|cell| *cell = 0);
        to_the_left[..=first]
            .iter_mut()
            .rev()
            .take_while(falls)
            .for_each(|cell| *cell = 0);
        see(to_the_right);
        see(to_the_left);
    }
}
