//! The loops that the compiler turns into vector instructions, for values of one, two and four bytes.
//!
//! Each is compiled for AVX-512, for AVX2 and for the baseline processor, and selected at run time.

use multiversion::multiversion;
use std::ops::BitXor;

/// An unsigned integer that holds a value, or a value's class and the mark of rare heaps in its highest bit.
pub(crate) trait Lane:
    Copy + Default + Ord + BitXor<Output = Self> + Send + Sync + 'static
{
    /// The highest bit.
    const FLAG: Self;
    /// All bits.
    const ONES: Self;
    /// Zero.
    const ZERO: Self;

    /// The number in this type, if it fits.
    fn from_u32(number: u32) -> Option<Self>;
    /// The number in 32 bits.
    fn to_u32(self) -> u32;
    /// See [`has_pair`].
    fn has_pair(small: &[Self], large: &[Self], value: Self) -> bool;
    /// Adds to the masks of a group the classes of the pairs in the list.
    fn mark<const W: usize>(cells: &[Self], list: &[Shift<Self>], at: usize, masks: &mut Masks<W>);
}

/// One option of every heap: the heap `back` before it, together with a heap of this class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shift<T> {
    /// The distance of the partner from the heap.
    pub(crate) back: u32,
    /// The class of the other heap of the pair.
    pub(crate) class: T,
}

/// Heaps that [`mark`] treats together.
pub(crate) const MARKED_TOGETHER: usize = 32;

/// Excluded classes, 64 a word, of each heap of a group.
pub(crate) type Masks<const W: usize> = [[u64; MARKED_TOGETHER]; W];

/// Whether a pair `small[i]`, `large[len - 1 - i]` has this value.
pub(crate) fn has_pair<T: Lane>(small: &[T], large: &[T], value: T) -> bool {
    T::has_pair(small, large, value)
}

/// Pairs compared by one run of vector instructions.
// The minima of 64 pairs are one register of AVX-512 for values of a byte, two for values of two. With 32, values of two take
// 1.27 times as long, with 128 0.92 times, or 1.02 if a pair is found.
const TOGETHER: usize = 64;

#[inline(always)]
fn has_pair_loop<T: Lane>(small: &[T], large: &[T], value: T) -> bool {
    // A match is asked for after eight runs: after each, a search without one takes 1.7 to 1.9 times as long; after 32, one
    // with an early match 3.4 times.
    let mut ups = small.chunks_exact(8 * TOGETHER);
    let mut downs = large.rchunks_exact(8 * TOGETHER);
    for (up, down) in (&mut ups).zip(&mut downs) {
        if run_has_pair(up, down, value) {
            return true;
        }
    }
    let (up, down) = (ups.remainder(), downs.remainder());
    let whole = up.len() / TOGETHER * TOGETHER;
    let rest = down.len() - whole;
    run_has_pair(&up[..whole], &down[rest..], value)
        || up[whole..]
            .iter()
            .zip(down[..rest].iter().rev())
            .any(|(&up, &down)| up ^ down == value)
}

#[inline(always)]
fn run_has_pair<T: Lane>(up: &[T], down: &[T], value: T) -> bool {
    // A minimum, not an exit at the first match: such a loop does not become vector instructions, and takes 30 times as long
    // for values of two bytes, 61 times for one.
    let mut nearest = [T::ONES; TOGETHER];
    for (up, down) in up.chunks_exact(TOGETHER).zip(down.rchunks_exact(TOGETHER)) {
        for (nearest, (&up, &down)) in nearest.iter_mut().zip(up.iter().zip(down.iter().rev())) {
            *nearest = (*nearest).min(up ^ down ^ value);
        }
    }
    nearest.iter().fold(T::ONES, |least, &next| least.min(next)) == T::ZERO
}

/// For each heap `at + i` of a group: the classes of the pairs in the list, as bits. Cells with the flag mark nothing, nor
/// do classes beyond the words.
#[inline(always)]
fn mark_loop<T: Lane, const W: usize>(
    cells: &[T],
    list: &[Shift<T>],
    at: usize,
    masks: &mut Masks<W>,
) {
    // A copy, which stays in registers: three words of masks written in place take 2.1 times as long.
    let mut found = *masks;
    for shift in list {
        let row = cells[at - shift.back as usize..].first_chunk::<MARKED_TOGETHER>();
        let row = row.expect("invariant: partners of a group of heaps are cells that exist");
        for (word, found) in (0..).zip(&mut found) {
            for (found, &partner) in found.iter_mut().zip(row) {
                let class = (partner ^ shift.class).to_u32();
                // A class of another word shifts by 64 or more, which is 0 in vector instructions: no branch is needed.
                *found |= 1u64.checked_shl(class.wrapping_sub(64 * word)).unwrap_or(0);
            }
        }
    }
    *masks = found;
}

/// Masks have at most this many classes.
const MOST: usize = 256;

/// The same by a table with a byte for each heap and class: for vectors of 16 bytes whose lanes are all shifted by the same
/// count. There [`mark_loop`] takes 1.5 to 8 times as long (WebAssembly in Node, 10 to 1,273 shifts, one to four words).
fn mark_by_table<T: Lane, const W: usize>(
    cells: &[T],
    list: &[Shift<T>],
    at: usize,
    masks: &mut Masks<W>,
) {
    // The last byte is that of all larger classes.
    let mut marked = [[0u8; MOST + 1]; MARKED_TOGETHER];
    for shift in list {
        let row = cells[at - shift.back as usize..].first_chunk::<MARKED_TOGETHER>();
        let row = row.expect("invariant: partners of a group of heaps are cells that exist");
        for (marked, &partner) in marked.iter_mut().zip(row) {
            marked[((partner ^ shift.class).to_u32() as usize).min(MOST)] = 1;
        }
    }
    for (i, marked) in marked.iter().enumerate() {
        for (word, marked) in masks.iter_mut().zip(marked.as_chunks::<64>().0) {
            let eights = marked.as_chunks::<8>().0.iter().rev();
            word[i] |= eights.fold(0, |bits, eight| bits << 8 | packed(*eight));
        }
    }
}

/// Eight bytes that are 0 or 1 as bits; the product has them in its highest byte.
#[inline(always)]
fn packed(bytes: [u8; 8]) -> u64 {
    u64::from_le_bytes(bytes).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

macro_rules! lane {
    ($type:ty, $has_pair:ident, $mark:ident) => {
        #[multiversion(targets(
            "x86_64+avx512f+avx512bw+avx512vl+avx512dq+avx512vbmi+avx512vbmi2+bmi1+bmi2+popcnt+lzcnt",
            "x86_64+avx512f+avx512bw+avx512vl+avx512dq+bmi1+bmi2+popcnt+lzcnt",
            "x86_64+avx2+bmi1+bmi2+popcnt+lzcnt"
        ))]
        fn $has_pair(small: &[$type], large: &[$type], value: $type) -> bool {
            has_pair_loop(small, large, value)
        }

        #[multiversion(targets(
            "x86_64+avx512f+avx512bw+avx512vl+avx512dq+avx512vbmi+avx512vbmi2+bmi1+bmi2+popcnt+lzcnt",
            "x86_64+avx512f+avx512bw+avx512vl+avx512dq+bmi1+bmi2+popcnt+lzcnt",
            "x86_64+avx2+bmi1+bmi2+popcnt+lzcnt"
        ))]
        fn $mark<const W: usize>(cells: &[$type], list: &[Shift<$type>], at: usize, masks: &mut Masks<W>) {
            mark_loop(cells, list, at, masks)
        }

        impl Lane for $type {
            const FLAG: Self = 1 << (Self::BITS - 1);
            const ONES: Self = Self::MAX;
            const ZERO: Self = 0;

            fn from_u32(number: u32) -> Option<Self> {
                number.try_into().ok()
            }

            #[inline(always)]
            fn to_u32(self) -> u32 {
                self.into()
            }

            fn has_pair(small: &[Self], large: &[Self], value: Self) -> bool {
                $has_pair(small, large, value)
            }

            fn mark<const W: usize>(cells: &[Self], list: &[Shift<Self>], at: usize, masks: &mut Masks<W>) {
                match cfg!(target_family = "wasm") {
                    true => mark_by_table(cells, list, at, masks),
                    false => $mark(cells, list, at, masks),
                }
            }
        }
    };
}

lane!(u8, has_pair_u8, mark_u8);
lane!(u16, has_pair_u16, mark_u16);
lane!(u32, has_pair_u32, mark_u32);

#[cfg(test)]
mod tests {
    use super::*;

    fn noise(length: usize, bound: u32) -> Vec<u32> {
        let mut state = 7u64;
        let mut next = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) as u32 % bound
        };
        (0..length).map(|_| next()).collect()
    }

    fn pairs_agree<T: Lane>(bound: u32) {
        let cells: Vec<T> = noise(3000, bound)
            .into_iter()
            .filter_map(T::from_u32)
            .collect();
        for length in [0, 1, 63, 64, 65, 200, 511, 512, 513, 1024, 1400] {
            let (small, large) = (&cells[..length], &cells[1500..1500 + length]);
            for value in (0..2 * bound).step_by(1 + bound as usize / 40) {
                let value = T::from_u32(value).unwrap();
                let slow = (0..length).any(|i| small[i] ^ large[length - 1 - i] == value);
                assert_eq!(has_pair(small, large, value), slow, "{length}");
            }
        }
    }

    #[test]
    fn pairs_are_found_as_one_by_one() {
        pairs_agree::<u8>(100);
        pairs_agree::<u16>(5000);
        pairs_agree::<u32>(60_000);
    }

    #[test]
    fn marks_are_those_of_one_by_one() {
        marks_agree::<u8, 2>(256, &[mark_u8, mark_by_table]);
        marks_agree::<u16, 4>(1000, &[mark_u16, mark_by_table]);
    }

    type Mark<T, const W: usize> = fn(&[T], &[Shift<T>], usize, &mut Masks<W>);

    fn marks_agree<T: Lane, const W: usize>(bound: u32, marks: &[Mark<T, W>]) {
        let cells = noise(1000, bound).into_iter().filter_map(T::from_u32);
        let cells: Vec<T> = cells.collect();
        let shift = |class| Shift {
            back: 200 + 3 * class,
            class: T::from_u32(class).unwrap(),
        };
        let list: Vec<Shift<T>> = noise(20, 100).into_iter().map(shift).collect();
        for mark in marks {
            let mut masks: Masks<W> = [[0; MARKED_TOGETHER]; W];
            mark(&cells, &list, 700, &mut masks);
            for i in 0..MARKED_TOGETHER {
                let class = |shift: &Shift<T>| cells[700 + i - shift.back as usize] ^ shift.class;
                let classes = || list.iter().map(|shift| class(shift).to_u32());
                for class in 0..64 * W as u32 {
                    let bit = masks[class as usize / 64][i] >> (class % 64) & 1 == 1;
                    assert_eq!(bit, classes().any(|found| found == class));
                }
            }
        }
    }
}
