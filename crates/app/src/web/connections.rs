//! [`Connections`]: the connections that wait for a request. If all places are taken, one of them is closed: a connection
//! that was never answered before one that was, and among these the one that has waited longest.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use hyper::body::{Frame, SizeHint};
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

/// A new connection is not closed before it had time to send a request.
const HEARING: Duration = Duration::from_millis(100);
/// A connection that was answered has time for its next request, which the server may have asked it to postpone.
const THINKING: Duration = Duration::from_secs(5);

/// The waiting connections, by whether they were answered before and by the order in which they began to wait.
#[derive(Default)]
pub(crate) struct Connections(Mutex<Waiting>);

type Place = (bool, u64);

#[derive(Default)]
struct Waiting {
    began: u64,
    connections: BTreeMap<Place, (Instant, Arc<watch::Sender<bool>>)>,
}

impl Waiting {
    /// The connection to close, or, if it is too early for that, the time to ask again.
    fn first_to_leave(&self) -> Result<Place, Instant> {
        let now = Instant::now();
        let oldest = [(false, HEARING), (true, THINKING)].map(|(answered, time)| {
            let mut kind = self.connections.range((answered, 0)..=(answered, u64::MAX));
            let (place, (since, _)) = kind.next()?;
            Some((*place, *since + time))
        });
        let oldest = oldest.into_iter().flatten();
        let due = oldest.clone().find(|&(_, heard)| heard <= now);
        due.map(|(place, _)| place)
            .ok_or_else(|| oldest.fold(now + HEARING, |then, (_, heard)| then.min(heard)))
    }
}

impl Connections {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        // No code panics while the lock is held.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells a waiting connection to close, when one has had its time.
    pub(crate) async fn make_room(&self) {
        while let Err(then) = self.send_away() {
            sleep_until(then).await;
        }
    }

    fn send_away(&self) -> Result<(), Instant> {
        let mut waiting = self.waiting();
        let place = waiting.first_to_leave()?;
        if let Some((_, connection)) = waiting.connections.remove(&place) {
            connection.send_replace(true);
        }
        Ok(())
    }
}

/// A connection. It waits from its beginning until a complete request is there, and again when the answer has been sent.
#[derive(Clone)]
pub(crate) struct Connection(Arc<State>);

struct State {
    connections: Arc<Connections>,
    told_to_leave: Arc<watch::Sender<bool>>,
    /// Its key among the waiting connections.
    place: Mutex<Option<Place>>,
    /// Whether a request has begun.
    is_asking: AtomicBool,
}

impl Connection {
    /// A connection that waits.
    pub(crate) fn welcome(connections: &Arc<Connections>) -> Self {
        let connection = Self(Arc::new(State {
            connections: connections.clone(),
            told_to_leave: Arc::new(watch::Sender::new(false)),
            place: Mutex::default(),
            is_asking: AtomicBool::new(false),
        }));
        connection.wait(false);
        connection
    }

    fn place(&self) -> MutexGuard<'_, Option<Place>> {
        self.0.place.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait(&self, was_answered: bool) {
        let mut waiting = self.0.connections.waiting();
        waiting.began += 1;
        let place = (was_answered, waiting.began);
        let connection = (Instant::now(), self.0.told_to_leave.clone());
        waiting.connections.insert(place, connection);
        *self.place() = Some(place);
    }

    /// A complete request is there, or the connection is closed.
    pub(crate) fn waits_no_more(&self) {
        let mut waiting = self.0.connections.waiting();
        if let Some(place) = self.place().take() {
            waiting.connections.remove(&place);
        }
    }

    /// A request begins.
    pub(crate) fn asks(&self) {
        self.0.is_asking.store(true, Ordering::Relaxed);
    }

    /// Whether an answer to it is pending, even if that is only a refusal.
    pub(crate) fn is_asking(&self) -> bool {
        self.0.is_asking.load(Ordering::Relaxed)
    }

    /// Ends when the connection is asked to close.
    pub(crate) async fn told_to_leave(&self) {
        let mut told = self.0.told_to_leave.subscribe();
        // This connection holds its own sender.
        let _ = told.wait_for(|told| *told).await;
    }

    /// The same answer; after it has been sent, the connection waits again.
    pub(crate) fn until_sent(self, body: Body) -> Sent {
        Sent {
            body,
            connection: self,
        }
    }
}

/// An answer that is being sent to a connection.
pub(crate) struct Sent {
    body: Body,
    connection: Connection,
}

impl Drop for Sent {
    fn drop(&mut self) {
        self.connection.0.is_asking.store(false, Ordering::Relaxed);
        self.connection.waits_no_more();
        self.connection.wait(true);
    }
}

impl hyper::body::Body for Sent {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.get_mut().body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Several connections, some of which were answered, all long enough ago: the order in which they are closed.
    fn leaves(answered: &[bool]) -> Vec<usize> {
        let connections = Arc::new(Connections::default());
        let some: Vec<_> = answered
            .iter()
            .map(|answered| {
                let connection = Connection::welcome(&connections);
                if *answered {
                    connection.waits_no_more();
                    connection.wait(true);
                }
                connection
            })
            .collect();
        for (since, _) in connections.waiting().connections.values_mut() {
            *since -= THINKING;
        }
        let told = |connection: &Connection| *connection.0.told_to_leave.borrow();
        let mut order = Vec::new();
        while connections.send_away().is_ok() {
            let now = (0..some.len()).filter(|n| told(&some[*n]));
            let new: Vec<_> = now.filter(|n| !order.contains(n)).collect();
            order.extend(new);
        }
        order
    }

    #[test]
    fn the_oldest_who_was_never_answered_makes_room() {
        assert_eq!(leaves(&[false, false, false]), [0, 1, 2]);
        assert_eq!(leaves(&[true, false, true, false]), [1, 3, 0, 2]);
        assert!(leaves(&[]).is_empty());
    }

    #[test]
    fn nobody_leaves_before_there_was_time_to_hear() {
        let connections = Arc::new(Connections::default());
        let connection = Connection::welcome(&connections);
        for (since, _) in connections.waiting().connections.values_mut() {
            // This does not depend on how long the test takes.
            *since += Duration::from_secs(3600);
        }
        assert!(connections.send_away().is_err());
        assert!(!*connection.0.told_to_leave.borrow());
    }
}
