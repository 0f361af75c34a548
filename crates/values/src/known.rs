//! Caches of computed facts about values.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::arena::Value;
use crate::infinitesimal::Uptimal;
use crate::memory;
use crate::notation::Layout;
use crate::recurrence::Found;
use crate::thermograph::Thermograph;

/// Caches by value.
#[derive(Debug, Default)]
pub(crate) struct Known {
    pub(crate) thermographs: Found<Arc<Thermograph>>,
    pub(crate) uptimals: Found<Option<Arc<Uptimal>>>,
    pub(crate) layouts: Found<Arc<Layout>>,
    pub(crate) atomic_weights: Found<Value>,
    pub(crate) far_stars: Found<u64>,
    pub(crate) dicotic: Found<bool>,
    /// ↑¹, ↑², …
    pub(crate) ups: Vec<Value>,
    /// n·↑ and n·↑ + *, from n = 0 on; and which n they are, and whether there is a star.
    pub(crate) multiples: Vec<[Value; 2]>,
    pub(crate) multiple: FxHashMap<Value, (i64, bool)>,
    /// Bytes that numbers hold outside their records.
    pub(crate) digits: u64,
}

impl Known {
    pub(crate) fn bytes(&self) -> u64 {
        let found = [
            self.thermographs.bytes(),
            self.uptimals.bytes(),
            self.layouts.bytes(),
            self.atomic_weights.bytes(),
            self.far_stars.bytes(),
            self.dicotic.bytes(),
        ];
        let ups = (self.ups.capacity() * 4 + self.multiples.capacity() * 8) as u64;
        found.iter().sum::<u64>() + ups + memory::of_map(&self.multiple) + self.digits
    }
}
