//! Teeko. Positions are numbered by the number of pieces on the board, fewest first; then by the set of the mover's pieces,
//! and then by the set of the other's among the remaining cells: sets of a size in colexicographic order, cells counted
//! along rows from the top. The other player moved last, and has as many pieces or one more.

use super::rules::Numbered;
use super::step::{Move, NumberState, Rules};

pub(super) struct Teeko {
    /// Sets of four cells that win.
    patterns: Vec<u32>,
}

const CELLS: usize = 25;

/// The number of ways to choose this many of this many.
fn ways(of: usize, choose: usize) -> u64 {
    (0..choose).fold(1, |ways, n| {
        ways * of.saturating_sub(n) as u64 / (n as u64 + 1)
    })
}

/// The place of a set among those of its size, its members counted along `cells`.
fn rank(set: &[usize], cells: &[usize]) -> u64 {
    let mut rank = 0;
    let mut size = 0;
    for (place, cell) in cells.iter().enumerate() {
        if set.contains(cell) {
            size += 1;
            rank += ways(place, size);
        }
    }
    rank
}

/// The set of this size at a place.
fn unrank(mut rank: u64, size: usize, cells: &[usize]) -> Vec<usize> {
    let mut set = Vec::new();
    for size in (1..=size).rev() {
        let mut place = size - 1;
        while ways(place + 1, size) <= rank {
            place += 1;
        }
        rank -= ways(place, size);
        set.push(cells[place]);
    }
    set
}

/// The cells outside a set.
fn others(set: &[usize]) -> Vec<usize> {
    (0..CELLS).filter(|cell| !set.contains(cell)).collect()
}

/// The number of positions with this many pieces.
fn with_men(men: usize) -> u64 {
    ways(CELLS, men / 2) * ways(CELLS - men / 2, men.div_ceil(2))
}

impl Teeko {
    pub(super) fn new() -> Self {
        let mut patterns = Vec::new();
        for start in 0..CELLS as i32 {
            for shape in [
                [(0, 0), (0, 1), (0, 2), (0, 3)],
                [(0, 0), (1, 0), (2, 0), (3, 0)],
                [(0, 0), (1, 1), (2, 2), (3, 3)],
                [(0, 0), (1, -1), (2, -2), (3, -3)],
                [(0, 0), (0, 1), (1, 0), (1, 1)],
            ] {
                let cells = shape.map(|(down, right)| (start / 5 + down, start % 5 + right));
                if cells
                    .iter()
                    .all(|(row, column)| (0..5).contains(row) && (0..5).contains(column))
                {
                    patterns.push(
                        cells
                            .iter()
                            .map(|(row, column)| 1 << (5 * row + column))
                            .sum(),
                    );
                }
            }
        }
        Self { patterns }
    }

    fn has_won(&self, men: &[usize]) -> bool {
        let set: u32 = men.iter().map(|cell| 1 << cell).sum();
        self.patterns.contains(&set)
    }

    fn number(mover: &[usize], other: &[usize]) -> u64 {
        let men = mover.len() + other.len();
        let before: u64 = (0..men).map(with_men).sum();
        let all: Vec<_> = (0..CELLS).collect();
        let others = others(mover);
        before + rank(mover, &all) * ways(others.len(), other.len()) + rank(other, &others)
    }

    fn position(mut number: u64) -> (Vec<usize>, Vec<usize>) {
        let mut men = 0;
        while number >= with_men(men) {
            number -= with_men(men);
            men += 1;
        }
        let each = ways(CELLS - men / 2, men.div_ceil(2));
        let all: Vec<_> = (0..CELLS).collect();
        let mover = unrank(number / each, men / 2, &all);
        let other = unrank(number % each, men.div_ceil(2), &others(&mover));
        (mover, other)
    }
}

impl Rules for Teeko {
    fn count(&self) -> u64 {
        (0..=8).map(with_men).sum()
    }

    fn look(&self, number: u64, tell: &mut dyn FnMut(Move)) -> NumberState {
        let (mover, other) = Self::position(number);
        if self.has_won(&mover) {
            return NumberState::Hole;
        }
        if self.has_won(&other) {
            return NumberState::Over(-1);
        }
        let free: Vec<_> = others(&mover)
            .into_iter()
            .filter(|cell| !other.contains(cell))
            .collect();
        let mut is_stuck = true;
        let mut goes = |men: Vec<usize>| {
            is_stuck = false;
            tell(Move::to(Self::number(&other, &men)));
        };
        if mover.len() < 4 {
            for cell in free {
                goes(mover.iter().copied().chain([cell]).collect());
            }
        } else {
            for man in &mover {
                for cell in &free {
                    if (cell / 5).abs_diff(man / 5) <= 1 && (cell % 5).abs_diff(man % 5) <= 1 {
                        let stay = mover.iter().copied().filter(|other| other != man);
                        goes(stay.chain([*cell]).collect());
                    }
                }
            }
        }
        if is_stuck {
            NumberState::Over(-1)
        } else {
            NumberState::Open
        }
    }
}

impl Numbered for Teeko {
    fn show(&self, number: u64) -> String {
        let (mover, other) = Self::position(number);
        let sign = |cell: usize| match (mover.contains(&cell), other.contains(&cell)) {
            (true, _) => 'X',
            (_, true) => 'O',
            _ => '.',
        };
        let row = |row: usize| (5 * row..5 * row + 5).map(sign).collect();
        (0..5).map(row).collect::<Vec<String>>().join("/")
    }
}
