//! The extent of the numbers and lengths in a position that is a Python value.

use bouton_rules::growth::Extent;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyFrozenSet, PyInt, PyString, PyTuple};

/// Values nested deeper are not examined.
const DEEPEST: usize = 50;

/// The extent of the numbers and lengths in a position, over numbers, strings, and tuples and frozensets of these.
pub(super) fn extent(at: &Bound<'_, PyAny>) -> Extent {
    let mut extent = Extent::default();
    take(at, DEEPEST, &mut extent);
    extent
}

fn take(item: &Bound<'_, PyAny>, depth: usize, extent: &mut Extent) {
    if item.is_instance_of::<PyInt>() {
        return extent.number(number(item));
    }
    let length = item.len();
    if item.is_instance_of::<PyString>() || item.is_instance_of::<PyBytes>() {
        return extent.length(length.unwrap_or(0));
    }
    if depth == 0 || !(item.is_instance_of::<PyTuple>() || item.is_instance_of::<PyFrozenSet>()) {
        return;
    }
    extent.length(length.unwrap_or(0));
    if let Ok(items) = item.try_iter() {
        for item in items.flatten() {
            take(&item, depth - 1, extent);
        }
    }
}

/// A number; one beyond 64 bits is approximated, so that more digits give a larger number.
fn number(item: &Bound<'_, PyAny>) -> i128 {
    if let Ok(number) = item.extract::<i64>() {
        return number.into();
    }
    let bits = item.call_method0("bit_length");
    let bits: i128 = bits
        .and_then(|bits| bits.extract::<i64>())
        .unwrap_or(64)
        .into();
    let large = (1 << 100) + bits;
    if item.lt(0).unwrap_or(false) {
        -large
    } else {
        large
    }
}
