//! [`Queue`]: what waits in a lane, in the order of clients and not of questions. Clients take turns; a client with a question at work waits
//! behind clients with none; and where no place is free, the client with most questions waiting makes room.

use std::collections::{HashMap, VecDeque};

use super::client::Client;

/// What waits, and who has something at work.
pub(crate) struct Queue<T> {
    /// How much may wait.
    places: usize,
    /// How much of one client may be at work at once.
    each: usize,
    /// The clients that wait, in the order of their turns, each with what it asked first at the front.
    lines: VecDeque<(Client, VecDeque<T>)>,
    /// How much of each client is at work, where there is something.
    at_work: HashMap<Client, usize>,
}

impl<T> Queue<T> {
    pub(crate) fn new(places: usize, each: usize) -> Self {
        Self {
            places,
            each,
            lines: VecDeque::new(),
            at_work: HashMap::new(),
        }
    }

    fn len(&self) -> usize {
        self.lines.iter().map(|(_, line)| line.len()).sum()
    }

    /// Whether nothing waits.
    pub(crate) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Lets something wait. Where no place is free, what `is_left` makes room, or the last of a client that has more waiting: that is returned.
    ///
    /// # Errors
    /// Nobody has more waiting than this client: it is given back.
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
            // Of two with as many, the one whose turn comes later.
            let longest = self.lines.iter_mut().max_by_key(|(_, line)| line.len());
            match longest {
                Some((_, line)) if line.len() > own + 1 => sent_away = line.pop_back(),
                _ => return Err(new),
            }
        }
        self.put(client, new);
        Ok(sent_away)
    }

    /// Lets something wait that had a place before.
    pub(crate) fn put(&mut self, client: Client, job: T) {
        match self.lines.iter_mut().find(|(other, _)| *other == client) {
            Some((_, line)) => line.push_back(job),
            None => self.lines.push_back((client, [job].into())),
        }
    }

    /// Takes what is next: of the first client with nothing at work, or else of the first that may have more. It is at work then.
    pub(crate) fn pop(&mut self) -> Option<(Client, T)> {
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

    /// Something of a client is no longer at work.
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

    /// A queue in which these clients ask, in this order, with numbered questions.
    fn queue(places: usize, each: usize, asked: &[u8]) -> Queue<(u8, usize)> {
        let mut queue = Queue::new(places, each);
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
        assert!(queue.is_empty() && queue.at_work.is_empty());
    }

    #[test]
    fn a_client_has_one_at_work_while_others_wait() {
        let mut queue = queue(9, 9, &[1, 1, 1, 2]);
        let mut take = || queue.pop().map(|(_, (_, number))| number);
        // Two workers are free: the second is not for the same client.
        assert_eq!((take(), take()), (Some(0), Some(3)));
        // Nobody else waits: the rest is for the one that does.
        assert_eq!((take(), take(), take()), (Some(1), Some(2), None));
    }

    #[test]
    fn a_client_never_has_more_at_work_than_it_may() {
        let mut queue = queue(9, 1, &[1, 1]);
        assert_eq!(queue.pop(), Some((client(1), (1, 0))));
        // A worker is left for who may come.
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
        // Both have as much now.
        assert_eq!(queue.push(client(2), (2, 7), |_| false), Err((2, 7)));
        assert_eq!(queue.push(client(1), (1, 8), |_| false), Err((1, 8)));
        // A client that has disconnected comes before all others.
        assert_eq!(queue.push(client(1), (1, 9), |old| old.1 == 5), Ok(None));
        // What had a place keeps it.
        queue.put(client(3), (3, 10));
        assert_eq!(queue.len(), 5);
    }
}
