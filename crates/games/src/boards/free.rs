//! Boards of at most 64 cells as sets, cell after cell by rows from the top.

use bouton_core::InputError;
use bouton_core::entry::OpenError;
use bouton_core::scene::{Cell, Figure, Owner, Scene};

use super::grid;

/// A set of cells.
pub(crate) type Set = u64;

/// Rows and columns of a board, at most 64 cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
}

/// The members of a set, lowest first.
pub(crate) fn members(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(cell as usize)
    })
}

/// The parts of a set, each grown from a cell by its neighbours.
fn grown(mut set: Set, around: impl Fn(Set) -> Set) -> impl Iterator<Item = Set> {
    std::iter::from_fn(move || {
        let mut part = (set != 0).then(|| set & set.wrapping_neg())?;
        loop {
            let grown = part | around(part) & set;
            if grown == part {
                break;
            }
            part = grown;
        }
        set &= !part;
        Some(part)
    })
}

/// By the number of columns, the first cell of each row.
const FIRST_OF_ROWS: [Set; 65] = {
    let (mut sets, mut columns) = ([0; 65], 1);
    while columns <= 64 {
        let mut cell = 0;
        while cell < 64 {
            sets[columns] |= 1 << cell;
            cell += columns;
        }
        columns += 1;
    }
    sets
};

impl Size {
    /// Reads `rows,columns`.
    pub(crate) fn read(parameters: Option<&str>) -> Result<Self, OpenError> {
        let [rows, columns] = grid::parameters(parameters, "rows, columns")?;
        Self::of(rows, columns, parameters.unwrap_or("")).map_err(OpenError::Parameters)
    }

    /// Reads `rows,columns`; without them the board is as large as the position is written.
    pub(crate) fn read_or_seen(
        parameters: Option<&str>,
        position: Option<&str>,
    ) -> Result<Self, OpenError> {
        let (None, Some(text)) = (parameters, position) else {
            return Self::read(parameters);
        };
        let [rows, columns] = grid::extent(text.trim());
        Self::of(rows, columns, text).map_err(OpenError::Position)
    }

    fn of(rows: usize, columns: usize, text: &str) -> Result<Self, InputError> {
        let cells = rows.saturating_mul(columns);
        if (1..=64).contains(&cells) {
            return Ok(Self { rows, columns });
        }
        let message = format!("expected a board of 1 to 64 cells, found {cells}");
        Err(InputError::new(message, text, 0..text.len()))
    }

    /// Every cell.
    pub(crate) fn all(self) -> Set {
        Set::MAX >> (64 - self.rows * self.columns)
    }

    /// The cells that have a right neighbour.
    pub(crate) fn inner(self) -> Set {
        self.all() & !(FIRST_OF_ROWS[self.columns] << (self.columns - 1))
    }

    /// The cells of `set` with a right neighbour in it.
    pub(crate) fn level_pairs(self, set: Set) -> Set {
        set & self.inner() & set >> 1
    }

    /// The cells of `set` with a lower neighbour in it.
    pub(crate) fn upright_pairs(self, set: Set) -> Set {
        match set.checked_shr(self.columns as u32) {
            Some(lower) => set & lower,
            None => 0,
        }
    }

    /// The cells next to those of `set`.
    pub(crate) fn around(self, set: Set) -> Set {
        self.upright_around(set) | self.level_around(set)
    }

    fn upright_around(self, set: Set) -> Set {
        let columns = self.columns as u32;
        let (down, up) = (set.checked_shl(columns), set.checked_shr(columns));
        (down.unwrap_or(0) | up.unwrap_or(0)) & self.all()
    }

    fn level_around(self, set: Set) -> Set {
        let right = (set & self.inner()) << 1;
        let left = set >> 1 & self.inner();
        right | left
    }

    /// The connected parts of a set.
    pub(crate) fn parts(self, set: Set) -> impl Iterator<Item = Set> {
        grown(set, move |part| self.around(part))
    }

    /// The parts of a set, cells that touch by a corner taken as connected too.
    pub(crate) fn parts_by_corners(self, set: Set) -> impl Iterator<Item = Set> {
        grown(set, move |part| {
            let level = part | self.level_around(part);
            level | self.upright_around(level)
        })
    }

    /// So many cells in a row from `cell` on in a direction (rows down, columns to the right), if there are.
    pub(crate) fn line(
        self,
        cell: usize,
        (down, right): (isize, isize),
        count: usize,
    ) -> Option<Vec<usize>> {
        let step = |n: usize| {
            let row = (cell / self.columns).checked_add_signed(down * n as isize)?;
            let column = (cell % self.columns).checked_add_signed(right * n as isize)?;
            (row < self.rows && column < self.columns).then_some(row * self.columns + column)
        };
        (0..count).map(step).collect()
    }

    fn row(self, set: Set, row: usize) -> Set {
        set >> (row * self.columns) & Set::MAX >> (64 - self.columns)
    }

    /// The set mirrored left to right.
    pub(crate) fn mirrored(self, set: Set) -> Set {
        let line = |r| {
            let row = self.row(set, r).reverse_bits() >> (64 - self.columns);
            row << (r * self.columns)
        };
        (0..self.rows).map(line).sum()
    }

    /// The set with its rows in the opposite order.
    fn upside_down(self, set: Set) -> Set {
        let line = |r| self.row(set, r) << ((self.rows - 1 - r) * self.columns);
        (0..self.rows).map(line).sum()
    }

    /// The set with rows and columns exchanged, if it fits on the board.
    pub(crate) fn transposed(self, set: Set) -> Option<Set> {
        let image = |cell: usize| {
            let (row, column) = (cell % self.columns, cell / self.columns);
            (row < self.rows && column < self.columns).then(|| 1 << (row * self.columns + column))
        };
        members(set).map(image).sum()
    }

    /// Sets that lie on the board together, pushed into the upper left corner together.
    pub(crate) fn cornered<const N: usize>(self, sets: [Set; N]) -> [Set; N] {
        let all = sets.iter().fold(0, |all, set| all | set);
        if all == 0 {
            return sets;
        }
        let folded = (0..self.rows).fold(0, |sum, r| sum | self.row(all, r));
        let up = all.trailing_zeros() as usize / self.columns * self.columns;
        sets.map(|set| set >> (up + folded.trailing_zeros() as usize))
    }

    /// Of sets that lie on the board together, mirrored, upside down, and wherever they are moved, the least.
    pub(crate) fn least<const N: usize>(self, sets: [Set; N]) -> [Set; N] {
        let mirrored = sets.map(|set| self.mirrored(set));
        let turned = [sets, mirrored].map(|sets| sets.map(|set| self.upside_down(set)));
        let images = [mirrored, turned[0], turned[1]].map(|sets| self.cornered(sets));
        images.into_iter().fold(self.cornered(sets), Ord::min)
    }

    /// [`Size::least`], with rows and columns exchanged too where that fits on the board.
    pub(crate) fn least_of_all<const N: usize>(self, sets: [Set; N]) -> [Set; N] {
        let mut exchanged = self.cornered(sets);
        let fits = exchanged.iter_mut().all(|set| {
            let image = self.transposed(*set);
            *set = image.unwrap_or(0);
            image.is_some()
        });
        let least = self.least(sets);
        if fits {
            least.min(self.least(exchanged))
        } else {
            least
        }
    }

    /// The name of a cell.
    pub(crate) fn name(self, cell: usize) -> String {
        grid::cell_name(cell / self.columns, cell % self.columns)
    }

    /// Reads a board; for each of `signs` the set of its cells.
    pub(crate) fn parse<const N: usize>(
        self,
        text: &str,
        signs: [char; N],
    ) -> Result<[Set; N], InputError> {
        let all: String = signs.iter().collect();
        let found = grid::parse(text.trim(), self.rows, self.columns, &all)?;
        Ok(signs.map(|sign| {
            let cells = found.iter().enumerate().filter(|(_, c)| **c == sign);
            cells.map(|(cell, _)| 1 << cell).sum()
        }))
    }

    /// A board, each cell as `cell` says.
    pub(crate) fn board(self, cell: impl Fn(usize) -> Cell) -> Figure {
        let row = |row| {
            (0..self.columns)
                .map(|column| cell(row * self.columns + column))
                .collect()
        };
        Figure::Board((0..self.rows).map(row).collect())
    }

    /// A board on which dominoes cover all cells but the free ones.
    pub(crate) fn covered(self, free: Set) -> Scene {
        Scene::of(self.board(|cell| match free >> cell & 1 {
            1 => Cell::Empty,
            _ => Cell::Piece(Owner::Neutral, "#".into()),
        }))
    }

    /// Writes a board, each cell by `sign`.
    pub(crate) fn show(self, sign: impl Fn(usize) -> char) -> String {
        grid::show(self.columns, (0..self.rows * self.columns).map(sign))
    }
}
