//! Statements of the calculator: the rule language with value literals, as in `[mean({n|-n}) for n in range(4)]`.
//!
//! The text is translated (`script/translate.rs`) and evaluated under the limits of a rule file. Operators and functions of values are
//! those of calculations ([`bouton_values`]). Names of one text are known in the next one; lists and functions that an earlier
//! text made cannot be changed.

#[allow(
    unsafe_code,
    reason = "Starlark's derive of a value's static type implements an unsafe trait; nothing else here is unsafe"
)]
mod calculated;
mod desk;
mod operators;
mod translate;

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::{Arc, LazyLock};

use bouton_core::{InputError, Limits, StopReason};
use bouton_values::{Answer, Arena, Fault as CalculationFault, Names, is_value_name};
use starlark::environment::{Globals, GlobalsBuilder, LibraryExtension, Module};
use starlark::eval::Evaluator;
use starlark::syntax::AstModule;
use starlark::values::{OwnedFrozenValue, Value};

pub use self::calculated::{Plot, Table};

use self::calculated::{Calculated, lines, taken};
use self::desk::Desk;
use self::translate::{Translated, translate};
use crate::evaluation::{DEEPEST, LARGEST_HEAP, STEPS, STRIDE, gave_up, guarded, too_many_steps};
use crate::fault::Fault;
use crate::library::{parsed, shifts, sums};
use crate::nesting;
use crate::printing::Lines;
use crate::words::word;

/// Finds the value of a game at a position, or at its usual start, in an arena.
pub type Games = fn(&mut Arena, &str, Option<&str>, &Limits) -> Result<Answer, CalculationFault>;

/// The stack on which statements are evaluated.
const STACK: usize = 32 << 20;
/// The name of the text in messages of Starlark, which are shown with another one.
const PATH: &str = "these statements";

/// The output of a text.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    /// The printed lines.
    pub printed: Vec<String>,
    /// The value of its last expression, if there is one.
    pub last: Option<Last>,
}

/// The value of the last expression.
#[derive(Clone, Debug)]
pub enum Last {
    /// An answer of a calculation.
    Answer(Answer),
    /// A list, a line for each item, or something else as a line.
    Lines(Vec<String>),
    /// A table.
    Table(Table),
    /// A plot.
    Plot(Plot),
}

/// The names that earlier texts defined.
#[derive(Clone, Debug, Default)]
pub struct Defined(BTreeMap<String, Definition>);

#[derive(Clone, Debug)]
struct Definition {
    value: OwnedFrozenValue,
    /// The meaning of the name in calculations.
    answer: Option<Answer>,
}

impl Defined {
    /// Whether a name stands for something that is no value in calculations.
    pub fn is_other(&self, name: &str) -> bool {
        self.0
            .get(name)
            .is_some_and(|definition| definition.answer.is_none())
    }

    /// Whether statements defined a name.
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Forgets the names that were since given another value by `let`.
    pub fn follow(&mut self, names: &Names) {
        self.0.retain(|name, definition| match names.get(name) {
            Some(answer) => definition.answer.as_ref() == Some(answer),
            None => definition.answer.is_none(),
        });
    }
}

/// Where statements are evaluated: the arena of their values, and the names.
#[allow(
    missing_debug_implementations,
    reason = "an arena is too large to be shown"
)]
pub struct Surroundings<'s> {
    /// The arena of all values.
    pub arena: &'s mut Arena,
    /// The names of calculations.
    pub names: &'s mut Names,
    /// The names that statements defined.
    pub defined: &'s mut Defined,
    /// Finds values of games.
    pub games: Games,
    /// A longer value is shortened.
    pub width: usize,
}

/// Evaluates a text.
///
/// # Errors
/// A mistake in the text, with its place, or a limit.
pub fn run(
    text: &str,
    surroundings: Surroundings<'_>,
    limits: &Limits,
) -> Result<Shown, CalculationFault> {
    let known =
        |name: &str| surroundings.names.get(name).is_some() || surroundings.defined.has(name);
    let translated = translate(text, &known).map_err(InputError::placed)?;
    if let Some(span) = nesting::too_deep(&translated.text) {
        let message = format!("this is nested more than {} levels deep", nesting::DEEPEST);
        let error = InputError::new(message, text, translated.typed(span));
        return Err(error.placed().into());
    }
    let desk = Desk::new(
        std::mem::take(surroundings.arena),
        limits.clone(),
        surroundings.games,
        surroundings.width,
    );
    let (names, defined) = (&*surroundings.names, &*surroundings.defined);
    let work = || evaluate(&translated.text, desk, names, defined);
    let (desk, evaluated) = on_large_stack(work);
    *surroundings.arena = desk.arena;
    if let Some(why) = desk.stopped {
        return Err(why.into());
    }
    let (shown, definitions) =
        evaluated.map_err(|broken| broken.told(text, &translated, desk.place).placed())?;
    // `v` is a variable of a loop here, and down everywhere else.
    let definitions = definitions
        .into_iter()
        .filter(|(name, _)| !is_value_name(name));
    for (name, definition) in definitions {
        match &definition.answer {
            Some(answer) => surroundings.names.set(&name, answer.clone()),
            None => surroundings.names.forget(&name),
        }
        surroundings.defined.0.insert(name, definition);
    }
    Ok(shown)
}

/// The deepest calls that are allowed need more than the stack of some callers.
fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    if cfg!(target_family = "wasm") {
        // No threads: the stack is as large from the start.
        return work();
    }
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let thread = thread
            .spawn_scoped(scope, work)
            .expect("the system starts a thread");
        thread
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Why there is no result.
enum Broken {
    Error(Fault),
    Panic(String),
}

impl Broken {
    fn told(&self, text: &str, translated: &Translated, place: Option<Range<usize>>) -> InputError {
        match self {
            Self::Panic(message) => InputError::new(gave_up(message), text, 0..0),
            Self::Error(fault) => {
                let span = fault.span().map_or(0..0, |span| translated.typed(span));
                InputError::new(fault.message(), text, place.unwrap_or(span))
            }
        }
    }
}

type Evaluated = Result<(Shown, Vec<(String, Definition)>), Broken>;

fn evaluate(text: &str, desk: Desk, names: &Names, defined: &Defined) -> (Desk, Evaluated) {
    let path: Arc<str> = PATH.into();
    let ast = match parsed(&path, text) {
        Ok(ast) => with_operators(ast),
        Err(fault) => return (desk, Err(Broken::Error(fault))),
    };
    let limits = desk.limits.clone();
    desk.begin();
    let printed = Lines::default();
    let (looks, stopped) = (Cell::new(0), Cell::new(None::<Stop>));
    let done = guarded(|| {
        Module::with_temp_heap(|module| {
            for (name, answer) in names.iter() {
                module.set(name, module.heap().alloc(Calculated(answer.clone())));
            }
            for (name, definition) in &defined.0 {
                let value = module.heap().access_owned_frozen_value(&definition.value);
                module.set(name, value);
            }
            let before: HashMap<String, Value> = module
                .names()
                .filter_map(|name| Some((name.as_str().to_owned(), module.get(&name)?)))
                .collect();
            let last = {
                let mut evaluator = Evaluator::new(&module);
                evaluator.set_check_cancelled(Box::new(|| {
                    looks.set(looks.get() + 1);
                    let stop = match limits.check() {
                        Err(why) => Some(Stop::Limit(why)),
                        Ok(()) if looks.get() > STEPS / STRIDE => Some(Stop::Steps),
                        Ok(()) => None,
                    };
                    stopped.set(stop);
                    stop.is_some()
                }));
                let _ = evaluator.set_max_callstack_size(DEEPEST);
                let _ = evaluator.set_max_heap_size(LARGEST_HEAP);
                evaluator.set_print_handler(&printed);
                let last = evaluator.eval_module(ast, &GLOBALS)?;
                // A name that is given last is shown, as `let` does.
                let named = last
                    .is_none()
                    .then(|| module.get(named_last(text)?))
                    .flatten();
                last_of(named.filter(|_| printed.is_empty()).unwrap_or(last))?
            };
            let shown = Shown {
                printed: printed.take(),
                last,
            };
            let given: Vec<(String, Option<Answer>)> = module
                .names()
                .map(|name| name.as_str().to_owned())
                .filter_map(|name| {
                    let value = module.get(&name)?;
                    let is_new = before.get(&name).is_none_or(|old| !old.ptr_eq(value));
                    is_new.then(|| (name, calculated::operand(value)))
                })
                .collect();
            let frozen = module.freeze().map_err(starlark::Error::new_other)?;
            let definitions = given.into_iter().filter_map(|(name, answer)| {
                let value = frozen.get_any_visibility(&name).ok()?.0;
                Some((name, Definition { value, answer }))
            });
            Ok::<_, starlark::Error>((shown, definitions.collect::<Vec<_>>()))
        })
    });
    let mut desk = Desk::end();
    if let Some(Stop::Limit(why)) = stopped.get() {
        desk.stopped = Some(why);
    }
    let done = match done {
        Ok(Ok(done)) => Ok(done),
        Ok(Err(error)) => {
            let fault = Fault::of(&path, &error);
            Err(Broken::Error(match (stopped.get(), desk.fault.take()) {
                (Some(Stop::Steps), _) => fault.saying(too_many_steps(PATH)),
                (_, Some(message)) => fault.saying(message),
                _ => fault,
            }))
        }
        Err(message) => Err(Broken::Panic(message)),
    };
    (desk, done)
}

/// Why an evaluation was stopped.
#[derive(Clone, Copy)]
enum Stop {
    Steps,
    Limit(StopReason),
}

/// The name that the last statement gives, if it is `NAME = …` outside of blocks.
fn named_last(text: &str) -> Option<&str> {
    let last = text
        .trim_end()
        .rsplit(['\n', ';'])
        .next()?
        .trim_start_matches(' ');
    let is_inside = text.trim_end().rsplit('\n').next()?.starts_with(' ');
    let (name, _) = last.split_once('=')?;
    let name = name.trim_end();
    let is_name = !name.is_empty() && word(name) == name.len();
    (is_name && !is_inside).then_some(name)
}

/// The last expression as it is shown.
fn last_of(value: Value<'_>) -> starlark::Result<Option<Last>> {
    // A function has nothing to show.
    if value.is_none() || value.get_type() == "function" {
        return Ok(None);
    }
    Ok(Some(match taken(value) {
        Some(last) => last,
        None => Last::Lines(lines(value)?),
    }))
}

/// The same text, whose operators are functions that know values.
fn with_operators(mut ast: AstModule) -> AstModule {
    static INSTEAD: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
        let instead = operators::NAMES.iter();
        instead
            .map(|(sign, name)| ((*sign).to_owned(), (*name).to_owned()))
            .collect()
    });
    ast.replace_binary_operators(&INSTEAD);
    ast
}

/// The functions that statements can call.
static GLOBALS: LazyLock<Globals> = LazyLock::new(|| {
    let builder = GlobalsBuilder::extended_by(&[
        LibraryExtension::Map,
        LibraryExtension::Filter,
        LibraryExtension::Partial,
        LibraryExtension::StructType,
        LibraryExtension::SetType,
        LibraryExtension::Print,
    ]);
    let builder = builder
        .with(sums)
        .with(shifts)
        .with(operators::operators)
        .with(operators::orders);
    let builder = builder.with(calculated::functions).with(calculated::more);
    builder.with(calculated::named).build()
});

#[cfg(test)]
mod tests;
