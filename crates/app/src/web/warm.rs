//! [`Warm`]: processes that each saw one rule file, kept for the next query about it. Together with the running ones their
//! number is bounded; if it is reached, a process of the client that keeps most is ended.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::client::Client;

/// Processes that wait for a query about their file, in the order in which they began to wait.
pub(crate) struct Warm<P> {
    /// The most processes, including running ones.
    most: usize,
    held: Mutex<Processes<P>>,
}

struct Processes<P> {
    at_work: usize,
    idle: Vec<Idle<P>>,
}

struct Idle<P> {
    client: Client,
    rules: String,
    process: P,
}

/// The process with which a query begins.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Place<P> {
    /// A process that has seen the file.
    Warm(P),
    /// A new process, after this one has ended.
    Instead(P),
    /// A new process.
    New,
}

impl<P> Warm<P> {
    pub(crate) fn new(most: usize) -> Self {
        let held = Processes {
            at_work: 0,
            idle: Vec::new(),
        };
        Self {
            most,
            held: Mutex::new(held),
        }
    }

    fn held(&self) -> MutexGuard<'_, Processes<P>> {
        // No code panics while the lock is held.
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A query about a file begins. [`Warm::keep`] or [`Warm::lose`] ends it.
    pub(crate) fn take(&self, rules: &str) -> Place<P> {
        let mut held = self.held();
        held.at_work += 1;
        if let Some(place) = held.idle.iter().position(|idle| idle.rules == rules) {
            return Place::Warm(held.idle.remove(place).process);
        }
        match held.at_work + held.idle.len() > self.most {
            true => held.oldest_of_most().map_or(Place::New, Place::Instead),
            false => Place::New,
        }
    }

    /// A process waits for the next question about its file.
    pub(crate) fn keep(&self, client: Client, rules: String, process: P) {
        let mut held = self.held();
        held.at_work -= 1;
        held.idle.push(Idle {
            client,
            rules,
            process,
        });
    }

    /// A process ended.
    pub(crate) fn lose(&self) {
        self.held().at_work -= 1;
    }
}

impl<P> Processes<P> {
    /// The oldest process of the client that keeps most of them.
    fn oldest_of_most(&mut self) -> Option<P> {
        let kept_by = |client: Client| {
            self.idle
                .iter()
                .filter(|idle| idle.client == client)
                .count()
        };
        let most = self.idle.iter().map(|idle| kept_by(idle.client)).max()?;
        let place = self
            .idle
            .iter()
            .position(|idle| kept_by(idle.client) == most)?;
        Some(self.idle.remove(place).process)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(number: u8) -> Client {
        Client::at(([10, 0, 0, number], 80).into())
    }

    #[test]
    fn a_process_meets_one_file_and_there_are_never_too_many() {
        let warm = Warm::new(2);
        assert_eq!(warm.take("a"), Place::New);
        // One process runs and one waits.
        warm.keep(client(1), "a".into(), 'a');
        assert_eq!(warm.take("b"), Place::New);
        assert_eq!(warm.take("a"), Place::Warm('a'));
        warm.keep(client(1), "a".into(), 'a');
        warm.keep(client(1), "b".into(), 'b');
        assert_eq!(warm.take("c"), Place::Instead('a'));
        warm.lose();
        assert_eq!(warm.take("a"), Place::New);
        warm.lose();
        assert_eq!(warm.take("b"), Place::Warm('b'));
    }

    #[test]
    fn a_client_with_many_files_makes_room_before_one_with_few() {
        let warm = Warm::new(3);
        for (who, name) in [(1, "a"), (2, "b"), (2, "c")] {
            assert_eq!(warm.take(name), Place::New);
            warm.keep(client(who), name.into(), name);
        }
        for (name, instead) in [("d", "b"), ("e", "c"), ("f", "d")] {
            assert_eq!(warm.take(name), Place::Instead(instead));
            warm.keep(client(2), name.into(), name);
        }
        assert_eq!(warm.take("a"), Place::Warm("a"));
    }
}
