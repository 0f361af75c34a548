//! m,n,k-games: X and O put a stone on a free cell in turn. The first player with k in a line (row, column, diagonal) wins;
//! a full board is a draw.

use super::board::{Board, Images, parameters_or};
use super::lines::{ended_now, has_line, mover};
use super::{Named, Position, Rules, Step};

struct Mnk {
    board: Board,
    length: usize,
}

pub(super) fn open(named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    let [rows, columns, length] = parameters_or(named, [3, 3, 3])?;
    let empty = vec![".".repeat(columns); rows].join("/");
    let board = Board::like(&empty, ".XO");
    Ok(Box::new(Mnk { board, length }))
}

impl Rules for Mnk {
    fn options(&self, at: &[i64], see: &mut dyn FnMut(Step)) {
        let own = mover(at);
        for cell in (0..at.len()).filter(|cell| at[*cell] == 0) {
            let mut after = at.to_vec();
            after[cell] = own;
            see(after.into());
        }
    }

    fn end(&self, at: &[i64]) -> Option<i64> {
        if has_line(&self.board, at, 3 - mover(at), self.length) {
            return Some(-1);
        }
        (!at.contains(&0)).then_some(0)
    }

    fn parse(&self, text: &str, _right: bool) -> Result<Position, String> {
        let at = self.board.read(text)?;
        let stones = |own: i64| at.iter().filter(|cell| **cell == own).count();
        if !(0..=1).contains(&(stones(1) as i64 - stones(2) as i64)) {
            return Err("expected as many X as O, or one more".into());
        }
        if has_line(&self.board, &at, mover(&at), self.length) {
            return Err("expected no line of who is to move".into());
        }
        if !ended_now(&self.board, &at, 3 - mover(&at), self.length, |_| true) {
            return Err("expected lines that one last stone can have made".into());
        }
        Ok(at)
    }

    fn show(&self, at: &[i64]) -> String {
        self.board.show(at)
    }

    fn key(&self, at: &[i64], _misere: bool) -> Position {
        let all: Vec<usize> = (0..at.len()).collect();
        let square = self.board.rows == self.board.columns;
        let images = if square { Images::All } else { Images::Flips };
        self.board.shape(&all, at, images)
    }
}
