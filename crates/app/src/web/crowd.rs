//! [`Crowd`]: connections that wait for what their client is to say. Where all places are taken, the one that has waited longest makes room.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use hyper::body::{Frame, SizeHint};
use tokio::sync::watch;

/// Those who wait, by the order in which they began to.
#[derive(Default)]
pub(crate) struct Crowd(Mutex<Waiting>);

#[derive(Default)]
struct Waiting {
    began: u64,
    guests: BTreeMap<u64, Arc<watch::Sender<bool>>>,
}

impl Crowd {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        // Nothing panics while it is held.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells whoever has waited longest to leave; nobody where all are being answered.
    pub(crate) fn make_room(&self) {
        if let Some((_, guest)) = self.waiting().guests.pop_first() {
            guest.send_replace(true);
        }
    }
}

/// A connection. It waits from its beginning until all of a request is there, and again when the answer has been sent.
#[derive(Clone)]
pub(crate) struct Guest(Arc<State>);

struct State {
    crowd: Arc<Crowd>,
    told_to_leave: Arc<watch::Sender<bool>>,
    /// Its place among those who wait.
    place: Mutex<Option<u64>>,
    /// Whether a request has begun.
    is_asking: AtomicBool,
}

impl Guest {
    /// One that waits.
    pub(crate) fn welcome(crowd: &Arc<Crowd>) -> Self {
        let guest = Self(Arc::new(State {
            crowd: crowd.clone(),
            told_to_leave: Arc::new(watch::Sender::new(false)),
            place: Mutex::default(),
            is_asking: AtomicBool::new(false),
        }));
        guest.wait();
        guest
    }

    fn place(&self) -> MutexGuard<'_, Option<u64>> {
        self.0.place.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait(&self) {
        let mut waiting = self.0.crowd.waiting();
        waiting.began += 1;
        let began = waiting.began;
        waiting.guests.insert(began, self.0.told_to_leave.clone());
        *self.place() = Some(began);
    }

    /// All of its request is there, or it is gone.
    pub(crate) fn waits_no_more(&self) {
        let mut waiting = self.0.crowd.waiting();
        if let Some(began) = self.place().take() {
            waiting.guests.remove(&began);
        }
    }

    /// A request begins.
    pub(crate) fn asks(&self) {
        self.0.is_asking.store(true, Ordering::Relaxed);
    }

    /// Whether it has an answer to come, if only that there is no place for it.
    pub(crate) fn is_asking(&self) -> bool {
        self.0.is_asking.load(Ordering::Relaxed)
    }

    /// Ends when it is to make room.
    pub(crate) async fn told_to_leave(&self) {
        let mut told = self.0.told_to_leave.subscribe();
        // The sender is this guest's own.
        let _ = told.wait_for(|told| *told).await;
    }

    /// The same answer; once it has been sent, the guest waits again.
    pub(crate) fn until_sent(self, body: Body) -> Sent {
        Sent { body, guest: self }
    }
}

/// An answer on its way to a guest.
pub(crate) struct Sent {
    body: Body,
    guest: Guest,
}

impl Drop for Sent {
    fn drop(&mut self) {
        self.guest.0.is_asking.store(false, Ordering::Relaxed);
        self.guest.waits_no_more();
        self.guest.wait();
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
