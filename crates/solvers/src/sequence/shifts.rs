//! The rares, with every digit that splits, by how a block of heaps meets them.

use super::lane::{Lane, Shift};

/// Rare heaps by how far they lie behind a block of heaps.
#[derive(Clone, Debug)]
pub(crate) struct Shifts<T> {
    /// The length of a block.
    length: usize,
    /// Less than a block back: met heap by heap.
    near: Vec<Shift<T>>,
    /// A block or more back.
    far: Vec<Shift<T>>,
    /// So large that the block's first heaps have no partner for them: met heap by heap, far later on.
    late: Vec<Shift<T>>,
}

impl<T: Lane> Shifts<T> {
    /// The shifts for blocks of this length.
    pub(crate) fn new(all: Vec<Shift<T>>, length: usize) -> Self {
        let (near, late) = all
            .into_iter()
            .partition(|shift| (shift.back as usize) < length);
        Shifts {
            length,
            near,
            far: Vec::new(),
            late,
        }
    }

    /// Every shift.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Shift<T>> {
        self.near.iter().chain(&self.far).chain(&self.late)
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.near.len() + self.far.len() + self.late.len()
    }

    /// Adds a shift of a heap that was found rare just now.
    pub(crate) fn add(&mut self, shift: Shift<T>) {
        let list = if (shift.back as usize) < self.length {
            &mut self.near
        } else {
            &mut self.late
        };
        list.push(shift);
    }

    /// Goes to blocks of this length.
    pub(crate) fn set_length(&mut self, length: usize) {
        if self.length != length {
            let all = self.iter().copied().collect();
            *self = Shifts::new(all, length);
        }
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
}
