//! [`Calculator`]: answers to expressions and statements.

use bouton_answers::{Calculation, GameValue};
use bouton_core::Limits;
use bouton_engine::Error;
use bouton_values::{self as values, Arena, Fault, Names};
use web_time::Instant;

use super::{Show, Teller, derive, loops, named_nimber};

/// Calculates with values, in expressions and in statements, and keeps the names that are defined.
///
/// ```
/// use bouton::{Limits, calculus::{Calculator, Show}};
/// let mut calculator = Calculator::default();
/// let limits = Limits::default();
/// assert_eq!(calculator.calculate("{1|0} <= ^", Show::default(), &limits)?.to_string(), "false");
/// assert_eq!(calculator.calculate("mean({3||2|1})", Show::default(), &limits)?.to_string(), "9/4");
/// # Ok::<(), bouton::Error>(())
/// ```
#[derive(Default)]
pub struct Calculator {
    pub(super) arena: Arena,
    pub(super) names: Names,
    /// The names that statements defined.
    #[cfg(feature = "rules")]
    pub(super) defined: bouton_rules::script::Defined,
}

impl std::fmt::Debug for Calculator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Calculator").finish_non_exhaustive()
    }
}

/// Whether a text is statements of the rule language, not a calculation.
///
/// ```
/// use bouton::calculus::is_script;
/// assert!(is_script("[mean({n|0}) for n in range(5)]") && !is_script("{2|-1} + ^*"));
/// ```
pub fn is_script(text: &str) -> bool {
    values::is_script(text, &|_| false) || has_game(text, &|_| false)
}

/// Whether a game with parameters or with a position stands in a text, as in `clobber "XO.OX"`.
fn has_game(text: &str, is_defined: &dyn Fn(&str) -> bool) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    text.len() <= values::LONGEST_SCRIPT
        && text.match_indices([':', '"']).any(|(at, sign)| {
            let before = match sign {
                ":" => &text[..at],
                _ => text[..at].trim_end_matches(' '),
            };
            let start = before
                .rfind(|c| !is_word(c) && c != '-')
                .map_or(0, |n| n + 1);
            let name = before[start..].trim_start_matches('-');
            let is_followed = sign == "\"" || text[at + 1..].starts_with(is_word);
            is_followed && game_at(name) == Some(name.len()) && !is_defined(name)
        })
}

/// The length of the name of a game at the beginning of a text.
pub(super) fn game_at(text: &str) -> Option<usize> {
    let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let mut name = &text[..text.find(|c| !is_name(c)).unwrap_or(text.len())];
    loop {
        if bouton_names::full_name(name).is_some() {
            return Some(name.len());
        }
        name = &name[..name.rfind('-')?];
    }
}

impl Calculator {
    /// The answer to an expression or to statements of the rule language; names that they define are kept.
    ///
    /// # Errors
    /// If the text is not an expression (with the place), or a limit is reached.
    pub fn calculate(
        &mut self,
        text: &str,
        show: Show,
        limits: &Limits,
    ) -> Result<Calculation, Error> {
        if self.is_script(text) {
            return self.work(text, show, limits);
        }
        let answer = self.answer(text, limits)?;
        self.tell(text, answer, show, limits)
    }

    /// Keeps the names that an expression or statements define, and tells nothing.
    ///
    /// # Errors
    /// As for [`Self::calculate`].
    pub fn define(&mut self, text: &str, limits: &Limits) -> Result<(), Error> {
        if self.is_script(text) {
            return self.run(text, limits);
        }
        self.answer(text, limits).map(|_| ())
    }

    /// The answer to an expression.
    fn answer(&mut self, text: &str, limits: &Limits) -> Result<values::Answer, Error> {
        let meter = &mut limits.meter();
        let answer = self.arena.calculate(text, &mut self.names, meter);
        #[cfg(feature = "rules")]
        self.defined.follow(&self.names);
        answer.map_err(|stop| match stop {
            Fault::Input(error) if text.trim().contains('\n') => fault(error.placed().into()),
            stop => fault(stop),
        })
    }

    /// Whether a text is statements, with the names that were defined before.
    fn is_script(&self, text: &str) -> bool {
        #[cfg(feature = "rules")]
        let is_other = |name: &str| self.defined.is_other(name);
        #[cfg(not(feature = "rules"))]
        let is_other = |_: &str| false;
        let is_defined = |name: &str| self.names.get(name).is_some() || is_other(name);
        values::is_script(text, &is_other) || has_game(text, &is_defined)
    }

    #[cfg(not(feature = "rules"))]
    fn work(&mut self, text: &str, _: Show, limits: &Limits) -> Result<Calculation, Error> {
        self.run(text, limits)
            .map(|()| unreachable!("invariant: statements are refused"))
    }

    #[cfg(not(feature = "rules"))]
    fn run(&mut self, _: &str, _: &Limits) -> Result<(), Error> {
        Err(Error::Unfit(
            "this build calculates with expressions, not with statements: it is without the rule language (the feature `rules`)".into(),
        ))
    }

    /// An answer with what there is to say about it.
    pub(super) fn tell(
        &mut self,
        text: &str,
        answer: values::Answer,
        show: Show,
        limits: &Limits,
    ) -> Result<Calculation, Error> {
        let (start, meter) = (Instant::now(), &mut limits.meter());
        let expression = text.to_owned();
        Ok(match answer {
            values::Answer::Truth(truth) => Calculation::Truth { expression, truth },
            values::Answer::Value(value) => {
                let mut told = Teller::new(&mut self.arena, show).tell(value, meter);
                derive(&mut self.arena, value, show, &mut told, limits);
                Calculation::Value(Box::new(GameValue {
                    expression: Some(expression),
                    held: self.arena.len() as u64,
                    bytes: self.arena.bytes(),
                    seconds: start.elapsed().as_secs_f64(),
                    ..told
                }))
            }
            values::Answer::Nimber(n) => Calculation::Value(Box::new(GameValue {
                expression: Some(expression),
                ..named_nimber(&n)
            })),
            values::Answer::Loopy(loopy) => {
                let told = loops::told(&mut self.arena, &loopy, meter).map_err(Error::Stopped)?;
                Calculation::Value(Box::new(GameValue {
                    expression: Some(expression),
                    ..told
                }))
            }
            other => {
                let answer = self.arena.answer_text(&other, meter);
                let answer = answer.map_err(Error::Stopped)?;
                Calculation::Told { expression, answer }
            }
        })
    }

    /// The functions of expressions, each with its result.
    pub fn functions() -> impl Iterator<Item = (&'static str, &'static str)> {
        values::FUNCTIONS.iter().map(|card| (card.name, card.gives))
    }
}

/// The error about an expression.
pub(super) fn fault(fault: Fault) -> Error {
    match fault {
        Fault::Input(error) => Error::input("expression", error),
        Fault::Stopped(why) => Error::Stopped(why),
    }
}
