//! [`Repetition`]: detects that a depth-first search runs in a cycle, at no cost for searches that do not.
//!
//! A search that descends into every unknown option and meets a position of its own line descends again from there, and so
//! on forever: its line then contains a position twice. So it is enough to check the line each time its length has doubled.
//! A search that ends has met no position of its own line.

use std::hash::Hash;

use bouton_core::hashing::FastSet;
use bouton_core::{Game, fail};

/// The length at which the line is checked next.
#[derive(Debug)]
pub struct Repetition {
    next: usize,
}

impl Default for Repetition {
    /// Lines are first checked at a thousand positions.
    fn default() -> Self {
        Self { next: 1000 }
    }
}

impl Repetition {
    /// Checks a line of this length if it has doubled since the last check; O(1) for each position pushed. If a position
    /// repeats, [`Game::endless`] is thrown.
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
    let mut seen = FastSet::default();
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
