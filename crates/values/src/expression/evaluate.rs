//! Evaluates statements: the parts in order, each from the answers before it.

use std::ops::Range;

use bouton_core::{InputError, Meter, StopReason};
use num_bigint::BigInt;

use super::functions::{Function, hint};
use super::loops::Unclosed;
use super::parse::{Binary, Part, PartId, Statement, Unary};
use super::token::Arrow;
use super::{Answer, Fault, LARGEST_NIMBER, Names};
use crate::arena::{Arena, Options, Value};
use crate::nim;
use crate::number::Number;
use crate::order::Relation;
use crate::properties::Parity;

const TOO_LONG: &str = "this number is too long";
const NO_PRODUCT: &str = "expected a whole number before *, which makes copies: n*G; the product of nimbers is nimmul(G, H), the Norton product norton(G, H)";

/// The answer to a statement of a text.
pub(super) fn answer(
    arena: &mut Arena,
    statement: &Statement,
    text: &str,
    names: &Names,
    meter: &mut Meter,
) -> Result<Answer, Fault> {
    let mut evaluation = Evaluation {
        arena,
        statement,
        text,
        names,
        answers: Vec::new(),
        unclosed: Vec::new(),
    };
    for id in 0..statement.parts.len() {
        evaluation.unclosed.push(None);
        let answer = evaluation.part(id, meter)?;
        evaluation.answers.push(answer);
    }
    Ok(evaluation.answers.pop().expect("a statement has a part"))
}

/// The value, if the answer is one.
pub(super) fn as_value(
    arena: &mut Arena,
    answer: &Answer,
    meter: &mut Meter,
) -> Result<Option<Value>, StopReason> {
    match answer {
        Answer::Value(v) => Ok(Some(*v)),
        Answer::Form([left, right]) => arena.make(left, right, meter).map(Some),
        Answer::Nimber(n) => {
            let n = u32::try_from(*n).map_err(|_| StopReason::Memory)?;
            arena.nimber(n, meter).map(Some)
        }
        Answer::Number(x) => arena.number(x, meter).map(Some),
        Answer::Count(n) => arena.number(&Number::ratio(n.clone(), 0), meter).map(Some),
        _ => Ok(None),
    }
}

/// A nimber: as a value up to [`LARGEST_NIMBER`], since a larger one has too many options to write them down.
fn nimber(arena: &mut Arena, n: u64, meter: &mut Meter) -> Result<Answer, StopReason> {
    match u32::try_from(n) {
        Ok(n) if n <= LARGEST_NIMBER => arena.nimber(n, meter).map(Answer::Value),
        _ => Ok(Answer::Nimber(n)),
    }
}

pub(super) struct Evaluation<'e> {
    pub(super) arena: &'e mut Arena,
    pub(super) statement: &'e Statement,
    text: &'e str,
    names: &'e Names,
    pub(super) answers: Vec<Answer>,
    /// For each part: its graph, if a name in it is defined by braces further out.
    pub(super) unclosed: Vec<Option<Unclosed>>,
}

impl Evaluation<'_> {
    fn part(&mut self, id: PartId, meter: &mut Meter) -> Result<Answer, Fault> {
        meter.spend(1)?;
        let statement = self.statement;
        if let Some(answer) = self.loopy_part(&statement.parts[id], meter)? {
            return Ok(answer);
        }
        let (part, span) = &statement.parts[id];
        let v = match part {
            Part::Pass
            | Part::Again(_)
            | Part::Loopy(_)
            | Part::Arrow(Arrow::Upon { .. })
            | Part::Cycle(..) => {
                unreachable!("invariant: the parts of loopy values only are refused before")
            }
            Part::Number(x) => self.arena.number(x, meter)?,
            Part::Nimber(n) => return Ok(nimber(self.arena, *n, meter)?),
            Part::Ups(n) => self.arena.multiple_of_up(*n, false, meter)?,
            Part::Arrow(Arrow::Power { k, down }) => {
                self.arena.up_power(*k, meter)?.negated_if(*down)
            }
            Part::Arrow(Arrow::ToPower { k, down }) => {
                self.arena.up_to_power(*k, meter)?.negated_if(*down)
            }
            Part::Name(name) => {
                let unknown = || {
                    self.error(
                        format!(
                            "expected a name that was given a value{}, found {name:?}",
                            hint(name)
                        ),
                        span,
                    )
                };
                return Ok(self.names.get(name).ok_or_else(unknown)?.clone());
            }
            Part::Game(left, right) => {
                let [left, right] = [self.list(left, meter)?, self.list(right, meter)?];
                self.arena.make(&left, &right, meter)?
            }
            Part::Form(left, right) => {
                return Ok(Answer::Form([
                    self.list(left, meter)?,
                    self.list(right, meter)?,
                ]));
            }
            Part::PlusMinus(left) => {
                let left = self.list(left, meter)?;
                let right: Options = left.iter().map(|o| -*o).collect();
                self.arena.make(&left, &right, meter)?
            }
            Part::Binary(Binary::Plus | Binary::Minus | Binary::Together, left, right)
                if let Some([m, n]) = self.nimbers(*left, *right) =>
            {
                return Ok(nimber(self.arena, m ^ n, meter)?);
            }
            Part::Binary(Binary::Relation(relation), left, right)
                if let Some([m, n]) = self.nimbers(*left, *right) =>
            {
                return Ok(Answer::Truth(relation.holds(m == n, m == n)));
            }
            Part::Unary(unary, operand) => return self.unary(*unary, *operand, meter),
            Part::Binary(Binary::Relation(relation), left, right) => {
                let [left, right] = [self.value(*left, meter)?, self.value(*right, meter)?];
                return Ok(Answer::Truth(self.relation(*relation, left, right, meter)?));
            }
            Part::Binary(Binary::Times, left, right) => self.times(*left, *right, span, meter)?,
            Part::Binary(binary @ (Binary::Over | Binary::Power), left, right) => {
                let x = self.arithmetic(*binary, [*left, *right], span, meter)?;
                self.arena.number(&x, meter)?
            }
            Part::Binary(binary, left, right) => self.binary(*binary, *left, *right, meter)?,
            Part::Call(function, arguments) => return self.call(*function, arguments, meter),
        };
        Ok(Answer::Value(v))
    }

    pub(super) fn error(&self, message: impl Into<String>, span: &Range<usize>) -> InputError {
        InputError::new(message, self.text, span.clone())
    }

    pub(super) fn value(&mut self, id: PartId, meter: &mut Meter) -> Result<Value, Fault> {
        if let Some(v) = as_value(self.arena, &self.answers[id], meter)? {
            return Ok(v);
        }
        let found = match &self.answers[id] {
            Answer::Truth(truth) => truth.to_string(),
            Answer::None(why) => (*why).to_owned(),
            Answer::Loopy(_) => {
                let (_, span) = &self.statement.parts[id];
                let message = "expected a game that must end, found a loopy one";
                return Err(self.error(message, span).into());
            }
            _ => "several".to_owned(),
        };
        let (_, span) = &self.statement.parts[id];
        Err(self
            .error(format!("expected a value, found {found}"), span)
            .into())
    }

    /// The m and n of two nimbers of which one is not constructed.
    fn nimbers(&self, left: PartId, right: PartId) -> Option<[u64; 2]> {
        let answers = [left, right].map(|id| &self.answers[id]);
        let is_kept = |answer: &&Answer| matches!(answer, Answer::Nimber(_));
        let [m, n] = answers.map(|answer| match answer {
            Answer::Nimber(n) => Some(*n),
            Answer::Value(v) => self.arena.as_nimber(*v).map(u64::from),
            _ => None,
        });
        answers
            .iter()
            .any(is_kept)
            .then(|| m.zip(n))?
            .map(|(m, n)| [m, n])
    }

    fn list(&mut self, ids: &[PartId], meter: &mut Meter) -> Result<Options, Fault> {
        ids.iter().map(|id| self.value(*id, meter)).collect()
    }

    pub(super) fn number(
        &mut self,
        id: PartId,
        wanted: &str,
        meter: &mut Meter,
    ) -> Result<Number, Fault> {
        let v = self.value(id, meter)?;
        let (_, span) = &self.statement.parts[id];
        let is_none = || self.error(format!("expected {wanted}"), span);
        Ok(self.arena.as_number(v).ok_or_else(is_none)?)
    }

    fn unary(&mut self, unary: Unary, operand: PartId, meter: &mut Meter) -> Result<Answer, Fault> {
        if let (Unary::Minus, Answer::Form([left, right])) = (unary, &self.answers[operand]) {
            let negated = |side: &Options| side.iter().map(|o| -*o).collect();
            return Ok(Answer::Form([negated(right), negated(left)]));
        }
        if let (Unary::Minus, Answer::Nimber(n)) = (unary, &self.answers[operand]) {
            return Ok(Answer::Nimber(*n));
        }
        let v = self.value(operand, meter)?;
        Ok(Answer::Value(match unary {
            Unary::Minus => -v,
            Unary::PlusMinus => self.arena.make(&[v], &[-v], meter)?,
            Unary::Tiny => self.arena.tiny(v, meter)?,
            Unary::Miny => -self.arena.tiny(v, meter)?,
        }))
    }

    fn binary(
        &mut self,
        binary: Binary,
        left: PartId,
        right: PartId,
        meter: &mut Meter,
    ) -> Result<Value, Fault> {
        if binary == Binary::Ordinal {
            return self.ordinal(left, right, meter);
        }
        let [g, h] = [self.value(left, meter)?, self.value(right, meter)?];
        Ok(match binary {
            Binary::Minus => self.arena.subtract(g, h, meter)?,
            Binary::Norton => self.arena.norton(g, h, meter)?,
            _ => self.arena.add(g, h, meter)?,
        })
    }

    /// n copies of a value, of which n is on either side, or the product of two numbers.
    fn times(
        &mut self,
        left: PartId,
        right: PartId,
        span: &Range<usize>,
        meter: &mut Meter,
    ) -> Result<Value, Fault> {
        let [g, h] = [self.value(left, meter)?, self.value(right, meter)?];
        let [x, y] = [g, h].map(|v| self.arena.as_number(v));
        if let (Some(x), Some(y)) = (&x, &y) {
            let product = x.product(y).ok_or_else(|| self.error(TOO_LONG, span))?;
            return Ok(self.arena.number(&product, meter)?);
        }
        let is_whole = |x: Option<Number>| x.is_some_and(|x| x.is_integer());
        if is_whole(x) {
            return Ok(self.arena.norton(g, h, meter)?);
        }
        if is_whole(y) {
            return Ok(self.arena.norton(h, g, meter)?);
        }
        Err(self.error(NO_PRODUCT, span).into())
    }

    /// A quotient or a power of numbers.
    fn arithmetic(
        &mut self,
        binary: Binary,
        operands: [PartId; 2],
        span: &Range<usize>,
        meter: &mut Meter,
    ) -> Result<Number, Fault> {
        let is_over = binary == Binary::Over;
        let wanted = if is_over {
            "numbers on both sides of /"
        } else {
            "whole numbers on both sides of **"
        };
        let [left, right] = operands;
        let [x, y] = [
            self.number(left, wanted, meter)?,
            self.number(right, wanted, meter)?,
        ];
        let found = match is_over {
            true => x.quotient(&y).ok_or(match y == Number::ZERO {
                true => "expected another divisor than 0",
                false => "expected a quotient with a power of two below, as every number of a short game has",
            }),
            false if !x.is_integer() || !y.is_integer() || y < Number::ZERO => {
                Err("expected whole numbers on both sides of **, the exponent at least 0")
            }
            false => x.power(&y).ok_or(TOO_LONG),
        };
        Ok(found.map_err(|message| self.error(message, span))?)
    }

    fn ordinal(&mut self, base: PartId, other: PartId, meter: &mut Meter) -> Result<Value, Fault> {
        let other = self.value(other, meter)?;
        let form = match &self.answers[base] {
            Answer::Form(form) => form.clone(),
            _ => {
                let v = self.value(base, meter)?;
                self.arena.options(v, meter)?
            }
        };
        Ok(self.arena.ordinal(&form, other, meter)?)
    }

    fn relation(
        &mut self,
        relation: Relation,
        g: Value,
        h: Value,
        meter: &mut Meter,
    ) -> Result<bool, StopReason> {
        let at_most = self.arena.le(g, h, meter)?;
        let at_least = self.arena.le(h, g, meter)?;
        Ok(relation.holds(at_most, at_least))
    }

    fn call(
        &mut self,
        function: Function,
        arguments: &[PartId],
        meter: &mut Meter,
    ) -> Result<Answer, Fault> {
        if function == Function::Ordinal {
            return Ok(Answer::Value(self.ordinal(
                arguments[0],
                arguments[1],
                meter,
            )?));
        }
        if let Function::NimProduct | Function::NimInverse | Function::NimRoot = function {
            return self.nim(function, arguments, meter);
        }
        let g = self.value(arguments[0], meter)?;
        if let Some(truth) = self.is(function, g, meter)? {
            return Ok(Answer::Truth(truth));
        }
        if let Some(answer) = self.told(function, g, meter)? {
            return Ok(answer);
        }
        Ok(Answer::Value(match function {
            Function::Freeze => self.arena.freeze(g, meter)?,
            Function::Reduced => self.arena.reduced(g, meter)?,
            Function::Companion => self.arena.companion(g, meter)?,
            Function::Up => {
                let n = self.number(arguments[0], "a whole number of ups", meter)?;
                let n = n.integer().and_then(|n| i64::try_from(n).ok());
                let (_, span) = &self.statement.parts[arguments[0]];
                let expected =
                    || self.error("expected a whole number of ups, of at most 64 bits", span);
                let n = n.ok_or_else(expected)?;
                self.arena.multiple_of_up(n, false, meter)?
            }
            Function::Cool => self.cool(g, arguments[1], meter)?,
            Function::Heat => {
                let by = self.value(arguments[1], meter)?;
                self.arena.heat(g, by, meter)?
            }
            Function::Norton => {
                let unit = self.value(arguments[1], meter)?;
                self.arena.norton(g, unit, meter)?
            }
            Function::Overheat => {
                let [from, to] = [
                    self.value(arguments[1], meter)?,
                    self.value(arguments[2], meter)?,
                ];
                self.arena.overheat(g, from, to, meter)?
            }
            _ => g,
        }))
    }

    /// A calculation with nimbers. Whole numbers stand for nimbers, and the answer is a whole number if all arguments are.
    fn nim(
        &mut self,
        function: Function,
        arguments: &[PartId],
        meter: &mut Meter,
    ) -> Result<Answer, Fault> {
        let (mut numbers, mut are_nimbers) = (Vec::new(), false);
        for id in arguments {
            let number = match self.answers[*id] {
                Answer::Nimber(n) => {
                    are_nimbers = true;
                    Some(n)
                }
                _ => {
                    let v = self.value(*id, meter)?;
                    let number = self.arena.as_number(v);
                    are_nimbers |= number.is_none();
                    match number {
                        Some(x) => x.integer().and_then(|n| u64::try_from(n).ok()),
                        None => self.arena.as_nimber(v).map(u64::from),
                    }
                }
            };
            let (_, span) = &self.statement.parts[*id];
            let expected = "expected a nimber, or a whole number from 0 to 2^64 - 1 in its place";
            numbers.push(number.ok_or_else(|| self.error(expected, span))?);
        }
        let found = match function {
            Function::NimProduct => Some(nim::product(numbers[0], numbers[1])),
            Function::NimInverse => nim::inverse(numbers[0]),
            _ => Some(nim::root(numbers[0])),
        };
        Ok(match found {
            None => Answer::None("0 has no inverse"),
            Some(n) if are_nimbers => nimber(self.arena, n, meter)?,
            Some(n) => Answer::Number(Number::from(BigInt::from(n))),
        })
    }

    fn cool(&mut self, g: Value, by: PartId, meter: &mut Meter) -> Result<Value, Fault> {
        let wanted = "a number above -1 to cool by";
        let t = self.number(by, wanted, meter)?;
        if t > Number::from(-1) {
            return Ok(self.arena.cool(g, &t, meter)?);
        }
        let (_, span) = &self.statement.parts[by];
        Err(self
            .error(format!("expected {wanted}, found {t}"), span)
            .into())
    }

    /// The property of a value, if the property is not itself a value.
    fn told(
        &mut self,
        function: Function,
        g: Value,
        meter: &mut Meter,
    ) -> Result<Option<Answer>, StopReason> {
        let arena = &mut *self.arena;
        Ok(Some(match function {
            Function::Mean => Answer::Number(arena.mean(g, meter)?),
            Function::Temperature => Answer::Number(arena.temperature(g, meter)?),
            Function::Thermograph => Answer::Thermograph(arena.thermograph(g, meter)?),
            Function::Stops => Answer::Stops(arena.stops(g)),
            Function::LeftStop => Answer::Number(arena.left_stop(g)),
            Function::RightStop => Answer::Number(arena.right_stop(g)),
            Function::Incentives => Answer::Sides(arena.incentives(g, meter)?),
            Function::Options => Answer::Sides(arena.options(g, meter)?),
            Function::Birthday => Answer::Count(arena.birthday(g, meter)?),
            Function::Followers => Answer::Count(arena.followers(g, meter)?.len().into()),
            Function::StopCount => Answer::Count(arena.stop_count(g, meter)?),
            Function::AtomicWeight => match arena.atomic_weight(g, meter)? {
                Some(weight) => Answer::Value(weight),
                None => Answer::None("not atomic: no atomic weight"),
            },
            Function::Expansion => match arena.uptimal(g, meter)? {
                Some(uptimal) => Answer::Uptimal(uptimal),
                None => Answer::None("not uptimal"),
            },
            Function::Class => Answer::Class(arena.class(g, meter)?),
            _ => return Ok(None),
        }))
    }

    /// Whether a value has the property that the function asks for.
    fn is(
        &mut self,
        function: Function,
        g: Value,
        meter: &mut Meter,
    ) -> Result<Option<bool>, StopReason> {
        let arena = &mut *self.arena;
        Ok(Some(match function {
            Function::IsNumber => arena.is_number(g),
            Function::IsInteger => arena.is_integer(g),
            Function::IsNimber => arena.as_nimber(g).is_some(),
            Function::IsUptimal => arena.uptimal(g, meter)?.is_some(),
            Function::IsInfinitesimal => arena.is_infinitesimal(g),
            Function::IsNumberish => arena.is_numberish(g),
            Function::IsTiny => {
                arena.tiny_of(g, meter)?.is_some() || arena.tiny_of(-g, meter)?.is_some()
            }
            Function::IsDicotic => arena.is_dicotic(g, meter)?,
            Function::IsEven => arena.parity(g, meter)? == Some(Parity::Even),
            Function::IsOdd => arena.parity(g, meter)? == Some(Parity::Odd),
            Function::IsEvenTempered => arena.temper(g, meter)? == Some(Parity::Even),
            Function::IsOddTempered => arena.temper(g, meter)? == Some(Parity::Odd),
            Function::IsSwitch => arena.is_switch(g),
            _ => return Ok(None),
        }))
    }
}
