//! [`Queue`]: the waiting jobs, ordered by clients rather than by jobs. Clients take turns; a client with a
//! running job waits behind clients without one. If no place is free, a job of the client with the most waiting jobs is
//! dropped.

use std::collections::{HashMap, VecDeque};

use super::client::Client;

/// The waiting jobs, and the clients with running ones.
pub(crate) struct Queue<T> {
    /// The most waiting jobs.
    places: usize,
    /// The most running jobs of one client.
    each: usize,
    /// The most running jobs.
    at_once: usize,
    /// The waiting clients, in the order of their turns, each with its earliest job at the front.
    lines: VecDeque<(Client, VecDeque<T>)>,
    /// The number of running jobs of each client that has some.
    at_work: HashMap<Client, usize>,
}

impl<T> Queue<T> {
    pub(crate) fn new(places: usize, each: usize, at_once: usize) -> Self {
        Self {
            places,
            each,
            at_once,
            lines: VecDeque::new(),
            at_work: HashMap::new(),
        }
    }

    fn len(&self) -> usize {
        self.lines.iter().map(|(_, line)| line.len()).sum()
    }

    /// Lets a job wait. If no place is free, a job for which `is_left` holds is dropped, or else the last job of a client
    /// with more waiting; the dropped job is returned.
    ///
    /// # Errors
    /// If no client has more waiting than this one: the job is returned.
    pub(crate) fn push(
        &mut self,
        client: Client,
        new: T,
        is_left: impl Fn(&T) -> bool,
    ) -> Result<Option<T>, T> {
        if self.len() >= self.places {
            self.lines
                .iter_mut()
                .for_each(|(_, line)| line.retain(|old| !is_left(old)));
            self.lines.retain(|(_, line)| !line.is_empty());
        }
        let mut sent_away = None;
        if self.len() >= self.places {
            let own = self.lines.iter().find(|(other, _)| *other == client);
            let own = own.map_or(0, |(_, line)| line.len());
            // Of two clients with equally many, the one whose turn comes later.
            let longest = self.lines.iter_mut().max_by_key(|(_, line)| line.len());
            match longest {
                Some((_, line)) if line.len() > own + 1 => sent_away = line.pop_back(),
                _ => return Err(new),
            }
        }
        match self.lines.iter_mut().find(|(other, _)| *other == client) {
            Some((_, line)) => line.push_back(new),
            None => self.lines.push_back((client, [new].into())),
        }
        Ok(sent_away)
    }

    /// Takes the next job: of the first client without a running job, otherwise of the first client that may have more. The
    /// job is running then.
    pub(crate) fn pop(&mut self) -> Option<(Client, T)> {
        if self.at_work.values().sum::<usize>() >= self.at_once {
            return None;
        }
        let at_work = |(client, _): &(Client, _)| self.at_work.get(client).copied().unwrap_or(0);
        let idle = self.lines.iter().position(|line| at_work(line) == 0);
        let place =
            idle.or_else(|| self.lines.iter().position(|line| at_work(line) < self.each))?;
        let (client, mut line) = self.lines.remove(place)?;
        let job = line.pop_front()?;
        if !line.is_empty() {
            self.lines.push_back((client, line));
        }
        *self.at_work.entry(client).or_default() += 1;
        Some((client, job))
    }

    /// A job of a client is no longer running.
    pub(crate) fn done(&mut self, client: Client) {
        if let Some(count) = self.at_work.get_mut(&client) {
            *count -= 1;
            if *count == 0 {
                self.at_work.remove(&client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(number: u8) -> Client {
        Client::at(([10, 0, 0, number], 80).into())
    }

    /// A queue in which these clients add numbered jobs in this order.
    fn queue(places: usize, each: usize, asked: &[u8]) -> Queue<(u8, usize)> {
        let mut queue = Queue::new(places, each, usize::MAX);
        for (number, who) in asked.iter().enumerate() {
            assert_eq!(
                queue.push(client(*who), (*who, number), |_| false),
                Ok(None)
            );
        }
        queue
    }

    #[test]
    fn clients_take_turns_however_much_they_ask() {
        let mut queue = queue(9, 9, &[1, 1, 1, 1, 2, 3, 2]);
        let mut order = Vec::new();
        while let Some((client, (_, number))) = queue.pop() {
            order.push(number);
            queue.done(client);
        }
        assert_eq!(order, [0, 4, 5, 1, 6, 2, 3]);
        assert!(queue.lines.is_empty() && queue.at_work.is_empty());
    }

    #[test]
    fn a_client_has_one_at_work_while_others_wait() {
        let mut queue = queue(9, 9, &[1, 1, 1, 2]);
        let mut take = || queue.pop().map(|(_, (_, number))| number);
        // Two workers are free: the second is not for the same client.
        assert_eq!((take(), take()), (Some(0), Some(3)));
        // No other client waits: the rest is for this one.
        assert_eq!((take(), take(), take()), (Some(1), Some(2), None));
    }

    #[test]
    fn a_client_never_has_more_at_work_than_it_may() {
        let mut queue = queue(9, 1, &[1, 1]);
        assert_eq!(queue.pop(), Some((client(1), (1, 0))));
        // A worker is kept free for other clients.
        assert_eq!(queue.pop(), None);
        assert_eq!(queue.push(client(2), (2, 2), |_| false), Ok(None));
        assert_eq!(queue.pop(), Some((client(2), (2, 2))));
        queue.done(client(1));
        assert_eq!(queue.pop(), Some((client(1), (1, 1))));
    }

    #[test]
    fn who_fills_the_queue_makes_room() {
        let mut queue = queue(4, 9, &[1, 1, 1, 1]);
        assert_eq!(queue.push(client(1), (1, 4), |_| false), Err((1, 4)));
        assert_eq!(queue.push(client(2), (2, 5), |_| false), Ok(Some((1, 3))));
        assert_eq!(queue.push(client(2), (2, 6), |_| false), Ok(Some((1, 2))));
        // Both have equally many now.
        assert_eq!(queue.push(client(2), (2, 7), |_| false), Err((2, 7)));
        assert_eq!(queue.push(client(1), (1, 8), |_| false), Err((1, 8)));
        // A job whose client has disconnected is dropped before all others.
        assert_eq!(queue.push(client(1), (1, 9), |old| old.1 == 5), Ok(None));
    }

    #[test]
    fn no_more_run_than_may() {
        let mut queue = queue(9, 9, &[1, 2, 3]);
        queue.at_once = 2;
        let mut take = || queue.pop().map(|(_, (_, number))| number);
        assert_eq!((take(), take(), take()), (Some(0), Some(1), None));
        queue.done(client(1));
        assert_eq!(queue.pop(), Some((client(3), (3, 2))));
    }
}
