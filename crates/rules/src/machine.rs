//! Calling a file's functions: one evaluator a thread and file, kept between calls.
//!
//! Starlark ties an evaluator to the scope of its heap. Here that scope is the body of a coroutine: it takes a request,
//! answers it, and waits for the next, so that a call costs no set-up, until the heap has grown; then the body ends, which
//! frees the heap, and a new one begins. What a call makes is thrown away but for the answer, so nothing is collected.
//!
//! A call is stopped after [`STEPS`] steps, a gibibyte of heap or [`DEEPEST`] calls within each other, or when a limit of
//! the question is reached. A panic inside Starlark, which is how it meets the end of memory, is a fault of the file.

use std::cell::{Cell, RefCell};
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::rc::Rc;
use std::sync::{Arc, Once};
use std::task::{Context, Poll, Waker};

use bouton_core::StopReason;
use starlark::environment::Module;
use starlark::eval::Evaluator;
use starlark::values::Value;

use crate::file::RuleFile;
use crate::request::{Reply, Request, Trouble};
use crate::watch::Since;

/// Function calls and loop rounds in one call from outside.
pub(crate) const STEPS: u64 = 20_000_000;
/// Starlark asks whether to go on after so many steps.
const STRIDE: u64 = 1000;
/// Functions within functions; each takes some kilobytes of a thread's stack of two megabytes.
pub(crate) const DEEPEST: usize = 150;
/// The most that one call may leave on the heap.
const LARGEST_HEAP: usize = 1 << 30;
/// A heap is thrown away when it is larger than this.
const WORN: usize = 1 << 18;
/// Evaluators kept by a thread.
const KEPT: usize = 4;

/// Where a request lies until the evaluator takes it, and its reply after.
pub(crate) struct Desk {
    request: Cell<Option<Request>>,
    reply: Cell<Option<Result<Reply, Trouble>>>,
    /// How often Starlark asked whether to go on.
    looks: Cell<u64>,
    stop: Cell<Option<Stop>>,
}

/// Why a call was stopped.
#[derive(Clone, Copy)]
enum Stop {
    Steps,
    Limit(StopReason),
}

impl Desk {
    /// Whether to give up; Starlark asks every [`STRIDE`] steps, and at the end of each call.
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

/// A request, when there is one.
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

/// An evaluator at work.
struct Machine {
    file: u64,
    since: Arc<Since>,
    desk: Rc<Desk>,
    body: Pin<Box<dyn Future<Output = ()>>>,
}

thread_local! {
    static MACHINES: RefCell<Vec<Machine>> = const { RefCell::new(Vec::new()) };
    static IN_RULES: Cell<bool> = const { Cell::new(false) };
}

/// Asks a file's functions.
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
            since: Since::of(&file),
            body: Box::pin(serve(file, desk.clone())),
            desk,
        }
    }

    /// The reply, and whether the body goes on.
    fn ask(&mut self, file: &RuleFile, request: Request) -> (Result<Reply, Trouble>, bool) {
        let (function, at) = request.call(file);
        let at = at.clone();
        self.since.begin(function);
        self.desk.request.set(Some(request));
        self.desk.looks.set(0);
        let polled = guarded(|| {
            let mut context = Context::from_waker(Waker::noop());
            self.body.as_mut().poll(&mut context)
        });
        self.since.end();
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

/// Takes requests until the heap is worn or a call went wrong.
async fn serve(file: Arc<RuleFile>, desk: Rc<Desk>) {
    Module::with_temp_heap_async(async |module: Module<'_>| {
        let functions = file.functions(module.heap());
        let mut evaluator = Evaluator::new(&module);
        evaluator.set_check_cancelled(Box::new(|| desk.gives_up(&file)));
        // Each is refused only when it is zero or set twice.
        let _ = evaluator.set_max_callstack_size(DEEPEST);
        let _ = evaluator.set_max_heap_size(LARGEST_HEAP);
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

/// The trouble of a call that was stopped is why it was.
fn explained(trouble: Trouble, stop: Option<Stop>) -> Trouble {
    match (stop, trouble) {
        (Some(Stop::Limit(reason)), _) => Trouble::Stopped(reason),
        (Some(Stop::Steps), Trouble::Fault(fault)) => {
            Trouble::Fault(fault.saying(too_many_steps("this call")))
        }
        (_, trouble) => trouble,
    }
}

/// What a panic of Starlark means.
pub(crate) fn gave_up(message: &str) -> String {
    format!("this is more than Starlark can do, most likely for want of memory ({message})")
}

pub(crate) fn too_many_steps(what: &str) -> String {
    format!(
        "{what} takes more than {} million steps: is there a loop that does not end?",
        STEPS / 1_000_000
    )
}

/// Evaluates a file's own statements in a scope of its own, under the same limits.
pub(crate) fn evaluate<R>(
    path: &Arc<str>,
    read: impl for<'v> FnOnce(&Module<'v>, &mut Evaluator<'v, '_, '_>) -> starlark::Result<Value<'v>>,
    keep: impl for<'v> FnOnce(Module<'v>) -> R,
) -> Result<R, Broken> {
    let _since = Since::reading(path);
    let looks = Cell::new(0);
    let done = guarded(|| {
        Module::with_temp_heap(|module| {
            let mut evaluator = Evaluator::new(&module);
            evaluator.set_check_cancelled(Box::new(|| {
                looks.set(looks.get() + 1);
                looks.get() > STEPS / STRIDE
            }));
            let _ = evaluator.set_max_callstack_size(DEEPEST);
            let _ = evaluator.set_max_heap_size(LARGEST_HEAP);
            let read = read(&module, &mut evaluator).map(|_| ());
            drop(evaluator);
            read.map(|()| keep(module))
        })
    });
    match done {
        Ok(Ok(kept)) => Ok(kept),
        Ok(Err(error)) if looks.get() > STEPS / STRIDE => Err(Broken::Steps(error)),
        Ok(Err(error)) => Err(Broken::Error(error)),
        Err(message) => Err(Broken::Panic(message)),
    }
}

/// Why a file could not be evaluated.
pub(crate) enum Broken {
    Error(starlark::Error),
    Steps(starlark::Error),
    Panic(String),
}

/// What `work` returns, or the message of its panic, which is not shown.
fn guarded<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let shown = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !IN_RULES.get() {
                shown(panic);
            }
        }));
    });
    IN_RULES.set(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    IN_RULES.set(false);
    done.map_err(|payload| {
        let text = payload.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
        text.unwrap_or("no reason was given").to_owned()
    })
}
