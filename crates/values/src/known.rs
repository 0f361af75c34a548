//! Caches of computed facts about values.

use std::sync::Arc;

use bouton_core::hashing::FastMap;

use crate::arena::Value;
use crate::infinitesimal::Uptimal;
use crate::memory;
use crate::notation::Layout;
use crate::recurrence::Memory;
use crate::thermograph::{Shapes, Thermograph};

/// Caches by value.
#[derive(Debug, Default)]
pub(crate) struct Memories {
    pub(crate) thermographs: Memory<Arc<Thermograph>>,
    pub(crate) shapes: Shapes,
    pub(crate) uptimals: Memory<Option<Arc<Uptimal>>>,
    pub(crate) layouts: Memory<Arc<Layout>>,
    pub(crate) atomic_weights: Memory<Value>,
    pub(crate) far_stars: Memory<u64>,
    pub(crate) dicotic: Memory<bool>,
    /// ↑¹, ↑², …
    pub(crate) ups: Vec<Value>,
    /// n·↑ and n·↑ + *, from n = 0 on; and for each value its n, and whether there is a star.
    pub(crate) multiples: Vec<[Value; 2]>,
    pub(crate) multiple: FastMap<Value, (i64, bool)>,
    /// Bytes that numbers hold outside their records.
    pub(crate) digits: u64,
}

impl Memories {
    pub(crate) fn bytes(&self) -> u64 {
        let found = [
            self.thermographs.bytes(),
            self.shapes.bytes(),
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
