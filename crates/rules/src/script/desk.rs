//! [`Desk`]: what the values of running statements need: their arena and the limits. Starlark's values have no other way to
//! it than the thread.

use std::cell::RefCell;
use std::ops::Range;

use bouton_core::{Limits, Meter, StopReason};
use bouton_values::{Answer, Arena, Fault, Names};

use super::Games;

thread_local! {
    static DESK: RefCell<Option<Desk>> = const { RefCell::new(None) };
}

/// The arena and the limits of running statements, and what went wrong in a calculation.
pub(super) struct Desk {
    pub(super) arena: Arena,
    pub(super) limits: Limits,
    games: Games,
    width: usize,
    /// The limit that was reached.
    pub(super) stopped: Option<StopReason>,
    /// The last fault of a property, which Starlark cannot report.
    pub(super) fault: Option<String>,
    /// The place of a fault in a literal, in the typed text.
    pub(super) place: Option<Range<usize>>,
}

impl Desk {
    pub(super) fn new(arena: Arena, limits: Limits, games: Games, width: usize) -> Self {
        Self {
            arena,
            limits,
            games,
            width,
            stopped: None,
            fault: None,
            place: None,
        }
    }

    /// Puts it at the disposal of this thread.
    pub(super) fn begin(self) {
        DESK.set(Some(self));
    }

    /// Takes it back.
    pub(super) fn end() -> Self {
        let desk = DESK.take();
        desk.expect("invariant: statements ran on this thread")
    }
}

/// Uses the arena.
fn with<R>(work: impl FnOnce(&mut Desk) -> R) -> R {
    DESK.with_borrow_mut(|desk| work(desk.as_mut().expect("invariant: statements run")))
}

/// An error of Starlark with this sentence.
pub(super) fn wrong(sentence: impl Into<String>) -> starlark::Error {
    starlark::Error::new_kind(starlark::ErrorKind::Fail(
        std::io::Error::other(sentence.into()).into(),
    ))
}

/// The result of `work` in the arena, or its fault as one of Starlark; `place` is that of the text that it reads.
fn found<T>(
    place: Option<usize>,
    work: impl FnOnce(&mut Desk, &mut Meter) -> Result<T, Fault>,
) -> starlark::Result<T> {
    with(|desk| {
        let limits = desk.limits.clone();
        let done = limits.check().map_err(Fault::Stopped);
        match done.and_then(|()| work(desk, &mut limits.meter())) {
            Ok(found) => Ok(found),
            Err(Fault::Stopped(why)) => {
                desk.stopped = Some(why);
                Err(wrong(why.to_string()))
            }
            Err(Fault::Input(error)) => {
                let span = error.span();
                desk.place = place.map(|place| place + span.start..place + span.end);
                Err(wrong(error.message()))
            }
        }
    })
}

/// The answer to an expression with operands named g, h and u.
pub(super) fn calculate(expression: &str, operands: Vec<Answer>) -> starlark::Result<Answer> {
    let named = ["g", "h", "u"].into_iter().map(str::to_owned);
    named_calculation(expression, named.zip(operands))
}

/// The answer to an expression with names.
pub(super) fn named_calculation(
    expression: &str,
    operands: impl IntoIterator<Item = (String, Answer)>,
) -> starlark::Result<Answer> {
    let mut names = Names::default();
    for (name, operand) in operands {
        names.set(&name, operand);
    }
    found(None, |desk, meter| {
        desk.arena.calculate(expression, &mut names, meter)
    })
}

/// The answer to a literal at this place of the typed text.
pub(super) fn literal(text: &str, place: Option<usize>) -> starlark::Result<Answer> {
    found(place, |desk, meter| {
        desk.arena.calculate(text, &mut Names::default(), meter)
    })
}

/// The value of a game.
pub(super) fn game(game: &str, position: Option<&str>) -> starlark::Result<Answer> {
    found(None, |desk, _| {
        let limits = desk.limits.clone();
        (desk.games)(&mut desk.arena, game, position, &limits)
    })
}

/// The options of a value.
pub(super) fn options(answer: &Answer) -> starlark::Result<Answer> {
    calculate("options(g)", vec![answer.clone()])
}

/// An answer as text; a long value is shortened.
pub(super) fn text(answer: &Answer) -> String {
    let told = found(None, |desk, meter| {
        if let Answer::Value(value) = answer {
            let length = desk.arena.text_length(*value, meter)?;
            if length > desk.width.into() {
                return Ok(format!("#{}", value.id()));
            }
        }
        Ok(desk.arena.answer_text(answer, meter)?)
    });
    told.unwrap_or_else(|_| "…".into())
}

/// A property failed in this way.
pub(super) fn note(error: &starlark::Error) {
    let message = error.without_diagnostic().to_string();
    let message = message.strip_prefix("fail:").unwrap_or(&message);
    with(|desk| desk.fault = Some(message.trim().to_owned()));
}
