//! [`Text`]: an evaluated Starlark text, whose functions are called within limits. It has no access to files, the network
//! or a clock, and it prints nothing.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;
use std::sync::atomic::Ordering;

use starlark::environment::{FrozenModule, Module};
use starlark::eval::Evaluator;
use starlark::values::OwnedFrozenValue;
use starlark::{ErrorKind, PrintHandler};
use web_time::Instant;

use super::dialect::{globals, parsed, with_parameters};
use crate::{Bounds, Refusal, on_own_stack};

/// The most calls and loop iterations in one call from outside; after this many, Starlark checks whether to continue.
const STEPS: u64 = 20_000_000;
const STRIDE: u64 = 1000;
/// The greatest depth of calls.
const MOST_CALLS: usize = 150;

/// An evaluated text.
pub(super) struct Text {
    module: FrozenModule,
    limits: Limits,
}

/// The limits of a call.
#[derive(Clone)]
pub(super) struct Limits {
    bounds: Bounds,
    deadline: Option<Instant>,
}

impl Limits {
    pub(super) fn begin(bounds: &Bounds) -> Self {
        let time = |time| Instant::now().checked_add(time);
        Self {
            deadline: bounds.time.and_then(time),
            bounds: bounds.clone(),
        }
    }

    fn stops(&self) -> Option<&'static str> {
        if self.bounds.cancel.load(Ordering::Relaxed) {
            return Some("the check was interrupted");
        }
        let is_over = self.deadline.is_some_and(|end| Instant::now() >= end);
        is_over.then_some("the time ran out")
    }

    /// The bytes that one call may leave on its heap.
    fn heap(&self) -> usize {
        usize::try_from(self.bounds.memory / 8)
            .unwrap_or(usize::MAX)
            .max(1 << 16)
    }
}

struct Silent;

impl PrintHandler for Silent {
    fn println(&self, _: &str) -> starlark::Result<()> {
        Ok(())
    }
}

/// An error of the rules.
pub(super) fn wrong(message: impl std::fmt::Display) -> Refusal {
    Refusal::text("position", format!("the rules in it fail: {message}"))
}

/// Limits of Starlark 0.14, which are no errors of the rules: memory, nested data, and numbers of 32 bits where there may be
/// larger ones.
const LIMITS: [&str; 4] = [
    "Heap memory limit of",
    "Too many recursion levels",
    "too big to fit in",
    "Integer overflow",
];

/// The reason why an evaluation failed: an error of the rules, or a limit of memory or calls.
fn failed(error: &starlark::Error) -> Refusal {
    // With what caused it.
    let causes = format!("{:?}", error.without_diagnostic());
    let is_limit = match error.kind() {
        ErrorKind::StackOverflow(_) => true,
        ErrorKind::Fail(_) => false,
        // Starlark has no kind of error for these.
        _ => LIMITS.iter().any(|limit| causes.contains(limit)),
    };
    match is_limit {
        true => Refusal::Undecided(format!("the rules reach a limit: {}", sentence(error))),
        false => wrong(sentence(error)),
    }
}

/// The first line of an error.
pub(super) fn sentence(error: &starlark::Error) -> String {
    let place = error.span().map(|span| format!("{span}: "));
    let message = error.without_diagnostic().to_string();
    let line = message.lines().next().unwrap_or_default();
    format!("{}{line}", place.unwrap_or_default())
}

impl Text {
    /// Evaluates a text with these parameters.
    pub(super) fn read(text: &str, given: &[&str], limits: Limits) -> Result<Self, Refusal> {
        on_own_stack(|| {
            let ast = parsed(text)?;
            let globals = globals();
            let (module, left) = with_parameters(given, || {
                let read = |evaluator: &mut Evaluator<'_, '_, '_>| -> starlark::Result<()> {
                    evaluator.eval_module(ast, &globals).map(|_| ())
                };
                within(&limits, read, |module, ()| module.freeze())
            });
            let module = module?.map_err(|error| wrong(error.err_msg))?;
            match left {
                0 => Ok(Self { module, limits }),
                _ => Err(wrong("they ask for fewer parameters than are given")),
            }
        })
    }

    /// The bytes that the results of a call may take.
    pub(super) fn room(&self) -> usize {
        self.limits.heap()
    }

    /// The value of a name.
    pub(super) fn get(&self, name: &str) -> Option<OwnedFrozenValue> {
        self.module.get_option(name).ok().flatten()
    }

    /// Runs `work`, which calls functions of the text.
    pub(super) fn ask<T>(
        &self,
        work: impl for<'v> FnOnce(&mut Evaluator<'v, '_, '_>) -> starlark::Result<Result<T, Refusal>>,
    ) -> Result<T, Refusal> {
        within(&self.limits, work, |_, told| told)?
    }

    /// The value of a literal.
    pub(super) fn literal(&self, text: &str) -> Result<super::Position, Refusal> {
        on_own_stack(|| {
            let ast = parsed(text)?;
            let globals = globals();
            self.ask(|evaluator| Ok(super::data::read(evaluator.eval_module(ast, &globals)?)))
        })
    }
}

/// Runs `work` with a new heap, and `keep` with that heap and the result.
fn within<T, R>(
    limits: &Limits,
    work: impl for<'v> FnOnce(&mut Evaluator<'v, '_, '_>) -> starlark::Result<T>,
    keep: impl for<'v> FnOnce(Module<'v>, T) -> R,
) -> Result<R, Refusal> {
    let (looks, stopped) = (Cell::new(0), Cell::new(None));
    let stops = || {
        looks.set(looks.get() + 1);
        stopped.set(match looks.get() {
            // This is also called at the beginning, before any work.
            1 => None,
            looks if looks > STEPS / STRIDE => Some("a call takes too many steps"),
            _ => limits.stops(),
        });
        stopped.get().is_some()
    };
    let done = guarded(|| {
        Module::with_temp_heap(|module| {
            let mut evaluator = Evaluator::new(&module);
            evaluator.set_check_cancelled(Box::new(stops));
            // Setting these limits fails only if a limit is zero or set twice.
            let _ = evaluator.set_max_callstack_size(MOST_CALLS);
            let _ = evaluator.set_max_heap_size(limits.heap());
            evaluator.set_print_handler(&Silent);
            let done = work(&mut evaluator);
            drop(evaluator);
            done.map(|done| keep(module, done))
        })
    });
    match (done, stopped.get()) {
        (Ok(Ok(kept)), _) => Ok(kept),
        (_, Some(why)) => Err(Refusal::Undecided(why.into())),
        (Ok(Err(error)), None) => Err(failed(&error)),
        (Err(message), None) => Err(Refusal::Undecided(format!(
            "the rules exceed a limit of Starlark ({message})"
        ))),
    }
}

/// The result of `work`, or the message of its panic, which is not printed: Starlark panics if memory runs out.
fn guarded<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    thread_local! {
        static HERE: Cell<bool> = const { Cell::new(false) };
    }
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let shown = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !HERE.get() {
                shown(panic);
            }
        }));
    });
    HERE.set(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    HERE.set(false);
    done.map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        text.unwrap_or("no reason was given").to_owned()
    })
}
