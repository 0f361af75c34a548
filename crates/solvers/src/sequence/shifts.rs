//! The rares, with every digit that splits, by how a block of heaps meets them.

use super::cells::BLOCK;
use super::lane::{Lane, Shift};

/// Rare heaps by how far they lie behind a block of heaps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shifts<T> {
    /// Less than a block back: met heap by heap.
    near: Vec<Shift<T>>,
    /// A block or more back.
    far: Vec<Shift<T>>,
    /// So large that the block's first heaps have no partner for them: met heap by heap, far later on.
    late: Vec<Shift<T>>,
    /// Marked for many blocks at once before they are reached.
    ahead: Vec<Shift<T>>,
}

impl<T: Lane> Shifts<T> {
    /// Every shift.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Shift<T>> {
        let far = self.far.iter().chain(&self.ahead);
        self.near.iter().chain(far).chain(&self.late)
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.near.len() + self.far.len() + self.late.len() + self.ahead.len()
    }

    /// Adds a shift of a heap that was found rare just now.
    pub(crate) fn add(&mut self, shift: Shift<T>) {
        let list = if (shift.back as usize) < BLOCK {
            &mut self.near
        } else {
            &mut self.late
        };
        list.push(shift);
    }

    /// Moves to the far ones those whose partners exist for the whole block of heaps from `start` on.
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

    /// Those at least `distance` back that are far from `start` on, marked ahead or not, and how many far ones were looked at.
    pub(crate) fn distant(&mut self, start: usize, distance: usize) -> (Vec<Shift<T>>, usize) {
        self.settle_late(start);
        let far = self.far.iter();
        let those = far.filter(|shift| shift.back as usize >= distance);
        let list = self.ahead.iter().chain(those).copied().collect();
        (list, self.far.len())
    }

    /// From now on these are marked ahead, which [`Shifts::distant`] told with `known`.
    pub(crate) fn mark_ahead(&mut self, list: Vec<Shift<T>>, distance: usize, known: usize) {
        let mut index = 0;
        self.far.retain(|shift| {
            index += 1;
            index > known || (shift.back as usize) < distance
        });
        self.ahead = list;
    }

    /// None is marked ahead any more.
    pub(crate) fn take_back(&mut self) {
        self.far.append(&mut self.ahead);
    }
}
