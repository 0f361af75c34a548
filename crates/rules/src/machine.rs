//! Calls a file's functions: one evaluator for each thread and file, kept between calls.
//!
//! Starlark ties an evaluator to the scope of its heap. Here that scope is the body of a coroutine: it takes a request,
//! answers it, and waits for the next, so that a call needs no set-up. When the heap has grown, the body ends, which frees
//! the heap, and a new one begins. All data of a call except the answer is dropped, so no garbage collection is needed.
//!
//! A call is stopped after [`STEPS`] steps, a gibibyte of heap or [`DEEPEST`] nested calls, or when a limit of the query is
//! reached. A panic inside Starlark, which happens if memory runs out, is reported as a fault of the file.

use std::cell::{Cell, RefCell};
use std::future::Future;
use std::mem::ManuallyDrop;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use bouton_core::StopReason;
use starlark::environment::Module;
use starlark::eval::Evaluator;
use starlark::values::{Heap, OwnedFrozenValue};

use crate::evaluation::{DEEPEST, LARGEST_HEAP, STEPS, STRIDE, gave_up, guarded, too_many_steps};
use crate::file::RuleFile;
use crate::printing::Printer;
use crate::request::{Functions, Reply, Request, Trouble};

/// A heap larger than this is dropped.
const WORN: usize = 1 << 18;
/// The number of evaluators that a thread keeps.
const KEPT: usize = 4;

/// Holds a request until the evaluator takes it, and then its reply.
pub(crate) struct Desk {
    request: Cell<Option<Request>>,
    reply: Cell<Option<Result<Reply, Trouble>>>,
    /// The number of times that Starlark checked the limits.
    looks: Cell<u64>,
    stop: Cell<Option<Stop>>,
}

/// The reason why a call was stopped.
#[derive(Clone, Copy)]
enum Stop {
    Steps,
    Limit(StopReason),
}

impl Desk {
    /// Whether to stop; Starlark checks every [`STRIDE`] steps, and at the end of each call.
    fn gives_up(&self, file: &RuleFile) -> bool {
        let looks = self.looks.replace(self.looks.get() + 1);
        if looks == 0 {
            return false;
        }
        let stop = if looks > STEPS / STRIDE {
            Some(Stop::Steps)
        } else {
            file.question().check().err().map(Stop::Limit)
        };
        self.stop.set(stop);
        stop.is_some()
    }
}

/// The next request, when there is one.
struct Next<'d>(&'d Desk);

impl Future for Next<'_> {
    type Output = Request;
    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Request> {
        match self.0.request.take() {
            Some(request) => Poll::Ready(request),
            None => Poll::Pending,
        }
    }
}

/// A running evaluator.
struct Machine {
    file: u64,
    desk: Rc<Desk>,
    body: Pin<Box<dyn Future<Output = ()>>>,
}

thread_local! {
    /// Leaked when a thread ends: Starlark may by then have dropped the data it needs to free a heap, and would abort the
    /// program. Few threads do this, and each leaks little.
    static MACHINES: ManuallyDrop<RefCell<Vec<Machine>>> =
        const { ManuallyDrop::new(RefCell::new(Vec::new())) };
}

/// Passes a request to a file's functions.
pub(crate) fn ask(file: &Arc<RuleFile>, request: Request) -> Result<Reply, Trouble> {
    MACHINES.with(|machines| {
        let machines = &mut *machines.borrow_mut();
        let found = machines
            .iter()
            .rposition(|machine| machine.file == file.id());
        let place = found.unwrap_or_else(|| {
            if machines.len() == KEPT {
                machines.remove(0);
            }
            machines.push(Machine::new(file.clone()));
            machines.len() - 1
        });
        let (reply, alive) = machines[place].ask(file, request);
        if !alive {
            machines.remove(place);
        }
        reply
    })
}

impl Machine {
    fn new(file: Arc<RuleFile>) -> Self {
        let desk = Rc::new(Desk {
            request: Cell::new(None),
            reply: Cell::new(None),
            looks: Cell::new(0),
            stop: Cell::new(None),
        });
        Self {
            file: file.id(),
            body: Box::pin(serve(file, desk.clone())),
            desk,
        }
    }

    /// The reply, and whether the body continues.
    fn ask(&mut self, file: &RuleFile, request: Request) -> (Result<Reply, Trouble>, bool) {
        let (function, at) = request.call(file);
        let at = at.clone();
        self.desk.request.set(Some(request));
        self.desk.looks.set(0);
        let polled = guarded(|| {
            let mut context = Context::from_waker(Waker::noop());
            self.body.as_mut().poll(&mut context)
        });
        let (alive, panic) = match polled {
            Ok(poll) => (poll.is_pending(), None),
            Err(message) => (false, Some(message)),
        };
        let reply = self.desk.reply.take().unwrap_or_else(|| {
            let message = gave_up(&panic.unwrap_or_default());
            Err(Trouble::Fault(file.fault(function, &at, message)))
        });
        (reply, alive)
    }
}

/// Answers requests until the heap is too large or a call failed.
async fn serve(file: Arc<RuleFile>, desk: Rc<Desk>) {
    Module::with_temp_heap_async(async |module: Module<'_>| {
        let functions = on_heap(module.heap(), file.functions());
        let mut evaluator = Evaluator::new(&module);
        evaluator.set_check_cancelled(Box::new(|| desk.gives_up(&file)));
        // Setting these limits fails only if a limit is zero or set twice.
        let _ = evaluator.set_max_callstack_size(DEEPEST);
        let _ = evaluator.set_max_heap_size(LARGEST_HEAP);
        evaluator.set_print_handler(&Printer);
        loop {
            let request = Next(&desk).await;
            let reply = request.answer(&file, &functions, &mut evaluator);
            let reply = reply.map_err(|trouble| explained(trouble, desk.stop.take()));
            let worn = reply.is_err() || module.heap().allocated_bytes() > WORN;
            desk.reply.set(Some(reply));
            if worn {
                return;
            }
        }
    })
    .await;
}

/// The error of a stopped call is the reason for the stop.
fn explained(trouble: Trouble, stop: Option<Stop>) -> Trouble {
    match (stop, trouble) {
        (Some(Stop::Limit(reason)), _) => Trouble::Stopped(reason),
        (Some(Stop::Steps), Trouble::Fault(fault)) => {
            Trouble::Fault(fault.saying(too_many_steps("this call")))
        }
        (_, trouble) => trouble,
    }
}

/// The functions of a file on the heap of a module.
fn on_heap<'v>(heap: Heap<'v>, functions: &[Option<OwnedFrozenValue>]) -> Functions<'v> {
    let bring = |function: &Option<_>| function.as_ref().map(|f| heap.access_owned_frozen_value(f));
    functions.iter().map(bring).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use bouton_core::{Limits, Oracle, Side, StopReason};

    use super::{Machine, STRIDE};
    use crate::request::{Request, Trouble};
    use crate::rules::Rules;
    use crate::{Plain, RuleFile};

    /// Limits are checked every thousand steps, however large the numbers are.
    #[test]
    fn limits_are_asked_for_while_big_numbers_are_multiplied() {
        let text = "start = 1\ndef moves(n):\n    x = 3\n    for i in range(5000):\n        x = x * x % (1 << 4000)\n    return [x % 7]\n";
        let file = RuleFile::of("big.star", text, None).unwrap();
        let mut machine = Machine::new(file.clone());
        let ask = || Request::Contents(Plain::int(1), Side::Left);
        assert!(machine.ask(&file, ask()).0.is_ok());
        let looks = machine.desk.looks.get();
        assert!(looks >= 5000 / STRIDE, "{looks}");
        let limits = Limits::default();
        limits.cancel.store(true, Ordering::Relaxed);
        file.begin(&limits);
        // The heap of the first one is too large by now.
        let mut machine = Machine::new(file.clone());
        let stopped = machine.ask(&file, ask()).0;
        assert!(
            matches!(stopped, Err(Trouble::Stopped(StopReason::Cancelled))),
            "{stopped:?}"
        );
        assert!(machine.desk.looks.get() < looks);
    }

    /// A thread that calls a file read by another thread, and is the last to hold it, ends without an error.
    #[test]
    fn a_thread_ends_after_a_file_of_another_one() {
        for size in 0..40 {
            // A heap of any size, with its last chunk full or not.
            let text = format!(
                "start = 3\nx = '{}'\ndef moves(n):\n    return [n - len(x) // len(x)] if n else []\n",
                "x".repeat(1 + 37 * size)
            );
            let rules = Rules(RuleFile::of("three.star", &text, None).unwrap());
            let asked =
                std::thread::spawn(move || rules.look(&Plain::int(3), Side::Left).moves.len());
            assert_eq!(asked.join().unwrap(), 1);
        }
    }
}
