//! The common part of games in which two players have pieces on a few points. Each player first puts all pieces on free
//! points in turn, or they are there already; then a piece moves to a free neighbouring point. A player wins by making the
//! pattern, or by leaving the other without a move; endless play is a draw. `X` are the pieces of the player to move.

use super::board::Board;
use super::{Position, Rules, Step};

pub(super) struct Men {
    /// The number of pieces of each player.
    pub(super) men: usize,
    /// The number of points on each line of a position's text.
    pub(super) lines: &'static [usize],
    /// Whether a line of the board joins two points.
    pub(super) joined: fn(usize, usize) -> bool,
    /// Whether pieces on these points have won.
    pub(super) won: fn(&[usize]) -> bool,
    /// Whether the piece on one point may not move to the other.
    pub(super) forbidden: fn(&[i64], usize, usize) -> bool,
    /// The board, if its images are equivalent.
    pub(super) board: Option<Board>,
}

impl Men {
    fn of(at: &[i64], player: i64) -> Vec<usize> {
        (0..at.len()).filter(|point| at[*point] == player).collect()
    }
}

impl Rules for Men {
    fn options(&self, at: &[i64], see: &mut dyn FnMut(Step)) {
        let mut moved = |from: Option<usize>, to: usize| {
            let mut after = at.to_vec();
            after[to] = 1;
            if let Some(from) = from {
                after[from] = 0;
            }
            after.iter_mut().for_each(|man| *man = (3 - *man) % 3);
            see(after.into());
        };
        let (own, free) = (Self::of(at, 1), Self::of(at, 0));
        if own.len() < self.men {
            free.iter().for_each(|to| moved(None, *to));
            return;
        }
        for from in own {
            for to in free.iter().filter(|to| (self.joined)(from, **to)) {
                if !(self.forbidden)(at, from, *to) {
                    moved(Some(from), *to);
                }
            }
        }
    }

    fn end(&self, at: &[i64]) -> Option<i64> {
        (self.won)(&Self::of(at, 2)).then_some(-1)
    }

    fn parse(&self, text: &str, _right: bool) -> Result<Position, String> {
        let lines: Vec<usize> = text.split('/').map(|line| line.chars().count()).collect();
        if lines != self.lines {
            return Err(format!("expected lines of {:?} points", self.lines));
        }
        let sign = |c: char| match c.to_ascii_uppercase() {
            '.' => Ok(0),
            'X' => Ok(1),
            'O' => Ok(2),
            _ => Err(format!("expected X, O or ., found {c:?}")),
        };
        let points = text.chars().filter(|c| *c != '/');
        let at: Position = points.map(sign).collect::<Result<_, _>>()?;
        let (own, other) = (Self::of(&at, 1), Self::of(&at, 2));
        let (most, drops) = (self.men, self.board.is_some());
        let in_turn = drops && (own.len() == other.len() || own.len() + 1 == other.len());
        if own.len() > most
            || other.len() > most
            || !(in_turn || own.len() == most && other.len() == most)
        {
            return Err(format!(
                "expected {most} men each, or those that were put in turn"
            ));
        }
        if (self.won)(&own) {
            return Err("expected a position that the player to move has not won already".into());
        }
        Ok(at)
    }

    fn show(&self, at: &[i64]) -> String {
        let mut signs = at.iter().map(|man| ['.', 'X', 'O'][*man as usize]);
        let lines = self.lines.iter();
        let lines: Vec<String> = lines
            .map(|length| signs.by_ref().take(*length).collect())
            .collect();
        lines.join("/")
    }

    fn key(&self, at: &[i64], _misere: bool) -> Position {
        let Some(board) = &self.board else {
            return at.to_vec();
        };
        let all: Vec<usize> = (0..at.len()).collect();
        board.shape(&all, at, super::board::Images::All)
    }

    fn lasts(&self) -> bool {
        true
    }
}
