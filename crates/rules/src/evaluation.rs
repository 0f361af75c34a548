//! Evaluates Starlark within limits: those of a call, and those of a file's own statements.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

use starlark::environment::Module;
use starlark::eval::Evaluator;
use starlark::values::Value;

use crate::printing::Printer;

/// The most function calls and loop iterations in one call from outside.
pub(crate) const STEPS: u64 = 20_000_000;
/// Starlark checks the limits after this many steps.
pub(crate) const STRIDE: u64 = 1000;
/// The deepest nesting of calls; each takes some kilobytes of a thread's stack of two megabytes.
pub(crate) const DEEPEST: usize = 150;
/// The most bytes that one call may leave on the heap.
pub(crate) const LARGEST_HEAP: usize = 1 << 30;

thread_local! {
    static IN_RULES: Cell<bool> = const { Cell::new(false) };
}

/// The message for a panic of Starlark.
pub(crate) fn gave_up(message: &str) -> String {
    format!("this is more than Starlark can do, most likely because memory ran out ({message})")
}

pub(crate) fn too_many_steps(what: &str) -> String {
    format!(
        "{what} takes more than {} million steps: is there a loop that does not end?",
        STEPS / 1_000_000
    )
}

/// Evaluates a file's own statements in a separate scope, under the same limits.
pub(crate) fn evaluate<R>(
    read: impl for<'v> FnOnce(&Module<'v>, &mut Evaluator<'v, '_, '_>) -> starlark::Result<Value<'v>>,
    keep: impl for<'v> FnOnce(Module<'v>) -> R,
) -> Result<R, Broken> {
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
            evaluator.set_print_handler(&Printer);
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

/// The reason why a file could not be evaluated.
pub(crate) enum Broken {
    Error(starlark::Error),
    Steps(starlark::Error),
    Panic(String),
}

/// The result of `work`, or the message of its panic, which is not printed.
pub(crate) fn guarded<R>(work: impl FnOnce() -> R) -> Result<R, String> {
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
