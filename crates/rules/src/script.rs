//! Statements of the calculator: the language of rule files with value literals, as in `[mean({n|-n}) for n in range(4)]`.
//!
//! The interpreter of rule files reads them, with values as calculations write them (`script/notation.rs`). Operators and functions
//! of values are those of calculations ([`bouton_values`]). Names of one text are known in the next one; lists that an earlier text made cannot be
//! changed.

mod calculated;
mod desk;
mod notation;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::{Arc, Mutex};

use bouton_core::{InputError, Limits, StopReason};
use bouton_language::{Error, Host, Machine, Stop, Value};
use bouton_values::{
    Answer, Arena, Fault as CalculationFault, LONGEST_SCRIPT, Names, is_value_name,
};

pub use self::calculated::{Plot, Table};

use self::calculated::{known, last_of, operand, quotient, worth};
use self::desk::Desk;
use self::notation::Signs;
use crate::printing::line;

/// Finds the value of a game at a position, or at its usual start, in an arena.
pub type Games = fn(&mut Arena, &str, Option<&str>, &Limits) -> Result<Answer, CalculationFault>;

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
#[derive(Default)]
pub struct Defined {
    /// It knows their values.
    machine: Option<Machine>,
    /// Each with its meaning in calculations, if it has one.
    names: BTreeMap<String, Option<Answer>>,
    printed: Printed,
}

/// The lines that a text has printed, and their bytes.
type Printed = Rc<RefCell<(Vec<String>, usize)>>;

impl std::fmt::Debug for Defined {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.names.keys()).finish()
    }
}

impl Defined {
    /// Whether a name stands for something that is no value in calculations.
    pub fn is_other(&self, name: &str) -> bool {
        self.names.get(name).is_some_and(Option::is_none)
    }

    /// Whether statements defined a name.
    pub fn has(&self, name: &str) -> bool {
        self.names.contains_key(name)
    }

    /// Forgets the names that were since given another value by `let`.
    pub fn follow(&mut self, names: &Names) {
        self.names.retain(|name, meaning| match names.get(name) {
            Some(answer) => meaning.as_ref() == Some(answer),
            None => meaning.is_none(),
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
    /// The length of the name of a game at the beginning of a text.
    pub game_at: fn(&str) -> Option<usize>,
    /// A longer value is shortened.
    pub width: usize,
}

/// The surroundings of statements.
struct Sheet(Printed);

impl Host for Sheet {
    fn print(&mut self, text: &str) {
        let (lines, bytes) = &mut *self.0.borrow_mut();
        lines.extend(line(text, *bytes));
        *bytes += text.len() + 1;
    }

    fn parameter(&mut self, _: &str, _: &Value) -> Result<Value, Error> {
        Err(Error::new("parameters are those of rule files"))
    }

    fn known(&self, name: &str) -> Option<Value> {
        known(name)
    }

    fn quotient(&mut self, left: &Value, right: &Value) -> Option<Result<Value, Error>> {
        Some(quotient(left, right))
    }
}

/// The most function calls and rounds of loops in a text.
const STEPS: u64 = 20_000_000;

/// Evaluates a text.
///
/// # Errors
/// A mistake in the text, with its place, or a limit.
pub fn run(
    text: &str,
    surroundings: Surroundings<'_>,
    limits: &Limits,
) -> Result<Shown, CalculationFault> {
    let Surroundings {
        arena,
        names,
        defined,
        games,
        game_at,
        width,
    } = surroundings;
    if text.len() > LONGEST_SCRIPT {
        let message = format!("statements have at most {} KB", LONGEST_SCRIPT >> 10);
        return Err(InputError::new(message, text, 0..0).placed().into());
    }
    let known: BTreeSet<String> = defined.names.keys().cloned().collect();
    let known = |name: &str| names.get(name).is_some() || known.contains(name);
    let signs = Signs::new(text, &known, game_at);
    let printed = defined.printed.clone();
    let machine = defined
        .machine
        .get_or_insert_with(|| Machine::new(Box::new(Sheet(printed))));
    for (name, answer) in names.iter() {
        let meaning = machine.get(name).and_then(worth);
        if meaning.as_ref() != Some(answer) {
            machine.set(
                name,
                calculated::made(answer.clone()).map_err(|error| whole(&error, text))?,
            );
        }
    }
    let before: BTreeMap<String, Value> = values_of(machine);
    defined.printed.take();
    let stopped = Arc::new(Mutex::new(None));
    let allowed = bouton_language::Limits {
        steps: STEPS,
        memory: limits
            .memory
            .map_or(1 << 30, |most| usize::try_from(most).unwrap_or(usize::MAX)),
        ask: {
            let (limits, stopped) = (limits.clone(), stopped.clone());
            Arc::new(move || {
                let why = limits.check().err()?;
                *stopped.lock().ok()? = Some(why);
                Some(why.to_string())
            })
        },
        ..bouton_language::Limits::default()
    };
    Desk::new(std::mem::take(arena), limits.clone(), games, width).begin();
    let done = machine.run(text, Some(&signs), &allowed);
    let done = done.and_then(|(value, is_named)| {
        let is_shown = !is_named || defined.printed.borrow().0.is_empty();
        machine.within(&allowed, |machine| match is_shown {
            true => last_of(machine, &value),
            false => Ok(None),
        })
    });
    let desk = Desk::end();
    *arena = desk.arena;
    let stop = desk.stopped.or(stopped.lock().ok().and_then(|why| *why));
    if let Some(why) = stop {
        return Err(why.into());
    }
    let last = done.map_err(|error| match error.stop() {
        Some(Stop::Memory) => CalculationFault::Stopped(StopReason::Memory),
        _ => {
            let place = error.span().unwrap_or(0..0);
            InputError::new(error.message(), text, place)
                .placed()
                .into()
        }
    })?;
    for (name, value) in values_of(machine) {
        // `v` is a variable of a loop here, and down everywhere else.
        if is_value_name(&name) || before.get(&name).is_some_and(|old| old.is(&value)) {
            continue;
        }
        let answer = operand(&value);
        match &answer {
            Some(answer) => names.set(&name, answer.clone()),
            None => names.forget(&name),
        }
        defined.names.insert(name, answer);
    }
    let (printed, _) = defined.printed.take();
    Ok(Shown { printed, last })
}

/// The values of all names.
fn values_of(machine: &Machine) -> BTreeMap<String, Value> {
    let named = |name: &str| Some((name.to_owned(), machine.get(name)?.clone()));
    machine.names().filter_map(named).collect()
}

fn whole(error: &Error, text: &str) -> CalculationFault {
    InputError::whole(error.message(), text).into()
}

#[cfg(test)]
mod tests;
