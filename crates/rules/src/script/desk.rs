//! [`Desk`]: what the values of running statements need: their arena and the limits. The interpreter's values have no other
//! way to it than the thread.

use std::cell::RefCell;

use bouton_core::{Limits, Meter, StopReason};
use bouton_language::Error;
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
}

impl Desk {
    pub(super) fn new(arena: Arena, limits: Limits, games: Games, width: usize) -> Self {
        Self {
            arena,
            limits,
            games,
            width,
            stopped: None,
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

/// A mistake with this sentence.
pub(super) fn wrong(sentence: impl Into<String>) -> Error {
    Error::new(sentence)
}

/// The result of `work` in the arena, or its fault as one of the language.
fn found<T>(work: impl FnOnce(&mut Desk, &mut Meter) -> Result<T, Fault>) -> Result<T, Error> {
    with(|desk| {
        let limits = desk.limits.clone();
        let done = limits.check().map_err(Fault::Stopped);
        match done.and_then(|()| work(desk, &mut limits.meter())) {
            Ok(found) => Ok(found),
            Err(Fault::Stopped(why)) => {
                desk.stopped = Some(why);
                Err(wrong(why.to_string()))
            }
            Err(Fault::Input(error)) => Err(wrong(error.message())),
        }
    })
}

/// The answer to an expression with operands named g, h and u.
pub(super) fn calculate(expression: &str, operands: Vec<Answer>) -> Result<Answer, Error> {
    let named = ["g", "h", "u"].into_iter().map(str::to_owned);
    named_calculation(expression, named.zip(operands))
}

/// The answer to an expression with names.
pub(super) fn named_calculation(
    expression: &str,
    operands: impl IntoIterator<Item = (String, Answer)>,
) -> Result<Answer, Error> {
    let mut names = Names::default();
    for (name, operand) in operands {
        names.set(&name, operand);
    }
    found(|desk, meter| desk.arena.calculate(expression, &mut names, meter))
}

/// The answer to a text, and the place of a fault in it.
pub(super) fn literal(text: &str) -> Result<Answer, Error> {
    let mut place = None;
    let answer = found(|desk, meter| {
        let answer = desk.arena.calculate(text, &mut Names::default(), meter);
        if let Err(Fault::Input(error)) = &answer {
            place = Some(error.span());
        }
        answer
    });
    answer.map_err(|error| match place {
        Some(place) => error.at(place),
        None => error,
    })
}

/// The value of a game.
pub(super) fn game(game: &str, position: Option<&str>) -> Result<Answer, Error> {
    found(|desk, _| {
        let limits = desk.limits.clone();
        (desk.games)(&mut desk.arena, game, position, &limits)
    })
}

/// The options of a value.
pub(super) fn options(answer: &Answer) -> Result<Answer, Error> {
    calculate("options(g)", vec![answer.clone()])
}

/// An answer as text; a long value is shortened.
pub(super) fn text(answer: &Answer) -> String {
    let told = found(|desk, meter| {
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
