//! A worker: a process that answers one query after the other. The game of its last query stays open.

use std::io::{self, Write};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
#[cfg(feature = "rules")]
use std::time::Duration;

use bouton::tables::TableFiles;
use bouton_web::{LastGame, Limits, Question, Refusal, Reply, Route};

use super::wire::{Order, Report, TimedQuery, put, put_bytes, take};
use crate::watchdog::spent;

/// Processor time for external rules: one call, as long as a full query may take on the command line; one step of it much
/// less.
#[cfg(feature = "rules")]
const PATIENCE: bouton::Patience = bouton::Patience {
    reading: Duration::from_secs(10),
    call: Duration::from_secs(10),
    step: Duration::from_secs(1),
};

/// Answers, from tables if they have the position, until the server is gone: then the process ends, even during a query.
///
/// # Errors
/// If its messages can no longer be sent.
pub(crate) fn work(tables: TableFiles) -> io::Result<()> {
    let desk = Arc::new(Desk::default());
    let (questions, asked) = channel();
    let heard = desk.clone();
    std::thread::Builder::new().spawn(move || heard.hear(&questions))?;
    let mut last = LastGame::with(tables);
    for (asked, limits) in asked {
        #[cfg(feature = "rules")]
        if asked.query.evaluated().is_some() {
            watch_rules(&desk);
        }
        let before = spent();
        let mut reply = answer(&mut last, asked, limits);
        reply.head.computed = spent().saturating_sub(before);
        desk.hand_in(reply)?;
    }
    Ok(())
}

/// From now on ends this process if rules run without checking their limits.
#[cfg(feature = "rules")]
fn watch_rules(desk: &Arc<Desk>) {
    static WATCHED: std::sync::Once = std::sync::Once::new();
    let desk = desk.clone();
    WATCHED.call_once(|| {
        bouton::watch(PATIENCE, spent, move |fault| desk.end(fault.to_string()));
    });
}

/// The running query.
#[derive(Default)]
struct Desk(Mutex<Option<Limits>>);

impl Desk {
    fn under_way(&self) -> MutexGuard<'_, Option<Limits>> {
        // No code panics while the lock is held.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Receives messages from standard input.
    fn hear(&self, questions: &Sender<(TimedQuery, Limits)>) {
        let mut input = io::stdin().lock();
        while let Ok(order) = take(&mut input) {
            match order {
                Order::Answer(asked) => {
                    let limits = Limits {
                        memory: Some(asked.memory),
                        threads: Some(1),
                        ..Limits::within(asked.time)
                    };
                    *self.under_way() = Some(limits.clone());
                    if questions.send((asked, limits)).is_err() {
                        break;
                    }
                }
                Order::Tell => self.tell(),
                Order::Stop => {
                    if let Some(limits) = &*self.under_way() {
                        limits.cancel.store(true, Ordering::Relaxed);
                    }
                }
            }
        }
        std::process::exit(0);
    }

    /// Reports the progress, unless the answer was already sent.
    fn tell(&self) {
        let under_way = self.under_way();
        let Some(limits) = &*under_way else { return };
        let (done, total) = limits.progress.get();
        let mut frame = Vec::new();
        // If the server does not receive it, it will soon close the other stream as well.
        let _ = put(&Report::Progress(done, total), &mut frame).and_then(|()| say(&frame));
    }

    /// Ends the process during a query, unless the answer was already sent.
    #[cfg(feature = "rules")]
    fn end(&self, sentence: String) {
        let under_way = self.under_way();
        if under_way.is_none() {
            return;
        }
        let mut frame = Vec::new();
        // If the server does not receive it, it notices the end of the process.
        let _ = put(&Report::Ends(sentence), &mut frame).and_then(|()| say(&frame));
        std::process::exit(0);
    }

    fn hand_in(&self, reply: Reply) -> io::Result<()> {
        let mut frames = Vec::new();
        put(&Report::Answer(reply.head), &mut frames)?;
        put_bytes(&reply.bytes, &mut frames)?;
        let mut under_way = self.under_way();
        *under_way = None;
        say(&frames)
    }
}

fn say(frames: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(frames)?;
    out.flush()
}

/// The answer to a query, or a refusal.
fn answer(last: &mut LastGame, asked: TimedQuery, limits: Limits) -> Reply {
    match Route::of(&asked.route) {
        Some(route) => Question {
            route,
            query: asked.query,
        }
        .answer(last, limits),
        None => Refusal::nothing().into(),
    }
}
