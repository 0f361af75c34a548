//! Three men's morris: on a board of 3 × 3 each player puts three pieces, then moves one of them along a row, a column or
//! one of the two diagonals to the next point. Three pieces in a line win; a player who cannot move loses.

use super::board::Board;
use super::men::Men;
use super::{Named, Rules};

/// Rows, columns and diagonals.
const LINES: [[usize; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];

pub(super) fn open(_named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Ok(Box::new(Men {
        men: 3,
        lines: &[3; 3],
        joined: |a, b| {
            let beside = |[x, y, z]: [usize; 3]| [[x, y], [y, x], [y, z], [z, y]].contains(&[a, b]);
            LINES.into_iter().any(beside)
        },
        won: |men| LINES.iter().any(|line| line == men),
        forbidden: |_, _, _| false,
        board: Some(Board::like(".../.../...", ".XO")),
    }))
}
