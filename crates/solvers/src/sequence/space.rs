//! The sparse space of a sequence of Grundy values, found exactly by a Walsh–Hadamard transform.
//!
//! A mask m splits the values into those with an even number of ones in `value & m` and those with an odd one. Heap n is
//! **rare** if that parity is even, and otherwise **common**. (In the alternating kind the parity of n - t is added, where
//! t is any split digit; all must share their parity.) The exclusive or of two commons, or of two rares, has the type of
//! rare values, so a value of the common type can only be excluded by a rare with a common.
//! Sources: Berlekamp (in *Winning Ways*, chapter 4, "sparse space"); Flammenkamp, *Octal games*.

use super::lane::Lane;

/// A split of the heaps into rare and common ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Space {
    /// The bits of a value that count; not zero.
    pub mask: u32,
    /// Whether the parity of the heap counts too.
    pub alternating: bool,
    /// The parity of the digits that split (true: odd), which is added to the heap in the alternating kind.
    odd: bool,
}

impl Space {
    /// Whether a heap of this value is rare; as for options: whether the value has the type of rares for this heap.
    #[inline(always)]
    pub fn is_rare(self, heap: usize, value: u32) -> bool {
        let parity = (value & self.mask).count_ones() & 1;
        parity == self.even(heap)
    }

    /// The parity of ones that rares of this heap have.
    #[inline(always)]
    fn even(self, heap: usize) -> u32 {
        u32::from(self.alternating) & (heap as u32 ^ u32::from(self.odd)) & 1
    }

    /// The bit of a value that follows from its other bits and its type: the lowest of the mask, so that classes keep the
    /// order.
    #[inline(always)]
    pub(crate) fn dropped(self) -> u32 {
        self.mask.trailing_zeros()
    }

    /// The value without the dropped bit.
    #[inline(always)]
    pub(crate) fn class(self, value: u32) -> u32 {
        let low = (1 << self.dropped()) - 1;
        (value >> 1 & !low) | (value & low)
    }

    /// The value of this class and type.
    #[inline(always)]
    pub(crate) fn value(self, heap: usize, class: u32, rare: bool) -> u32 {
        let low = (1 << self.dropped()) - 1;
        let base = (class & !low) << 1 | (class & low);
        let wanted = self.even(heap) ^ u32::from(!rare);
        base | (((base & self.mask).count_ones() & 1) ^ wanted) << self.dropped()
    }

    /// The number of classes of the rare type whose values are below the common value of this class.
    #[inline(always)]
    pub(crate) fn rares_below(self, heap: usize, class: u32) -> u32 {
        let dropped = self.dropped();
        let bit = self.value(heap, class, false) >> dropped & 1;
        ((class >> dropped) + bit) << dropped
    }

    /// The class, with the flag if the heap is rare. Heap 0 always has the flag: it is part of no split.
    #[inline(always)]
    pub(crate) fn encode<T: Lane>(self, heap: usize, value: u32) -> T {
        let class =
            T::from_u32(self.class(value)).expect("invariant: classes of values that fit fit too");
        if self.is_rare(heap, value) || heap == 0 {
            class ^ T::FLAG
        } else {
            class
        }
    }

    /// The mask that turns the cell of heap n - `taken` into the class of its value for heap n, with the flag if it has the
    /// rare type there.
    pub(crate) fn taking<T: Lane>(self, taken: usize) -> T {
        if self.alternating && taken % 2 == 1 {
            T::FLAG
        } else {
            T::ZERO
        }
    }

    /// The value of a cell.
    #[inline(always)]
    pub(crate) fn decode<T: Lane>(self, heap: usize, cell: T) -> u32 {
        if heap == 0 {
            return 0;
        }
        let rare = cell >= T::FLAG;
        let class = if rare { cell ^ T::FLAG } else { cell };
        self.value(heap, class.to_u32(), rare)
    }

    /// The space with the fewest rares among the values of heaps 1, 2, …, and their number. `odd` is the parity of all
    /// digits that split, if they share one; without it only the plain kind is searched.
    pub(crate) fn best(
        values: impl Iterator<Item = u32>,
        odd: Option<bool>,
    ) -> Option<(Self, usize)> {
        let mut halves = [vec![0i64; 2], vec![0i64; 2]];
        let mut heaps = 0;
        for (heap, value) in values.enumerate().skip(1) {
            let value = value as usize;
            if value >= halves[0].len() {
                halves
                    .iter_mut()
                    .for_each(|half| half.resize((value + 1).next_power_of_two(), 0));
            }
            halves[heap % 2][value] += 1;
            heaps = heap;
        }
        let [even, odds] = &halves;
        let (same, other) = if odd == Some(true) {
            (odds, even)
        } else {
            (even, odds)
        };
        let mut plain: Vec<i64> = same
            .iter()
            .zip(other)
            .map(|(same, other)| same + other)
            .collect();
        let mut signed: Vec<i64> = same
            .iter()
            .zip(other)
            .map(|(same, other)| same - other)
            .collect();
        let plain = least_transform(&mut plain).map(|found| (found, false));
        let signed = odd
            .and_then(|_| least_transform(&mut signed))
            .map(|found| (found, true));
        let ((mask, excess), alternating) = plain
            .into_iter()
            .chain(signed)
            .min_by_key(|((_, excess), _)| *excess)?;
        let rares = (heaps as i64 + excess) / 2;
        Some((
            Space {
                mask,
                alternating,
                odd: odd.unwrap_or(false),
            },
            rares as usize,
        ))
    }
}

/// The mask other than 0 at which the transform of the histogram is least, and its value there: evens minus odds.
fn least_transform(histogram: &mut [i64]) -> Option<(u32, i64)> {
    walsh_hadamard(histogram);
    (0..)
        .zip(histogram.iter().copied())
        .skip(1)
        .min_by_key(|&(_, excess)| excess)
}

/// The Walsh–Hadamard transform in place, in n log n steps for n a power of two.
fn walsh_hadamard(cells: &mut [i64]) {
    let mut half = 1;
    while half < cells.len() {
        for pair in cells.chunks_exact_mut(2 * half) {
            let (left, right) = pair.split_at_mut(half);
            for (left, right) in left.iter_mut().zip(right) {
                (*left, *right) = (*left + *right, *left - *right);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::super::values::Values;
    use super::*;

    fn spaces() -> impl Iterator<Item = Space> {
        (1..32).flat_map(|mask| {
            [(false, false), (true, false), (true, true)].map(|(alternating, odd)| Space {
                mask,
                alternating,
                odd,
            })
        })
    }

    #[test]
    fn cells_keep_values_and_their_order() {
        for space in spaces() {
            for heap in 1..3 {
                for value in 0..64 {
                    let cell: u8 = space.encode(heap, value);
                    assert_eq!(space.decode(heap, cell), value, "{space:?}");
                    assert_eq!(cell >= 128, space.is_rare(heap, value));
                }
                for class in 0..32 {
                    let value = space.value(heap, class, false);
                    let below = (0..32)
                        .filter(|&other| space.value(heap, other, true) < value)
                        .count() as u32;
                    assert_eq!(space.rares_below(heap, class), below, "{space:?} {class}");
                    assert!((0..class).all(|other| space.value(heap, other, false) < value));
                }
            }
        }
    }

    /// The best space by counting rares for every mask, compared with the transform.
    #[test]
    fn the_best_space_has_the_fewest_rares() {
        let values: Values = (0..500u32).map(|n| (n * n / 7 + n % 3) % 23).collect();
        for odd in [None, Some(false), Some(true)] {
            let count = |space: Space| (1..500).filter(|&n| space.is_rare(n, values.at(n))).count();
            let (space, rares) = Space::best(values.iter(), odd).unwrap();
            assert_eq!(count(space), rares);
            let every = spaces().filter(|space| odd.is_some() || !space.alternating);
            let every = every.map(|space| Space {
                odd: odd.unwrap_or(false),
                ..space
            });
            assert_eq!(every.map(count).min(), Some(rares));
        }
    }
}
