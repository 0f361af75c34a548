//! A cache of searches for laws, by the text of the rules.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

/// The limits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Given {
    /// The memory limit of its automata, in bytes.
    pub memory: u64,
    /// Its time limit.
    pub time: Duration,
}

/// A failed search: the rules, the reason, and its limits.
type Failure = (String, String, Given);

/// The results of the last searches. A law is kept permanently; a failure is reused for searches with at most the same
/// memory and at most twice the time. A lookup takes time linear in the number of results.
#[derive(Debug, Default)]
pub struct Memory<L> {
    laws: VecDeque<(String, Arc<L>)>,
    failures: VecDeque<Failure>,
}

/// The most laws kept.
const LAWS: usize = 64;
/// The most failures kept, each with its rules and a sentence.
const FAILURES: usize = 4096;

impl Given {
    /// Whether a search that failed with these limits will probably fail with those: slightly more time does not justify
    /// another search.
    fn settles(self, that: Given) -> bool {
        self.memory >= that.memory && 2 * self.time >= that.time
    }
}

impl<L> Memory<L> {
    /// An empty cache.
    pub const fn new() -> Self {
        Memory {
            laws: VecDeque::new(),
            failures: VecDeque::new(),
        }
    }

    /// The law of these rules, or the reason why none is found within these limits; `None` if a search is worthwhile.
    pub fn recall(&self, rules: &str, given: Given) -> Option<Result<Arc<L>, String>> {
        if let Some((_, law)) = self.laws.iter().find(|(known, _)| known == rules) {
            return Some(Ok(law.clone()));
        }
        let settled = |(known, _, tried): &&Failure| known == rules && tried.settles(given);
        let (_, why, _) = self.failures.iter().find(settled)?;
        Some(Err(why.clone()))
    }

    /// Stores the result of a search; the oldest is dropped if there are too many.
    pub fn keep(&mut self, rules: String, found: &Result<Arc<L>, String>, given: Given) {
        let stays = |(known, _, tried): &Failure| {
            *known != rules || !(found.is_ok() || given.settles(*tried))
        };
        self.failures.retain(stays);
        match found {
            Ok(law) => {
                self.laws.truncate(LAWS - 1);
                self.laws.push_front((rules, law.clone()));
            }
            Err(why) => {
                self.failures.truncate(FAILURES - 1);
                self.failures.push_front((rules, why.clone(), given));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(memory: u64, millis: u64) -> Given {
        let time = Duration::from_millis(millis);
        Given { memory, time }
    }

    #[test]
    fn a_failure_stands_for_all_that_is_given_no_more() {
        let mut memory = Memory::<u32>::new();
        let failed = Err("none".to_string());
        memory.keep("g".into(), &failed, given(10, 100));
        memory.keep("g".into(), &failed, given(20, 10));
        let settled = |memory: &Memory<u32>, given| memory.recall("g", given).is_some();
        assert!(settled(&memory, given(10, 200)) && settled(&memory, given(20, 20)));
        assert!(!settled(&memory, given(10, 201)) && !settled(&memory, given(20, 21)));
        assert!(memory.recall("other", given(1, 1)).is_none());
        memory.keep("g".into(), &failed, given(20, 1000));
        assert_eq!(memory.failures.len(), 1);
        memory.keep("g".into(), &Ok(Arc::new(7)), given(30, 1000));
        assert_eq!(memory.recall("g", given(1, 1)), Some(Ok(Arc::new(7))));
        assert!(memory.failures.is_empty());
    }

    #[test]
    fn the_oldest_law_goes_first() {
        let mut memory = Memory::new();
        for law in 0..=LAWS {
            memory.keep(law.to_string(), &Ok(Arc::new(law)), given(1, 1));
        }
        assert!(memory.recall("0", given(1, 1)).is_none());
        assert_eq!(memory.recall("1", given(1, 1)), Some(Ok(Arc::new(1))));
    }
}
