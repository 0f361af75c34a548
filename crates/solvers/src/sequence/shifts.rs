//! The rares, with every digit that splits, grouped by how a block of heaps is paired with them.

use super::cells::BLOCK;
use super::lane::{Lane, Shift};

/// Rare heaps by their distance from a block of heaps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shifts<T> {
    /// Less than a block back: paired heap by heap.
    near: Vec<Shift<T>>,
    /// A block or more back.
    far: Vec<Shift<T>>,
    /// So large that the block's first heaps have no partner for them: paired heap by heap, much later.
    late: Vec<Shift<T>>,
    /// Marked for many blocks in advance.
    ahead: Vec<Shift<T>>,
}

impl<T: Lane> Shifts<T> {
    /// Every shift.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Shift<T>> {
        let far = self.far.iter().chain(&self.ahead);
        self.near.iter().chain(far).chain(&self.late)
    }

    /// The number of shifts.
    pub(crate) fn len(&self) -> usize {
        self.near.len() + self.far.len() + self.late.len() + self.ahead.len()
    }

    /// Adds a shift of a heap that has just been found rare.
    pub(crate) fn add(&mut self, shift: Shift<T>) {
        let list = if (shift.back as usize) < BLOCK {
            &mut self.near
        } else {
            &mut self.late
        };
        list.push(shift);
    }

    /// Moves the late ones whose partners exist for the whole block from `start` on to the far ones.
    pub(crate) fn settle_late(&mut self, start: usize) {
        let far = &mut self.far;
        self.late.retain(|&shift| {
            let late = shift.back as usize > start;
            if !late {
                far.push(shift);
            }
            late
        });
    }

    /// The far ones, after [`Shifts::settle_late`].
    pub(crate) fn far(&self) -> &[Shift<T>] {
        &self.far
    }

    /// Those less than a block back.
    pub(crate) fn near(&self) -> &[Shift<T>] {
        &self.near
    }

    /// Those whose partners begin later.
    pub(crate) fn late(&self) -> &[Shift<T>] {
        &self.late
    }

    /// The shifts at least `distance` back that are far from `start` on, marked in advance or not, and the number of far
    /// ones examined.
    pub(crate) fn distant(&mut self, start: usize, distance: usize) -> (Vec<Shift<T>>, usize) {
        self.settle_late(start);
        let far = self.far.iter();
        let those = far.filter(|shift| shift.back as usize >= distance);
        let list = self.ahead.iter().chain(those).copied().collect();
        (list, self.far.len())
    }

    /// Declares that this list, which [`Shifts::distant`] returned with `known`, is marked in advance from now on.
    pub(crate) fn mark_ahead(&mut self, list: Vec<Shift<T>>, distance: usize, known: usize) {
        let mut index = 0;
        self.far.retain(|shift| {
            index += 1;
            index > known || (shift.back as usize) < distance
        });
        self.ahead = list;
    }

    /// Declares that no shift is marked in advance any more.
    pub(crate) fn take_back(&mut self) {
        self.far.append(&mut self.ahead);
    }
}
