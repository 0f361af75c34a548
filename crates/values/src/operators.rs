//! Operators that change the cost of moves: cooling and heating, Norton products, ordinal sums.

use bouton_core::{Meter, StopReason};

use crate::arena::{Arena, Options, Value};
use crate::number::Number;
use crate::recurrence::{Memory, by_options};

/// The images of the options of each side under an operator.
type Made = [Vec<Value>; 2];

impl Arena {
    /// G cooled by t > −1: every move costs t. An integer is unchanged; if t exceeds the temperature the result is the mean
    /// value; otherwise it is {cooled Gᴸ − t | cooled Gᴿ + t}.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn cool(&mut self, v: Value, t: &Number, meter: &mut Meter) -> Result<Value, StopReason> {
        let tax = self.number(t, meter)?;
        let frozen = |arena: &mut Self, v, meter: &mut Meter| {
            if arena.as_number(v).is_some_and(|x| x.is_integer()) {
                return Ok(Some(v));
            }
            if arena.temperature(v, meter)? >= *t {
                return Ok(None);
            }
            let mean = arena.mean(v, meter)?;
            arena.number(&mean, meter).map(Some)
        };
        let join =
            |arena: &mut Self, _, made: Made, meter: &mut Meter| arena.shifted(made, -tax, meter);
        by_options(self, v, &mut Memory::default(), meter, frozen, join)
    }

    /// G frozen: cooled by its temperature. It differs from its mean value by an infinitesimal; a number is unchanged.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn freeze(&mut self, v: Value, meter: &mut Meter) -> Result<Value, StopReason> {
        if self.is_number(v) {
            return Ok(v);
        }
        let temperature = self.temperature(v, meter)?;
        self.cool(v, &temperature, meter)
    }

    /// G heated by any game T: a number is unchanged, otherwise {heated Gᴸ + T | heated Gᴿ − T}.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn heat(&mut self, v: Value, by: Value, meter: &mut Meter) -> Result<Value, StopReason> {
        let number = |arena: &mut Self, v, _: &mut Meter| Ok(arena.is_number(v).then_some(v));
        let join =
            |arena: &mut Self, _, made: Made, meter: &mut Meter| arena.shifted(made, by, meter);
        by_options(self, v, &mut Memory::default(), meter, number, join)
    }

    /// G overheated from S to T: n·S for an integer n, otherwise {overheated Gᴸ + T | overheated Gᴿ − T}.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn overheat(
        &mut self,
        v: Value,
        from: Value,
        to: Value,
        meter: &mut Meter,
    ) -> Result<Value, StopReason> {
        let integer = |arena: &mut Self, v, meter: &mut Meter| arena.multiple(v, from, meter);
        let join =
            |arena: &mut Self, _, made: Made, meter: &mut Meter| arena.shifted(made, to, meter);
        by_options(self, v, &mut Memory::default(), meter, integer, join)
    }

    /// The Norton product G·U: n·U for an integer n, otherwise {Gᴸ·U + U + I | Gᴿ·U − U − I} over all incentives I of U.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn norton(
        &mut self,
        v: Value,
        unit: Value,
        meter: &mut Meter,
    ) -> Result<Value, StopReason> {
        let mut steps = Vec::new();
        for incentive in self.all_incentives(unit, meter)? {
            steps.push(self.add(unit, incentive, meter)?);
        }
        let integer = |arena: &mut Self, v, meter: &mut Meter| arena.multiple(v, unit, meter);
        let join = |arena: &mut Self, _, [left, right]: Made, meter: &mut Meter| {
            let (mut lefts, mut rights) = (Options::new(), Options::new());
            for &step in &steps {
                for &option in &left {
                    lefts.push(arena.add(option, step, meter)?);
                }
                for &option in &right {
                    rights.push(arena.add(option, -step, meter)?);
                }
            }
            arena.make(&lefts, &rights, meter)
        };
        by_options(self, v, &mut Memory::default(), meter, integer, join)
    }

    /// The ordinal sum G:H = {Gᴸ, G:Hᴸ | Gᴿ, G:Hᴿ}: a move in G removes H. It depends on the form of G, so G is given by
    /// its options; for H the value suffices.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn ordinal(
        &mut self,
        base: &[Options; 2],
        v: Value,
        meter: &mut Meter,
    ) -> Result<Value, StopReason> {
        let never = |_: &mut Self, _, _: &mut Meter| Ok(None);
        let join = |arena: &mut Self, _, [left, right]: Made, meter: &mut Meter| {
            let left: Vec<_> = base[0].iter().copied().chain(left).collect();
            let right: Vec<_> = base[1].iter().copied().chain(right).collect();
            arena.make(&left, &right, meter)
        };
        by_options(self, v, &mut Memory::default(), meter, never, join)
    }

    /// The undominated incentives Gᴸ − G of Left's moves, and G − Gᴿ of Right's.
    ///
    /// ```
    /// # use bouton_core::Limits;
    /// # use bouton_values::Arena;
    /// # let limits = Limits::default();
    /// # let (mut arena, meter) = (Arena::new(), &mut limits.meter());
    /// let up = arena.up_power(1, meter)?;
    /// let [left, right] = arena.incentives(up, meter)?;
    /// assert_eq!((arena.text(left[0], meter)?, arena.text(right[0], meter)?), ("v".into(), "^*".into()));
    /// # Ok::<(), bouton_core::StopReason>(())
    /// ```
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn incentives(&mut self, v: Value, meter: &mut Meter) -> Result<[Options; 2], StopReason> {
        let [mut left, mut right] = self.options(v, meter)?;
        for option in &mut left {
            *option = self.add(*option, -v, meter)?;
        }
        for option in &mut right {
            *option = self.add(v, -*option, meter)?;
        }
        self.best(&mut left, meter)?;
        self.best(&mut right, meter)?;
        Ok([left, right])
    }

    /// The maximal incentives of both sides together.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn all_incentives(&mut self, v: Value, meter: &mut Meter) -> Result<Options, StopReason> {
        let [mut all, right] = self.incentives(v, meter)?;
        all.extend(right);
        self.best(&mut all, meter)?;
        Ok(all)
    }

    /// Keeps the maximal values.
    fn best(&mut self, values: &mut Options, meter: &mut Meter) -> Result<(), StopReason> {
        self.drop_dominated(values, crate::Side::Left, meter)
    }

    /// n·U for an integer n.
    fn multiple(
        &mut self,
        v: Value,
        unit: Value,
        meter: &mut Meter,
    ) -> Result<Option<Value>, StopReason> {
        match self.as_number(v).and_then(|x| x.integer()) {
            Some(n) => self.times(&n, unit, meter).map(Some),
            None => Ok(None),
        }
    }

    /// {L + by | R − by}.
    fn shifted(
        &mut self,
        [mut left, mut right]: Made,
        by: Value,
        meter: &mut Meter,
    ) -> Result<Value, StopReason> {
        for option in &mut left {
            *option = self.add(*option, by, meter)?;
        }
        for option in &mut right {
            *option = self.add(*option, -by, meter)?;
        }
        self.make(&left, &right, meter)
    }
}
