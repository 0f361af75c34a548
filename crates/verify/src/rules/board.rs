//! Boards written row by row, one sign a cell; and games of Left and Right that are played on them.

use super::{Named, Position, Rules, Step};
use crate::shown::brief;

/// The size of a board, and the signs that a cell may have, numbered from 0.
#[derive(Clone)]
pub(super) struct Board {
    pub(super) rows: usize,
    pub(super) columns: usize,
    signs: &'static str,
}

/// More cells than any board with positions that could be enumerated.
const MOST_CELLS: usize = 256;

impl Board {
    /// A board of the size of the written one.
    pub(super) fn like(text: &str, signs: &'static str) -> Self {
        Self {
            rows: text.split(['/', '|']).count(),
            columns: text.split(['/', '|']).next().unwrap_or("").chars().count(),
            signs,
        }
    }

    /// The cells, row by row from the top.
    pub(super) fn read(&self, text: &str) -> Result<Position, String> {
        let (rows, columns) = (self.rows, self.columns);
        let found = Self::like(text, self.signs);
        let is_even = text
            .split(['/', '|'])
            .all(|row| row.chars().count() == columns);
        if found.rows != rows || !is_even {
            return Err(format!("expected {rows} rows of {columns} cells"));
        }
        if rows.saturating_mul(columns) > MOST_CELLS {
            return Err(format!("expected at most {MOST_CELLS} cells"));
        }
        let is_same = |sign: char, found: char| sign.eq_ignore_ascii_case(&found);
        let cells = text.chars().filter(|sign| !"/|".contains(*sign));
        cells
            .map(|found| {
                let place = self.signs.chars().position(|sign| is_same(sign, found));
                let none = || format!("expected one of the signs {}, found {found:?}", self.signs);
                place.map(|sign| sign as i64).ok_or_else(none)
            })
            .collect()
    }

    pub(super) fn show(&self, cells: &[i64]) -> String {
        let sign = |cell: &i64| self.signs.chars().nth(*cell as usize).unwrap_or('?');
        let rows = cells.chunks(self.columns.max(1));
        let rows: Vec<String> = rows.map(|row| row.iter().map(sign).collect()).collect();
        rows.join("/")
    }

    /// The cell at this distance from another; none beyond the edge.
    pub(super) fn from(&self, cell: usize, down: isize, right: isize) -> Option<usize> {
        let row = (cell / self.columns).checked_add_signed(down)?;
        let column = (cell % self.columns).checked_add_signed(right)?;
        (row < self.rows && column < self.columns).then_some(row * self.columns + column)
    }

    /// The cells that share a side with another.
    pub(super) fn near(&self, cell: usize) -> impl Iterator<Item = usize> {
        let (row, column) = (cell / self.columns, cell % self.columns);
        let near = [
            (column + 1 < self.columns).then(|| cell + 1),
            (column > 0).then(|| cell - 1),
            (row + 1 < self.rows).then(|| cell + self.columns),
            (row > 0).then(|| cell - self.columns),
        ];
        near.into_iter().flatten()
    }

    /// The groups of neighbouring cells for which `belongs` holds, each in ascending order.
    pub(super) fn groups(&self, belongs: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.rows * self.columns];
        let mut groups = Vec::new();
        for first in 0..seen.len() {
            if seen[first] || !belongs(first) {
                continue;
            }
            seen[first] = true;
            let (mut group, mut next) = (vec![first], 0);
            while let Some(cell) = group.get(next).copied() {
                for near in self.near(cell) {
                    if !seen[near] && belongs(near) {
                        seen[near] = true;
                        group.push(near);
                    }
                }
                next += 1;
            }
            group.sort_unstable();
            groups.push(group);
        }
        groups
    }

    /// A part of a board, in a form that is the same for all its places and for all images of the given kind: its size,
    /// then its cells, with -1 for those that are not in the group.
    pub(super) fn shape(&self, group: &[usize], cells: &[i64], images: Images) -> Position {
        let place = |cell: &usize| (cell / self.columns, cell % self.columns, cells[*cell]);
        let mut places: Vec<(usize, usize, i64)> = group.iter().map(place).collect();
        let rows = || places.iter().map(|place| place.0);
        let columns = || places.iter().map(|place| place.1);
        let (top, left) = (rows().min().unwrap_or(0), columns().min().unwrap_or(0));
        let (height, width) = (
            rows().max().unwrap_or(0) + 1 - top,
            columns().max().unwrap_or(0) + 1 - left,
        );
        places
            .iter_mut()
            .for_each(|place| *place = (place.0 - top, place.1 - left, place.2));
        let image = |n: usize, shape: &mut Position| {
            let (tall, wide) = match n & 4 > 0 {
                true => (width, height),
                false => (height, width),
            };
            shape.clear();
            shape.resize(tall * wide + 2, -1);
            (shape[0], shape[1]) = (tall as i64, wide as i64);
            for (row, column, sign) in places.iter().copied() {
                let row = if n & 1 > 0 { height - 1 - row } else { row };
                let column = if n & 2 > 0 {
                    width - 1 - column
                } else {
                    column
                };
                let at = match n & 4 > 0 {
                    true => column * wide + row,
                    false => row * wide + column,
                };
                shape[2 + at] = sign;
            }
        };
        let numbers = match images {
            Images::Flips => 0..4,
            Images::Turned => 4..8,
            // The least image is not taller than it is wide.
            Images::All if height < width => 0..4,
            Images::All if height > width => 4..8,
            Images::All => 0..8,
        };
        let (mut least, mut next) = (Vec::new(), Vec::new());
        for n in numbers {
            image(n, &mut next);
            if least.is_empty() || next < least {
                std::mem::swap(&mut least, &mut next);
            }
        }
        least
    }
}

/// The images of a part that are equivalent for the player who moves there.
#[derive(Clone, Copy)]
pub(super) enum Images {
    /// Mirror images; two of them make a half turn.
    Flips,
    /// Quarter turns, and their mirror images.
    Turned,
    All,
}

/// The numbers of rows and columns of a position's board, in the form of parameters.
pub(super) fn size(position: &str) -> Option<String> {
    let board = Board::like(position, "");
    (board.columns > 0).then(|| format!("{},{}", board.rows, board.columns))
}

/// The numbers of a list like `3,4,5`; the empty text is the empty list.
pub(super) fn numbers(text: &str) -> Result<Position, String> {
    let wrong = |item: &str| format!("expected a whole number, found {}", brief(item));
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let items = text.split(',').map(str::trim);
    items
        .map(|item| item.parse().map_err(|_| wrong(item)))
        .collect()
}

pub(super) fn listed(numbers: &[i64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
    numbers.join(",")
}

/// Reads parameters of this many positive numbers.
pub(super) fn parameters<const N: usize>(named: &Named<'_>) -> Result<[usize; N], String> {
    let found = numbers(named.parameters.unwrap_or(""))?;
    let found: Vec<usize> = found
        .iter()
        .filter_map(|n| usize::try_from(*n).ok().filter(|n| (1..256).contains(n)))
        .collect();
    let count = found.len();
    <[usize; N]>::try_from(found)
        .map_err(|_| format!("expected {N} parameters from 1 to 255, found {count}"))
}

/// The same, with default values if there are no parameters.
pub(super) fn parameters_or<const N: usize>(
    named: &Named<'_>,
    usual: [usize; N],
) -> Result<[usize; N], String> {
    match named.parameters {
        Some(_) => parameters(named),
        None => Ok(usual),
    }
}

/// Passes the cells after each move of a side, 0 or 1, to a callback.
pub(super) type Moves = fn(&Board, &[i64], usize, &mut dyn FnMut(Position));

/// A game of Left and Right on a board: a position is the side to move, 0 or 1, then the cells.
pub(super) struct Sides {
    pub(super) board: Board,
    /// The cells after each move of a side.
    pub(super) moves: Moves,
    /// The parts that no move joins, if they are known.
    pub(super) parts: Option<Parts>,
    /// The value of a cell whose part has no effect.
    pub(super) nothing: i64,
    /// Whether the cells satisfy the condition that the rules require after every move.
    pub(super) allows: fn(&Board, &[i64]) -> bool,
    /// Whether every line of play ends.
    pub(super) ends: bool,
}

/// The division of a board into parts.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    /// The groups of cells that have a move.
    pub(super) groups: fn(&Board, &[i64]) -> Vec<Vec<usize>>,
    /// The representative of a group.
    pub(super) shape: fn(&Board, &[usize], &[i64]) -> Position,
    /// The representative of the group's negative.
    pub(super) negative: fn(&Board, &[usize], &[i64]) -> Position,
}

impl Sides {
    /// The same for a strip: a board of one row.
    pub(super) fn strip(
        named: &Named<'_>,
        signs: &'static str,
        moves: Moves,
    ) -> Result<Box<dyn Rules>, String> {
        match Board::like(named.position, signs).rows {
            1 => Self::boxed(named, signs, moves),
            rows => Err(format!("expected one row, found {rows}")),
        }
    }

    pub(super) fn boxed(
        named: &Named<'_>,
        signs: &'static str,
        moves: Moves,
    ) -> Result<Box<dyn Rules>, String> {
        Ok(Box::new(Self::on(named, signs, moves)))
    }

    /// The same, for rules with more to say.
    pub(super) fn on(named: &Named<'_>, signs: &'static str, moves: Moves) -> Self {
        Self {
            board: Board::like(named.position, signs),
            moves,
            parts: None,
            nothing: 0,
            allows: |_, _| true,
            ends: true,
        }
    }
}

impl Rules for Sides {
    fn options(&self, at: &[i64], see: &mut dyn FnMut(Step)) {
        let other = 1 - at[0];
        (self.moves)(&self.board, &at[1..], at[0] as usize, &mut |mut cells| {
            cells.insert(0, other);
            see(cells.into());
        });
    }

    fn parse(&self, text: &str, right: bool) -> Result<Position, String> {
        let mut at = self.board.read(text)?;
        if !(self.allows)(&self.board, &at) {
            return Err("the rules of the game forbid such a position".to_owned());
        }
        at.insert(0, right.into());
        Ok(at)
    }

    fn show(&self, at: &[i64]) -> String {
        self.board.show(&at[1..])
    }

    fn is_rights(&self, at: &[i64]) -> bool {
        at[0] == 1
    }

    fn has_sides(&self) -> bool {
        true
    }

    fn is_known_to_end(&self) -> bool {
        self.ends
    }

    /// Parts without a move, and pairs of a part and its negative, are zero.
    fn reduced(&self, mut at: Position) -> Position {
        let Some(parts) = self.parts else {
            return at;
        };
        let (board, cells) = (&self.board, &at[1..]);
        let mut left = (parts.groups)(board, cells);
        let mut n = 0;
        while n < left.len() {
            let mut others = n + 1..left.len();
            let twin = others.find(|other| {
                let same_size = left[*other].len() == left[n].len();
                same_size
                    && (parts.shape)(board, &left[*other], cells)
                        == (parts.negative)(board, &left[n], cells)
            });
            match twin {
                Some(twin) => {
                    left.remove(twin);
                    left.remove(n);
                }
                None => n += 1,
            }
        }
        let mut stays = vec![false; cells.len()];
        left.iter().flatten().for_each(|cell| stays[*cell] = true);
        for (cell, stays) in at[1..].iter_mut().zip(stays) {
            if !stays {
                *cell = self.nothing;
            }
        }
        at
    }

    fn key(&self, at: &[i64], misere: bool) -> Position {
        let Some(parts) = self.parts.filter(|_| !misere) else {
            return at.to_vec();
        };
        let (board, cells) = (&self.board, &at[1..]);
        let groups = (parts.groups)(board, cells).into_iter();
        let mut shapes: Vec<Position> = groups
            .map(|group| (parts.shape)(board, &group, cells))
            .collect();
        shapes.sort_unstable();
        let mut key = vec![at[0]];
        shapes.iter().for_each(|shape| key.extend(shape));
        key
    }
}
