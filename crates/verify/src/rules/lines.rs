//! The common part of mnk and connect: stones set in turn, X first, until a player has this many in a line.

use super::board::Board;

/// Whether the player who moved last has a line; cells are 0 free, 1 X, 2 O.
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

/// Whether the last move can have made every line of a stone: without some stone that may be the last, there is no line.
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

/// The player to move: 1, X, if both have equally many stones.
pub(super) fn mover(cells: &[i64]) -> i64 {
    let stones = cells.iter().filter(|cell| **cell > 0).count();
    1 + (stones % 2) as i64
}
