//! [`Timely`]: a mesh over timely dataflow. It uses one input, one exchange, one operator and a probe.
//!
//! Time is the barrier in its upper half and the round in its lower one; a worker at a barrier jumps to the first round of
//! the next.

use std::cell::RefCell;
use std::io::Write;
use std::net::TcpStream;
use std::panic::{self, AssertUnwindSafe};
use std::rc::Rc;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::time::{Duration, Instant};

use bouton_core::{Limits, StopReason};
use bouton_solvers::retrograde::{Mesh, Receive};
use timely::bytes::arc::Bytes;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::{
    CommsGuard, initialize_networking_from_sockets,
};
use timely::communication::{Allocator, Hooks, Push};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::DistributorPact;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message};
use timely::dataflow::operators::generic::Operator;
use timely::dataflow::operators::{Input, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::progress::Stamp;
use timely::worker::Worker;

use crate::{ClusterError, Hosts};

/// The number of rounds that may be in transit.
const ON_THE_WAY: u64 = 2;
/// The longest sleep of an idle worker, unless a message arrives.
const NAP: Duration = Duration::from_millis(20);
/// The tag of the last message.
const LAST: u64 = u64::MAX;
/// How often to check whether the last messages were sent, after another worker is lost.
const FAREWELL: u32 = 10;
/// Bytes before those of a batch: their number, and the tag.
const HEAD: usize = 16;

/// Bytes for one worker, which are forwarded unchanged.
#[derive(Clone)]
enum Batch {
    Sent {
        to: usize,
        tag: u64,
        bytes: Vec<u8>,
    },
    Come {
        tag: u64,
        bytes: Bytes,
        length: usize,
    },
}

impl Default for Batch {
    fn default() -> Self {
        Self::Sent {
            to: 0,
            tag: 0,
            bytes: Vec::new(),
        }
    }
}

impl Batch {
    fn tag(&self) -> u64 {
        match self {
            Self::Sent { tag, .. } | Self::Come { tag, .. } => *tag,
        }
    }

    fn bytes(&self) -> &[u8] {
        match self {
            Self::Sent { bytes, .. } => bytes,
            Self::Come { bytes, length, .. } => &bytes[..*length],
        }
    }

    fn padded(&self) -> usize {
        self.bytes().len().next_multiple_of(8)
    }
}

impl timely::Accountable for Batch {
    // The same at both ends.
    fn record_count(&self) -> i64 {
        i64::from(!self.bytes().is_empty())
    }
}

impl ContainerBytes for Batch {
    fn from_bytes(mut bytes: Bytes) -> Self {
        let head = bytes.extract_to(HEAD);
        let number = |at: usize| head[at..at + 8].try_into().map_or(0, u64::from_le_bytes);
        let (length, tag) = (number(0) as usize, number(8));
        let length = length.min(bytes.len());
        Self::Come { tag, bytes, length }
    }

    fn length_in_bytes(&self) -> usize {
        HEAD + self.padded()
    }

    fn into_bytes<W: Write>(&self, to: &mut W) {
        let bytes = self.bytes();
        let padding = &[0; 8][..self.padded() - bytes.len()];
        let head = [bytes.len() as u64, self.tag()].map(u64::to_le_bytes);
        for part in [&head.concat(), bytes, padding] {
            to.write_all(part)
                .expect("invariant: there is room for as many bytes as were announced");
        }
    }
}

/// The builder of batches, which are complete already.
#[derive(Default)]
struct Ready;

impl timely::container::ContainerBuilder for Ready {
    type Container = Batch;
    fn extract(&mut self) -> Option<&mut Batch> {
        None
    }
    fn finish(&mut self) -> Option<&mut Batch> {
        None
    }
}

/// Each batch goes to its receiver.
struct ByWorker;

impl Distributor<Batch> for ByWorker {
    fn partition<T: Clone, P: Push<Message<T, Batch>>>(
        &mut self,
        batch: &mut Batch,
        stamp: &Stamp<T>,
        pushers: &mut [P],
    ) {
        if let Batch::Sent { to, .. } = *batch {
            Message::push_at(batch, stamp.clone(), &mut pushers[to]);
        }
    }
    fn flush<T: Clone, P: Push<Message<T, Batch>>>(&mut self, _: &Stamp<T>, _: &mut [P]) {}
}

/// A mesh of processes with a connection between any two.
pub struct Timely {
    worker: Worker,
    input: Option<InputHandle<u64, Ready>>,
    probe: ProbeHandle<u64>,
    come: Rc<RefCell<Vec<Batch>>>,
    last: Rc<RefCell<Option<Vec<u8>>>>,
    guard: CommsGuard,
    now: u64,
}

impl std::fmt::Debug for Timely {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Timely").field("now", &self.now).finish()
    }
}

impl Timely {
    /// Over connections to all other workers, by number, with `None` for this one. A process has one mesh at a time.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn over(peers: Vec<Option<TcpStream>>, hosts: &Hosts) -> Result<Self, ClusterError> {
        watch(
            (0..hosts.count())
                .map(|worker| hosts.name(worker).to_owned())
                .collect(),
        );
        let me = peers.iter().position(Option::is_none).unwrap_or(0);
        let hooks = Hooks::default();
        let own = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), None);
        let network = initialize_networking_from_sockets(own, peers, me, 1, hooks);
        let lost = |error: &dyn std::fmt::Display| {
            ClusterError::Lost(format!("worker {me} cannot speak to the others: {error}"))
        };
        let (mut builders, guard) = network.map_err(|error| lost(&error))?;
        let builder = builders.pop().ok_or_else(|| lost(&"no thread"))?;
        let allocator = Allocator::Tcp(builder.build());
        let config = timely::WorkerConfig::default();
        let mut worker = Worker::new(config, allocator, Some(Instant::now()));
        let come: Rc<RefCell<Vec<Batch>>> = Rc::default();
        let mut input = InputHandle::new_with_builder();
        let last: Rc<RefCell<Option<Vec<u8>>>> = Rc::default();
        let (probe, heap, word) = (ProbeHandle::new(), come.clone(), last.clone());
        worker.dataflow::<u64, _, _>(|scope| {
            let batches = scope.input_from(&mut input);
            let pact = DistributorPact(|_| ByWorker);
            let put = batches.unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
                pact,
                "hear",
                |_, _| {
                    move |input, _| {
                        input.for_each(|_, batch| match batch.tag() {
                            LAST => *word.borrow_mut() = Some(batch.bytes().to_vec()),
                            _ => heap.borrow_mut().push(std::mem::take(batch)),
                        });
                    }
                },
            );
            put.probe_with(&probe);
        });
        Ok(Self {
            worker,
            input: Some(input),
            probe,
            come,
            last,
            guard,
            now: 0,
        })
    }

    /// Declares that nothing more is sent from before some time.
    fn advance(&mut self, now: u64) {
        self.now = now;
        if let Some(input) = &mut self.input {
            input.advance_to(now);
        }
    }

    fn hear(&self, hear: Receive<'_>) {
        let come = std::mem::take(&mut *self.come.borrow_mut());
        for batch in come {
            hear(batch.tag(), batch.bytes());
        }
    }

    /// Receives messages until none from before some time is in transit.
    fn wait(&mut self, time: u64, limits: &Limits, hear: Receive<'_>) -> Result<(), StopReason> {
        while self.probe.less_than(&time) {
            limits.check()?;
            if lost().is_some() {
                return Err(StopReason::Cancelled);
            }
            self.worker.step_or_park(Some(NAP));
            self.hear(hear);
        }
        self.hear(hear);
        Ok(())
    }

    /// Ends the work: one worker sends the last message, and a worker that received it is done, even if others disconnect.
    ///
    /// # Errors
    /// If another worker is lost, or a limit is reached, before it arrives.
    pub fn end(mut self, word: Option<Vec<u8>>, limits: &Limits) -> Result<Vec<u8>, ClusterError> {
        if let Some(word) = word {
            for to in 0..self.workers() {
                self.send(to, LAST, word.clone());
            }
            *self.last.borrow_mut() = Some(word);
        }
        self.input = None;
        let heard = loop {
            self.worker.step_or_park(Some(NAP));
            let heard = self.last.borrow_mut().take();
            let stopped = limits.check().map_err(ClusterError::Stopped);
            let gone = lost().map_or(Ok(()), |sentence| Err(ClusterError::Lost(sentence)));
            match (heard, stopped.and(gone)) {
                (Some(heard), _) => break heard,
                (None, Err(error)) => {
                    self.leave();
                    return Err(error);
                }
                (None, Ok(())) => {}
            }
        };
        let mut farewell = 0;
        while self.worker.has_dataflows() {
            if lost().is_some() {
                farewell += 1;
            }
            if farewell > FAREWELL {
                self.leave();
                return Ok(heard);
            }
            self.worker.step_or_park(Some(NAP));
        }
        // A worker that disconnects now has finished.
        let _ = panic::catch_unwind(AssertUnwindSafe(|| drop((self.worker, self.guard))));
        Ok(heard)
    }

    /// Leaves during the work: the connections are closed when the process ends, which the others notice.
    pub fn leave(self) {
        std::mem::forget(self);
    }
}

impl Mesh for Timely {
    fn me(&self) -> usize {
        self.worker.index()
    }

    fn workers(&self) -> usize {
        self.worker.peers()
    }

    fn send(&mut self, to: usize, tag: u64, bytes: Vec<u8>) {
        if let Some(input) = &mut self.input {
            input.send_batch(&mut Batch::Sent { to, tag, bytes });
        }
    }

    fn round(&mut self, limits: &Limits, hear: Receive<'_>) -> Result<(), StopReason> {
        self.advance(self.now + 1);
        self.worker.step();
        self.hear(hear);
        let first = self.now >> 32 << 32;
        match self.now.checked_sub(ON_THE_WAY) {
            Some(time) if time > first => self.wait(time, limits, hear),
            _ => Ok(()),
        }
    }

    fn settle(&mut self, limits: &Limits, hear: Receive<'_>) -> Result<(), StopReason> {
        let end = ((self.now >> 32) + 1) << 32;
        self.advance(end);
        self.wait(end, limits, hear)
    }
}

/// The other workers: their names, and the lost ones.
struct Others {
    names: Vec<String>,
    lost: Option<String>,
}

static OTHERS: Mutex<Others> = Mutex::new(Others {
    names: Vec::new(),
    lost: None,
});

fn others() -> MutexGuard<'static, Others> {
    OTHERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A sentence about a lost worker, if there is one.
pub fn lost() -> Option<String> {
    others().lost.clone()
}

/// Detects that another worker is lost: the threads that communicate with it panic then, and so does the thread that waits
/// for them.
fn watch(names: Vec<String>) {
    static WATCH: Once = Once::new();
    *others() = Others { names, lost: None };
    WATCH.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let thread = std::thread::current();
            let number = thread.name().and_then(|name| {
                let (_, number) = name.strip_prefix("timely:")?.split_once('-')?;
                number.parse::<usize>().ok()
            });
            let is_timely = info
                .location()
                .is_some_and(|at| at.file().contains("timely"));
            if number.is_none() && !is_timely {
                return before(info);
            }
            let mut others = others();
            let who = match number.and_then(|number| Some((number, others.names.get(number)?))) {
                Some((number, name)) => format!("worker {number} ({name})"),
                None => "another worker".to_owned(),
            };
            let sentence =
                "is gone: started again, all go on from the last wave that all have kept";
            others
                .lost
                .get_or_insert_with(|| format!("{who} {sentence}"));
        }));
    });
}
