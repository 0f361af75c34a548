//! Cram: either player lays a domino on two free neighbouring cells. The last to move wins.
//!
//! Groups of free cells that do not share a side are independent, and a group is equivalent to its mirror images and turns.
//!
//! A position is the free cells of each line across the board's longer side, a bit each: of at most 256 cells, 16 at most.

use super::board::Board;
use super::{Named, Position, Rules, Step};

struct Cram(Board);

pub(super) fn open(named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Ok(Box::new(Cram(Board::like(named.position, "#."))))
}

impl Cram {
    /// The line of a cell, and the cell's bit there.
    fn place(&self, row: usize, column: usize) -> (usize, i64) {
        match self.0.columns >= self.0.rows {
            true => (column, 1 << row),
            false => (row, 1 << column),
        }
    }

    /// The row and the column of a group's first cell, row by row from the top.
    fn first(&self, group: &[i64]) -> (usize, usize) {
        let all = group.iter().fold(0, |all, line| all | line);
        let bit = match self.0.columns >= self.0.rows {
            true => all & -all,
            false => all,
        };
        let line = group.iter().position(|line| line & bit != 0).unwrap_or(0);
        let cell = (group[line] & bit).trailing_zeros() as usize;
        match self.0.columns >= self.0.rows {
            true => (cell, line),
            false => (line, cell),
        }
    }

    fn is_free(&self, at: &[i64], row: usize, column: usize) -> bool {
        let (line, bit) = self.place(row, column);
        at[line] & bit != 0
    }
}

/// The groups of more than one free cell, each as a separate position.
fn groups(at: &[i64]) -> Vec<Position> {
    let (mut left, mut groups) = (at.to_vec(), Vec::new());
    while let Some(first) = left.iter().position(|line| *line != 0) {
        let mut group = vec![0; at.len()];
        group[first] = left[first] & -left[first];
        loop {
            let mut grows = false;
            for line in 0..group.len() {
                let above = if line > 0 { group[line - 1] } else { 0 };
                let below = group.get(line + 1).copied().unwrap_or(0);
                let here = group[line];
                let grown = (here | here << 1 | here >> 1 | above | below) & left[line];
                grows |= grown != here;
                group[line] = grown;
            }
            if !grows {
                break;
            }
        }
        left.iter_mut()
            .zip(&group)
            .for_each(|(line, taken)| *line &= !taken);
        let cells: u32 = group.iter().map(|line| line.count_ones()).sum();
        if cells > 1 {
            groups.push(group);
        }
    }
    groups
}

/// The lines with rows and columns exchanged, for lines of this many cells.
fn exchanged(lines: &[i64], width: usize) -> Position {
    let line = |bit: usize| {
        let bits = lines.iter().enumerate();
        bits.fold(0, |line, (n, from)| line | (from >> bit & 1) << n)
    };
    (0..width).map(line).collect()
}

/// The least of the lines and their mirror images, for lines of this many cells.
fn least_flip(lines: &[i64], width: usize) -> Position {
    let mirrored = |line: &i64| (line.cast_unsigned().reverse_bits() >> (64 - width)).cast_signed();
    let flipped: Position = lines.iter().map(mirrored).collect();
    let backwards = |lines: &[i64]| lines.iter().rev().copied().collect::<Position>();
    let images = [backwards(lines), backwards(&flipped), flipped];
    images.into_iter().fold(lines.to_vec(), Ord::min)
}

/// The least image of lines of this many cells, with rows and columns exchanged if there are equally many of both.
fn least(lines: &[i64], width: usize) -> Position {
    let least = least_flip(lines, width);
    match lines.len() == width {
        true => least.min(least_flip(&exchanged(lines, width), width)),
        false => least,
    }
}

/// The representative of a group, for any place and orientation: the number of lines, which is no smaller than the number
/// of cells in a line, and the lines.
fn shape(group: &[i64]) -> Position {
    let first = group.iter().position(|line| *line != 0).unwrap_or(0);
    let last = group.iter().rposition(|line| *line != 0).unwrap_or(0);
    let all = group.iter().fold(0, |all, line| all | line);
    let (low, width) = (
        all.trailing_zeros(),
        64 - all.leading_zeros() - all.trailing_zeros(),
    );
    let mut lines: Position = group[first..=last].iter().map(|line| line >> low).collect();
    let mut width = width as usize;
    if lines.len() < width {
        let height = lines.len();
        (lines, width) = (exchanged(&lines, width), height);
    }
    let mut shape = least(&lines, width);
    shape.insert(0, lines.len() as i64);
    shape
}

impl Rules for Cram {
    fn options(&self, at: &[i64], see: &mut dyn FnMut(Step)) {
        for row in 0..self.0.rows {
            for column in 0..self.0.columns {
                for (down, right) in [(row, column + 1), (row + 1, column)] {
                    let lies_on = down < self.0.rows && right < self.0.columns;
                    if lies_on && self.is_free(at, row, column) && self.is_free(at, down, right) {
                        let mut after = at.to_vec();
                        for (line, bit) in [self.place(row, column), self.place(down, right)] {
                            after[line] &= !bit;
                        }
                        see(after.into());
                    }
                }
            }
        }
    }

    fn parse(&self, text: &str, _right: bool) -> Result<Position, String> {
        let mut lines = vec![0; self.0.rows.max(self.0.columns)];
        for (cell, sign) in self.0.read(text)?.iter().enumerate() {
            let (line, bit) = self.place(cell / self.0.columns, cell % self.0.columns);
            lines[line] |= sign * bit;
        }
        Ok(lines)
    }

    fn show(&self, at: &[i64]) -> String {
        let cells = 0..self.0.rows * self.0.columns;
        let sign = |cell| {
            self.is_free(at, cell / self.0.columns, cell % self.0.columns)
                .into()
        };
        self.0.show(&cells.map(sign).collect::<Position>())
    }

    fn key(&self, at: &[i64], misere: bool) -> Position {
        if misere {
            return least(at, self.0.rows.min(self.0.columns).max(1));
        }
        let mut shapes: Vec<Position> = groups(at).iter().map(|group| shape(group)).collect();
        shapes.sort_unstable();
        shapes.concat()
    }

    fn shape(&self, part: &[i64]) -> Position {
        shape(part)
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn parts(&self, at: &[i64]) -> Vec<Position> {
        let mut groups = groups(at);
        let cells = |group: &Position| group.iter().map(|line| line.count_ones()).sum::<u32>();
        groups.sort_by_key(|group| (cells(group), self.first(group)));
        groups
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> (Cram, Position) {
        let cram = Cram(Board::like(text, "#."));
        let at = cram.parse(text, false).unwrap();
        assert_eq!(cram.show(&at), text);
        (cram, at)
    }

    fn key(text: &str, misere: bool) -> Position {
        let (cram, at) = at(text);
        cram.key(&at, misere)
    }

    /// A group is the same at every place, turned and mirrored, on wide or tall boards; another group is not.
    #[test]
    fn images_are_the_same_and_nothing_else() {
        let images = [
            "..##/.###/.###/####",
            "####/#..#/##.#/##.#",
            "####/.###/...#/####",
            "####/...#/.###/####",
            "###./#.../####/####",
            "####/#.##/#.##/#..#",
        ];
        for image in images {
            assert_eq!(key(image, false), key(images[0], false), "{image}");
            let shown: Vec<&str> = image.split('/').collect();
            let wide: Vec<String> = shown.iter().map(|row| format!("##{row}")).collect();
            assert_eq!(
                key(&wide.join("/"), false),
                key(images[0], false),
                "{image}"
            );
            let tall = format!("####/{image}/####");
            assert_eq!(key(&tall, false), key(images[0], false), "{image}");
        }
        for other in ["....", "../..", "..#/#..", "...#/#.##", "..#/.##/..#"] {
            assert_ne!(key(other, false), key(images[0], false), "{other}");
        }
    }

    /// For a full board only the images that keep the board are the same.
    #[test]
    fn whole_boards_are_mirrored_and_square_ones_turned() {
        assert_eq!(key("..#/###", true), key("###/#..", true));
        assert_ne!(key("..#/###", true), key(".##/.##", true));
        assert_eq!(key("..#/###/###", true), key("###/##./##.", true));
        assert_ne!(key("..#/###/###", true), key("###/.../###", true));
    }

    /// Single cells have no move; groups that touch by a corner are two.
    #[test]
    fn a_board_falls_into_its_groups() {
        let (cram, at) = at("..#./##../.###");
        let parts: Vec<String> = cram.parts(&at).iter().map(|part| cram.show(part)).collect();
        assert_eq!(parts, ["..##/####/####", "###./##../####"]);
    }

    /// Certificates contain the values of parts in this order: smaller ones first, those of one size row by row.
    #[test]
    fn parts_of_one_size_are_in_the_order_of_the_board() {
        for (text, count) in [
            ("#..#..#/.######/.###..#", 4),
            ("##.#/.#.#/.#../.###/##.#/##.#", 3),
            ("..#../#####/..#../#####/.#.../.####", 6),
        ] {
            let (cram, at) = at(text);
            let found: Vec<String> = cram.parts(&at).iter().map(|part| cram.show(part)).collect();
            let firsts: Vec<usize> = found.iter().filter_map(|part| part.find('.')).collect();
            let sizes: Vec<usize> = found.iter().map(|part| part.matches('.').count()).collect();
            let keys: Vec<(usize, usize)> = sizes.into_iter().zip(firsts).collect();
            assert_eq!(keys.len(), count, "{text}: {found:?}");
            assert!(keys.is_sorted(), "{text}: {found:?}");
        }
    }

    #[test]
    fn a_line_of_256_cells_is_read() {
        let text = ".".repeat(256);
        let (cram, at) = at(&text);
        let mut count = 0;
        cram.options(&at, &mut |_| count += 1);
        assert_eq!((at.len(), count), (256, 255));
        let tall = vec!["."; 256].join("/");
        assert_eq!(key(&tall, false), key(&text, false));
    }
}
