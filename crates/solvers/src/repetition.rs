//! [`Repetition`]: noticing that a depth-first search goes round a cycle, at no cost where there is none.
//!
//! A search that goes down every option which it does not know yet, and that meets a position of the line it is on, goes
//! down from there again, and so on forever: its line holds some position twice. So it is enough to look through the line
//! whenever that has doubled in length; a search that ends has met no position of its own line.

use std::collections::HashSet;
use std::hash::Hash;

use bouton_core::{Game, fail};
use rustc_hash::FxBuildHasher;

/// When a line is looked through next.
#[derive(Debug)]
pub struct Repetition {
    next: usize,
}

impl Default for Repetition {
    /// Lines of a thousand positions are looked through first.
    fn default() -> Self {
        Self { next: 1000 }
    }
}

impl Repetition {
    /// Looks through a line of this length if it has doubled since the last time; O(1) for each position pushed. Where a
    /// position came back, [`Game::endless`] is thrown.
    #[inline]
    pub fn look<'l, G: Game, I: Iterator<Item = &'l G::Position>>(
        &mut self,
        game: &G,
        len: usize,
        line: impl FnOnce() -> I,
    ) where
        G::Position: 'l,
    {
        if len < self.next {
            return;
        }
        self.next = 2 * len;
        if let Some(at) = twice(line()) {
            fail(game.endless(at));
        }
    }
}

fn twice<'l, P: Eq + Hash>(mut line: impl Iterator<Item = &'l P>) -> Option<&'l P> {
    let mut seen = HashSet::with_hasher(FxBuildHasher);
    line.find(|at| !seen.insert(*at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_to_come_back_is_found() {
        assert_eq!(twice([1, 2, 3, 4].iter()), None);
        assert_eq!(twice([1, 2, 3, 2, 3].iter()), Some(&2));
    }
}
