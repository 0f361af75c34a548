//! Mū tōrere: eight points in a ring and one in the middle, which is written first. A piece moves to the free point if it
//! is next to it in the ring, or from the middle to any point, or to the middle from a point next to an enemy in the ring.
//! A player who cannot move loses.

use super::men::Men;
use super::{Named, Rules};

/// The two neighbours of a point in the ring.
fn beside(point: usize) -> [usize; 2] {
    [point % 8 + 1, (point + 6) % 8 + 1]
}

pub(super) fn open(_named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Ok(Box::new(Men {
        men: 4,
        lines: &[1, 8],
        joined: |a, b| a == 0 || b == 0 || beside(a).contains(&b),
        won: |_| false,
        forbidden: |at, from, to| to == 0 && !beside(from).iter().any(|point| at[*point] == 2),
        board: None,
    }))
}
