//! **How much does the player to move win by when coins are taken from the ends of a row?**
//! The interval table by increasing width, one diagonal at a time: n²/2 cells of time, O(n) memory, one answer.
//!
//! The margin of a sub-row is the better of its two end coins minus the margin of the rest: `D(i, w) = max(v[i] − D(i+1,
//! w−1), v[i+w−1] − D(i, w−1))`. Only the last width is kept, in the narrowest safe integers, and eight widths are computed
//! in one sweep (the `stripes` module).
//!
//! It is the independent check of [`fold`](super::fold), which gives the same answer in O(n); for every sub-row of a row
//! see [`triangle`](super::triangle).

use super::cell::{TableError, Width, cells};
use super::fold::Ends;
use super::stripes::Sweep;

/// The values of the two first moves of a row; `None` for an empty row.
///
/// `go_on` is called every hundredth of a second, between 2²⁰ and some 2²⁸ cells.
///
/// # Errors
/// [`TableError::Stopped`] if `go_on` returns false.
///
/// ```
/// use bouton_solvers::rows::diagonal::ends;
/// let ends = ends(&[2, 1, 2, 3, 3, 3], || true).unwrap().unwrap();
/// assert_eq!((ends.left, ends.right), (0, 2));
/// ```
pub fn ends(row: &[i64], go_on: impl FnMut() -> bool) -> Result<Option<Ends>, TableError> {
    match Width::of(row) {
        Width::Bits16 => ends_in::<i16>(row, go_on),
        Width::Bits32 => ends_in::<i32>(row, go_on),
        Width::Bits64 => ends_in::<i64>(row, go_on),
        Width::Bits128 => ends_in::<i128>(row, go_on),
    }
}

/// The most bytes that [`ends`] takes: the row and two diagonals, each also cut into stripes.
pub fn bytes_needed(row: &[i64]) -> u128 {
    6 * row.len() as u128 * Width::of(row).bytes()
}

/// The fewest cells that are filled between two calls of `go_on`.
const CELLS_A_BREATH: usize = 1 << 20;

fn ends_in<T: Sweep>(
    row: &[i64],
    mut go_on: impl FnMut() -> bool,
) -> Result<Option<Ends>, TableError> {
    let row: Vec<T> = cells(row);
    let [first, .., last] = row[..] else {
        let only = row.first().map(|&value| value.into());
        return Ok(only.map(|value| Ends {
            left: value,
            right: value,
        }));
    };
    let (mut margins, mut wider) = (row.clone(), row.clone());
    let mut width = 1;
    let mut cells = 0;
    while margins.len() > 2 {
        let swept = T::sweep(&row, &mut margins, width);
        cells += (swept - width + 1) * margins.len();
        width = swept;
        if margins.len() > 2 {
            // Two diagonals that change places: a single width allocates nothing.
            width += 1;
            wider.truncate(margins.len() - 1);
            T::widen(&row, width, &margins, &mut wider);
            std::mem::swap(&mut margins, &mut wider);
        }
        if cells >= CELLS_A_BREATH {
            cells = 0;
            if !go_on() {
                return Err(TableError::Stopped);
            }
        }
    }
    Ok(Some(Ends {
        left: first.minus(margins[1]).into(),
        right: last.minus(margins[0]).into(),
    }))
}
