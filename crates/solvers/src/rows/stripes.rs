//! Many widths of the interval table at once, in vector registers.
//!
//! A row of cells is cut into L stripes of s cells, and one vector holds cell t of every stripe:
//!
//! ```text
//! lane 0:  cells 0     1     2   …  s-1
//! lane 1:  cells s     s+1   …      2s-1
//! lane 2:  …
//! ```
//!
//! The neighbour to the right of a full vector is then the next vector, without any shuffling, and K widths can be computed
//! in one sweep from right to left that keeps the newest cell of each width in a register: for K·L new cells one vector of
//! margins is read and written. Lanes run K cells into the next stripe (the halo), so that they are independent during a
//! sweep.

use super::cell::Cell;
use multiversion::multiversion;

/// The number of widths that one sweep computes.
// Their newest cells stay in registers. A row of 10,000 takes 1.2 times as long with 2, 0.94 to 1.07 with 4, 1.05 (32 bits)
// to 1.56 times (16 bits) with 16.
pub(super) const WIDTHS: usize = 8;

/// The approximate number of cells between two checks whether to continue.
const CELLS_AT_ONCE: usize = 1 << 28;

/// One cell of each stripe.
type Vector<T, const L: usize> = [T; L];

/// Extends the table from width `width` to a larger one, as long as sweeps pay; `margins[i]` is the margin of `row[i..i +
/// width]`. Returns the width reached.
pub(super) trait Sweep: Cell {
    /// Sweeps over `margins`, which shrinks by one cell a width; see the trait.
    fn sweep(row: &[Self], margins: &mut Vec<Self>, width: usize) -> usize;

    /// The plain loop: the margins `above` of all sub-rows of `width` values from those of one value less, `below`.
    fn widen(row: &[Self], width: usize, below: &[Self], above: &mut [Self]);
}

macro_rules! sweeps {
    ($($integer:ty, $lanes:literal, $sweep:ident, $widen:ident;)*) => {$(
        #[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
        fn $sweep(margins: &mut [[$integer; $lanes]], left: &[[$integer; $lanes]], right: &[[$integer; $lanes]]) {
            widen_by_eight(margins, left, right);
        }

        #[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
        fn $widen(row: &[$integer], width: usize, below: &[$integer], above: &mut [$integer]) {
            widen_by_one(row, width, below, above);
        }

        impl Sweep for $integer {
            fn sweep(row: &[Self], margins: &mut Vec<Self>, width: usize) -> usize {
                // The halo is computed twice: here it would be more than a quarter of each stripe. A limit four times as high
                // makes a row of 2,000 take 1.3 times as long.
                if margins.len() < 4 * WIDTHS * $lanes {
                    return width;
                }
                let stripe = margins.len().div_ceil($lanes);
                let widths = widths_at_once(margins.len(), stripe, $lanes);
                let mut cells = striped::<_, $lanes>(margins, stripe, stripe + WIDTHS);
                let left = striped(row, stripe, stripe + WIDTHS);
                let right = striped(&row[width..], stripe, stripe + widths + WIDTHS);
                for done in (0..widths).step_by(WIDTHS) {
                    fill_halo(&mut cells, stripe);
                    $sweep(&mut cells, &left, &right[done..]);
                }
                margins.truncate(margins.len() - widths);
                unstripe(&cells, stripe, margins);
                width + widths
            }

            fn widen(row: &[Self], width: usize, below: &[Self], above: &mut [Self]) {
                $widen(row, width, below, above);
            }
        }
    )*};
}

// 64 bytes a vector: one register of AVX-512, two of AVX2.
sweeps! {
    i16, 32, sweep_16, widen_16;
    i32, 16, sweep_32, widen_32;
    i64, 8, sweep_64, widen_64;
}

impl Sweep for i128 {
    /// No machine has 128-bit lanes: the plain loop is as fast.
    fn sweep(_: &[Self], _: &mut Vec<Self>, width: usize) -> usize {
        width
    }

    fn widen(row: &[Self], width: usize, below: &[Self], above: &mut [Self]) {
        widen_by_one(row, width, below, above);
    }
}

/// The number of widths between two times that `cells` are cut into stripes.
///
/// Stripes extend past the shrinking diagonal, by w/2Ls of the work for w widths, and cutting costs about 3L/4w of it: the
/// sum is least for w ≈ L√(2s). The caller must also be able to stop after some hundredths of a second.
fn widths_at_once(cells: usize, stripe: usize, lanes: usize) -> usize {
    let patience = (CELLS_AT_ONCE / cells).max(8 * WIDTHS);
    let cheapest = lanes * (2 * stripe).isqrt();
    cheapest.min(patience).min(cells / 2) / WIDTHS * WIDTHS
}

/// `length` vectors of the row cut into stripes of `stripe` cells; zeros past its end.
fn striped<T: Cell, const L: usize>(row: &[T], stripe: usize, length: usize) -> Vec<Vector<T, L>> {
    let mut vectors = vec![[T::default(); L]; length];
    for lane in 0..L {
        let cells = row.get(lane * stripe..).unwrap_or_default();
        for (vector, &cell) in vectors.iter_mut().zip(cells) {
            vector[lane] = cell;
        }
    }
    vectors
}

/// The inverse of [`striped`].
fn unstripe<T: Cell, const L: usize>(vectors: &[Vector<T, L>], stripe: usize, row: &mut [T]) {
    for (lane, cells) in row.chunks_mut(stripe).enumerate() {
        for (cell, vector) in cells.iter_mut().zip(vectors) {
            *cell = vector[lane];
        }
    }
}

/// Repeats the first cells of each stripe after the stripe before it.
fn fill_halo<T: Cell, const L: usize>(cells: &mut [Vector<T, L>], stripe: usize) {
    let (body, halo) = cells.split_at_mut(stripe);
    for (halo, first) in halo.iter_mut().zip(body) {
        *halo = *first;
        halo.rotate_left(1);
    }
}

/// See [`Sweep::widen`].
#[inline(always)]
fn widen_by_one<T: Cell>(row: &[T], width: usize, below: &[T], above: &mut [T]) {
    let count = above.len();
    let (left, right) = (&row[..count], &row[width - 1..][..count]);
    let (without_right, without_left) = (&below[..count], &below[1..][..count]);
    for i in 0..count {
        above[i] = left[i]
            .minus(without_left[i])
            .max(right[i].minus(without_right[i]));
    }
}

/// Widens every margin by [`WIDTHS`]. `left[t]` and `right[t]` are the row's values at the left end of the sub-row at
/// `margins[t]` and just past its right end.
#[inline(always)]
fn widen_by_eight<T: Cell, const L: usize>(
    margins: &mut [Vector<T, L>],
    left: &[Vector<T, L>],
    right: &[Vector<T, L>],
) {
    let length = margins.len();
    let (left, right) = (&left[..length], &right[..length + WIDTHS]);
    // The cell to the right, of each width but the last. The first few vectors read zeros here and get wrong values: they
    // are the halo, and the error moves left by one cell a width without leaving it.
    let mut next = [[T::default(); L]; WIDTHS];
    for t in (0..length).rev() {
        let mut margin = margins[t];
        for (k, next) in next.iter_mut().enumerate() {
            let wider = best_end(&left[t], next, &right[t + k], &margin);
            *next = std::mem::replace(&mut margin, wider);
        }
        margins[t] = margin;
    }
}

/// The margin of a sub-row from its end values and the margins of the sub-rows without them, in every lane.
#[inline(always)]
fn best_end<T: Cell, const L: usize>(
    left: &Vector<T, L>,
    without_left: &Vector<T, L>,
    right: &Vector<T, L>,
    without_right: &Vector<T, L>,
) -> Vector<T, L> {
    let mut best = [T::default(); L];
    for lane in 0..L {
        best[lane] = left[lane]
            .minus(without_left[lane])
            .max(right[lane].minus(without_right[lane]));
    }
    best
}
