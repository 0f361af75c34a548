//! [`ValueQuery`]: fields that follow from a value.

use bouton_answers::Class;
use bouton_core::{Limits, Outcome, Side, StopReason};
use bouton_engine::Error;
use bouton_values::{Arena, Number, Relation, Value};

use super::condition::Test;
use super::field::Field;
use crate::calculus::class_of;

/// A value, for queries.
pub(super) struct ValueQuery<'w> {
    pub(super) value: Value,
    pub(super) side: Side,
    pub(super) arena: &'w mut Arena,
    pub(super) limits: &'w Limits,
}

/// Whether a number has this relation to 0.
pub(super) fn relation_to_zero(relation: Relation, number: &Number) -> bool {
    relation.holds(*number <= Number::ZERO, *number >= Number::ZERO)
}

/// Whether a number lies between two, both ends included.
pub(super) fn is_within(number: &Number, low: Option<&Number>, high: Option<&Number>) -> bool {
    low.is_none_or(|low| low <= number) && high.is_none_or(|high| number <= high)
}

impl ValueQuery<'_> {
    /// A test that depends [only on values](super::Condition::is_of_values).
    pub(super) fn test(&mut self, test: &Test) -> Result<bool, Error> {
        Ok(match test {
            Test::Outcome(wanted) => self.outcome()? == *wanted,
            Test::Class(wanted) => self.class()? == *wanted,
            Test::Number(sum, relation) => {
                relation_to_zero(*relation, &sum.value(|field| self.number(field))?)
            }
            Test::Within(sum, low, high) => {
                let number = sum.value(|field| self.number(field))?;
                is_within(&number, low.as_ref(), high.as_ref())
            }
            Test::Value(relation, to) => self.compares(*relation, *to)?,
        })
    }

    /// The outcome for the side to move.
    pub(super) fn outcome(&mut self) -> Result<Outcome, StopReason> {
        Ok(match self.class()?.is_won_by(self.side) {
            true => Outcome::Win,
            false => Outcome::Loss,
        })
    }

    /// The relation of the value to another one.
    pub(super) fn compares(&mut self, relation: Relation, to: Value) -> Result<bool, StopReason> {
        let Self { value, arena, .. } = self;
        let meter = &mut self.limits.meter();
        // Equal values have one canonical form.
        if let Relation::Equal | Relation::Unequal = relation {
            return Ok((*value == to) == (relation == Relation::Equal));
        }
        let [below, above] = [arena.le(*value, to, meter)?, arena.le(to, *value, meter)?];
        Ok(relation.holds(below, above))
    }

    pub(super) fn class(&mut self) -> Result<Class, StopReason> {
        let class = self.arena.class(self.value, &mut self.limits.meter())?;
        Ok(class_of(class))
    }

    /// A numeric field of values.
    pub(super) fn number(&mut self, field: Field) -> Result<Number, StopReason> {
        let Self { value, arena, .. } = self;
        let meter = &mut self.limits.meter();
        match field {
            Field::Mean => arena.mean(*value, meter),
            Field::Temperature => arena.temperature(*value, meter),
            Field::LeftStop => Ok(arena.left_stop(*value)),
            Field::RightStop => Ok(arena.right_stop(*value)),
            Field::Birthday => Ok(Number::ratio(arena.birthday(*value, meter)?, 0)),
            _ => unreachable!("invariant: {} is no number that values tell", field.name()),
        }
    }

    /// Fields of values as text.
    pub(super) fn text(&mut self, field: Field) -> Result<String, StopReason> {
        match field {
            Field::Value => self.arena.text(self.value, &mut self.limits.meter()),
            Field::Outcome => Ok(self.outcome()?.to_string()),
            Field::Class => Ok(self.class()?.to_string()),
            _ => Ok(self.number(field)?.to_string()),
        }
    }
}
