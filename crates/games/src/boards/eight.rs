//! Sets on boards of at most eight rows and columns, as words with eight bits a row: all cells are mirrored, turned and moved at
//! once. With rows of another length each row is moved alone, which takes four times as long.
//!
//! The order of words is that of the sets: cells keep their order when rows are stretched to eight bits.

use super::free::Size;

/// Whether the board fits.
#[inline]
pub(super) fn fits(size: Size) -> bool {
    size.rows <= 8 && size.columns <= 8
}

/// The set with rows of eight bits.
#[inline]
fn stretched(size: Size, set: u64) -> u64 {
    let row = |r| (set >> (r * size.columns) & (0xff >> (8 - size.columns))) << (8 * r);
    (0..size.rows).map(row).fold(0, |all, row| all | row)
}

/// The set with rows as long as the board's.
#[inline]
fn shrunk(size: Size, set: u64) -> u64 {
    let row = |r| (set >> (8 * r) & 0xff) << (r * size.columns);
    (0..size.rows).map(row).fold(0, |all, row| all | row)
}

/// Rows and columns exchanged, by blocks of four, two, and one cells.
#[inline]
fn transposed(mut set: u64) -> u64 {
    for (shift, mask) in [
        (28, 0x0000_0000_f0f0_f0f0),
        (14, 0x0000_cccc_0000_cccc),
        (7, 0x00aa_00aa_00aa_00aa),
    ] {
        let change = (set ^ set >> shift) & mask;
        set ^= change ^ change << shift;
    }
    set
}

/// The sets moved together into the upper left corner.
#[inline]
fn cornered<const N: usize>(sets: [u64; N]) -> [u64; N] {
    let all = sets.iter().fold(0, |all, set| all | set);
    let mut columns = all | all >> 32;
    columns |= columns >> 16;
    columns |= columns >> 8;
    let up = all.trailing_zeros() & !7;
    let left = (columns as u8).trailing_zeros() & 7;
    sets.map(|set| set.wrapping_shr(up + left))
}

/// The least image under mirroring in both directions and moving.
#[inline]
fn least_mirrored<const N: usize>(sets: [u64; N]) -> [u64; N] {
    let turned = sets.map(u64::reverse_bits);
    let upside_down = |sets: [u64; N]| sets.map(u64::swap_bytes);
    let images = [sets, turned, upside_down(sets), upside_down(turned)];
    let [first, rest @ ..] = images.map(cornered);
    rest.into_iter().fold(first, Ord::min)
}

/// [`Size::least`].
#[inline]
pub(super) fn least<const N: usize>(size: Size, sets: [u64; N]) -> [u64; N] {
    let least = least_mirrored(sets.map(|set| stretched(size, set)));
    least.map(|set| shrunk(size, set))
}

/// [`Size::least_of_all`].
#[inline]
pub(super) fn least_of_all<const N: usize>(size: Size, sets: [u64; N]) -> [u64; N] {
    let sets = sets.map(|set| stretched(size, set));
    let mut least = least_mirrored(sets);
    let exchanged = cornered(sets).map(transposed);
    let board = stretched(size, size.all());
    if exchanged.iter().all(|set| set & !board == 0) {
        least = least.min(least_mirrored(exchanged));
    }
    least.map(|set| shrunk(size, set))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On boards of all sizes the images are those that moving row by row gives.
    #[test]
    fn agrees_with_rows_moved_one_by_one() {
        let mut random = fastrand::Rng::with_seed(3);
        for (rows, columns) in (1..=8).flat_map(|rows| (1..=8).map(move |c| (rows, c))) {
            let size = Size { rows, columns };
            for thin in (0..200).map(|n| n % 4) {
                // Few cells and many: some sets leave room to move, and to exchange rows and columns.
                let sets = [0; 2].map(|_| {
                    let all = size.all::<u64>() & random.u64(..);
                    (0..thin).fold(all, |set, _| set & random.u64(..))
                });
                assert_eq!(
                    least(size, sets),
                    size.least_by_rows(sets),
                    "{size:?} {sets:?}"
                );
                assert_eq!(
                    least_of_all(size, sets),
                    size.least_of_all_by_rows(sets),
                    "{size:?} {sets:?}"
                );
            }
        }
    }
}
