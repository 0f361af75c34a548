//! [`Plan`]: a board of morris, and tables derived from it.

use std::sync::OnceLock;

use super::numbers::Numbers;
use crate::boards::subsets::Cells;

/// A board: points row by row from the top, and the lines along which pieces move.
#[derive(Debug)]
pub(super) struct Plan {
    /// The number of pieces of each player.
    pub(super) men: u32,
    /// Whether a player with three pieces can move them to any point.
    pub(super) flies: bool,
    /// The coordinates of each point, from the middle of the board.
    pub(super) places: &'static [[i32; 2]],
    /// The number of points in each row.
    pub(super) rows: &'static [usize],
    /// Rows of three.
    mills: &'static [[u32; 3]],
    /// Further pairs of neighbouring points.
    joints: &'static [(u32, u32)],
    tables: OnceLock<Tables>,
    pub(super) numbers: OnceLock<Numbers>,
}

/// Tables for one board.
#[derive(Debug)]
pub(super) struct Tables {
    /// The neighbours of each point.
    pub(super) near: Vec<Cells>,
    /// For each point, the other points of its mills.
    pub(super) mills: Vec<Vec<Cells>>,
    /// For each symmetry the images of each group of eight points, by the subset.
    images: Vec<[[Cells; 256]; 3]>,
    /// The inverse of each symmetry.
    pub(super) undone: Vec<usize>,
    /// The number of cycles of each length, for each symmetry.
    pub(super) cycles: Vec<Vec<u32>>,
}

pub(super) static SIX: Plan = Plan {
    men: 6,
    flies: false,
    places: [
        -2, 2, 0, 2, 2, 2, -1, 1, 0, 1, 1, 1, -2, 0, -1, 0, 1, 0, 2, 0, -1, -1, 0, -1, 1, -1, -2,
        -2, 0, -2, 2, -2,
    ]
    .as_chunks()
    .0,
    rows: &[3, 3, 4, 3, 3],
    mills: [
        0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 0, 6, 13, 3, 7, 10, 5, 8, 12, 2, 9, 15,
    ]
    .as_chunks()
    .0,
    joints: &[(1, 4), (6, 7), (8, 9), (11, 14)],
    tables: OnceLock::new(),
    numbers: OnceLock::new(),
};

pub(super) static NINE: Plan = Plan {
    men: 9,
    flies: true,
    places: [
        -3, 3, 0, 3, 3, 3, -2, 2, 0, 2, 2, 2, -1, 1, 0, 1, 1, 1, -3, 0, -2, 0, -1, 0, 1, 0, 2, 0,
        3, 0, -1, -1, 0, -1, 1, -1, -2, -2, 0, -2, 2, -2, -3, -3, 0, -3, 3, -3,
    ]
    .as_chunks()
    .0,
    rows: &[3, 3, 3, 6, 3, 3, 3],
    mills: [
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 0, 9,
        21, 3, 10, 18, 6, 11, 15, 1, 4, 7, 16, 19, 22, 8, 12, 17, 5, 13, 20, 2, 14, 23,
    ]
    .as_chunks()
    .0,
    joints: &[],
    tables: OnceLock::new(),
    numbers: OnceLock::new(),
};

impl Plan {
    pub(super) fn points(&self) -> u32 {
        self.places.len() as u32
    }

    pub(super) fn board(&self) -> Cells {
        (1 << self.points()) - 1
    }

    /// The distance of the outer square from the middle.
    pub(super) fn reach(&self) -> i32 {
        self.places[0][1]
    }

    /// The name of a point: its column and its row.
    pub(super) fn name(&self, point: u32) -> String {
        let ([x, y], reach) = (self.places[point as usize], self.reach());
        let column = char::from(b'a' + (x + reach) as u8);
        format!("{column}{}", y + reach + 1)
    }

    /// The lines along which pieces move, each once.
    pub(super) fn edges(&self) -> impl Iterator<Item = (u32, u32)> {
        let mills = self.mills.iter();
        let edges = mills.flat_map(|[a, b, c]| [(*a, *b), (*b, *c)]);
        edges.chain(self.joints.iter().copied())
    }

    pub(super) fn tables(&'static self) -> &'static Tables {
        self.tables.get_or_init(|| Tables::of(self))
    }
}

impl Tables {
    fn of(plan: &Plan) -> Self {
        let mut near = vec![0; plan.places.len()];
        for (a, b) in plan.edges() {
            near[a as usize] |= 1 << b;
            near[b as usize] |= 1 << a;
        }
        let others = |point: u32| {
            let mills = plan.mills.iter().filter(|mill| mill.contains(&point));
            let set = |mill: &[u32; 3]| mill.iter().map(|a| 1 << a).sum::<Cells>() & !(1 << point);
            mills.map(set).collect()
        };
        let symmetries: Vec<Vec<usize>> = (0..16).map(|nth| symmetry(plan, nth)).collect();
        let is_undone = |a: &[usize], b: &[usize]| (0..a.len()).all(|point| b[a[point]] == point);
        let undone = symmetries.iter().map(|symmetry| {
            let mut all = symmetries.iter();
            let other = all.position(|other| is_undone(symmetry, other));
            other.expect("invariant: symmetries are a group")
        });
        Self {
            near,
            mills: (0..plan.points()).map(others).collect(),
            undone: undone.collect(),
            cycles: symmetries.iter().map(|symmetry| cycles(symmetry)).collect(),
            images: symmetries.iter().map(|symmetry| images(symmetry)).collect(),
        }
    }

    /// The number of symmetries.
    pub(super) fn images(&self) -> usize {
        self.images.len()
    }

    /// The image of a set under a symmetry.
    #[inline]
    pub(super) fn image(&self, symmetry: usize, set: Cells) -> Cells {
        let [low, middle, high] = &self.images[symmetry];
        let byte = |shift: u32| (set >> shift & 0xff) as usize;
        low[byte(0)] | middle[byte(8)] | high[byte(16)]
    }
}

/// The image of each point under one of sixteen symmetries: turns and mirror images, and the exchange of the squares.
fn symmetry(plan: &Plan, nth: usize) -> Vec<usize> {
    let moved = |[mut x, mut y]: [i32; 2]| {
        if nth & 1 != 0 {
            x = -x;
        }
        if nth & 2 != 0 {
            y = -y;
        }
        if nth & 4 != 0 {
            (x, y) = (y, x);
        }
        if nth & 8 != 0 {
            let square = x.abs().max(y.abs());
            let other = plan.reach() + 1 - square;
            (x, y) = (x / square * other, y / square * other);
        }
        [x, y]
    };
    let place = |to: [i32; 2]| plan.places.iter().position(|place| *place == to);
    let images = plan.places.iter().map(|at| place(moved(*at)));
    images
        .map(|image| image.expect("invariant: a symmetry takes points to points"))
        .collect()
}

fn images(symmetry: &[usize]) -> [[Cells; 256]; 3] {
    let mut images = [[0; 256]; 3];
    for (eight, images) in images.iter_mut().enumerate() {
        for (byte, image) in images.iter_mut().enumerate() {
            let of = |bit: usize| symmetry.get(8 * eight + bit).map(|to| 1 << to);
            let bits = (0..8).filter(|bit| byte >> bit & 1 != 0);
            *image = bits.filter_map(of).sum();
        }
    }
    images
}

/// The lengths of the cycles of a symmetry.
fn cycles(symmetry: &[usize]) -> Vec<u32> {
    let mut seen = vec![false; symmetry.len()];
    let mut lengths = Vec::new();
    for first in 0..symmetry.len() {
        let (mut point, mut length) = (first, 0);
        while !std::mem::replace(&mut seen[point], true) {
            (point, length) = (symmetry[point], length + 1);
        }
        lengths.extend((length > 0).then_some(length));
    }
    lengths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_keep_lines_and_mills() {
        for plan in [&SIX, &NINE] {
            let tables = plan.tables();
            let mut all: Vec<_> = (0..tables.images())
                .map(|nth| {
                    (0..plan.points())
                        .map(|a| tables.image(nth, 1 << a))
                        .collect::<Vec<_>>()
                })
                .collect();
            for images in &all {
                for (a, image) in images.iter().enumerate() {
                    let to = image.trailing_zeros() as usize;
                    let near = |point: usize| tables.near[point];
                    let moved: Cells = (0..24)
                        .filter(|b| near(a) >> b & 1 != 0)
                        .map(|b| images[b])
                        .sum();
                    assert_eq!(near(to), moved);
                }
            }
            all.sort();
            all.dedup();
            assert_eq!(all.len(), 16);
            let ends = |nth: usize| tables.mills[nth].len();
            assert!((0..plan.places.len()).all(|point| ends(point) >= 1));
        }
    }
}
