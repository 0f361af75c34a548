//! Cakes: each piece lies where it was cut; the place of an eaten piece stays empty.

use bouton::Course;
use bouton_core::scene::{Owner, Scene};

use super::super::canvas::Canvas;
use super::cells::CELL;
use super::laid::without;

/// Between two pieces.
const GAP: f64 = 5.0;

/// Rows and columns of a cake.
type Size = [usize; 2];

/// A piece with its upper left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Slice {
    row: usize,
    column: usize,
    size: Size,
}

/// Cakes and what is left of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Slices {
    wholes: Vec<Slice>,
    /// In the order of the position.
    left: Vec<Slice>,
}

impl Slices {
    /// The cakes side by side.
    fn whole(cakes: &[Size]) -> Self {
        let mut column = 0;
        let wholes = cakes.iter().map(|&size| {
            let slice = Slice {
                row: 0,
                column,
                size,
            };
            column += size[1] + 1;
            slice
        });
        let wholes: Vec<_> = wholes.collect();
        Self {
            left: wholes.clone(),
            wholes,
        }
    }

    /// The cakes of a course; those that lie there now, where they are not pieces of those at the start.
    pub(super) fn of(course: &Course) -> Self {
        let mut slices = Self::whole(&course.start().cakes());
        for (ply, before, after) in course.plies() {
            if slices.step(before, after, ply.owner).is_none() {
                return Self::whole(&course.now().cakes());
            }
        }
        slices
    }

    /// A cake became some others: Left divides columns, Right rows.
    fn step(&mut self, before: &Scene, after: &Scene, by: Owner) -> Option<()> {
        let (before, after) = (before.cakes(), after.cakes());
        let gone = without(&before, &after);
        let [cut] = gone[..] else { return None };
        let mut parts = without(&after, &before);
        parts.sort_unstable();
        let place = self.left.iter().position(|slice| slice.size == cut)?;
        let old = self.left.remove(place);
        let side = usize::from(by == Owner::First);
        let all: usize = parts.iter().map(|size| size[side]).sum();
        // Of a cake whose first line was eaten the rest lies behind that.
        let mut at = usize::from(all < cut[side] && parts.len() == 1);
        for (n, &size) in parts.iter().enumerate() {
            if n + 1 == parts.len() {
                at = cut[side].checked_sub(size[side])?;
            }
            let mut slice = Slice { size, ..old };
            match side {
                0 => slice.row += at,
                _ => slice.column += at,
            }
            self.left.push(slice);
            at += size[side];
        }
        let mut rest = std::mem::take(&mut self.left);
        for size in after {
            let next = rest.iter().position(|slice| slice.size == size)?;
            self.left.push(rest.remove(next));
        }
        Some(())
    }

    /// Draws them; the squares are counted as those of the board on which the cakes `now` lie side by side.
    pub(super) fn draw(&self, canvas: &mut Canvas, now: &[Size]) {
        for whole in &self.wholes {
            let [rows, columns] = whole.size.map(|side| side as f64 * CELL);
            let corner = whole.column as f64 * CELL;
            canvas.rect([corner, 0.0, columns, rows], 0.0, "bitten");
        }
        let wide = now.iter().map(|size| size[1] + 1).sum::<usize>();
        let wide = wide.saturating_sub(1);
        let mut offset = 0;
        for slice in &self.left {
            self.slice(canvas, slice, |row, column| row * wide + offset + column);
            offset += slice.size[1] + 1;
        }
    }

    fn slice(&self, canvas: &mut Canvas, slice: &Slice, part: impl Fn(usize, usize) -> usize) {
        let [rows, columns] = slice.size;
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)))
        {
            let title = format!(
                "{rows}×{columns} cake, row {}, column {}",
                row + 1,
                column + 1
            );
            canvas.open_part(part(row, column), &title);
            let edge = |here: bool| if here { GAP / 2.0 } else { 0.0 };
            let x = (slice.column + column) as f64 * CELL + edge(column == 0);
            let y = (slice.row + row) as f64 * CELL + edge(row == 0);
            let wide = CELL - edge(column == 0) - edge(column + 1 == columns);
            let high = CELL - edge(row == 0) - edge(row + 1 == rows);
            canvas.rect([x, y, wide, high], 0.0, "cake");
            if slice.row + row == 0 {
                canvas.rect([x, y, wide, 8.0], 0.0, "icing");
            }
            canvas.close();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slices(game: &str, position: &str, line: &[&str]) -> Vec<(Size, Size)> {
        let mut session = bouton::open(game, position).unwrap();
        let slices = Slices::of(&Course::follow(&mut session, line).unwrap());
        let left = slices.left.iter();
        left.map(|slice| (slice.size, [slice.row, slice.column]))
            .collect()
    }

    #[test]
    fn pieces_lie_where_they_were_cut_and_crumbs_stay() {
        let cut = slices(
            "cutcake",
            "2x3,3x2",
            &["2x3>2x1+2x2", "2x2>1x2+1x2", "1x2>1x1+1x1"],
        );
        let at = [
            ([1, 1], [0, 1]),
            ([1, 1], [0, 2]),
            ([1, 2], [1, 1]),
            ([2, 1], [0, 0]),
            ([3, 2], [0, 4]),
        ];
        assert_eq!(cut, at);
    }

    #[test]
    fn what_is_eaten_leaves_its_place() {
        assert_eq!(slices("eatcake", "3x4", &["3x4>3x3"]), [([3, 3], [0, 1])]);
        let two = slices("eatcake", "3x4", &["3x4>3x1+3x2"]);
        assert_eq!(two, [([3, 1], [0, 0]), ([3, 2], [0, 2])]);
    }
}
