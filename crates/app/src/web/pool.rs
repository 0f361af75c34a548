//! [`Pool`]: answers questions on a bounded number of threads, each within limits of its own. Clients take turns in a bounded
//! [queue](Queue). The games that were asked about last stay open.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bouton::tables::TableFiles;
use bouton_web::{LastGame, Limits, Query, Question, Refusal, Reply};
use tokio::sync::oneshot;
use tokio::task::spawn_blocking;

use super::client::Client;
use super::queue::Queue;
use crate::memory::{Overrun, held, with_aside};

/// Questions that wait for a thread.
const PLACES: usize = 64;

/// The limits of a question, and the number answered at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    pub(crate) time: Duration,
    pub(crate) memory: u64,
    pub(crate) at_once: usize,
    /// The number of questions of one client that are answered at once.
    pub(crate) each: usize,
    /// Whether rule files and statements of clients are evaluated.
    pub(crate) evaluates: bool,
}

/// A question that is answered for a client. Dropping it ends the work.
pub(crate) struct Ticket {
    /// Shared with the work: its progress, and how it is stopped.
    pub(crate) limits: Limits,
    /// Whether no thread has it yet.
    pub(crate) waits: Arc<AtomicBool>,
    pub(crate) answered: oneshot::Receiver<Reply>,
}

impl Ticket {
    /// The ticket of some work, and where its answer goes.
    pub(crate) fn of(limits: &Limits) -> (Self, oneshot::Sender<Reply>) {
        let (answer, answered) = oneshot::channel();
        let ticket = Self {
            limits: limits.clone(),
            waits: Arc::default(),
            answered,
        };
        (ticket, answer)
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.limits.cancel.store(true, Ordering::Relaxed);
    }
}

/// A question with a place.
struct Job {
    question: Question,
    limits: Limits,
    waits: Arc<AtomicBool>,
    answer: oneshot::Sender<Reply>,
}

impl Job {
    fn send(self, reply: impl Into<Reply>) {
        // The client may have left.
        let _ = self.answer.send(reply.into());
    }
}

/// The games that were asked about, the one of the last question at the end; as many as questions are answered at once.
struct Games {
    idle: Vec<LastGame>,
    tables: TableFiles,
    /// The tables that were made since the server runs.
    made: Vec<PathBuf>,
}

/// The questions that wait and run.
pub(crate) struct Pool {
    budget: Budget,
    waiting: Mutex<Queue<Job>>,
    games: Mutex<Games>,
    /// The bytes that the process may hold.
    most: u64,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // No code panics while a lock is held.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Pool {
    /// Answers from these tables if they have the position.
    pub(crate) fn new(budget: Budget, tables: TableFiles) -> Self {
        let Budget {
            at_once,
            each,
            memory,
            ..
        } = budget;
        let idle = (0..at_once).map(|_| LastGame::with(tables.clone()));
        let of_questions = with_aside(memory).saturating_mul(at_once as u64);
        Self {
            budget,
            waiting: Mutex::new(Queue::new(PLACES, each, at_once)),
            games: Mutex::new(Games {
                idle: idle.collect(),
                tables,
                made: Vec::new(),
            }),
            most: held().unwrap_or(0).saturating_add(of_questions),
        }
    }

    /// Takes a place for a question.
    ///
    /// # Errors
    /// No place is free, or the question has rules, and none are evaluated here.
    pub(crate) fn ask(
        self: &Arc<Self>,
        client: Client,
        question: Question,
    ) -> Result<Ticket, Refusal> {
        if !self.budget.evaluates && question.query.evaluates() {
            return Err(Refusal::no_rules());
        }
        let limits = Limits {
            memory: Some(self.budget.memory),
            threads: Some(1),
            ..Limits::default()
        };
        let (ticket, answer) = Ticket::of(&limits);
        ticket.waits.store(true, Ordering::Relaxed);
        let job = Job {
            question,
            limits,
            waits: ticket.waits.clone(),
            answer,
        };
        let pushed = lock(&self.waiting).push(client, job, |job| job.answer.is_closed());
        match pushed {
            Ok(None) => {}
            Ok(Some(sent_away)) => sent_away.send(Refusal::busy(1)),
            Err(_) => return Err(Refusal::busy(1)),
        }
        self.begin();
        Ok(ticket)
    }

    /// Begins what has its turn; within a runtime.
    fn begin(self: &Arc<Self>) {
        loop {
            let next = lock(&self.waiting).pop();
            let Some((client, job)) = next else { return };
            let pool = self.clone();
            spawn_blocking(move || {
                pool.answer(job);
                lock(&pool.waiting).done(client);
                pool.begin();
            });
        }
    }

    fn answer(&self, job: Job) {
        if job.answer.is_closed() {
            return;
        }
        job.waits.store(false, Ordering::Relaxed);
        let time = job.question.query.time().unwrap_or(Duration::MAX);
        let limits = Limits {
            deadline: Instant::now().checked_add(time.min(self.budget.time)),
            ..job.limits.clone()
        };
        let overrun = self.held(&limits);
        let (tables, mut game) = self.take(&job.question.query);
        let reply = job.question.answer(&mut game, limits);
        self.put(tables, game, &job.limits);
        drop(overrun);
        job.send(reply);
    }

    /// Stops work when all questions together hold more than they may.
    pub(crate) fn held(&self, limits: &Limits) -> Overrun {
        Overrun::over(limits, self.most)
    }

    /// The open game of a question, or else the one that was asked about longest ago; and how many tables were made before.
    fn take(&self, query: &Query) -> (usize, LastGame) {
        let mut games = lock(&self.games);
        let known = games.idle.iter().position(|game| game.is_that_of(query));
        let game = games.idle.remove(known.unwrap_or(0));
        (games.made.len(), game)
    }

    /// Keeps a game for the next question, unless a table was made meanwhile, or its memory is needed.
    fn put(&self, tables: usize, game: LastGame, limits: &Limits) {
        let mut games = lock(&self.games);
        let is_kept = tables == games.made.len() && !limits.full.load(Ordering::Relaxed);
        let game = match is_kept {
            true => game,
            false => LastGame::with(games.tables.clone()),
        };
        games.idle.push(game);
    }

    /// From now on answers from this table, too.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) fn add(&self, table: &Path) -> Result<(), bouton::Error> {
        let mut games = lock(&self.games);
        if games.made.iter().any(|made| made == table) {
            return Ok(());
        }
        let opened = TableFiles::open(&[table.to_owned()])?;
        games.tables.add(opened.offered());
        games.made.push(table.to_owned());
        let Games { idle, tables, .. } = &mut *games;
        idle.fill_with(|| LastGame::with(tables.clone()));
        Ok(())
    }
}
