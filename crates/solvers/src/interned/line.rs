//! [`LinePositions`]: the positions of a line, to detect a repetition.

use bouton_core::hashing::FastMap;
use smallvec::SmallVec;

use super::face::{Interned, Number};

/// Positions, each with a place. A position keeps its number while it is in the set.
#[derive(Debug, Default)]
pub(crate) struct LinePositions {
    by_hash: FastMap<u64, SmallVec<[(Number, u32); 1]>>,
}

impl LinePositions {
    /// The place of a position, if it is in the set.
    pub(crate) fn place(&self, game: &dyn Interned, at: Number) -> Option<u32> {
        let here = self.by_hash.get(&game.hash(at))?;
        let mut here = here.iter();
        here.find_map(|(other, place)| game.same(*other, at).then_some(*place))
    }

    /// Adds a position, or changes its place.
    pub(crate) fn insert(&mut self, game: &dyn Interned, at: Number, place: u32) {
        let here = self.by_hash.entry(game.hash(at)).or_default();
        match here.iter_mut().find(|(other, _)| game.same(*other, at)) {
            Some(entry) => *entry = (at, place),
            None => here.push((at, place)),
        }
    }

    /// Removes a position.
    pub(crate) fn remove(&mut self, game: &dyn Interned, at: Number) {
        let hash = game.hash(at);
        if let Some(here) = self.by_hash.get_mut(&hash) {
            here.retain(|(other, _)| !game.same(*other, at));
            if here.is_empty() {
                self.by_hash.remove(&hash);
            }
        }
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        (self.by_hash.capacity() * (size_of::<(u64, SmallVec<[(Number, u32); 1]>)>() + 1)) as u64
    }
}
