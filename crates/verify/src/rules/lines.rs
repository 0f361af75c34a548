//! The common part of mnk and connect: stones set in turn, X first, until a player has this many in a line.

use super::board::Board;

/// Whether the player who is not to move has a line; cells are 0 free, 1 of X, 2 of O.
pub(super) fn has_line(board: &Board, cells: &[i64], stone: i64, length: usize) -> bool {
    let directions = [(0, 1), (1, 0), (1, 1), (1, -1)];
    (0..cells.len()).any(|first| {
        directions.iter().any(|(down, right)| {
            (0..length as isize).all(|n| {
                let cell = board.from(first, n * down, n * right);
                cell.is_some_and(|cell| cells[cell] == stone)
            })
        })
    })
}

/// Whether the line of a stone can be its last one's work: taken off, that stone leaves no line.
pub(super) fn ended_now(
    board: &Board,
    cells: &[i64],
    stone: i64,
    length: usize,
    may_be_last: impl Fn(usize) -> bool,
) -> bool {
    !has_line(board, cells, stone, length)
        || (0..cells.len()).any(|cell| {
            let mut before = cells.to_vec();
            before[cell] = 0;
            cells[cell] == stone && may_be_last(cell) && !has_line(board, &before, stone, length)
        })
}

/// Who moves: 1, X, when there are as many stones of both.
pub(super) fn mover(cells: &[i64]) -> i64 {
    let stones = cells.iter().filter(|cell| **cell > 0).count();
    1 + (stones % 2) as i64
}
