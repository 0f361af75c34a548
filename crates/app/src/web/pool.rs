//! [`Pool`]: the processes that answer. Every question is tried for a moment, twice, in the quick lane; what is not answered
//! by then goes on in the long lane, so that long questions never stand before short ones. What comes with rules of its own
//! has a lane to itself, where no process meets the rules of two. All lanes have a bounded number of places, and the answers together take at most `workers × memory` of a lane. A worker that does not hear of
//! its limits is ended, and another one takes its place.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bouton::StopReason;
use tokio::sync::{Notify, oneshot, watch};
use tokio::time::{Instant, sleep};

use super::process::{Launch, Lost, Process};
use super::query::Query;
use super::refusal::Refusal;
use super::reply::Reply;
use super::routes::{Delivery, Route};
use super::wire::Asked;
use crate::child::Child;

/// Longer questions are not tried in the quick lane: to read them may take longer than a moment.
const LONGEST_QUICK: usize = 4 << 10;
/// Where the system starts no process, it is asked again after this time.
const BREATH: Duration = Duration::from_millis(500);

/// What one question may take in a lane, how many are answered at once, and how many may wait.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    pub(crate) time: Duration,
    /// What a worker has beyond its time to come to its end, before it is ended.
    pub(crate) grace: Duration,
    pub(crate) memory: u64,
    pub(crate) workers: usize,
    pub(crate) places: usize,
}

/// A question with a place in a lane.
struct Job {
    route: &'static Route,
    query: Query,
    /// The time that was asked for.
    time: Duration,
    progress: watch::Sender<(u64, u64)>,
    waits: Arc<AtomicBool>,
    /// Whether its first moment is over.
    again: bool,
    answered: oneshot::Sender<Reply>,
}

/// A question that was let in. Dropping it ends the work on it.
pub(crate) struct Ticket {
    /// How far it is: done, and of how much at most (0: unknown).
    pub(crate) progress: watch::Receiver<(u64, u64)>,
    /// Whether no worker has it at the moment.
    pub(crate) waits: Arc<AtomicBool>,
    pub(crate) answered: oneshot::Receiver<Reply>,
}

/// The lanes.
pub(crate) struct Pool {
    quick: Arc<Lane>,
    long: Arc<Lane>,
    /// For questions with a rule file, where these are answered.
    rules: Option<Arc<Lane>>,
}

impl Pool {
    /// Starts the workers of both lanes; within a runtime.
    ///
    /// # Errors
    /// The system does not start them.
    pub(crate) fn start(
        child: &Child,
        tables: &[PathBuf],
        quick: Budget,
        long: Budget,
        rules: Option<Budget>,
    ) -> std::io::Result<Self> {
        let launch = |budget: Budget, yields| Launch {
            child: child.clone(),
            memory: budget.memory,
            yields,
            tables: tables.to_vec(),
            quiet: false,
        };
        let lane = |budget, launch| Arc::new(Lane::new(budget, launch));
        let rules = rules.map(|budget| {
            // No table is one of such a game, and what a rule file prints is not for a log.
            let launch = Launch {
                tables: Vec::new(),
                quiet: true,
                ..launch(budget, true)
            };
            lane(budget, launch)
        });
        let long = lane(long, launch(long, true));
        let quick = lane(quick, launch(quick, false));
        if let Some(lane) = &rules {
            for _ in 0..lane.budget.workers {
                tokio::spawn(lane.clone().evaluate());
            }
        }
        for lane in [&long, &quick] {
            for _ in 0..lane.budget.workers {
                let first = Process::start(&lane.launch)?;
                let next = (!lane.launch.yields).then(|| long.clone());
                tokio::spawn(lane.clone().work(first, next));
            }
        }
        Ok(Self { quick, long, rules })
    }

    /// Takes a place for a question.
    ///
    /// # Errors
    /// No place is free, or the question has rules, and none are evaluated here.
    pub(crate) fn ask(&self, route: &'static Route, query: Query) -> Result<Ticket, Refusal> {
        let lane = match (query.rules(), &self.rules) {
            (Some(_), Some(rules)) => rules,
            (Some(_), None) => return Err(Refusal::no_rules()),
            (None, _) if query.size() > LONGEST_QUICK => &self.long,
            (None, _) => &self.quick,
        };
        let (answered, receiver) = oneshot::channel();
        let (progress, seen) = watch::channel((0, 0));
        let waits = Arc::new(AtomicBool::new(true));
        let time = query.time();
        let job = Box::new(Job {
            route,
            query,
            time: time.unwrap_or(Duration::MAX),
            progress,
            waits: waits.clone(),
            again: false,
            answered,
        });
        lane.push(job).map_err(|_| Refusal::busy(1))?;
        Ok(Ticket {
            progress: seen,
            waits,
            answered: receiver,
        })
    }
}

/// A queue and what its workers may take.
struct Lane {
    budget: Budget,
    launch: Launch,
    waiting: Mutex<VecDeque<Box<Job>>>,
    woken: Notify,
}

impl Lane {
    fn new(budget: Budget, launch: Launch) -> Self {
        Self {
            budget,
            launch,
            waiting: Mutex::default(),
            woken: Notify::new(),
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

    async fn pop(&self) -> Box<Job> {
        loop {
            let (job, is_last) = {
                let mut waiting = self.waiting();
                (waiting.pop_front(), waiting.is_empty())
            };
            // Of two calls in a row while nobody waits, one is heard.
            if !is_last {
                self.woken.notify_one();
            }
            match job {
                Some(job) => return job,
                None => self.woken.notified().await,
            }
        }
    }

    /// A worker's place: what it does not finish goes on in `next`.
    async fn work(self: Arc<Self>, first: Process, next: Option<Arc<Self>>) {
        let mut process = first;
        loop {
            loop {
                let job = self.pop().await;
                if self
                    .serve(&mut process, job, next.as_deref())
                    .await
                    .is_err()
                {
                    break;
                }
            }
            process.end().await;
            process = self.another().await;
        }
    }

    /// A place for rules: those of each file are evaluated by a process that is started for them and meets no others, so
    /// that whatever they make of it, they answer for nobody else.
    async fn evaluate(self: Arc<Self>) {
        let mut held: Option<(String, Process)> = None;
        loop {
            let job = self.pop().await;
            let rules = job.query.rules().unwrap_or_default();
            let mut process = match held.take() {
                Some((known, process)) if known == rules => process,
                other => {
                    if let Some((_, process)) = other {
                        process.end().await;
                    }
                    self.another().await
                }
            };
            let rules = rules.to_owned();
            match self.serve(&mut process, job, None).await {
                Ok(()) => held = Some((rules, process)),
                Err(_) => process.end().await,
            }
        }
    }

    /// A new worker.
    async fn another(&self) -> Process {
        loop {
            match Process::start(&self.launch) {
                Ok(started) => return started,
                Err(_) => sleep(BREATH).await,
            }
        }
    }

    /// Lets a worker answer a question, or hands that on.
    async fn serve(
        &self,
        process: &mut Process,
        mut job: Box<Job>,
        next: Option<&Self>,
    ) -> Result<(), Lost> {
        if job.is_left() {
            return Ok(());
        }
        job.waits.store(false, Ordering::Relaxed);
        let time = self.budget.time.min(job.time);
        let end = Instant::now() + time;
        let answered = job.answer(process, time, self.budget).await;
        let lost = answered.as_ref().err().copied();
        if job.is_left() {
            return lost.map_or(Ok(()), Err);
        }
        let may_go_on = job.time > self.budget.time
            && (Instant::now() >= end || answered.as_ref().map_or(true, Reply::is_cut));
        match next.filter(|_| may_go_on) {
            None => job.send(answered.unwrap_or_else(|lost| lost.told().into())),
            // On a busy machine a moment may pass without work: a short question does not go among the long ones for that.
            Some(_) if lost.is_none() && !std::mem::replace(&mut job.again, true) => {
                self.put(&mut self.waiting(), job);
            }
            Some(next) => {
                if let Err(job) = next.push(job) {
                    job.send(Refusal::busy(5).into());
                }
            }
        }
        lost.map_or(Ok(()), Err)
    }
}

impl Job {
    /// Whether whoever asked has left.
    fn is_left(&self) -> bool {
        self.answered.is_closed()
    }

    async fn answer(
        &mut self,
        process: &mut Process,
        time: Duration,
        budget: Budget,
    ) -> Result<Reply, Lost> {
        let asked = Asked {
            route: self.route.path.to_owned(),
            query: self.query.clone(),
            time,
            memory: budget.memory,
        };
        let is_watched = matches!(self.route.delivery, Delivery::Events(_));
        let progress = is_watched.then_some(&self.progress);
        let end = Instant::now() + time + budget.grace;
        process
            .answer(asked, end, progress, self.answered.closed())
            .await
    }

    fn send(self, reply: Reply) {
        // Whoever asked may have left.
        let _ = self.answered.send(reply);
    }
}

impl Lost {
    /// What is told of it.
    fn told(self) -> Refusal {
        let (why, sentence) = match self {
            Self::Deaf => (
                StopReason::Time,
                "the time is over amid a step that could not be interrupted",
            ),
            Self::Ended => (
                StopReason::Memory,
                "the process that worked on the question ended, most likely for want of memory",
            ),
        };
        Refusal {
            error: format!("stopped: {sentence}"),
            ..Refusal::stopped(why)
        }
    }
}
