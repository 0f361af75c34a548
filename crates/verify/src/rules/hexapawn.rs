//! Hexapawn: a pawn steps forward to a free cell or captures diagonally forward. A player wins by reaching the far edge, or
//! by leaving the other without a move. The board is turned after each move: the mover's pawns move up.

use super::board::{Board, parameters_or};
use super::{Named, Position, Rules, Step};

struct Hexapawn(Board);

pub(super) fn open(named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    let found = Board::like(named.position, ".XO");
    let [rows, columns] = parameters_or(named, [found.rows, found.columns.max(1)])?;
    let empty = vec![".".repeat(columns); rows].join("/");
    Ok(Box::new(Hexapawn(Board::like(&empty, ".XO"))))
}

impl Rules for Hexapawn {
    fn options(&self, at: &[i64], see: &mut dyn FnMut(Step)) {
        for from in (0..at.len()).filter(|cell| at[*cell] == 1) {
            for (right, needed) in [(0, 0), (-1, 2), (1, 2)] {
                let Some(to) = self.0.from(from, -1, right).filter(|to| at[*to] == needed) else {
                    continue;
                };
                let mut after = at.to_vec();
                (after[from], after[to]) = (0, 1);
                after.reverse();
                after.iter_mut().for_each(|cell| *cell = (3 - *cell) % 3);
                see(after.into());
            }
        }
    }

    fn end(&self, at: &[i64]) -> Option<i64> {
        let reached = at[at.len() - self.0.columns..].contains(&2);
        reached.then_some(-1)
    }

    fn parse(&self, text: &str, _right: bool) -> Result<Position, String> {
        let at = self.0.read(text)?;
        let count = |cells: &[i64], own: i64| cells.iter().filter(|cell| **cell == own).count();
        let (far, near) = (&at[..self.0.columns], &at[at.len() - self.0.columns..]);
        if count(far, 1) > 0 || count(near, 2) > 1 {
            return Err(
                "expected no pawn on the far edge but the one that has just reached it".into(),
            );
        }
        match [1, 2].iter().all(|own| count(&at, *own) <= self.0.columns) {
            true => Ok(at),
            false => Err(format!("expected at most {} pawns each", self.0.columns)),
        }
    }

    fn show(&self, at: &[i64]) -> String {
        self.0.show(at)
    }

    fn key(&self, at: &[i64], _misere: bool) -> Position {
        let rows = at.chunks(self.0.columns);
        let turned: Position = rows.flat_map(|row| row.iter().rev().copied()).collect();
        turned.min(at.to_vec())
    }
}
