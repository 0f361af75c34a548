//! [`Pool`]: the processes that answer. Every query is tried for a moment of processor time, twice, in the quick lane; a
//! query that is not answered by then continues in the long lane, so that long queries never delay short ones. Queries with
//! a rule file have three separate lanes, where no process sees the rules of two files: one for files that were [met](Met)
//! before, one for others, and one for long queries. Clients take turns in every [queue](Queue). All lanes have a bounded
//! number of places, and the answers together take at most `workers × memory` of a lane. A worker that overruns its limits
//! is killed and replaced.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bouton_web::{Delivery, Query, Question, Refusal, Reply, Route, StopReason};
use tokio::sync::{Notify, oneshot, watch};
use tokio::time::{Instant, sleep};

use super::client::Client;
use super::met::Met;
use super::process::{Launch, Lost, Process, Tables};
use super::queue::Queue;
use super::warm::{Place, Warm};
use super::wire::TimedQuery;
use crate::child::Child;

/// Longer queries are not tried in the quick lane: reading them may take longer than a moment.
const LONGEST_QUICK: usize = 4 << 10;
/// A query is tried in a quick lane until it has had one and a half moments of processor time, which takes two trials on an
/// idle machine, but at most this many trials.
/// more often than this.
const MOST_TRIES: u32 = 25;
/// Seconds after which a query that was already tried may be sent again.
const BUSY: u32 = 5;
/// If the system cannot start a process, the time until the next attempt.
const BREATH: Duration = Duration::from_millis(500);

/// The limits of one query in a lane, the number answered at once, and the number that may wait.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    pub(crate) time: Duration,
    /// The time after its limit in which a worker may end by itself.
    pub(crate) grace: Duration,
    pub(crate) memory: u64,
    pub(crate) workers: usize,
    pub(crate) places: usize,
    /// The number of queries of one client that are answered at once, for this many workers.
    pub(crate) each: usize,
}

/// The limits of the lanes for queries with rule files.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RulesBudget {
    /// For queries that will probably be answered fast.
    pub(crate) met: Budget,
    /// For the first trial of all others.
    pub(crate) fresh: Budget,
    pub(crate) long: Budget,
    /// Processes of the first two lanes, including those that wait for the next query about their file.
    pub(crate) most: usize,
}

/// A query with a place in a lane.
struct Job {
    client: Client,
    route: &'static Route,
    query: Query,
    /// The requested time limit.
    time: Duration,
    progress: watch::Sender<(u64, u64)>,
    waits: Arc<AtomicBool>,
    tried: Tried,
    answered: oneshot::Sender<Reply>,
}

/// The trials of a query in the quick lane.
#[derive(Clone, Copy, Debug, Default)]
struct Tried {
    times: u32,
    /// Processor time: on a busy machine a moment may pass without any.
    computed: Duration,
}

impl Tried {
    /// Whether that is enough: the query then continues in the long lane.
    fn is_enough(self, moment: Duration) -> bool {
        self.computed * 2 >= moment * 3 || self.times >= MOST_TRIES
    }
}

/// An accepted query. Dropping it ends the work on it.
pub(crate) struct Ticket {
    /// The progress: units done, and the most in all (0: unknown).
    pub(crate) progress: watch::Receiver<(u64, u64)>,
    /// Whether no worker has it at the moment.
    pub(crate) waits: Arc<AtomicBool>,
    pub(crate) answered: oneshot::Receiver<Reply>,
}

/// The lanes.
pub(crate) struct Pool {
    quick: Arc<Lane>,
    long: Arc<Lane>,
    /// The lanes for queries with a rule file, if these are answered.
    rules: Option<Rules>,
}

/// The lanes of queries with a rule file.
struct Rules {
    lately: Arc<Met>,
    met: Arc<Lane>,
    fresh: Arc<Lane>,
}

impl Pool {
    /// Starts the workers of the lanes; within a runtime.
    ///
    /// # Errors
    /// If the system does not start them.
    pub(crate) fn start(
        child: &Child,
        tables: &Tables,
        quick: Budget,
        long: Budget,
        rules: Option<RulesBudget>,
    ) -> std::io::Result<Self> {
        let launch = |budget: Budget, yields| Launch {
            child: child.clone(),
            memory: budget.memory,
            yields,
            tables: tables.clone(),
            quiet: false,
        };
        let long = Lane::new(long, launch(long, true), None);
        let quick = Lane::new(quick, launch(quick, false), Some(long.clone()));
        let rules = rules.map(|budget| {
            // There are no tables for such games, and text printed by a rule file does not belong in a log.
            let launch = |budget, yields| Launch {
                tables: Tables::default(),
                quiet: true,
                ..launch(budget, yields)
            };
            Rules::start(budget, launch)
        });
        for lane in [&long, &quick] {
            for _ in 0..lane.budget.workers {
                let first = Process::start(&lane.launch)?;
                tokio::spawn(lane.clone().work(first));
            }
        }
        Ok(Self { quick, long, rules })
    }

    /// Takes a place for a query.
    ///
    /// # Errors
    /// No place is free, or the question has rules, and none are evaluated here.
    pub(crate) fn ask(&self, client: Client, question: Question) -> Result<Ticket, Refusal> {
        let Question { route, query } = question;
        let lane = match (query.evaluated(), &self.rules) {
            (Some(text), Some(rules)) if rules.lately.is_quick(route.path, &text) => &rules.met,
            (Some(_), Some(rules)) => &rules.fresh,
            (Some(_), None) => return Err(Refusal::no_rules()),
            (None, _) if query.size() > LONGEST_QUICK => &self.long,
            (None, _) => &self.quick,
        };
        let (answered, receiver) = oneshot::channel();
        let (progress, seen) = watch::channel((0, 0));
        let waits = Arc::new(AtomicBool::new(true));
        let time = query.time();
        let job = Box::new(Job {
            client,
            route,
            query,
            time: time.unwrap_or(Duration::MAX),
            progress,
            waits: waits.clone(),
            tried: Tried::default(),
            answered,
        });
        lane.push(job, 1).map_err(|_| Refusal::busy(1))?;
        Ok(Ticket {
            progress: seen,
            waits,
            answered: receiver,
        })
    }
}

impl Rules {
    fn start(budget: RulesBudget, launch: impl Fn(Budget, bool) -> Launch) -> Self {
        let lately = Arc::new(Met::default());
        let long = Lane::new(budget.long, launch(budget.long, true), None);
        let quick = |budget| Lane::new(budget, launch(budget, false), Some(long.clone()));
        let (met, fresh) = (quick(budget.met), quick(budget.fresh));
        // A file is met in one lane, and queried again in another.
        let quick = Arc::new(Warm::new(budget.most));
        let own = Arc::new(Warm::new(budget.long.workers));
        for (lane, warm) in [(&met, &quick), (&fresh, &quick), (&long, &own)] {
            for _ in 0..lane.budget.workers {
                tokio::spawn(lane.clone().evaluate(warm.clone(), lately.clone()));
            }
        }
        Self { lately, met, fresh }
    }
}

/// A queue with the limits of its workers.
struct Lane {
    budget: Budget,
    launch: Launch,
    /// The lane in which queries continue that are not answered in time.
    next: Option<Arc<Self>>,
    waiting: Mutex<Queue<Box<Job>>>,
    woken: Notify,
}

impl Lane {
    fn new(budget: Budget, launch: Launch, next: Option<Arc<Self>>) -> Arc<Self> {
        Arc::new(Self {
            budget,
            launch,
            next,
            waiting: Mutex::new(Queue::new(budget.places, budget.each)),
            woken: Notify::new(),
        })
    }

    fn waiting(&self) -> MutexGuard<'_, Queue<Box<Job>>> {
        // No code panics while the lock is held, and a queue is consistent after every step.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a job, or returns it. If it replaces another job, that one is asked to come again after this many seconds.
    fn push(&self, job: Box<Job>, seconds: u32) -> Result<(), Box<Job>> {
        job.waits.store(true, Ordering::Relaxed);
        let pushed = self.waiting().push(job.client, job, |job| job.is_left());
        if let Some(sent_away) = pushed? {
            sent_away.send(Refusal::busy(seconds).into());
        }
        self.woken.notify_one();
        Ok(())
    }

    /// Moves a job to its next lane after a trial, or asks it to come again if there is no place.
    fn hand_on(&self, job: Box<Job>) {
        if let Err(job) = self.push(job, BUSY) {
            job.send(Refusal::busy(BUSY).into());
        }
    }

    /// Lets a job that had a place wait again.
    fn put(&self, job: Box<Job>) {
        job.waits.store(true, Ordering::Relaxed);
        self.waiting().put(job.client, job);
        self.woken.notify_one();
    }

    async fn pop(&self) -> Box<Job> {
        loop {
            let (next, is_last) = {
                let mut waiting = self.waiting();
                (waiting.pop(), waiting.is_empty())
            };
            let Some((_, job)) = next else {
                self.woken.notified().await;
                continue;
            };
            // Of two notifications in a row without a waiter, one is kept.
            if !is_last {
                self.woken.notify_one();
            }
            return job;
        }
    }

    /// A job of this client is no longer running, so another may run.
    fn done(&self, client: Client) {
        self.waiting().done(client);
        self.woken.notify_one();
    }

    /// A worker's place.
    async fn work(self: Arc<Self>, first: Process) {
        let mut process = first;
        loop {
            let job = self.pop().await;
            let client = job.client;
            if process.is_dated(&self.launch) {
                process.end().await;
                process = self.another().await;
            }
            let served = self.serve(&mut process, job).await;
            self.done(client);
            if served.is_err() {
                process.end().await;
                process = self.another().await;
            }
        }
    }

    /// A place for rules: those of each file are evaluated by a process that is started for them and sees no other rules,
    /// so that a file can affect only its own queries.
    async fn evaluate(self: Arc<Self>, warm: Arc<Warm<Process>>, lately: Arc<Met>) {
        loop {
            let job = self.pop().await;
            let (client, route) = (job.client, job.route.path);
            let rules = job.query.evaluated().unwrap_or_default().into_owned();
            let mut process = match warm.take(&rules) {
                Place::Warm(process) => process,
                Place::Instead(other) => {
                    other.end().await;
                    self.another().await
                }
                Place::New => self.another().await,
            };
            let served = self.serve(&mut process, job).await;
            self.done(client);
            if self.next.is_some() && served != Ok(Served::Unfinished) {
                lately.learn(route, &rules, served == Ok(Served::Answered));
            }
            match served {
                Ok(_) => warm.keep(client, rules, process),
                Err(_) => {
                    process.end().await;
                    warm.lose();
                }
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

    /// Lets a worker answer a query, or passes it to the next lane.
    async fn serve(&self, process: &mut Process, mut job: Box<Job>) -> Result<Served, Lost> {
        if job.is_left() {
            return Ok(Served::Unfinished);
        }
        job.waits.store(false, Ordering::Relaxed);
        let Budget { time, .. } = self.budget;
        let may_go_on = job.time > time;
        let end = Instant::now() + time.min(job.time);
        let answered = job.answer(process, time.min(job.time), self.budget).await;
        let is_over = Instant::now() >= end;
        if job.is_left() {
            return answered.map(|_| Served::Unfinished);
        }
        let next = self.next.as_deref().filter(|_| may_go_on);
        match (answered, next) {
            (Ok(reply), Some(next)) if is_over || reply.is_cut() => {
                job.tried.times += 1;
                job.tried.computed += reply.head.computed;
                // On a busy machine a short query does not move to the long lane for this reason.
                let needs_memory = reply.head.stopped == Some(StopReason::Memory);
                if !needs_memory && !job.tried.is_enough(time) {
                    self.put(job);
                    return Ok(Served::Unfinished);
                }
                next.hand_on(job);
                Ok(Served::HandedOn)
            }
            (Ok(reply), _) => {
                job.send(reply);
                Ok(Served::Answered)
            }
            (Err(lost), Some(next)) if !matches!(lost, Lost::Told(_)) => {
                next.hand_on(job);
                Err(lost)
            }
            (Err(lost), _) => {
                let rules = job.query.rules().and_then(|_| job.query.text("game"));
                let told = lost.clone().told(rules);
                job.send(told.into());
                Err(lost)
            }
        }
    }
}

/// The fate of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Served {
    Answered,
    HandedOn,
    /// It waits for another trial, or its client has disconnected.
    Unfinished,
}

impl Job {
    /// Whether the client has disconnected.
    fn is_left(&self) -> bool {
        self.answered.is_closed()
    }

    async fn answer(
        &mut self,
        process: &mut Process,
        time: Duration,
        budget: Budget,
    ) -> Result<Reply, Lost> {
        let asked = TimedQuery {
            route: self.route.path.to_owned(),
            query: self.query.clone(),
            time,
            memory: budget.memory,
        };
        let is_watched = matches!(self.route.delivery, Delivery::Events(_));
        let progress = is_watched.then_some(&self.progress);
        process
            .answer(asked, budget.grace, progress, self.answered.closed())
            .await
    }

    fn send(self, reply: Reply) {
        // The client may have disconnected.
        let _ = self.answered.send(reply);
    }
}

impl Lost {
    /// The name in messages; `rules` is the rule file that came with the query.
    fn told(self, rules: Option<&str>) -> Refusal {
        let (why, sentence) = match (self, rules) {
            (Self::Told(sentence), _) => {
                return Refusal {
                    what: Some("rules"),
                    ..Refusal::bad(sentence)
                };
            }
            (Self::Deaf, _) => (
                StopReason::Time,
                "the time is over, during a step that cannot be interrupted".to_owned(),
            ),
            (Self::Ended, None) => (
                StopReason::Memory,
                "the process that worked on the question ended, most likely because memory ran out"
                    .to_owned(),
            ),
            (Self::Ended, Some(rules)) => (
                StopReason::Memory,
                format!(
                    "a call of the rules in {rules} needs more memory than a question may take: does a number, a text or a list grow without end?"
                ),
            ),
        };
        Refusal {
            error: format!("stopped: {sentence}"),
            ..Refusal::stopped(why)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOMENT: Duration = Duration::from_millis(20);

    /// The number of trials of a query that gets this much processor time in each moment.
    fn tries(computed: Duration) -> u32 {
        let mut tried = Tried::default();
        while !tried.is_enough(MOMENT) {
            tried.times += 1;
            tried.computed += computed;
        }
        tried.times
    }

    #[test]
    fn a_moment_is_one_of_computing() {
        // On an idle machine, with clocks that do not agree exactly.
        assert_eq!(tries(MOMENT), 2);
        assert_eq!(tries(MOMENT - Duration::from_millis(1)), 2);
        assert_eq!(tries(MOMENT + Duration::from_millis(1)), 2);
        // On a busy machine a short query stays in the quick lane, but not forever.
        assert_eq!(tries(MOMENT / 10), 15);
        assert_eq!(tries(Duration::ZERO), MOST_TRIES);
    }
}
