//! Sorting that checks the limit in between.

use std::cmp::Ordering;

use bouton_core::{Meter, StopReason};

/// The number of items that are sorted without a check.
const AT_ONCE: usize = 1 << 12;
/// The steps of sorting, for each item.
const STEPS: usize = 16;

/// The items in the order of `compare`. They are split into parts by `key`, which does not decrease along that order, and
/// each part is sorted separately.
pub(crate) fn sorted<T>(
    items: Vec<T>,
    key: impl Fn(&T) -> i128,
    compare: impl Fn(&T, &T) -> Ordering,
    meter: &mut Meter<'_>,
) -> Result<Vec<T>, StopReason> {
    let (mut least, mut most) = (i128::MAX, i128::MIN);
    for item in &items {
        meter.spend(1)?;
        (least, most) = (least.min(key(item)), most.max(key(item)));
    }
    let count = 1 + items.len() / AT_ONCE;
    let width = 1 + most.saturating_sub(least).max(0) / count as i128;
    let mut parts: Vec<Vec<T>> = (0..count).map(|_| Vec::new()).collect();
    for item in items {
        meter.spend(1)?;
        parts[((key(&item) - least) / width) as usize].push(item);
    }
    let mut all = Vec::new();
    for mut part in parts {
        meter.spend(STEPS * part.len())?;
        part.sort_unstable_by(&compare);
        all.append(&mut part);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use bouton_core::Limits;
    use bouton_core::limits;

    use super::*;

    #[test]
    fn parts_come_to_the_order_of_all() {
        for count in [0, 1, 2, 5000, 20_000] {
            let items: Vec<i64> = (0..count).map(|at| at * 7919 % 10_007 - 500).collect();
            let mut expected = items.clone();
            expected.sort_unstable();
            let limits = Limits::default();
            let found = sorted(items, |item| (*item).into(), Ord::cmp, &mut limits.meter());
            assert_eq!(found.unwrap(), expected);
        }
    }

    #[test]
    fn every_item_counts() {
        let items: Vec<u64> = (0..limits::STEPS as u64).collect();
        for last_look in 1..=6 {
            let limits = Limits::of_looks(last_look);
            let key = |item: &u64| i128::from(*item);
            assert!(sorted(items.clone(), key, Ord::cmp, &mut limits.meter()).is_err());
        }
    }
}
