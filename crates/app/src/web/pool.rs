//! [`Pool`]: the processes that answer. Every question is tried for a moment of computing, twice, in the quick lane; what is not answered
//! by then goes on in the long lane, so that long questions never delay short ones. Questions that bring a rule file have three lanes
//! of their own, where no process meets the rules of two: one for files that were [met](Met) before, one for others, and one for long
//! questions. Clients take turns in every [queue](Queue). All lanes have a bounded number of places, and the answers together take at most
//! `workers × memory` of a lane. A worker that overruns its limits is ended and replaced.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bouton::StopReason;
use tokio::sync::{Notify, oneshot, watch};
use tokio::time::{Instant, sleep};

use super::client::Client;
use super::met::Met;
use super::process::{Launch, Lost, Process, Tables};
use super::query::Query;
use super::queue::Queue;
use super::refusal::Refusal;
use super::reply::Reply;
use super::routes::{Delivery, Route};
use super::warm::{Place, Warm};
use super::wire::Asked;
use crate::child::Child;

/// Longer questions are not tried in the quick lane: to read them may take longer than a moment.
const LONGEST_QUICK: usize = 4 << 10;
/// A question is tried in a quick lane until it has had one moment of computing and a half, which is twice where the machine is idle, but not
/// more often than this.
const MOST_TRIES: u32 = 25;
/// Seconds after which a question may be asked again that was tried already.
const BUSY: u32 = 5;
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
    /// How many of one client are answered at once, where there are so many workers.
    pub(crate) each: usize,
}

/// What the lanes of questions with rule files may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RulesBudget {
    /// For questions that are likely to be answered in a moment.
    pub(crate) met: Budget,
    /// For the first moment of all others.
    pub(crate) fresh: Budget,
    pub(crate) long: Budget,
    /// Processes for the first two, with those that wait for the next question about their file.
    pub(crate) most: usize,
}

/// A question with a place in a lane.
struct Job {
    client: Client,
    route: &'static Route,
    query: Query,
    /// The time that was asked for.
    time: Duration,
    progress: watch::Sender<(u64, u64)>,
    waits: Arc<AtomicBool>,
    tried: Tried,
    answered: oneshot::Sender<Reply>,
}

/// What a question has had in the quick lane.
#[derive(Clone, Copy, Debug, Default)]
struct Tried {
    times: u32,
    /// Processor time: on a busy machine a moment may pass without any.
    computed: Duration,
}

impl Tried {
    /// Whether that is enough: it goes on among the long ones.
    fn is_enough(self, moment: Duration) -> bool {
        self.computed * 2 >= moment * 3 || self.times >= MOST_TRIES
    }
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
    rules: Option<Rules>,
}

/// The lanes of questions with a rule file.
struct Rules {
    lately: Arc<Met>,
    met: Arc<Lane>,
    fresh: Arc<Lane>,
}

impl Pool {
    /// Starts the workers of the lanes; within a runtime.
    ///
    /// # Errors
    /// The system does not start them.
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
            // No table is one of such a game, and what a rule file prints is not for a log.
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

    /// Takes a place for a question.
    ///
    /// # Errors
    /// No place is free, or the question has rules, and none are evaluated here.
    pub(crate) fn ask(
        &self,
        client: Client,
        route: &'static Route,
        query: Query,
    ) -> Result<Ticket, Refusal> {
        let lane = match (query.rules(), &self.rules) {
            (Some(text), Some(rules)) if rules.lately.is_quick(route.path, text) => &rules.met,
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
        // A file is met in one lane and asked about again in another one.
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

/// A queue and what its workers may take.
struct Lane {
    budget: Budget,
    launch: Launch,
    /// Where questions go on that are not answered in time.
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
        // Nothing panics while it is held, and a queue is whole after every step.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a job, or gives it back. If it takes the place of another job, that one is asked to come again after so many seconds.
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

    /// Lets a job wait again that had a place.
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
            // Of two calls in a row while nobody waits, one is heard.
            if !is_last {
                self.woken.notify_one();
            }
            return job;
        }
    }

    /// A job of this client is no longer at work: another one may be.
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

    /// A place for rules: those of each file are evaluated by a process that is started for them and meets no others, so
    /// that whatever they make of it, they answer for nobody else.
    async fn evaluate(self: Arc<Self>, warm: Arc<Warm<Process>>, lately: Arc<Met>) {
        loop {
            let job = self.pop().await;
            let (client, route) = (job.client, job.route.path);
            let rules = job.query.rules().unwrap_or_default().to_owned();
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

    /// Lets a worker answer a question, or hands that on.
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
                // On a busy machine a short question does not go among the long ones for that.
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

/// What became of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Served {
    Answered,
    HandedOn,
    /// It waits for another try, or nobody waits for it.
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
        let asked = Asked {
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
    /// The name in messages; `rules` is the rule file that came with the question.
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
                "the process that worked on the question ended, most likely for want of memory"
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

    /// How often a question is tried that gets so much of the processor in each moment.
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
        // On an idle machine, and with clocks that do not quite agree.
        assert_eq!(tries(MOMENT), 2);
        assert_eq!(tries(MOMENT - Duration::from_millis(1)), 2);
        assert_eq!(tries(MOMENT + Duration::from_millis(1)), 2);
        // On a busy one a short question stays among the short ones, but not for ever.
        assert_eq!(tries(MOMENT / 10), 15);
        assert_eq!(tries(Duration::ZERO), MOST_TRIES);
    }
}
