//! Boards as sets of cells, numbered row by row from the top.

use bouton_core::InputError;
use bouton_core::entry::OpenError;
use bouton_core::scene::{self, Cell, Figure, Names, Owner, Scene};

use super::cells::{Cells, Wide};
use super::{eight, grid};

/// A set of cells on a board of at most 64.
pub(crate) type Set = u64;

/// Rows and columns of a board, whose cells fit in a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
}

/// The members of a set, lowest first.
pub(crate) fn members<S: Cells>(mut set: S) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || set.pop())
}

/// The connected part of a set that contains this cell.
#[inline]
fn grown_from<S: Cells>(cell: usize, set: S, around: impl Fn(S) -> S) -> S {
    let mut part = S::one(cell);
    let mut new = part;
    while new != S::NONE {
        new = around(new) & set & !part;
        part = part | new;
    }
    part
}

/// The connected parts of a set, for a given relation of neighbours.
pub(crate) fn grown<S: Cells>(mut set: S, around: impl Fn(S) -> S) -> impl Iterator<Item = S> {
    std::iter::from_fn(move || {
        let part = grown_from(set.lowest()?, set, &around);
        set = set & !part;
        Some(part)
    })
}

/// Sets as words, if they fit.
#[inline]
fn words<S: Cells, const N: usize>(sets: [S; N]) -> Option<[u64; N]> {
    let mut words = [0; N];
    for (word, set) in words.iter_mut().zip(sets) {
        *word = set.key()?;
    }
    Some(words)
}

/// Sets from their words.
#[inline]
fn of_words<S: Cells, const N: usize>(words: [u64; N]) -> [S; N] {
    words.map(|word| S::of_key(word).expect("invariant: it came from a set"))
}

impl Size {
    /// Reads `rows,columns` of at most 64 cells.
    pub(crate) fn read(parameters: Option<&str>) -> Result<Self, OpenError> {
        Self::read_within(parameters, Set::MOST, Set::MOST)
    }

    fn read_within(parameters: Option<&str>, most: usize, ever: usize) -> Result<Self, OpenError> {
        let [rows, columns] = grid::parameters(parameters, "rows, columns")?;
        let text = parameters.unwrap_or("");
        Self::of([rows, columns], text, most, ever).map_err(OpenError::Parameters)
    }

    /// Reads `rows,columns` of at most 64 cells; without parameters the position determines the size of the board.
    pub(crate) fn read_or_seen(
        parameters: Option<&str>,
        position: Option<&str>,
    ) -> Result<Self, OpenError> {
        Self::read_or_seen_within(parameters, position, Set::MOST, Set::MOST)
    }

    /// The same for sets of another type; sets of four words are for boards too large for one.
    pub(crate) fn read_or_seen_for<S: Cells>(
        parameters: Option<&str>,
        position: Option<&str>,
    ) -> Result<Self, OpenError> {
        Self::read_or_seen_within(parameters, position, S::MOST, Wide::MOST)
    }

    fn read_or_seen_within(
        parameters: Option<&str>,
        position: Option<&str>,
        most: usize,
        ever: usize,
    ) -> Result<Self, OpenError> {
        let (None, Some(text)) = (parameters, position) else {
            return Self::read_within(parameters, most, ever);
        };
        let size = grid::extent(text.trim());
        Self::of(size, text, most, ever).map_err(OpenError::Position)
    }

    /// A board of at most `most` cells; a board with more cells, but at most `ever`, belongs to another form of the game.
    fn of(
        [rows, columns]: [usize; 2],
        text: &str,
        most: usize,
        ever: usize,
    ) -> Result<Self, InputError> {
        let cells = rows.saturating_mul(columns);
        if (1..=most).contains(&cells) {
            return Ok(Self { rows, columns });
        }
        let message = format!("expected a board of 1 to {ever} cells, found {cells}");
        let error = InputError::whole(message, text);
        Err(if (1..=ever).contains(&cells) {
            error.beyond_64_bits()
        } else {
            error
        })
    }

    /// Every cell.
    #[inline]
    pub(crate) fn all<S: Cells>(self) -> S {
        S::first(self.rows * self.columns)
    }

    /// The cells that have a right neighbour.
    #[inline]
    pub(crate) fn inner<S: Cells>(self) -> S {
        self.all::<S>() & !S::every(self.columns).up(self.columns - 1)
    }

    /// The cells of `set` with a right neighbour in it.
    pub(crate) fn level_pairs<S: Cells>(self, set: S) -> S {
        set & self.inner() & set.down(1)
    }

    /// The cells of `set` with a lower neighbour in it.
    pub(crate) fn upright_pairs<S: Cells>(self, set: S) -> S {
        set & set.down(self.columns)
    }

    /// The cells next to those of `set`.
    pub(crate) fn around<S: Cells>(self, set: S) -> S {
        self.upright_around(set) | self.level_around(set)
    }

    fn upright_around<S: Cells>(self, set: S) -> S {
        (set.up(self.columns) | set.down(self.columns)) & self.all()
    }

    fn level_around<S: Cells>(self, set: S) -> S {
        let right = (set & self.inner()).up(1);
        let left = set.down(1) & self.inner();
        right | left
    }

    /// The connected parts of a set.
    pub(crate) fn parts<S: Cells>(self, set: S) -> impl Iterator<Item = S> {
        grown(set, move |part| self.around(part))
    }

    /// The connected part of a set that contains its last cell, and the rest; `None` if there is no rest.
    pub(crate) fn part_off<S: Cells>(self, set: S) -> Option<[S; 2]> {
        let part = grown_from(set.highest()?, set, |part| self.around(part));
        Some([part, set & !part]).filter(|[_, rest]| *rest != S::NONE)
    }

    /// The parts of a set, where cells that touch at a corner are connected too.
    pub(crate) fn parts_by_corners<S: Cells>(self, set: S) -> impl Iterator<Item = S> {
        grown(set, move |part| {
            let level = part | self.level_around(part);
            level | self.upright_around(level)
        })
    }

    /// This many cells in a row from `cell` on in a direction (rows down, columns to the right), if they exist.
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

    #[inline]
    fn row<S: Cells>(self, set: S, row: usize) -> S {
        set.down(row * self.columns) & S::first(self.columns)
    }

    /// The set mirrored left to right.
    pub(crate) fn mirrored<S: Cells>(self, set: S) -> S {
        let line = |r| {
            let row = self.row(set, r).reversed().down(S::MOST - self.columns);
            row.up(r * self.columns)
        };
        S::union((0..self.rows).map(line))
    }

    /// The set with its rows in the opposite order.
    fn upside_down<S: Cells>(self, set: S) -> S {
        let line = |r| self.row(set, r).up((self.rows - 1 - r) * self.columns);
        S::union((0..self.rows).map(line))
    }

    /// The set with rows and columns exchanged, if it fits on the board.
    pub(crate) fn transposed<S: Cells>(self, set: S) -> Option<S> {
        members(set).try_fold(S::NONE, |images, cell| {
            let (row, column) = (cell % self.columns, cell / self.columns);
            (row < self.rows && column < self.columns)
                .then(|| images | S::one(row * self.columns + column))
        })
    }

    /// Sets on one board, moved together into the upper left corner.
    pub(crate) fn cornered<S: Cells, const N: usize>(self, sets: [S; N]) -> [S; N] {
        let all = S::union(sets.into_iter());
        let Some(first) = all.lowest() else {
            return sets;
        };
        let folded = S::union((0..self.rows).map(|r| self.row(all, r)));
        let up = first / self.columns * self.columns;
        let left = folded.lowest().unwrap_or(0);
        sets.map(|set| set.down(up + left))
    }

    /// The least image of sets on one board, under mirroring in both directions and moving.
    pub(crate) fn least<S: Cells, const N: usize>(self, sets: [S; N]) -> [S; N] {
        match words(sets) {
            Some(words) if eight::fits(self) => of_words(eight::least(self, words)),
            _ => self.least_by_rows(sets),
        }
    }

    /// [`Size::least`], with rows and columns exchanged too if that fits on the board.
    pub(crate) fn least_of_all<S: Cells, const N: usize>(self, sets: [S; N]) -> [S; N] {
        match words(sets) {
            Some(words) if eight::fits(self) => of_words(eight::least_of_all(self, words)),
            _ => self.least_of_all_by_rows(sets),
        }
    }

    /// [`Size::least`] on a board of any size.
    pub(super) fn least_by_rows<S: Cells, const N: usize>(self, sets: [S; N]) -> [S; N] {
        let mirrored = sets.map(|set| self.mirrored(set));
        let turned = [sets, mirrored].map(|sets| sets.map(|set| self.upside_down(set)));
        let images = [mirrored, turned[0], turned[1]].map(|sets| self.cornered(sets));
        images.into_iter().fold(self.cornered(sets), Ord::min)
    }

    /// [`Size::least_of_all`] on a board of any size.
    pub(super) fn least_of_all_by_rows<S: Cells, const N: usize>(self, sets: [S; N]) -> [S; N] {
        let mut exchanged = self.cornered(sets);
        let fits = exchanged.iter_mut().all(|set| {
            let image = self.transposed(*set);
            *set = image.unwrap_or(S::NONE);
            image.is_some()
        });
        let least = self.least_by_rows(sets);
        if fits {
            least.min(self.least_by_rows(exchanged))
        } else {
            least
        }
    }

    pub(crate) fn name(self, cell: usize) -> String {
        grid::cell_name(cell / self.columns, cell % self.columns)
    }

    /// Reads a board; for each of `signs` the set of its cells.
    pub(crate) fn parse<S: Cells, const N: usize>(
        self,
        text: &str,
        signs: [char; N],
    ) -> Result<[S; N], InputError> {
        let all: String = signs.iter().collect();
        let found = grid::parse(text.trim(), self.rows, self.columns, &all)?;
        Ok(signs.map(|sign| {
            let cells = found.iter().enumerate().filter(|(_, c)| **c == sign);
            S::union(cells.map(|(cell, _)| S::one(cell)))
        }))
    }

    /// A board with the contents of each cell given by `cell`.
    pub(crate) fn board(self, cell: impl Fn(usize) -> Cell) -> Figure {
        let row = |row| {
            (0..self.columns)
                .map(|column| cell(row * self.columns + column))
                .collect()
        };
        Figure::Board((0..self.rows).map(row).collect())
    }

    /// A board on which dominoes cover all cells that are not free.
    pub(crate) fn covered<S: Cells>(self, free: S) -> Scene {
        let board = self.board(|cell| match free.has(cell) {
            true => Cell::Empty,
            false => Cell::Piece(Owner::Neutral, "#".into()),
        });
        let scene = Scene::of(board).with(scene::Set::Dominoes);
        scene.named(Names::FromTop)
    }

    /// Writes a board with the sign of each cell given by `sign`.
    pub(crate) fn show(self, sign: impl Fn(usize) -> char) -> String {
        grid::show(self.columns, (0..self.rows * self.columns).map(sign))
    }
}
