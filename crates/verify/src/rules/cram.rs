//! Cram: either player lays a domino on two free neighbouring cells. The last to move wins.
//!
//! Groups of free cells that do not touch are independent, and any mirror image or turn of a group is the same.

use super::board::{Board, Images};
use super::{Named, Position, Rules, Step};

struct Cram(Board);

pub(super) fn open(named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Ok(Box::new(Cram(Board::like(named.position, "#."))))
}

impl Cram {
    fn groups(&self, at: &[i64]) -> Vec<Vec<usize>> {
        let mut groups = self.0.groups(|cell| at[cell] == 1);
        groups.retain(|group| group.len() > 1);
        groups
    }
}

impl Rules for Cram {
    fn options(&self, at: &[i64], see: &mut dyn FnMut(Step)) {
        for cell in 0..at.len() {
            for next in [self.0.from(cell, 0, 1), self.0.from(cell, 1, 0)]
                .into_iter()
                .flatten()
            {
                if at[cell] == 1 && at[next] == 1 {
                    let mut after = at.to_vec();
                    (after[cell], after[next]) = (0, 0);
                    see(after.into());
                }
            }
        }
    }

    fn parse(&self, text: &str, _right: bool) -> Result<Position, String> {
        self.0.read(text)
    }

    fn show(&self, at: &[i64]) -> String {
        self.0.show(at)
    }

    fn key(&self, at: &[i64], misere: bool) -> Position {
        let image = if self.0.rows == self.0.columns {
            Images::All
        } else {
            Images::Flips
        };
        if misere {
            let all: Vec<usize> = (0..at.len()).collect();
            return self.0.shape(&all, at, image);
        }
        let mut shapes: Vec<Position> = self
            .groups(at)
            .iter()
            .map(|group| self.0.shape(group, at, Images::All))
            .collect();
        shapes.sort_unstable();
        shapes.concat()
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn parts(&self, at: &[i64]) -> Vec<Position> {
        let mut groups = self.groups(at);
        groups.sort_by_key(Vec::len);
        let alone = |group: &Vec<usize>| {
            let mut cells = vec![0; at.len()];
            group.iter().for_each(|cell| cells[*cell] = 1);
            cells
        };
        groups.iter().map(alone).collect()
    }
}
