//! Connect: X and O drop a stone in turn into a column that is not full, X first. The first player with k in a line wins; a
//! full board is a draw. A win counts one more than half the cells (rounded up), minus the stones that the winner has
//! played.

use super::board::{Board, parameters_or};
use super::lines::{ended_now, has_line, mover};
use super::{Named, Position, Rules, Step};

struct Connect {
    board: Board,
    length: usize,
}

pub(super) fn open(named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    let [rows, columns, length] = parameters_or(named, [6, 7, 4])?;
    let empty = vec![".".repeat(columns); rows].join("/");
    let board = Board::like(&empty, ".XO");
    Ok(Box::new(Connect { board, length }))
}

impl Connect {
    /// The lowest free cell of a column.
    fn falls(&self, at: &[i64], column: usize) -> Option<usize> {
        let cells = (0..self.board.rows).map(|row| row * self.board.columns + column);
        cells.rev().find(|cell| at[*cell] == 0)
    }
}

impl Rules for Connect {
    fn options(&self, at: &[i64], see: &mut dyn FnMut(Step)) {
        let own = mover(at);
        for cell in (0..self.board.columns).filter_map(|column| self.falls(at, column)) {
            let mut after = at.to_vec();
            after[cell] = own;
            see(after.into());
        }
    }

    fn end(&self, at: &[i64]) -> Option<i64> {
        let winner = 3 - mover(at);
        if has_line(&self.board, at, winner, self.length) {
            let stones = at.iter().filter(|cell| **cell == winner).count();
            return Some(stones as i64 - at.len().div_ceil(2) as i64 - 1);
        }
        (!at.contains(&0)).then_some(0)
    }

    fn parse(&self, text: &str, _right: bool) -> Result<Position, String> {
        let at = self.board.read(text)?;
        let stones = |own: i64| at.iter().filter(|cell| **cell == own).count();
        if !(0..=1).contains(&(stones(1) as i64 - stones(2) as i64)) {
            return Err("expected as many X as O, or one more".into());
        }
        let hangs = |cell: &usize| {
            let below = self.board.from(*cell, 1, 0);
            at[*cell] > 0 && below.is_some_and(|below| at[below] == 0)
        };
        if (0..at.len()).any(|cell| hangs(&cell)) {
            return Err("expected no stone above a free cell".into());
        }
        if has_line(&self.board, &at, mover(&at), self.length) {
            return Err("expected no line of who is to move".into());
        }
        let is_top = |cell| {
            self.board
                .from(cell, -1, 0)
                .is_none_or(|above| at[above] == 0)
        };
        if !ended_now(&self.board, &at, 3 - mover(&at), self.length, is_top) {
            return Err("expected lines that one last stone can have made".into());
        }
        Ok(at)
    }

    fn show(&self, at: &[i64]) -> String {
        self.board.show(at)
    }

    fn key(&self, at: &[i64], _misere: bool) -> Position {
        let turned: Position = at
            .chunks(self.board.columns)
            .flat_map(|row| row.iter().rev().copied())
            .collect();
        turned.min(at.to_vec())
    }

    fn bounds(&self, at: &[i64]) -> Option<(i64, i64)> {
        // A win is worth the rest of half the board, if the winner's next stone is the last one.
        let own = mover(at);
        let played = |stone: i64| at.iter().filter(|cell| **cell == stone).count() as i64;
        let most = |stone: i64| at.len().div_ceil(2) as i64 - played(stone);
        Some((-most(3 - own).max(0), most(own).max(0)))
    }

    fn has_points(&self) -> bool {
        true
    }

    fn has_misere(&self) -> bool {
        true
    }
}
