//! Teeko: on a board of 5 × 5 each player puts four pieces, then moves one of them to a free neighbouring cell in any of
//! the eight directions. Four pieces in a row, vertical, horizontal or diagonal, or in a square of 2 × 2, win.

use super::board::Board;
use super::men::Men;
use super::{Named, Rules};

pub(super) fn open(_named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Ok(Box::new(Men {
        men: 4,
        lines: &[5; 5],
        joined: |a, b| a != b && (a / 5).abs_diff(b / 5) <= 1 && (a % 5).abs_diff(b % 5) <= 1,
        won: |men| {
            let first = men.first().copied().unwrap_or(0);
            let (row, column) = (first / 5, first % 5);
            // From the first piece right, down, down to the right, down to the left; or the square that begins with it.
            let fits = [
                column < 2,
                row < 2,
                row < 2 && column < 2,
                row < 2 && column > 2,
                row < 4 && column < 4,
            ];
            let patterns = [[1, 2, 3], [5, 10, 15], [6, 12, 18], [4, 8, 12], [1, 5, 6]];
            men.len() == 4
                && fits.iter().zip(patterns).any(|(fits, pattern)| {
                    *fits
                        && men[1..]
                            .iter()
                            .zip(pattern)
                            .all(|(man, step)| *man == first + step)
                })
        },
        forbidden: |_, _, _| false,
        board: Some(Board::like("...../...../...../...../.....", ".XO")),
    }))
}
