//! Calculations as text: `{2|-1} + ^*`, `cool({3||2*|1*}, 1/2)`, `{1|0} <= ^`, `let g = +-1; mean(g)`.
//!
//! The text that [`Arena::text`](crate::Arena::text) writes is read. Further syntax: spaces; `+`, `-` and parentheses;
//! slashes in braces, of which the longest run splits first; `n.G` and `n*G`, and `G.U` as the Norton product; `G:H`, the
//! ordinal sum; decimals, `n/d` and `n**k` of numbers; names defined by `=`, `let` or `:=`; functions ([`FUNCTIONS`]), in any case, also after their argument, as in `g.Mean`;
//! the relations `<= >= = < > <>` (the last, or `||`: confused with), `!=`, `<|` and `|>` (less, or greater, than or
//! confused with); `'{…}'`, which keeps the form as it is written, for `:` and for inspection; ↑ ⇑ ↓ ⇓ ± ⧾ ⧿ − ≤ ≥ ≠.
//!
//! Adjacent parts are added: `3/2^*` is 3/2 + ↑ + *. Adjacency binds most closely, then `.`, `:`, `+` and `-`, relations. A
//! sign applies to the first part only: `-1/2*` is −1/2 + *, `+-1*` is ±1 + *.

use std::sync::Arc;

use bouton_core::hashing::FastMap;
use bouton_core::{InputError, Meter, StopReason};
use num_bigint::BigUint;

use crate::arena::{Arena, Options, Value};
use crate::infinitesimal::Uptimal;
use crate::loopy::Loopy;
use crate::number::Number;
use crate::order::Class;
use crate::thermograph::Thermograph;

mod evaluate;
mod functions;
mod loops;
mod parse;
mod script;
mod token;

pub use functions::{FUNCTIONS, FunctionCard, function};
pub use script::{LONGEST_SCRIPT, is_script};
pub use token::is_value_name;

/// A nimber above this is not constructed before its options are needed: *n has n of them, and so has each nimber below it.
pub const LARGEST_NIMBER: u32 = 1000;

/// The result of a calculation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A value.
    Value(Value),
    /// *n with n above [`LARGEST_NIMBER`].
    Nimber(u64),
    /// A game in the form it was written: the values of its options.
    Form([Options; 2]),
    /// The truth of a relation or of a property.
    Truth(bool),
    /// A number, such as a mean.
    Number(Number),
    /// A count.
    Count(BigUint),
    /// Left stop and right stop.
    Stops([Number; 2]),
    /// A thermograph.
    Thermograph(Arc<Thermograph>),
    /// Values for Left and values for Right.
    Sides([Options; 2]),
    /// The outcome class.
    Class(Class),
    /// An uptimal value with its components.
    Uptimal(Arc<Uptimal>),
    /// A value that is loopy.
    Loopy(Arc<Loopy>),
    /// The result does not exist; the reason.
    None(&'static str),
}

/// The reason why a calculation has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The text is wrong.
    Input(InputError),
    /// A limit was reached.
    Stopped(StopReason),
}

bouton_core::made_from!(InputError => Fault::Input);
bouton_core::made_from!(StopReason => Fault::Stopped);

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Input(error) => error.fmt(f),
            Self::Stopped(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for Fault {}

/// The names that statements defined.
#[derive(Clone, Debug, Default)]
pub struct Names(FastMap<String, Answer>);

impl Names {
    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<&Answer> {
        self.0.get(name)
    }

    /// All names with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Answer)> {
        self.0.iter().map(|(name, answer)| (name.as_str(), answer))
    }

    /// Forgets a name.
    pub fn forget(&mut self, name: &str) {
        self.0.remove(name);
    }

    /// Defines a name, as `let` does.
    pub fn set(&mut self, name: &str, answer: Answer) {
        self.0.insert(name.to_owned(), answer);
    }
}

impl Arena {
    /// Calculates statements `NAME = EXPRESSION` or `EXPRESSION`, with `;` or the end of a line between them; returns the answer of the last
    /// one.
    ///
    /// ```
    /// use bouton_core::Limits;
    /// use bouton_values::{Answer, Arena, Names};
    /// let limits = Limits::default();
    /// let (mut arena, mut names, meter) = (Arena::new(), Names::default(), &mut limits.meter());
    /// let answer = arena.calculate("let g = {3||2|1}; g + g + g + g", &mut names, meter)?;
    /// assert_eq!(arena.answer_text(&answer, meter)?, "9 + Tiny({3|2,{2|1}||1})");
    /// assert_eq!(arena.calculate("mean(g) = 9/4", &mut names, meter)?, Answer::Truth(true));
    /// # Ok::<(), bouton_values::Fault>(())
    /// ```
    ///
    /// # Errors
    /// If the text is not a calculation, or a limit is reached.
    pub fn calculate(
        &mut self,
        text: &str,
        names: &mut Names,
        meter: &mut Meter,
    ) -> Result<Answer, Fault> {
        let statements = parse::statements(text, meter)?;
        let mut last = None;
        for statement in statements {
            let answer = evaluate::answer(self, &statement, text, names, meter)?;
            if let Some(name) = &statement.name {
                names.set(name, answer.clone());
            }
            last = Some(answer);
        }
        Ok(last.expect("a text has a statement"))
    }

    /// Reads a value: a calculation whose answer is a value.
    ///
    /// # Errors
    /// If the text is not a value, or a limit is reached.
    pub fn read(&mut self, text: &str, meter: &mut Meter) -> Result<Value, Fault> {
        let statements = parse::statements(text, meter)?;
        if let Some((_, [_, ..])) = statements
            .split_last()
            .filter(|(_, before)| before.iter().any(|one| one.name.is_none()))
        {
            return Err(InputError::whole("expected one value, found several", text).into());
        }
        let answer = self.calculate(text, &mut Names::default(), meter)?;
        let is_none = || {
            let message = match answer {
                Answer::Loopy(_) => "expected a game that must end, found a loopy one",
                _ => "expected a value, found something else",
            };
            InputError::whole(message, text)
        };
        Ok(evaluate::as_value(self, &answer, meter)?.ok_or_else(is_none)?)
    }

    /// An answer as text.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn answer_text(
        &mut self,
        answer: &Answer,
        meter: &mut Meter,
    ) -> Result<String, StopReason> {
        Ok(match answer {
            Answer::Value(v) => self.text(*v, meter)?,
            Answer::Nimber(n) => format!("*{n}"),
            Answer::Form([left, right]) => {
                let [left, right] = [self.list_text(left, meter)?, self.list_text(right, meter)?];
                format!("'{{{left}|{right}}}'")
            }
            Answer::Truth(truth) => truth.to_string(),
            Answer::Number(x) => x.to_string(),
            Answer::Count(n) => n.to_string(),
            Answer::Stops([left, right]) => format!("{left}, {right}"),
            Answer::Thermograph(thermograph) => thermograph.to_string(),
            Answer::Sides([left, right]) => {
                let [left, right] = [self.list_text(left, meter)?, self.list_text(right, meter)?];
                format!("Left: {left}; Right: {right}")
            }
            Answer::Uptimal(uptimal) => uptimal.to_string(),
            Answer::Loopy(loopy) => self.loopy_text(loopy, meter)?,
            Answer::Class(class) => class.letter().to_string(),
            Answer::None(why) => (*why).to_owned(),
        })
    }

    fn list_text(&mut self, values: &[Value], meter: &mut Meter) -> Result<String, StopReason> {
        let texts = values.iter().map(|v| self.text(*v, meter));
        Ok(texts.collect::<Result<Vec<_>, _>>()?.join(","))
    }
}
