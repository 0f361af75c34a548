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
const TOGETHER: usize = 64;

#[inline(always)]
fn has_pair_loop<T: Lane>(small: &[T], large: &[T], value: T) -> bool {
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
    let mut found = *masks;
    for shift in list {
        let row = cells[at - shift.back as usize..].first_chunk::<MARKED_TOGETHER>();
        let row = row.expect("invariant: partners of a group of heaps are cells that exist");
        for (word, found) in (0..).zip(&mut found) {
            for (found, &partner) in found.iter_mut().zip(row) {
                let class = (partner ^ shift.class).to_u32();
                *found |= 1u64.checked_shl(class.wrapping_sub(64 * word)).unwrap_or(0);
            }
        }
    }
    *masks = found;
}

/// The same, one pair after the other: without vectors whose lanes are shifted by different counts, as in WebAssembly,
/// this takes a third of the time.
fn mark_singly<T: Lane, const W: usize>(
    cells: &[T],
    list: &[Shift<T>],
    at: usize,
    masks: &mut Masks<W>,
) {
    for shift in list {
        let row = cells[at - shift.back as usize..].first_chunk::<MARKED_TOGETHER>();
        let row = row.expect("invariant: partners of a group of heaps are cells that exist");
        for (i, &partner) in row.iter().enumerate() {
            let class = (partner ^ shift.class).to_u32();
            if let Some(word) = masks.get_mut(class as usize / 64) {
                word[i] |= 1 << (class % 64);
            }
        }
    }
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
                    true => mark_singly(cells, list, at, masks),
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
        let cells: Vec<u8> = noise(1000, 256)
            .into_iter()
            .map(|cell| cell as u8)
            .collect();
        let list: Vec<Shift<u8>> = noise(20, 100)
            .into_iter()
            .map(|class| Shift {
                back: 200 + 3 * class,
                class: class as u8,
            })
            .collect();
        for mark in [mark_u8, mark_singly] {
            marks_agree(mark, &cells, &list);
        }
    }

    type Mark = fn(&[u8], &[Shift<u8>], usize, &mut Masks<2>);

    fn marks_agree(mark: Mark, cells: &[u8], list: &[Shift<u8>]) {
        let mut masks: Masks<2> = [[0; MARKED_TOGETHER]; 2];
        mark(cells, list, 700, &mut masks);
        for i in 0..MARKED_TOGETHER {
            let classes = || {
                list.iter()
                    .map(|shift| cells[700 + i - shift.back as usize] ^ shift.class)
            };
            for class in 0..128u8 {
                let bit = masks[class as usize / 64][i] >> (class % 64) & 1 == 1;
                assert_eq!(bit, classes().any(|found| found == class));
            }
        }
    }
}
