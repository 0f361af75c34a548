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
    pub(super) arena: &'w mut Arena,
    pub(super) limits: &'w Limits,
}

/// Whether a number lies between two, both ends included.
pub(super) fn is_within(number: &Number, low: Option<&Number>, high: Option<&Number>) -> bool {
    low.is_none_or(|low| low <= number) && high.is_none_or(|high| number <= high)
}

impl ValueQuery<'_> {
    /// A test that depends [only on values](super::Condition::is_of_values), with this side to move.
    pub(super) fn test(&mut self, test: &Test, side: Side) -> Result<bool, Error> {
        Ok(match test {
            Test::Outcome(wanted) => match self.class()?.is_won_by(side) {
                true => *wanted == Outcome::Win,
                false => *wanted == Outcome::Loss,
            },
            Test::Class(wanted) => self.class()? == *wanted,
            Test::Number(field, relation, to) => {
                let number = self.number(*field)?;
                relation.holds(number <= *to, number >= *to)
            }
            Test::Within(field, low, high) => {
                is_within(&self.number(*field)?, low.as_ref(), high.as_ref())
            }
            Test::Value(relation, to) => self.compares(*relation, *to)?,
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
            _ => Ok(self.number(field)?.to_string()),
        }
    }
}
