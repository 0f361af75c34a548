//! [`Text`]: a text that was read, whose functions are called within limits.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use bouton_language::{Error, Host, Limits, Machine, Stop, Value, used};
use web_time::Instant;

use crate::plain_lines::plain;
use crate::{Bounds, Refusal};

/// A text that was read.
pub(super) struct Text {
    text: String,
    /// The names of its parameters.
    asked: Vec<String>,
    machine: RefCell<Machine>,
    limits: Limits,
}

/// The limits of a call.
pub(super) fn limits(bounds: &Bounds) -> Limits {
    let bounds = bounds.clone();
    let deadline = bounds
        .time
        .and_then(|time| Instant::now().checked_add(time));
    // The part of the check's memory for one call.
    let memory = usize::try_from(bounds.memory / 8).unwrap_or(usize::MAX);
    let ask = move || {
        if bounds.cancel.load(Ordering::Relaxed) {
            return Some("the check was interrupted".to_owned());
        }
        let is_over = deadline.is_some_and(|end| Instant::now() >= end);
        is_over.then(|| "the time ran out".to_owned())
    };
    Limits {
        memory: memory.max(1 << 16),
        ask: Arc::new(ask),
        ..Limits::default()
    }
}

/// An error of the rules.
pub(super) fn wrong(message: impl std::fmt::Display) -> Refusal {
    Refusal::text("position", format!("the rules in it fail: {message}"))
}

/// The parameters after the file's name that the text did not take yet, none once it is read; and the names of those it asked for.
#[derive(Clone, Default)]
struct Given {
    left: Rc<RefCell<VecDeque<String>>>,
    asked: Rc<RefCell<Vec<String>>>,
}

impl Host for Given {
    fn print(&mut self, _: &str) {}

    /// The next parameter, or the default; all that are left, if the default is a tuple or a list.
    fn parameter(&mut self, name: &str, default: &Value) -> Result<Value, Error> {
        let alike = |default: Option<&Value>, text: String| match default {
            Some(Value::Str(_)) => Value::str(&text),
            _ => text
                .parse()
                .map(Value::Int)
                .map_err(|_| Error::new(format!("parameter {name:?} is a whole number"))),
        };
        self.asked.borrow_mut().push(name.to_owned());
        let mut given = self.left.borrow_mut();
        let Some(items) = default.items() else {
            return given
                .pop_front()
                .map_or_else(|| Ok(default.clone()), |text| alike(Some(default), text));
        };
        if given.is_empty() {
            return Ok(default.clone());
        }
        let read = given.drain(..).map(|text| alike(items.first(), text));
        let read: Vec<Value> = read.collect::<Result<_, _>>()?;
        match default {
            Value::Tuple(_) => Value::tuple(read),
            _ => Value::list(read),
        }
    }
}

impl Text {
    /// Reads a text with these parameters.
    pub(super) fn read(text: &str, given: &[&str], limits: Limits) -> Result<Self, Refusal> {
        let text = plain(text);
        let left = given.iter().map(|&item| item.to_owned()).collect();
        let given = Given {
            left: Rc::new(RefCell::new(left)),
            ..Given::default()
        };
        let mut machine = Machine::new(Box::new(given.clone()));
        machine
            .read(&text, &limits)
            .map_err(|error| failed(&error, &text))?;
        let asked = given.asked.take();
        match given.left.borrow().is_empty() {
            true => Ok(Self {
                text,
                asked,
                machine: RefCell::new(machine),
                limits,
            }),
            false => Err(wrong("they ask for fewer parameters than are given")),
        }
    }

    /// The bytes that the results of a call may take.
    pub(super) fn room(&self) -> usize {
        self.limits.memory
    }

    /// Whether it asks for no more parameters than these; a list takes all that are left.
    pub(super) fn takes(&self, given: usize) -> bool {
        self.asked.len() <= given
    }

    /// Whether its first parameters have these names.
    pub(super) fn asks_for(&self, names: [&str; 2]) -> bool {
        self.asked.iter().take(names.len()).eq(&names)
    }

    pub(super) fn get(&self, name: &str) -> Option<Value> {
        self.machine.borrow().get(name).cloned()
    }

    /// Runs `work`, which calls functions of the text, within the limits of one call.
    pub(super) fn ask<T>(
        &self,
        work: impl FnOnce(&mut Machine) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        // Results that `@cache` keeps may take as much as four calls.
        let most = self.limits.memory.saturating_mul(4).saturating_sub(used());
        let limits = Limits {
            memory: self.limits.memory.min(most),
            ..self.limits.clone()
        };
        self.machine.borrow_mut().within(&limits, work)
    }

    /// Calls a function, where [`Self::ask`] is at work.
    pub(super) fn call(
        &self,
        machine: &mut Machine,
        function: &Value,
        arguments: &[Value],
    ) -> Result<Value, Refusal> {
        machine
            .call_within(function, arguments)
            .map_err(|error| failed(&error, &self.text))
    }

    /// The list that a function returns at a position, of at most so many items; the items of a generator are collected.
    pub(super) fn listed(
        &self,
        machine: &mut Machine,
        function: &Value,
        here: &Value,
        (most, of): (usize, &str),
    ) -> Result<Vec<Value>, Refusal> {
        let listed = self.call(machine, function, std::slice::from_ref(here))?;
        let is_list = matches!(
            listed,
            Value::Tuple(_) | Value::List(_) | Value::Iter(_) | Value::Range(_) | Value::View(_)
        );
        if !is_list {
            return Err(wrong(format!("expected a list of {of}")));
        }
        let listed = machine
            .collect(&listed)
            .map_err(|error| failed(&error, &self.text))?;
        match listed.len() > most {
            true => Err(too_long(most, of)),
            false => Ok(listed),
        }
    }

    pub(super) fn literal(&self, text: &str) -> Result<Value, Refusal> {
        let mut machine = Machine::new(Box::new(Given::default()));
        let read = machine.run(text, None, &self.limits);
        read.map(|(value, _)| value)
            .map_err(|error| failed(&error, text))
    }
}

/// The refusal of a list that has more items than a check can process.
pub(super) fn too_long(most: usize, of: &str) -> Refusal {
    Refusal::Undecided(format!("the rules list more than {most} {of}"))
}

/// The reason why an evaluation failed: an error of the rules, or a limit.
pub(super) fn failed(error: &Error, text: &str) -> Refusal {
    let line = error
        .span()
        .and_then(|span| Some(text.get(..span.start)?.matches('\n').count() + 1));
    let place = line
        .filter(|_| !text.is_empty())
        .map(|line| format!("line {line}: "));
    let sentence = format!("{}{error}", place.unwrap_or_default());
    match error.stop() {
        Some(Stop::Asked) => Refusal::undecided(error.message()),
        Some(Stop::Steps) => Refusal::undecided("a call takes too many steps"),
        _ if error.is_limit() => Refusal::Undecided(format!("the rules reach a limit: {sentence}")),
        _ => wrong(sentence),
    }
}
