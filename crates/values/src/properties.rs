//! Properties of a value: its birthday, followers, number of stops, and kind.

use bouton_core::{Meter, Side, StopReason};
use num_bigint::BigUint;

use crate::arena::{Arena, Value};
use crate::number::Number;
use crate::recurrence::{Memory, Needs, by_options, find};

impl Arena {
    /// The birthday: the depth of the canonical form.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn birthday(&mut self, v: Value, meter: &mut Meter) -> Result<BigUint, StopReason> {
        let number =
            |arena: &mut Self, v, _: &mut Meter| Ok(arena.as_number(v).map(|x| x.birthday()));
        let join = |_: &mut Self, _, sides: [Vec<BigUint>; 2], _: &mut Meter| {
            Ok(sides.into_iter().flatten().max().unwrap_or_default() + 1u32)
        };
        by_options(self, v, &mut Memory::default(), meter, number, join)
    }

    /// Every value that play can reach, including the value itself: each once, later ones first.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn followers(&mut self, v: Value, meter: &mut Meter) -> Result<Vec<Value>, StopReason> {
        let mut order = Vec::new();
        let options = |arena: &mut Self, v, meter: &mut Meter| {
            let [mut options, right] = arena.options(v, meter)?;
            options.extend(right);
            Ok(Needs::These(options))
        };
        let join = |arena: &mut Self, v, _: &Memory<bool>, meter: &mut Meter| {
            meter.afford(arena.bytes() + 16 * order.len() as u64)?;
            order.push(v);
            Ok(true)
        };
        find(self, v, &mut Memory::default(), meter, options, join)?;
        Ok(order)
    }

    /// The number of ways in which play from it can reach a number.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn stop_count(&mut self, v: Value, meter: &mut Meter) -> Result<BigUint, StopReason> {
        let number = |arena: &mut Self, v, _: &mut Meter| {
            Ok(arena.is_number(v).then(|| BigUint::from(1u32)))
        };
        let join = |_: &mut Self, _, sides: [Vec<BigUint>; 2], _: &mut Meter| {
            Ok(sides.into_iter().flatten().sum())
        };
        by_options(self, v, &mut Memory::default(), meter, number, join)
    }

    /// Whether it is an integer.
    pub fn is_integer(&self, v: Value) -> bool {
        self.as_number(v).is_some_and(|x| x.is_integer())
    }

    /// Whether both stops are 0.
    pub fn is_infinitesimal(&self, v: Value) -> bool {
        self.stops(v).iter().all(|stop| *stop == Number::ZERO)
    }

    /// Whether it differs from a number by an infinitesimal: both stops are the same.
    pub fn is_numberish(&self, v: Value) -> bool {
        let [left, right] = self.stops(v);
        left == right
    }

    /// Whether it is {x|y} with numbers x > y.
    pub fn is_switch(&self, v: Value) -> bool {
        let is_number = |side| {
            let mut options = self.listed(v, side);
            options.next().is_some_and(|o| self.is_number(o)) && options.next().is_none()
        };
        !self.is_numberish(v) && is_number(Side::Left) && is_number(Side::Right)
    }

    /// The G of Tiny(G) = {0 || 0 | −G}, with the mean of G above 0, if the value has this form.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn tiny_of(&mut self, v: Value, meter: &mut Meter) -> Result<Option<Value>, StopReason> {
        let Some((Value::ZERO, y)) = self.tiny_parts(v) else {
            return Ok(None);
        };
        Ok(self.mean(y, meter)?.sign().is_lt().then_some(-y))
    }

    /// Whether in every position that play can reach both sides can move or neither can ("all small").
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn is_dicotic(&mut self, v: Value, meter: &mut Meter) -> Result<bool, StopReason> {
        let mut known = std::mem::take(&mut self.known.dicotic);
        let number =
            |arena: &mut Self, v, _: &mut Meter| Ok(arena.is_number(v).then_some(v == Value::ZERO));
        let join = |_: &mut Self, _, sides: [Vec<bool>; 2], _: &mut Meter| {
            Ok(sides.into_iter().flatten().all(|o| o))
        };
        let found = by_options(self, v, &mut known, meter, number, join);
        self.known.dicotic = known;
        found
    }

    /// The parity of the number of moves, if it is the same for all plays to the very end.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn parity(&mut self, v: Value, meter: &mut Meter) -> Result<Option<Parity>, StopReason> {
        let integer = |arena: &mut Self, v, _: &mut Meter| {
            Ok(arena.as_number(v).map(|x| {
                let integer = x.integer()?;
                Some(if integer.bit(0) {
                    Parity::Odd
                } else {
                    Parity::Even
                })
            }))
        };
        by_options(
            self,
            v,
            &mut Memory::default(),
            meter,
            integer,
            Self::parity_of_options,
        )
    }

    /// The parity of the number of moves until a number is reached, if it is the same for all plays.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn temper(&mut self, v: Value, meter: &mut Meter) -> Result<Option<Parity>, StopReason> {
        let number = |arena: &mut Self, v, _: &mut Meter| {
            Ok(arena.is_number(v).then_some(Some(Parity::Even)))
        };
        by_options(
            self,
            v,
            &mut Memory::default(),
            meter,
            number,
            Self::parity_of_options,
        )
    }

    fn parity_of_options(
        &mut self,
        _: Value,
        sides: [Vec<Option<Parity>>; 2],
        _: &mut Meter,
    ) -> Result<Option<Parity>, StopReason> {
        let mut all = sides.into_iter().flatten();
        let first = all.next().flatten();
        let agree = all.all(|o| o == first);
        Ok(first.filter(|_| agree).map(Parity::other))
    }
}

/// The kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A number.
    Number,
    /// *n.
    Nimber,
    /// Ups and a nimber.
    Uptimal,
    /// {x|y} with numbers x > y.
    Switch,
    /// Tiny or miny.
    Tiny,
    /// Another value whose stops differ: moves gain something.
    Hot,
    /// Another value whose stops are 0.
    Infinitesimal,
    /// The sum of an infinitesimal and a number that is not 0.
    BesideNumber,
}

impl Kind {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Nimber => "nimber",
            Self::Uptimal => "uptimal",
            Self::Switch => "switch",
            Self::Tiny => "tiny",
            Self::Hot => "hot",
            Self::Infinitesimal => "infinitesimal",
            Self::BesideNumber => "number plus an infinitesimal",
        }
    }
}

impl Arena {
    /// Its kind.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn kind(&mut self, v: Value, meter: &mut Meter) -> Result<Kind, StopReason> {
        Ok(if self.is_number(v) {
            Kind::Number
        } else if self.is_switch(v) {
            Kind::Switch
        } else if !self.is_numberish(v) {
            Kind::Hot
        } else if !self.is_infinitesimal(v) {
            Kind::BesideNumber
        } else if self.as_nimber(v).is_some() {
            Kind::Nimber
        } else if self.uptimal(v, meter)?.is_some() {
            Kind::Uptimal
        } else if self.tiny_of(v, meter)?.is_some() || self.tiny_of(-v, meter)?.is_some() {
            Kind::Tiny
        } else {
            Kind::Infinitesimal
        })
    }
}

/// Even or odd.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parity {
    /// Even.
    Even,
    /// Odd.
    Odd,
}

impl Parity {
    fn other(self) -> Self {
        match self {
            Self::Even => Self::Odd,
            Self::Odd => Self::Even,
        }
    }
}

impl crate::recurrence::Weighs for Option<Parity> {}
