//! Allocation within the memory limit. It is requested before anything is written, so that a refusal changes nothing.

use std::hash::{BuildHasher, Hash};

use bouton_core::{Meter, StopReason};
use std::collections::HashMap;

/// Allocates space for `more` items in a vector, where `held` bytes are held in all.
pub(crate) fn in_vector<T>(
    held: u64,
    items: &mut Vec<T>,
    more: usize,
    meter: &Meter,
) -> Result<(), StopReason> {
    if items.capacity() - items.len() >= more {
        return Ok(());
    }
    let wanted = (items.len() + more).max(items.capacity() / 2 * 3).max(16);
    // While the items move, the old allocation is held too: it is part of `held`.
    meter.afford(held + (wanted * size_of::<T>()) as u64)?;
    items
        .try_reserve_exact(wanted - items.len())
        .map_err(|_| StopReason::Memory)
}

/// Bytes of a map's table.
pub(crate) fn of_map<K, V, S>(map: &HashMap<K, V, S>) -> u64 {
    (map.capacity() * (size_of::<(K, V)>() + 1)) as u64 * 8 / 7
}

/// Allocates space for one more entry in a map.
pub(crate) fn in_map<K: Eq + Hash, V, S: BuildHasher>(
    map: &mut HashMap<K, V, S>,
    held: u64,
    meter: &Meter,
) -> Result<(), StopReason> {
    if map.len() < map.capacity() {
        return Ok(());
    }
    meter.afford(held + 2 * of_map(map) + 64)?;
    map.try_reserve(1).map_err(|_| StopReason::Memory)
}

/// A vector of this many zeros.
pub(crate) fn zeros<T: Clone + Default>(
    count: usize,
    held: u64,
    meter: &Meter,
) -> Result<Vec<T>, StopReason> {
    meter.afford(held + (count * size_of::<T>()) as u64)?;
    let mut all = Vec::new();
    all.try_reserve_exact(count)
        .map_err(|_| StopReason::Memory)?;
    all.resize(count, T::default());
    Ok(all)
}
