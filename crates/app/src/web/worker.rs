//! A worker: a process that answers one query after the other. The game of its last query stays open.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
#[cfg(feature = "rules")]
use std::time::Duration;

use axum::http::StatusCode;
use bouton::tables::TableFiles;
use bouton::{How, Limits};

use super::last_game::LastGame;
use super::refusal::Refusal;
use super::reply::Reply;
use super::routes::Route;
use super::wire::{Asked, Order, Report, put, put_bytes, take};
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
        if asked.query.rules().is_some() {
            watch_rules(&desk);
        }
        let before = spent();
        let mut reply = answer(&mut last, &asked, limits);
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
    fn hear(&self, questions: &Sender<(Asked, Limits)>) {
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

/// A panic of the program costs only this answer.
fn answer(last: &mut LastGame, asked: &Asked, limits: Limits) -> Reply {
    let Some(route) = Route::of(&asked.route) else {
        return Refusal::bad("there is no such question").into();
    };
    let how = How {
        solver: asked.query.text("solver").map(str::to_owned),
        limits,
    };
    let answered = catch_unwind(AssertUnwindSafe(|| {
        (route.answerer)(last, &asked.query, &how)
    }));
    // Other solvers have separate tables; the budget allows one set of tables for each worker.
    if answered.is_err() || how.solver.is_some() {
        last.clear();
    }
    let answered = answered.unwrap_or_else(|_| {
        Err(Refusal::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "this question hit a fault in the program; please report it",
        ))
    });
    answered.unwrap_or_else(|refusal| refusal.to(asked.query.texts()).into())
}
