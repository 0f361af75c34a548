//! Values up to infinitesimals, and the atomic weights of infinitesimals.

use bouton_core::{Meter, StopReason};
use num_traits::ToPrimitive;

use crate::arena::{Arena, Value};
use crate::number::Number;
use crate::recurrence::{Memory, by_options};

impl Arena {
    /// The reduced canonical form: the simplest value that differs from G by an infinitesimal (Grossman and Siegel 2009). G
    /// is heated by *, and then x* is replaced by x everywhere, from the bottom up.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn reduced(&mut self, v: Value, meter: &mut Meter) -> Result<Value, StopReason> {
        let [left, right] = self.stops(v);
        if left == right {
            return self.number(&left, meter);
        }
        let star = self.nimber(1, meter)?;
        let heated = self.heat(v, star, meter)?;
        let number = |arena: &mut Self, v, meter: &mut Meter| {
            let uptimal = arena.uptimal(v, meter)?;
            match uptimal.filter(|u| u.coefficients.is_empty() && u.nimber <= 1) {
                Some(u) => arena.number(&u.number, meter).map(Some),
                None => Ok(None),
            }
        };
        let join = |arena: &mut Self, _, [left, right]: [Vec<Value>; 2], meter: &mut Meter| {
            arena.make(&left, &right, meter)
        };
        by_options(self, heated, &mut Memory::default(), meter, number, join)
    }

    /// The atomic weight: the number of ↑ that it is worth. `None` if it has none.
    ///
    /// For a dicotic game (in every position both sides can move or neither can) it is A = {aw(Gᴸ) − 2 | aw(Gᴿ) + 2},
    /// unless that is an integer and G is not confused with a far star. Then it is the least integer n that is not at most
    /// any aw(Gᴸ) − 2 if G is below the star, and the greatest that is not at least any aw(Gᴿ) + 2 if G is above (Winning
    /// Ways ch. 8). For other infinitesimals the same is tried, with a number other than 0 counted as more ups than play
    /// can compensate; the result is the atomic weight if it passes the defining test, ↓ + ☆ ≤ G − A.↑ ≤ ↑ + ☆ with a far
    /// star ☆.
    ///
    /// ```
    /// # use bouton_core::Limits;
    /// # use bouton_values::{Arena, Names, Value};
    /// # let limits = Limits::default();
    /// # let (mut arena, meter) = (Arena::new(), &mut limits.meter());
    /// let tiny = arena.read("Tiny(2)", meter)?;
    /// assert_eq!(arena.atomic_weight(tiny, meter)?, Some(Value::ZERO));
    /// # Ok::<(), bouton_values::Fault>(())
    /// ```
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn atomic_weight(
        &mut self,
        v: Value,
        meter: &mut Meter,
    ) -> Result<Option<Value>, StopReason> {
        if !self.is_dicotic(v, meter)? {
            return self.atomic_weight_by_test(v, meter);
        }
        let mut known = std::mem::take(&mut self.known.atomic_weights);
        let zero = |arena: &mut Self, v, _: &mut Meter| Ok(arena.as_nimber(v).map(|_| Value::ZERO));
        let found = by_options(
            self,
            v,
            &mut known,
            meter,
            zero,
            Self::atomic_weight_of_options,
        );
        self.known.atomic_weights = known;
        found.map(Some)
    }

    /// The atomic weight of a value that is not dicotic.
    fn atomic_weight_by_test(
        &mut self,
        v: Value,
        meter: &mut Meter,
    ) -> Result<Option<Value>, StopReason> {
        if !self.is_infinitesimal(v) {
            return Ok(None);
        }
        let many = self
            .birthday(v, meter)?
            .to_i64()
            .ok_or(StopReason::Memory)?;
        let many = many.saturating_mul(4).saturating_add(16);
        let number = |arena: &mut Self, v, meter: &mut Meter| {
            let sign = arena.as_number(v).map(|x| x.sign());
            sign.map(|sign| arena.integer(sign as i64 * many, meter))
                .transpose()
        };
        let join = Self::atomic_weight_of_options;
        let weight = by_options(self, v, &mut Memory::default(), meter, number, join)?;
        let (half, stops) = (Number::from(many / 2), self.stops(weight));
        if stops.iter().any(|stop| stop.abs() > half) {
            return Ok(None);
        }
        let up = self.up_power(1, meter)?;
        let ups = self.norton(weight, up, meter)?;
        Ok(self.differs_by_no_up(v, ups, meter)?.then_some(weight))
    }

    /// Whether ↓ + ☆ ≤ G − H ≤ ↑ + ☆, with a star ☆ that is far from both.
    fn differs_by_no_up(
        &mut self,
        v: Value,
        ups: Value,
        meter: &mut Meter,
    ) -> Result<bool, StopReason> {
        let difference = self.subtract(v, ups, meter)?;
        let nearer = self.far_star(v, meter)?.max(self.far_star(ups, meter)?);
        let star = self.nimber(nearer, meter)?;
        let up = self.up_power(1, meter)?;
        let (above, below) = (self.add(up, star, meter)?, self.add(-up, star, meter)?);
        Ok(self.le(difference, above, meter)? && self.le(below, difference, meter)?)
    }

    fn atomic_weight_of_options(
        &mut self,
        v: Value,
        [mut left, mut right]: [Vec<Value>; 2],
        meter: &mut Meter,
    ) -> Result<Value, StopReason> {
        let two = self.integer(2, meter)?;
        for option in &mut left {
            *option = self.add(*option, -two, meter)?;
        }
        for option in &mut right {
            *option = self.add(*option, two, meter)?;
        }
        let weight = self.make(&left, &right, meter)?;
        if !self.as_number(weight).is_some_and(|x| x.is_integer()) {
            return Ok(weight);
        }
        let far = self.far_star(v, meter)?;
        let far = self.nimber(far, meter)?;
        match (self.le(v, far, meter)?, self.le(far, v, meter)?) {
            (true, false) => self.least_not_below(&left, meter),
            (false, true) => {
                let negated: Vec<_> = right.iter().map(|o| -*o).collect();
                Ok(-self.least_not_below(&negated, meter)?)
            }
            _ => Ok(weight),
        }
    }

    /// An n > 1 such that every *m among the followers has m < n.
    fn far_star(&mut self, v: Value, meter: &mut Meter) -> Result<u32, StopReason> {
        let mut known = std::mem::take(&mut self.known.far_stars);
        let nimber = |arena: &mut Self, v, _: &mut Meter| {
            let number = arena.is_number(v).then_some(2);
            Ok(arena
                .as_nimber(v)
                .map(|n| u64::from(n + 1).max(2))
                .or(number))
        };
        let join = |_: &mut Self, _, sides: [Vec<u64>; 2], _: &mut Meter| {
            Ok(sides.into_iter().flatten().fold(2, u64::max))
        };
        let found = by_options(self, v, &mut known, meter, nimber, join);
        self.known.far_stars = known;
        found?.to_u32().ok_or(StopReason::Memory)
    }

    /// The companion: {0, (Gᴸ)° | (Gᴿ)°} if G ≥ 0, with 0 among Right's options too if G ≤ 0, and no 0 if G is confused
    /// with 0. It exchanges 0 and *, ↑ and ↑*, and keeps other numbers and nimbers (Winning Ways ch. 8).
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn companion(&mut self, v: Value, meter: &mut Meter) -> Result<Value, StopReason> {
        let number = |arena: &mut Self, v, _: &mut Meter| {
            Ok((arena.is_number(v) && v != Value::ZERO).then_some(v))
        };
        let join =
            |arena: &mut Self, v, [mut left, mut right]: [Vec<Value>; 2], meter: &mut Meter| {
                if arena.le(Value::ZERO, v, meter)? {
                    left.push(Value::ZERO);
                }
                if arena.le(v, Value::ZERO, meter)? {
                    right.push(Value::ZERO);
                }
                arena.make(&left, &right, meter)
            };
        by_options(self, v, &mut Memory::default(), meter, number, join)
    }

    /// The least integer n that is not ≤ any of these values.
    fn least_not_below(
        &mut self,
        values: &[Value],
        meter: &mut Meter,
    ) -> Result<Value, StopReason> {
        let one = Number::from(1);
        let mut least: Option<Number> = None;
        for v in values {
            let mut n = self.right_stop(*v).floor();
            // At most two steps: an integer above the right stop is not below the value.
            while {
                let n = self.number(&n, meter)?;
                self.le(n, *v, meter)?
            } {
                n = &n + &one;
            }
            least = least.max(Some(n));
        }
        self.number(&least.unwrap_or(Number::ZERO), meter)
    }
}
