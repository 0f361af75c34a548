//! Sums of games whose parts depend on the exponents, and sums of powers of 1/2.

use bouton_automata::AskError;

use super::too_large;
use crate::formula::{Formula, Linear, Number, Power, UNIT};

/// A sum of games: a number, a multiple of ↑ and a nimber, and games that list options.
#[derive(Clone)]
pub(super) struct Position {
    pub(super) number: Number,
    pub(super) ups: Linear,
    pub(super) star: u32,
    pub(super) games: Vec<Formula>,
}

impl Position {
    pub(super) fn nothing() -> Self {
        Self {
            number: Number::default(),
            ups: Linear::default(),
            star: 0,
            games: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, part: Formula) {
        match part {
            Formula::Sum { number, ups, star } => {
                self.number = self.number.plus(&number, 1);
                self.ups = self.ups.plus(&ups, 1);
                self.star ^= star;
            }
            game @ Formula::Options(..) => self.games.push(game),
        }
    }

    pub(super) fn negated(&self) -> Self {
        Self {
            number: self.number.times(-1),
            ups: self.ups.times(-1),
            star: self.star,
            games: self.games.iter().map(Formula::negated).collect(),
        }
    }

    /// The same with another multiple of ↑ and nimber.
    pub(super) fn with(&self, ups: Linear, star: u32) -> Self {
        Self {
            ups,
            star,
            ..self.clone()
        }
    }
}

/// A linear expression that counts 2^-places, and powers.
#[derive(Clone)]
pub(super) struct Terms {
    pub(super) places: i64,
    pub(super) linear: Linear,
    pub(super) powers: Vec<Power>,
}

/// Numbers in terms are smaller: sums of a few of them are numbers.
const LARGEST: i64 = 1 << 45;

impl Terms {
    pub(super) fn of(number: &Number) -> Self {
        Self {
            places: UNIT.trailing_zeros().into(),
            linear: number.linear.clone(),
            powers: number.powers.clone(),
        }
    }

    /// Joins equal powers, and adds those whose exponent is a number to the linear expression.
    pub(super) fn join(&mut self) -> Result<(), AskError> {
        let mut joined: Vec<Power> = Vec::new();
        for power in std::mem::take(&mut self.powers) {
            let same = |own: &&mut Power| own.exponent.plus(&power.exponent, -1).is_zero();
            match joined.iter_mut().find(same) {
                Some(own) => own.factor += power.factor,
                None => joined.push(power),
            }
        }
        joined.retain(|power| power.factor != 0);
        for power in joined {
            match power.exponent.common() {
                0 => *self = self.folded(power.factor, power.exponent.constant / UNIT)?,
                _ => self.powers.push(power),
            }
        }
        let halved = |of: &i64| of % 2 == 0;
        while self.places > 0
            && self.linear.parts.iter().all(halved)
            && halved(&self.linear.constant)
        {
            self.places -= 1;
            self.linear.parts.iter_mut().for_each(|part| *part /= 2);
            self.linear.constant /= 2;
        }
        Ok(())
    }

    /// The same with factor/2^exponent added to the linear expression.
    pub(super) fn folded(&self, factor: i64, exponent: i64) -> Result<Self, AskError> {
        let finer = (exponent - self.places).max(0);
        let places = self.places + finer;
        let shifted = |of: i64, by: i64| {
            let times = u32::try_from(by).ok().and_then(|by| 1i64.checked_shl(by));
            let made = times.and_then(|times| of.checked_mul(times));
            made.filter(|made| (-LARGEST..LARGEST).contains(made))
        };
        let made = || {
            let parts = self.linear.parts.iter().map(|part| shifted(*part, finer));
            Some(Self {
                places,
                linear: Linear {
                    parts: parts.collect::<Option<_>>()?,
                    constant: shifted(self.linear.constant, finer)?
                        + shifted(factor, places - exponent)?,
                },
                powers: self.powers.clone(),
            })
        };
        made().ok_or(AskError::Syntax(too_large(0)))
    }

    /// The powers are less than this and one more, divided by one of them.
    pub(super) fn size(&self, largest: &Power) -> u64 {
        let others = self.powers.iter().map(|power| power.factor.unsigned_abs());
        others.sum::<u64>() + largest.factor.unsigned_abs()
    }

    /// A power and those that are smaller, divided by it.
    pub(super) fn divided(&self, largest: &Power) -> Self {
        let divided = |power: &Power| Power {
            factor: power.factor,
            exponent: power.exponent.plus(&largest.exponent, -1),
        };
        Self {
            places: 0,
            linear: Linear::units(largest.factor),
            powers: self.powers.iter().map(divided).collect(),
        }
    }
}
