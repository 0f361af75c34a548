//! Sums played part by part: the winner, and the candidate moves. The parts are not added if means, temperatures and atomic
//! weights suffice.

use bouton_core::{Meter, Side, StopReason};

use crate::arena::{Arena, Options, Value};
use crate::number::Number;
use crate::order::Class;

/// A move in a part of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveInSum {
    /// The index of the part, counted from 0.
    pub part: usize,
    /// The part after the move.
    pub option: Value,
    /// The gain for the player who makes the move.
    pub incentive: Value,
    /// The temperature of the incentive: how urgent the move is.
    pub temperature: Number,
}

impl Arena {
    /// Bounds of the stops of a sum: its right stop is at least the first number, its left stop at most the second. Means
    /// add, and the temperature of a sum is at most that of its hottest part.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn stop_bounds(
        &mut self,
        parts: &[Value],
        meter: &mut Meter,
    ) -> Result<[Number; 2], StopReason> {
        let (mut mean, mut temperature) = (Number::ZERO, Number::ZERO);
        for part in parts {
            mean = &mean + &self.mean(*part, meter)?;
            temperature = temperature.max(self.temperature(*part, meter)?);
        }
        Ok([&mean - &temperature, &mean + &temperature])
    }

    /// The outcome class of a sum. Parts that cancel are removed and numbers are added; then bounds of the stops are tried,
    /// then atomic weights; if these do not decide, the rest is added.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn class_of_sum(
        &mut self,
        parts: &[Value],
        meter: &mut Meter,
    ) -> Result<Class, StopReason> {
        let parts = self.without_cancelled(parts, meter)?;
        let [low, high] = self.stop_bounds(&parts, meter)?;
        if low > Number::ZERO {
            return Ok(Class::Left);
        }
        if high < Number::ZERO {
            return Ok(Class::Right);
        }
        if let Some(class) = self.class_by_weight(&parts, meter)? {
            return Ok(class);
        }
        let mut sum = Value::ZERO;
        for part in parts {
            sum = self.add(sum, part, meter)?;
        }
        self.class(sum, meter)
    }

    /// The class of dicotic parts whose atomic weights add up to 2 or more (Winning Ways ch. 8: two ahead is a win).
    fn class_by_weight(
        &mut self,
        parts: &[Value],
        meter: &mut Meter,
    ) -> Result<Option<Class>, StopReason> {
        let mut weight = Value::ZERO;
        for part in parts {
            let Some(of_part) = self.atomic_weight(*part, meter)? else {
                return Ok(None);
            };
            weight = self.add(weight, of_part, meter)?;
        }
        let two = self.integer(2, meter)?;
        if self.le(two, weight, meter)? {
            return Ok(Some(Class::Left));
        }
        Ok(self.le(weight, -two, meter)?.then_some(Class::Right))
    }

    /// The parts except those that cancel, with all numbers added up.
    fn without_cancelled(
        &mut self,
        parts: &[Value],
        meter: &mut Meter,
    ) -> Result<Vec<Value>, StopReason> {
        let mut kept: Vec<Value> = Vec::new();
        let mut number = Number::ZERO;
        for part in parts {
            meter.spend(1 + kept.len())?;
            if let Some(x) = self.as_number(*part) {
                number = &number + &x;
            } else if let Some(place) = kept.iter().position(|other| *other == -*part) {
                kept.swap_remove(place);
            } else {
                kept.push(*part);
            }
        }
        kept.push(self.number(&number, meter)?);
        Ok(kept)
    }

    /// The moves of a player in a sum that no other move dominates, the most urgent first. One of them is best.
    ///
    /// ```
    /// # use bouton_core::Limits;
    /// # use bouton_values::{Arena, Side};
    /// # let limits = Limits::default();
    /// # let (mut arena, meter) = (Arena::new(), &mut limits.meter());
    /// let parts = ["{4|0}", "{2|0}", "3", "^"].map(|text| arena.read(text, meter).unwrap());
    /// let moves = arena.moves_of_sum(&parts, Side::Left, meter)?;
    /// assert_eq!(moves.iter().map(|m| m.part).collect::<Vec<_>>(), [0]);
    /// # Ok::<(), bouton_core::StopReason>(())
    /// ```
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn moves_of_sum(
        &mut self,
        parts: &[Value],
        player: Side,
        meter: &mut Meter,
    ) -> Result<Vec<MoveInSum>, StopReason> {
        let mut moves = Vec::new();
        for (part, v) in parts.iter().enumerate() {
            let [left, right] = self.options(*v, meter)?;
            let options = if player == Side::Left { left } else { right };
            for option in options {
                let gain = self.subtract(option, *v, meter)?;
                let incentive = gain.negated_if(player == Side::Right);
                let temperature = self.temperature(incentive, meter)?;
                moves.push(MoveInSum {
                    part,
                    option,
                    incentive,
                    temperature,
                });
            }
        }
        let mut best: Options = moves.iter().map(|m| m.incentive).collect();
        self.drop_dominated(&mut best, Side::Left, meter)?;
        // Among moves with equal gain the first is kept.
        moves.retain(|m| {
            let place = best.iter().position(|incentive| *incentive == m.incentive);
            place.map(|place| best.swap_remove(place)).is_some()
        });
        moves.sort_by(|a, b| b.temperature.cmp(&a.temperature));
        Ok(moves)
    }
}
