//! [`Repetition`]: detects that a depth-first search runs in a cycle, at no cost for searches that do not.
//!
//! A search that descends into every unknown option and meets a position of its own line descends again from there, and so
//! on forever: its line then contains a position twice. So it is enough to check the line each time its length has doubled.
//! A search that ends has met no position of its own line.

use std::hash::Hash;

use bouton_core::hashing::FastSet;

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
    /// Checks a line of this length if it has doubled since the last check; O(1) for each position pushed. Returns the position that
    /// repeats, of which the caller throws [`Game::endless`](bouton_core::Game::endless).
    #[inline]
    pub fn look<'l, P: Eq + Hash + ?Sized + 'l, I: Iterator<Item = &'l P>>(
        &mut self,
        len: usize,
        line: impl FnOnce() -> I,
    ) -> Option<&'l P> {
        if len < self.next {
            return None;
        }
        self.next = 2 * len;
        twice(line())
    }
}

fn twice<'l, P: Eq + Hash + ?Sized>(mut line: impl Iterator<Item = &'l P>) -> Option<&'l P> {
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
