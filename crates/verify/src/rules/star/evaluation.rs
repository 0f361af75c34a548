//! [`Text`]: an evaluated Starlark text, whose functions are called within limits. It has no access to files, the network
//! or a clock, and it prints nothing.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;
use std::sync::atomic::Ordering;

use starlark::environment::{FrozenModule, Globals, GlobalsBuilder, LibraryExtension, Module};
use starlark::eval::Evaluator;
use starlark::syntax::ast::{AssignOp, AstExpr, AstLiteral, AstStmt, Expr, Stmt};
use starlark::syntax::{AstModule, Dialect, DialectTypes};
use starlark::values::{OwnedFrozenValue, Value};
use starlark::{ErrorKind, PrintHandler};
use web_time::Instant;

use super::nesting::{DEEPEST, depth};
use crate::{Bounds, Refusal, on_own_stack};

/// The most calls and loop iterations in one call from outside; after this many, Starlark checks whether to continue.
const STEPS: u64 = 20_000_000;
const STRIDE: u64 = 1000;
/// The greatest depth of calls.
const MOST_CALLS: usize = 150;
/// The predefined names of a text: its parameters, and the sum of whole numbers.
const PRELUDE: &str = r#"
def parameter(name, default, /):
    # Fails once the text is read: what is outside of functions cannot change.
    asked_parameters.append(name)
    if type(default) in ("list", "tuple"):
        rest = list(given_parameters)
        given_parameters.clear()
        is_text = len(default) > 0 and type(default[0]) == "string"
        return default if not rest else rest if is_text else tuple([int(item) for item in rest])
    if not given_parameters:
        return default
    text = given_parameters.pop(0)
    return text if type(default) == "string" else int(text)

def sum(numbers, /):
    total = 0
    for number in numbers:
        total += number
    return total
"#;

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

/// The limits of a module's own statements and its functions.
fn globals() -> Globals {
    let extensions = [
        LibraryExtension::Map,
        LibraryExtension::Filter,
        LibraryExtension::Partial,
        LibraryExtension::StructType,
        LibraryExtension::SetType,
        LibraryExtension::Print,
    ];
    GlobalsBuilder::extended_by(&extensions)
        .with(shifts)
        .build()
}

/// Starlark 0.14 has a wrong sign in `1 << 31` and wherever the shift of a small number takes more than 31 bits.
#[starlark::starlark_module]
fn shifts(builder: &mut GlobalsBuilder) {
    fn _shift_left<'v>(
        #[starlark(require = pos)] number: Value<'v>,
        #[starlark(require = pos)] places: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let heap = eval.heap();
        match (number.unpack_i32(), places.unpack_i32()) {
            (Some(number), Some(places)) if (0..=31).contains(&places) => {
                Ok(heap.alloc(i64::from(number) * (1_i64 << places)))
            }
            _ => number.left_shift(places, heap),
        }
    }
}

fn shifts_in_place(statement: &AstStmt) -> bool {
    let mut found = matches!(
        &statement.node,
        Stmt::AssignModify(_, AssignOp::LeftShift, _)
    );
    statement
        .node
        .visit_stmt(|part| found |= shifts_in_place(part));
    found
}

fn parsed(text: &str) -> Result<AstModule, Refusal> {
    if depth(text) > DEEPEST {
        let why = format!("the rules nest more than {DEEPEST} deep");
        return Err(Refusal::Undecided(why));
    }
    let dialect = Dialect {
        enable_load: false,
        enable_top_level_stmt: true,
        enable_f_strings: true,
        enable_keyword_only_arguments: true,
        enable_positional_only_arguments: true,
        enable_types: DialectTypes::ParseOnly,
        ..Dialect::Standard
    };
    let ast = AstModule::parse("rules", text.to_owned(), &dialect);
    let mut ast = ast.map_err(|error| wrong(sentence(&error)))?;
    let mut misread = shifts_in_place(ast.statement());
    ast.statement()
        .visit_expr(|expr| misread |= is_misread(expr));
    if misread {
        let why = "they have a slice x[a:b:c] whose bounds are not plain numbers, or `<<=`";
        return Err(wrong(why));
    }
    let shift = [("<<".to_owned(), "_shift_left".to_owned())];
    ast.replace_binary_operators(&shift.into());
    Ok(ast)
}

/// Whether there is a slice `x[a:b:c]` in it that Starlark 0.14 may read as `x[::]`, as it does for a constant `x` if one of
/// the others is not constant.
fn is_misread(expr: &AstExpr) -> bool {
    fn is_number(expr: &AstExpr) -> bool {
        match &expr.node {
            Expr::Literal(AstLiteral::Int(_)) => true,
            Expr::Minus(number) => is_number(number),
            _ => false,
        }
    }
    if let Expr::Slice(_, Some(start), Some(stop), Some(step)) = &expr.node
        && ![start, stop, step].iter().all(|bound| is_number(bound))
    {
        return true;
    }
    let mut found = false;
    expr.node.visit_expr(|part| found |= is_misread(part));
    found
}

/// An error of the rules.
pub(super) fn wrong(message: impl std::fmt::Display) -> Refusal {
    Refusal::text("position", format!("the rules in it fail: {message}"))
}

/// The reason why an evaluation failed: an error of the rules, or a limit of memory or calls.
fn failed(error: &starlark::Error) -> Refusal {
    let message = error.without_diagnostic().to_string();
    let is_limit = match error.kind() {
        ErrorKind::StackOverflow(_) => true,
        // Starlark has no error kind for this one.
        ErrorKind::Other(_) => message.starts_with("Heap memory limit of"),
        _ => false,
    };
    match is_limit {
        true => Refusal::Undecided(format!("the rules reach a limit: {}", sentence(error))),
        false => wrong(sentence(error)),
    }
}

/// The first line of an error.
fn sentence(error: &starlark::Error) -> String {
    let place = error.span().map(|span| format!("{span}: "));
    let message = error.without_diagnostic().to_string();
    let line = message.lines().next().unwrap_or_default();
    format!("{}{line}", place.unwrap_or_default())
}

impl Text {
    /// Evaluates a text with these parameters.
    pub(super) fn read(text: &str, given: &[&str], limits: Limits) -> Result<Self, Refusal> {
        let given: Vec<String> = given.iter().map(|item| quoted(item)).collect();
        let prelude = format!(
            "asked_parameters = []\ngiven_parameters = [{}]\n{PRELUDE}",
            given.join(", ")
        );
        let module = on_own_stack(|| {
            let asts = [parsed(&prelude)?, parsed(text)?];
            let globals = globals();
            let read = |evaluator: &mut Evaluator<'_, '_, '_>| -> starlark::Result<()> {
                for ast in asts {
                    evaluator.eval_module(ast, &globals)?;
                }
                Ok(())
            };
            within(&limits, read, |module, ()| module.freeze())?
                .map_err(|error| wrong(error.err_msg))
        })?;
        let text = Self { module, limits };
        let left = text
            .get("given_parameters")
            .and_then(|left| left.value().length().ok());
        match left {
            Some(0) => Ok(text),
            _ => Err(wrong("they ask for fewer parameters than are given")),
        }
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
            let globals = Globals::standard();
            self.ask(|evaluator| Ok(super::data::read(evaluator.eval_module(ast, &globals)?)))
        })
    }
}

/// A string in Starlark.
fn quoted(text: &str) -> String {
    let letters: String = text
        .chars()
        .flat_map(|c| {
            ['\\', c]
                .into_iter()
                .skip(usize::from(!matches!(c, '"' | '\\')))
        })
        .collect();
    format!("\"{}\"", letters.replace('\n', "\\n"))
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

#[cfg(test)]
mod tests {
    use super::parsed;

    #[test]
    fn slices_that_starlark_may_misread_are_refused() {
        let refused = ["a:1:1", "0:b:1", "0:1:c", "(lambda k: 'abc'[0:k:1])(1):1:"];
        for bounds in refused {
            let text = format!("def moves(a, b = 1, c = 1):\n    return 'abc'[{bounds}]\n");
            let refusal = parsed(&text).expect_err(bounds).to_string();
            assert!(refusal.contains("a slice x[a:b:c]"), "{refusal}");
        }
        for bounds in ["2:0:-1", "a:b", "::c", "a::c", ":b:c"] {
            let text = format!("def moves(a, b, c):\n    return 'abc'[{bounds}]\n");
            assert!(parsed(&text).is_ok(), "{bounds}");
        }
    }

    #[test]
    fn numbers_are_shifted_without_a_wrong_sign() {
        let shifts = [
            "1 << 31",
            "-1 << 31",
            "3 << 31",
            "1 << 32",
            "1 << 61",
            "5 << 3",
            "-7 << 0",
            "(1 << 40) << 20",
        ];
        for text in shifts {
            // (By 32 places more Starlark is right.)
            let (number, places) = text.rsplit_once(" << ").expect("a shift");
            let right = format!(
                "def f():\n    return {text}\ndef g(p):\n    return ({number}) * POWERS[p]\nPOWERS = [{}]\nf() == g({places}) or fail(f())\n",
                (0..62)
                    .map(|n| (1_u64 << n).to_string())
                    .collect::<Vec<_>>()
                    .join(", ")
            );
            super::Text::read(&right, &[], super::Limits::begin(&super::Bounds::default()))
                .map(|_| ())
                .expect(text);
        }
        assert!(parsed("a = 1\na <<= 3\n").is_err());
    }
}
