//! [`Pool`]: the threads that answer. Every question is tried for a moment, twice, in the quick lane; what is not answered
//! by then goes on in the long lane, so that long questions never stand before short ones. Both lanes have a bounded
//! number of places, and the answers together take at most `workers × memory` of a lane.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use bouton::{How, Limits, StopReason};
use tokio::sync::oneshot;

use super::last_game::LastGame;
use super::query::Query;
use super::refusal::Refusal;
use super::reply::Reply;

/// What comes of a question.
pub(crate) type Answered = Result<Reply, Refusal>;

/// Answers questions of one kind.
pub(crate) type Answerer = fn(&mut LastGame, &Query, &How) -> Answered;

/// The stack of a worker, as large as the main thread's usually is.
const STACK: usize = 8 << 20;

/// What one question may take in a lane, how many are answered at once, and how many may wait.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    pub(crate) time: Duration,
    pub(crate) memory: u64,
    pub(crate) workers: usize,
    pub(crate) places: usize,
}

/// A question with a place in a lane.
struct Job {
    answerer: Answerer,
    query: Query,
    limits: Limits,
    waits: Arc<AtomicBool>,
    /// Whether its first moment is over.
    again: bool,
    answered: oneshot::Sender<Answered>,
}

/// A question that was let in. Dropping it ends the work on it.
pub(crate) struct Ticket {
    /// Where the work says how far it is, and is told to stop.
    pub(crate) limits: Limits,
    /// Whether no worker has it at the moment.
    pub(crate) waits: Arc<AtomicBool>,
    pub(crate) answered: oneshot::Receiver<Answered>,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.limits.cancel.store(true, Ordering::Relaxed);
    }
}

/// The threads that answer.
pub(crate) struct Pool {
    quick: Arc<Lane>,
}

impl Pool {
    /// Starts the threads of both lanes.
    ///
    /// # Errors
    /// The system has no thread left.
    pub(crate) fn start(quick: Budget, long: Budget) -> std::io::Result<Self> {
        let slow = Arc::new(Lane::new("long", long));
        let fast = Arc::new(Lane::new("quick", quick));
        for _ in 0..long.workers {
            slow.clone().spawn(None)?;
        }
        for _ in 0..quick.workers {
            fast.clone().spawn(Some(slow.clone()))?;
        }
        Ok(Self { quick: fast })
    }

    /// Takes a place for a question.
    ///
    /// # Errors
    /// No place is free.
    pub(crate) fn ask(&self, answerer: Answerer, query: Query) -> Result<Ticket, Refusal> {
        let (answered, receiver) = oneshot::channel();
        let limits = Limits {
            threads: Some(1),
            ..Limits::default()
        };
        let waits = Arc::new(AtomicBool::new(true));
        let job = Box::new(Job {
            answerer,
            query,
            limits: limits.clone(),
            waits: waits.clone(),
            again: false,
            answered,
        });
        self.quick.push(job).map_err(|_| Refusal::busy(1))?;
        Ok(Ticket {
            limits,
            waits,
            answered: receiver,
        })
    }
}

/// A queue and what its workers may take.
struct Lane {
    name: &'static str,
    budget: Budget,
    waiting: Mutex<VecDeque<Box<Job>>>,
    woken: Condvar,
}

impl Lane {
    fn new(name: &'static str, budget: Budget) -> Self {
        Self {
            name,
            budget,
            waiting: Mutex::default(),
            woken: Condvar::new(),
        }
    }

    fn waiting(&self) -> MutexGuard<'_, VecDeque<Box<Job>>> {
        // Nothing panics while it is held, and a queue is whole after every step.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives the job back when there is no place, not even one of somebody who has left.
    fn push(&self, job: Box<Job>) -> Result<(), Box<Job>> {
        let mut waiting = self.waiting();
        if waiting.len() >= self.budget.places {
            waiting.retain(|job| !job.is_left());
        }
        if waiting.len() >= self.budget.places {
            return Err(job);
        }
        self.put(&mut waiting, job);
        Ok(())
    }

    /// Lets a job wait for which there is a place, or which had one.
    fn put(&self, waiting: &mut VecDeque<Box<Job>>, job: Box<Job>) {
        job.waits.store(true, Ordering::Relaxed);
        waiting.push_back(job);
        self.woken.notify_one();
    }

    fn pop(&self) -> Box<Job> {
        let waiting = self.waiting();
        let mut waiting = self
            .woken
            .wait_while(waiting, |waiting| waiting.is_empty())
            .unwrap_or_else(PoisonError::into_inner);
        waiting
            .pop_front()
            .expect("invariant: waited until it was not empty")
    }

    /// Starts a worker; what it does not finish goes on in `next`.
    fn spawn(self: Arc<Self>, next: Option<Arc<Self>>) -> std::io::Result<()> {
        let name = format!("{} lane", self.name);
        let thread = std::thread::Builder::new().name(name).stack_size(STACK);
        thread.spawn(move || {
            if next.is_none() {
                give_way();
            }
            let mut last = LastGame::default();
            loop {
                self.pop().run(&mut last, &self, next.as_deref());
            }
        })?;
        Ok(())
    }
}

/// Lets the other threads of the program go first, where the system knows such a thing of a single thread.
fn give_way() {
    #[cfg(target_os = "linux")]
    // Without it long questions are only less polite.
    let _ = rustix::process::nice(10);
}

impl Job {
    /// Whether whoever asked has left.
    fn is_left(&self) -> bool {
        self.limits.cancel.load(Ordering::Relaxed)
    }

    /// Answers it with the budget of this lane, or hands it on.
    fn run(mut self: Box<Self>, last: &mut LastGame, lane: &Lane, next: Option<&Lane>) {
        if self.is_left() {
            return;
        }
        let budget = lane.budget;
        self.waits.store(false, Ordering::Relaxed);
        let asked = self.query.number("time").map(Duration::try_from_secs_f64);
        let asked = asked.and_then(Result::ok).unwrap_or(Duration::MAX);
        let end = Instant::now() + budget.time.min(asked);
        self.limits.deadline = Some(end);
        self.limits.memory = Some(budget.memory);
        let answered = self.answer(last);
        let may_go_on = asked > budget.time && (Instant::now() >= end || is_cut(&answered));
        let Some(next) = next.filter(|_| may_go_on) else {
            return self.send(answered);
        };
        // On a busy machine a moment may pass without work: a short question does not go among the long ones for that.
        if !std::mem::replace(&mut self.again, true) {
            return lane.put(&mut lane.waiting(), self);
        }
        if let Err(job) = next.push(self) {
            job.send(Err(Refusal::busy(5)));
        }
    }

    /// A fault in the program costs this answer and nothing else.
    fn answer(&self, last: &mut LastGame) -> Answered {
        let how = How {
            solver: self.query.text("solver").map(str::to_owned),
            limits: self.limits.clone(),
        };
        let answer = AssertUnwindSafe(|| (self.answerer)(last, &self.query, &how));
        let answered = catch_unwind(answer);
        // Other solvers have tables of their own; one set of tables a worker is what the budget allows.
        if answered.is_err() || how.solver.is_some() {
            last.clear();
        }
        answered.unwrap_or_else(|_| {
            Err(Refusal::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                "this question hit a fault in the program; please report it",
            ))
        })
    }

    fn send(self, answered: Answered) {
        // Whoever asked may have left.
        let _ = self.answered.send(answered);
    }
}

/// Whether more time or memory could still give a whole answer.
fn is_cut(answered: &Answered) -> bool {
    let stopped = match answered {
        Ok(reply) => reply.stopped,
        Err(refusal) => refusal.stopped,
    };
    matches!(stopped, Some(StopReason::Time | StopReason::Memory))
}
