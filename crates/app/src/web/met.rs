//! [`Met`]: the rule files with a recent fast answer. Queries about them do not wait behind others.

use std::collections::VecDeque;
use std::hash::{BuildHasher, Hash, RandomState};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The most files that are remembered.
const MOST: usize = 256;

/// The recently met files, the last at the end.
#[derive(Default)]
struct Lately(VecDeque<u64>);

impl Lately {
    fn forget(&mut self, one: u64) {
        self.0.retain(|other| *other != one);
    }

    fn remember(&mut self, one: u64) {
        self.forget(one);
        self.0.push_back(one);
        if self.0.len() > MOST {
            self.0.pop_front();
        }
    }
}

/// Rule files, and the queries about them that took long.
#[derive(Default)]
pub(crate) struct Met {
    // The hash has a random key, so nobody can choose a text with the hash of another.
    numbers: RandomState,
    lately: Mutex<Answers>,
}

#[derive(Default)]
struct Answers {
    /// Files with a query that was answered fast.
    quick: Lately,
    /// Files with a query, by its route, that was not answered fast.
    long: Lately,
}

impl Met {
    fn number(&self, what: impl Hash) -> u64 {
        self.numbers.hash_one(what)
    }

    fn lately(&self) -> MutexGuard<'_, Answers> {
        // No code panics while the lock is held.
        self.lately.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a query, by its route, will probably be answered fast.
    pub(crate) fn is_quick(&self, route: &str, rules: &str) -> bool {
        let lately = self.lately();
        lately.quick.0.contains(&self.number(rules))
            && !lately.long.0.contains(&self.number((route, rules)))
    }

    /// Records whether it was answered fast.
    pub(crate) fn learn(&self, route: &str, rules: &str, is_quick: bool) {
        let mut lately = self.lately();
        let question = self.number((route, rules));
        if is_quick {
            lately.quick.remember(self.number(rules));
            lately.long.forget(question);
        } else {
            lately.long.remember(question);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_known_by_its_quick_answers() {
        let met = Met::default();
        assert!(!met.is_quick("solve", "a"));
        met.learn("solve", "a", true);
        assert!(met.is_quick("solve", "a") && met.is_quick("draw", "a"));
        assert!(!met.is_quick("solve", "b"));
        // One query about it takes long; the others do not.
        met.learn("solve", "a", false);
        assert!(!met.is_quick("solve", "a") && met.is_quick("draw", "a"));
        met.learn("solve", "a", true);
        assert!(met.is_quick("solve", "a"));
    }

    #[test]
    fn only_so_many_are_remembered() {
        let met = Met::default();
        for number in 0..=MOST {
            met.learn("solve", &number.to_string(), true);
        }
        assert!(!met.is_quick("solve", "0") && met.is_quick("solve", "1"));
    }
}
