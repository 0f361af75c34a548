//! Pong hau k'i: four corners and the middle (which is written third), joined by the two diagonals and three of the four
//! sides, without the upper one; two pieces each. A piece moves along a line to the free point; a player who cannot move
//! loses.

use super::men::Men;
use super::{Named, Rules};

const LINES: [[usize; 2]; 7] = [[0, 2], [1, 2], [3, 2], [4, 2], [0, 3], [1, 4], [3, 4]];

pub(super) fn open(_named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Ok(Box::new(Men {
        men: 2,
        lines: &[2, 1, 2],
        joined: |a, b| LINES.contains(&[a, b]) || LINES.contains(&[b, a]),
        won: |_| false,
        forbidden: |_, _, _| false,
        board: None,
    }))
}
