//! Sorting by keys that are separate from the items, so that no sort is compiled for each type of position.

use smallvec::SmallVec;

/// The key: the first number, then the second.
pub(crate) type SortKey = [usize; 2];

/// The places of the items with these keys, in the order of the keys; equal keys keep their order.
fn places(keys: &[SortKey]) -> SmallVec<[u32; 16]> {
    let mut order: SmallVec<[(SortKey, u32); 16]> = keys.iter().copied().zip(0..).collect();
    order.sort_unstable();
    let mut places = SmallVec::from_elem(0, keys.len());
    for (place, (_, item)) in order.into_iter().enumerate() {
        places[item as usize] = place as u32;
    }
    places
}

/// Sorts items by their keys, the lowest first; equal keys keep their order. O(n log n) for the keys; each item is moved at
/// most twice.
pub(crate) fn sort_by_keys<T>(items: &mut [T], keys: &[SortKey]) {
    if keys.is_sorted() {
        return;
    }
    let mut places = places(keys);
    for at in 0..items.len() {
        loop {
            let place = places[at] as usize;
            if place == at {
                break;
            }
            items.swap(at, place);
            places.swap(at, place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_as_the_stable_sort_does() {
        let mut state = 1u64;
        for length in 0..200 {
            let mut next = || {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                (state >> 33) as usize % (1 + length / 3)
            };
            let keys: Vec<SortKey> = (0..length).map(|_| [next(), next()]).collect();
            let mut items: Vec<_> = keys.iter().copied().enumerate().collect();
            let mut expected = items.clone();
            expected.sort_by_key(|(_, key)| *key);
            sort_by_keys(&mut items, &keys);
            assert_eq!(items, expected);
        }
    }
}
