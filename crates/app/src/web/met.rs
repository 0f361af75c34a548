//! [`Met`]: the rule files about which a question was answered in a moment lately. Questions about them do not wait behind others.

use std::collections::VecDeque;
use std::hash::{BuildHasher, Hash, RandomState};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// So many are remembered.
const MOST: usize = 256;

/// What was met lately, the last at the end.
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

/// Rule files, and which questions about them took long.
#[derive(Default)]
pub(crate) struct Met {
    // Nobody can choose a text that has the number of another one.
    numbers: RandomState,
    lately: Mutex<Answers>,
}

#[derive(Default)]
struct Answers {
    /// Files of which a question was answered in a moment.
    quick: Lately,
    /// Files with a question, by its route, that was not.
    long: Lately,
}

impl Met {
    fn number(&self, what: impl Hash) -> u64 {
        self.numbers.hash_one(what)
    }

    fn lately(&self) -> MutexGuard<'_, Answers> {
        // Nothing panics while it is held.
        self.lately.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a question, by its route, is likely to be answered in a moment.
    pub(crate) fn is_quick(&self, route: &str, rules: &str) -> bool {
        let lately = self.lately();
        lately.quick.0.contains(&self.number(rules))
            && !lately.long.0.contains(&self.number((route, rules)))
    }

    /// It was answered in a moment, or not.
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
        // One question about it takes long: the others do not.
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
