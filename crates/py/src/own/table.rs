//! [`Table`]: the rules' results at positions, in arrays.

use std::collections::HashMap;

use bouton_core::hashing::FastMap;
use pyo3::prelude::*;
use smallvec::SmallVec;

use super::reading::End;
use super::rules::Function;

/// The result of the rules at a position: its moves, at least one, or its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    Unseen,
    Moves { first: u32, count: u32 },
    Over(End),
}

/// Every how manieth position is measured, in bytes.
pub(super) const WEIGHED: usize = 64;

/// The approximate bytes of an entry of a dictionary of Python, with its number.
const ENTRY: usize = 108;

/// The results of the rules, by the numbers of positions.
#[derive(Default)]
pub(super) struct Table {
    pub(super) objects: Vec<Py<PyAny>>,
    /// The hashes, at numbering time, of positions that are not plain data.
    pub(super) hashes: HashMap<u32, isize>,
    /// For Left, or for both players; and for Right.
    pub(super) nodes: [Vec<Node>; 2],
    pub(super) to: Vec<u32>,
    /// As long as the list of moves, if any move has a gain.
    pub(super) labels: Vec<Option<Py<PyAny>>>,
    pub(super) gains: Vec<i32>,
    pub(super) turns: Vec<bool>,
    /// The positions that other functions named, by function and position.
    pub(super) named: FastMap<(Function, u32), SmallVec<[u32; 2]>>,
    /// The bytes of the measured objects.
    pub(super) weighed: u64,
}

impl Table {
    pub(super) fn bytes(&self) -> u64 {
        let positions = self.objects.len();
        let weight = self.weighed * WEIGHED as u64;
        let nodes: usize = self.nodes.iter().map(Vec::len).sum();
        let each = (size_of::<Py<PyAny>>() + ENTRY) * positions + size_of::<Node>() * nodes;
        let moves = 4 * self.to.len() + 8 * self.labels.len() + 4 * self.gains.len();
        weight + (each + 32 * self.hashes.len() + moves) as u64
    }
}

/// The moves of a position as they are read.
#[derive(Default)]
pub(super) struct MoveList<'py> {
    pub(super) to: Vec<Bound<'py, PyAny>>,
    pub(super) labels: Vec<Option<Bound<'py, PyAny>>>,
    pub(super) gains: Vec<i32>,
    pub(super) turns: Vec<bool>,
}

impl<'py> MoveList<'py> {
    pub(super) fn label(&mut self, label: Option<Bound<'py, PyAny>>) {
        if label.is_some() {
            self.labels.resize_with(self.to.len(), || None);
            self.labels.push(label);
        }
    }

    pub(super) fn earn(&mut self, gain: i32) {
        if gain != 0 {
            self.gains.resize(self.to.len(), 0);
            self.gains.push(gain);
        }
    }

    /// Adds the data of the moves from `first` on.
    pub(super) fn add(self, table: &mut Table, first: usize) {
        if !self.labels.is_empty() {
            table.labels.resize_with(first, || None);
            table.labels.extend(
                self.labels
                    .into_iter()
                    .map(|label| label.map(Bound::unbind)),
            );
        }
        if !self.gains.is_empty() {
            table.gains.resize(first, 0);
            table.gains.extend(self.gains);
        }
        if self.turns.contains(&true) {
            table.turns.resize(first, false);
            table.turns.extend(self.turns);
        }
    }
}
