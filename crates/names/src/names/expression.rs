//! Expressions of the theory of partizan games as games: `{2|-1}`, `*3`, `2.^ + 1/2`; alone, or as components of sums. A
//! position is a value in the notation of the calculator; its moves are those of the canonical form.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bouton_core::oracle::{Oracle, RuleError, fail};
use bouton_core::partizan::{Turn, Valued};
use bouton_core::{
    Disjunctive, Game, InputError, Limits, Loopfree, Meter, Notation, Partizan, Side, Sided,
    StopReason, declares,
};
use bouton_engine::{Error, Opening, Untyped};
use bouton_values::{Arena, Fault, Value};
use num_bigint::BigUint;
use smallvec::{SmallVec, smallvec};

use super::{Card, Named, Terms, is_game};

/// The name of a component that is an expression.
pub(crate) const EXPRESSION: &str = "expression";

/// The time limit for reading an expression.
const PATIENCE: Duration = Duration::from_secs(10);
const LARGEST: u64 = 256 << 20;
/// The most bytes kept from one call to the next.
const KEPT: u64 = 64 << 20;

/// An expression as a name, or the name of the game whose positions are expressions.
struct Expression(Option<String>);

pub(super) fn read(text: &str, _: &Terms) -> Option<Result<Arc<dyn Named>, Error>> {
    if text == EXPRESSION {
        return Some(Ok(Arc::new(Expression(None))));
    }
    let is_meant = text.starts_with(['{', '(', '*', '^', '+', '-', '↑', '⇑', '↓', '⇓', '±']);
    match Calculus::default().parse(bouton_core::partizan::split_side(text).0) {
        Ok(_) => Some(Ok(Arc::new(Expression(Some(text.to_owned()))))),
        Err(error) => is_meant.then(|| Err(Error::input(EXPRESSION, error))),
    }
}

/// Whether a component of a sum is an expression; spaces do not matter.
pub(crate) fn is_expression(component: &str) -> bool {
    let first = component.split_whitespace().next().unwrap_or_default();
    !is_game(first) && Calculus::default().parse(component).is_ok()
}

pub(crate) fn no_misere() -> Error {
    Error::Unfit("values are those of normal play: an expression has no misère form".into())
}

impl Expression {
    fn opened(&self, position: Option<&str>) -> Result<(Sided<Calculus>, Turn<Arc<str>>), Error> {
        let text = match (&self.0, position) {
            (Some(text), None) => text,
            (None, Some(text)) => text,
            _ => {
                let message = "expected an expression like \"{2|-1} + *3\", its position in it";
                return Err(Error::Unfit(message.into()));
            }
        };
        let game = Sided::of(Calculus::default());
        let at = game.parse(text);
        at.map(|at| (game, at))
            .map_err(|error| Error::input(EXPRESSION, error))
    }
}

impl Named for Expression {
    fn open(&self, position: Option<&str>, misere: bool) -> Result<Untyped, Error> {
        if misere {
            return Err(no_misere());
        }
        let opened = self.opened(position)?;
        let name = EXPRESSION.into();
        Ok(Untyped::of(Opening {
            name,
            opened,
            again: None,
        }))
    }

    fn open_anywhere(&self, misere: bool) -> Result<Untyped, Error> {
        self.open(self.0.is_none().then_some("0"), misere)
    }

    fn card(&self) -> Result<Card, Error> {
        Ok(Card {
            name: EXPRESSION.into(),
            rules: "A value of the calculus of partizan games in canonical form: a move goes to one of its options.".into(),
            notation: "as values are written: {2|-1}, *3, 1/2^".into(),
            example: [EXPRESSION.into(), self.0.clone().unwrap_or_else(|| "{2|-1}".into())],
            sources: vec!["Conway, On Numbers and Games (1976)".into()],
            ..Card::default()
        })
    }

    fn has_position(&self) -> bool {
        self.0.is_some()
    }
}

/// The game of all values: a position is the text of a value in canonical form.
#[derive(Default)]
struct Calculus(Mutex<Desk>);

/// The state of a query.
#[derive(Default)]
struct Desk {
    arena: Arena,
    limits: Limits,
}

impl std::fmt::Debug for Calculus {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Calculus").finish_non_exhaustive()
    }
}

/// A text has the same meaning in all of them.
impl PartialEq for Calculus {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Calculus {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        let mut desk = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if desk.arena.bytes() > KEPT {
            desk.arena = Arena::default();
        }
        desk
    }

    /// A computed property of a value; if a limit is reached, an error is thrown.
    fn ask<T>(
        &self,
        at: &str,
        work: impl FnOnce(&mut Arena, Value, &mut Meter) -> Result<T, StopReason>,
    ) -> T {
        let Desk { arena, limits } = &mut *self.desk();
        let meter = &mut limits.meter();
        let found = match arena.read(at, meter) {
            Ok(value) => work(arena, value, meter),
            Err(Fault::Stopped(reason)) => Err(reason),
            Err(Fault::Input(error)) => {
                unreachable!(
                    "invariant: the parser reads every text that the calculus writes: {error}"
                )
            }
        };
        found.unwrap_or_else(|reason| fail(RuleError::Stopped(reason)))
    }
}

/// A value as one component of a sum: `(2 + Tiny(2))`.
fn component(value: &str) -> String {
    let is_number = |text: &str| {
        text.bytes()
            .all(|b| b.is_ascii_digit() || b"-/".contains(&b))
    };
    let is_sum = value
        .split_once(" + ")
        .is_some_and(|(number, _)| is_number(number));
    match is_sum {
        true => format!("({value})"),
        false => value.to_owned(),
    }
}

impl Oracle for Calculus {
    fn begin(&self, limits: &Limits) {
        self.desk().limits = limits.clone();
    }

    fn is_interpreted(&self) -> bool {
        false
    }
}

impl Game for Calculus {
    type Position = Arc<str>;
    type Move = Arc<str>;
    fn oracle(&self) -> Option<&dyn Oracle> {
        Some(self)
    }
}

impl Partizan for Calculus {
    fn moves<'g>(&'g self, at: &Arc<str>, side: Side) -> impl Iterator<Item = Arc<str>> + use<'g> {
        let options = self.ask(at, |arena, value, meter| {
            let sides = arena.written_options(value, meter)?;
            let options = sides[side as usize].iter();
            let texts = options.map(|option| arena.text(*option, meter).map(Arc::from));
            texts.collect::<Result<Vec<_>, _>>()
        });
        options.into_iter()
    }
    fn play(&self, _at: &Arc<str>, _side: Side, option: &Arc<str>) -> Arc<str> {
        option.clone()
    }
}

impl Loopfree for Calculus {
    type Height = BigUint;
    fn height(&self, at: &Arc<str>) -> BigUint {
        self.ask(at, Arena::birthday)
    }
}

impl Disjunctive for Calculus {
    fn summands(&self, at: &Arc<str>) -> SmallVec<[Arc<str>; 2]> {
        if &**at == "0" {
            return SmallVec::new();
        }
        smallvec![at.clone()]
    }
    fn negative(&self, at: &Arc<str>) -> Option<Arc<str>> {
        let negative = self.ask(at, |arena, value, meter| arena.text(-value, meter));
        Some(negative.into())
    }
}

impl Valued for Calculus {
    fn value(&self, at: &Arc<str>) -> Option<String> {
        Some(at.to_string())
    }
}

impl Notation for Calculus {
    fn parse(&self, text: &str) -> Result<Arc<str>, InputError> {
        let limits = Limits {
            memory: Some(LARGEST),
            ..Limits::within(PATIENCE)
        };
        let (arena, meter) = (&mut self.desk().arena, &mut limits.meter());
        let found = arena.read(text, meter);
        let written = found.and_then(|value| Ok(arena.text(value, meter)?));
        written.map(Arc::from).map_err(|fault| match fault {
            Fault::Input(error) => error,
            Fault::Stopped(reason) => {
                InputError::whole(format!("the expression was not calculated: {reason}"), text)
            }
        })
    }
    fn show(&self, at: &Arc<str>) -> String {
        component(at)
    }
    fn show_move(&self, _at: &Arc<str>, option: &Arc<str>) -> String {
        component(option)
    }
}

declares!(Calculus: partizan, disjunctive, valued);
