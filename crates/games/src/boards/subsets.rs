//! Sets of cells, and their ranks among those of the same size.

/// A set of at most 32 cells.
pub type Cells = u32;

/// The cells of a set, lowest first.
pub(crate) fn cells(mut set: Cells) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(cell)
    })
}

/// The most cells of a set with a rank.
const PLACES: usize = 9;

/// C(cell, place): the ways to choose `place` cells below `cell`.
const fn binomials() -> [[u32; PLACES + 1]; 33] {
    let mut table = [[0; PLACES + 1]; 33];
    let mut cell = 0;
    while cell < 33 {
        table[cell][0] = 1;
        let mut place = 1;
        while place <= PLACES && cell > 0 {
            table[cell][place] = table[cell - 1][place - 1] + table[cell - 1][place];
            place += 1;
        }
        cell += 1;
    }
    table
}

static BINOMIALS: [[u32; PLACES + 1]; 33] = binomials();

/// The rank of a set among those of its size, in colexicographic order.
#[inline]
pub(crate) fn rank(set: Cells) -> u64 {
    let place = |(place, cell): (usize, u32)| u64::from(BINOMIALS[cell as usize][place + 1]);
    cells(set).enumerate().map(place).sum()
}

/// The rank of a set among the cells outside `taken`.
#[inline]
pub(crate) fn rank_outside(set: Cells, taken: Cells) -> u64 {
    rank(gathered(set, taken))
}

/// A set of cells outside `taken`, moved down as if the cells of `taken` did not exist.
#[inline]
fn gathered(mut set: Cells, mut taken: Cells) -> Cells {
    while taken != 0 {
        let highest = 1 << taken.ilog2();
        let low = highest - 1;
        set = (set & low) | ((set >> 1) & !low);
        taken ^= highest;
    }
    set
}

/// The set moved up past the cells of `taken`: the inverse of removing them.
#[inline]
pub(crate) fn spread(mut set: Cells, taken: Cells) -> Cells {
    for cell in cells(taken) {
        let low = (1 << cell) - 1;
        set = (set & low) | ((set & !low) << 1);
    }
    set
}

/// Every set of `size` cells out of `count`, in colexicographic order: each is the next larger number with the same number
/// of ones (Gosper).
pub(crate) fn sets(count: u32, size: u32) -> Vec<Cells> {
    let next = |set: &u64| {
        let lowest = (*set != 0).then(|| set & set.wrapping_neg())?;
        let carried = set + lowest;
        let next = (((carried ^ set) >> 2) / lowest) | carried;
        Some(next).filter(|next| next >> count == 0)
    };
    let first = (1u64 << size) - 1;
    let sets = std::iter::successors(Some(first), next);
    sets.map(|set| set as Cells).collect()
}

/// The number of sets of `size` cells out of `count`.
#[inline]
pub(crate) fn choices(count: u32, size: u32) -> u32 {
    BINOMIALS[count as usize][size as usize]
}
