//! What has been found out about values, kept with them.

use std::rc::Rc;

use crate::arena::Value;
use crate::infinitesimal::Uptimal;
use crate::notation::Layout;
use crate::recurrence::Found;
use crate::thermograph::Thermograph;

/// Memories by value.
#[derive(Debug, Default)]
pub(crate) struct Known {
    pub(crate) thermographs: Found<Rc<Thermograph>>,
    pub(crate) uptimals: Found<Option<Rc<Uptimal>>>,
    pub(crate) layouts: Found<Rc<Layout>>,
    pub(crate) atomic_weights: Found<Value>,
    pub(crate) far_stars: Found<u64>,
    pub(crate) dicotic: Found<bool>,
    /// ↑¹, ↑², …
    pub(crate) ups: Vec<Value>,
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
        found.iter().sum::<u64>() + (self.ups.capacity() * 4) as u64 + self.digits
    }
}
