//! A query answered as server-sent events: the progress, then the answer.

use std::convert::Infallible;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use bouton_web::{Refusal, Reply};
use futures_util::stream::unfold;
use serde_json::json;
use tokio::time::{Interval, MissedTickBehavior, interval};

use super::pool::Ticket;

/// Time between two events.
const BEAT: Duration = Duration::from_millis(200);

/// A query in progress. It is dropped when the client leaves, which ends the work.
struct Watched {
    ticket: Ticket,
    asked: Instant,
    beat: Interval,
}

/// Reports on a query until it is answered.
pub(crate) fn events(ticket: Ticket) -> Response {
    let mut beat = interval(BEAT);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let watched = Watched {
        ticket,
        asked: Instant::now(),
        beat,
    };
    let events = unfold(Some(watched), |watched| async move {
        let (event, rest) = watched?.next().await;
        Some((Ok::<_, Infallible>(event), rest))
    });
    Sse::new(events).into_response()
}

impl Watched {
    /// The next event, and the rest of the stream.
    async fn next(mut self) -> (Event, Option<Self>) {
        tokio::select! {
            biased;
            answered = &mut self.ticket.answered => (last(&answered.unwrap_or_else(|_| Refusal::busy(1).into())), None),
            _ = self.beat.tick() => (self.progress(), Some(self)),
        }
    }

    fn progress(&self) -> Event {
        let (done, total) = self.ticket.limits.progress.get();
        let progress = json!({
            "visited": done,
            "seconds": self.asked.elapsed().as_secs_f64(),
            "total": (total > 0).then_some(total),
            "waiting": self.ticket.waits.load(Ordering::Relaxed),
        });
        Event::default()
            .event("progress")
            .data(progress.to_string())
    }
}

fn last(reply: &Reply) -> Event {
    let name = if reply.is_answer() {
        "answer"
    } else {
        "refusal"
    };
    let text = String::from_utf8_lossy(&reply.bytes);
    Event::default().event(name).data(text)
}
