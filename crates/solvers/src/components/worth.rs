//! [`Worths`]: the values of components, exact for small ones, with bounds where the game can cut positions.

use std::cmp::Ordering;
use std::sync::Arc;

use bouton_core::hashing::FastMap;
use bouton_core::{Meter, Side, StopReason};
use bouton_values::{Number, Value};
use num_bigint::BigInt;

use crate::parts::{Parts, Signed, Sum, add};
use crate::values::Valuer;

/// A sum: components without a known value, values of others that are not numbers, and the sum of those that are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Total {
    pub(super) parts: Sum,
    pub(super) number: Value,
}

bouton_core::packs!(Total { parts, number });

impl Total {
    pub(super) fn negative(&self) -> Self {
        let mut parts: Sum = self.parts.iter().map(|each| each.negative()).collect();
        parts.sort_unstable();
        Self {
            parts,
            number: -self.number,
        }
    }

    /// An arbitrary but fixed order.
    pub(super) fn cmp_ids(&self, other: &Self) -> Ordering {
        let key = |total: &Self| total.number.id();
        (&self.parts, key(self)).cmp(&(&other.parts, key(other)))
    }
}

/// Units of mean values and temperatures in a whole.
const POINT: u32 = 16;
/// Larger than any sum of means: no bound.
const FAR: i64 = 1 << 50;
/// A mean above this counts as no bound, so that the sum of some hundred means stays below [`FAR`].
const LARGE: i64 = 1 << 40;

/// The bounds of the mean value, in units rounded outwards, and the largest temperature of the summands.
#[derive(Clone, Copy, Debug)]
struct Heat {
    low: i64,
    high: i64,
    heat_of_low: i64,
    heat_of_high: i64,
}

impl Heat {
    const UNKNOWN: Self = Self {
        low: -FAR,
        high: FAR,
        heat_of_low: 0,
        heat_of_high: 0,
    };

    fn negative(self) -> Self {
        Self {
            low: -self.high,
            high: -self.low,
            heat_of_low: self.heat_of_high,
            heat_of_high: self.heat_of_low,
        }
    }
}

/// The number in units, rounded down; `None` if it is too large.
fn units(x: &Number) -> Option<i64> {
    let units = x.times(&BigInt::from(1_u64 << POINT)).floor().integer()?;
    i64::try_from(&units)
        .ok()
        .filter(|units| units.abs() < LARGE)
}

/// The components whose values are computed: at most this many moves of both sides, and this many reachable positions.
#[derive(Clone, Copy, Debug)]
struct Effort {
    moves: i64,
    visits: u64,
}

/// Without bounds, values cost as much as they save: 2.6 s with and without them on a 6 × 6 board of clobber.
const PLAIN: Effort = Effort {
    moves: 4,
    visits: 1 << 8,
};
/// Domineering 6 × 8 takes 1.9 s with 20 moves, 2.8 s with 22, 4.9 s with 24; 7 × 7 takes 1,301, 1,226 and 1,413 sums. 8 ×
/// 8 finished only with 22, in 18 s.
const BOUNDED: Effort = Effort {
    moves: 22,
    visits: 1 << 14,
};
/// A component is cut into at most this many pieces.
const PIECES: usize = 1 << 8;

#[derive(Clone, Copy, Debug)]
enum PartValue {
    Unasked,
    /// The value takes more than the allowed effort.
    Unknown,
    Known(Value),
}

/// The known facts about a component.
#[derive(Debug)]
struct Component {
    /// The number of moves of Left and of Right, where they were counted.
    moves: [Option<u32>; 2],
    worth: PartValue,
    /// The cuts, once made: the pieces with fewer moves of Right (the value is no less), and with fewer of Left (no more).
    cuts: Option<[Option<Arc<Total>>; 2]>,
    heat: Heat,
}

/// Components by number, as far as they were examined, and the values of small ones.
#[derive(Debug)]
pub(super) struct Worths {
    components: Vec<Component>,
    valuer: Valuer,
    heats: FastMap<Value, Heat>,
    /// The results of Left's moves in a value, seen by Right.
    options: FastMap<Value, Arc<[Total]>>,
    /// Bytes of these options, and of the cuts.
    lists: u64,
    effort: Effort,
    /// Whether no component that can be cut was met yet.
    looks_for_cuts: bool,
}

impl Default for Worths {
    fn default() -> Self {
        Self {
            components: Vec::new(),
            valuer: Valuer::default(),
            heats: FastMap::default(),
            options: FastMap::default(),
            lists: 0,
            effort: PLAIN,
            looks_for_cuts: true,
        }
    }
}

impl Worths {
    /// Computes no values of components with more moves than this.
    #[cfg(test)]
    pub(super) fn value_up_to(&mut self, moves: i64) {
        let visits = BOUNDED.visits;
        self.effort = Effort { moves, visits };
        self.looks_for_cuts = false;
    }

    /// Whole numbers in the units of means.
    pub(super) fn unit(wholes: i64) -> i64 {
        wholes << POINT
    }

    /// Reports the bytes held by the caller and by the parts.
    pub(super) fn hold(&mut self, bytes: u64, of_parts: u64) {
        let maps = self.heats.capacity() * size_of::<(Value, Heat)>()
            + self.options.capacity() * size_of::<(Value, Arc<[Total]>)>();
        let components = self.components.capacity() * size_of::<Component>();
        // A map leaves an eighth of its slots free, and has one extra byte a slot.
        self.valuer.held = bytes + self.lists + (components + maps + maps / 4) as u64;
        self.valuer
            .arena
            .hold_elsewhere(self.valuer.held + of_parts);
    }

    /// Bytes held in all.
    pub(super) fn bytes(&self) -> u64 {
        self.valuer.arena.bytes()
    }

    /// The number of moves of `side` in a component.
    pub(super) fn mobility(&mut self, parts: &dyn Parts, part: Signed, side: Side) -> i64 {
        let side = if part.is_negative() {
            side.other()
        } else {
            side
        };
        let moves = &mut self.component(part.number()).moves[side as usize];
        i64::from(*moves.get_or_insert_with(|| parts.moves(part.number(), side)))
    }

    fn component(&mut self, number: usize) -> &mut Component {
        for _ in self.components.len()..=number {
            self.components.push(Component {
                moves: [None; 2],
                worth: PartValue::Unasked,
                cuts: None,
                heat: Heat::UNKNOWN,
            });
        }
        &mut self.components[number]
    }

    /// The value of a component, if it is small.
    fn worth(
        &mut self,
        parts: &mut dyn Parts,
        part: Signed,
        meter: &mut Meter,
    ) -> Result<Option<Value>, StopReason> {
        let number = part.number();
        if let PartValue::Unasked = self.component(number).worth {
            // A value needs all moves of both sides, far more than the winner does.
            if parts.are_dear() {
                return Ok(None);
            }
            let [left, right] = Side::BOTH.map(|side| self.mobility(parts, part, side));
            if self.looks_for_cuts
                && left + right > self.effort.moves
                && Side::BOTH
                    .iter()
                    .any(|side| parts.cut(number, *side).is_some())
            {
                (self.effort, self.looks_for_cuts) = (BOUNDED, false);
            }
            if left + right > self.effort.moves {
                return Ok(None);
            }
            let visits = self.effort.visits;
            let found = self
                .valuer
                .value_within(parts, part.stored(), visits, meter)?;
            self.components[number].worth = found.map_or(PartValue::Unknown, PartValue::Known);
        }
        Ok(match self.components[number].worth {
            PartValue::Known(value) if part.is_negative() => Some(-value),
            PartValue::Known(value) => Some(value),
            PartValue::Unasked | PartValue::Unknown => None,
        })
    }

    /// A sum of components, the small ones by their values.
    pub(super) fn total(
        &mut self,
        parts: &mut dyn Parts,
        sum: &Sum,
        meter: &mut Meter,
    ) -> Result<Total, StopReason> {
        let mut total = Total::default();
        for part in sum {
            match self.worth(parts, *part, meter)? {
                Some(worth) => self.put(&mut total, worth, meter)?,
                None => add(&mut total.parts, *part),
            }
        }
        total.parts.sort_unstable();
        Ok(total)
    }

    /// Adds a value to a sum; the sum's parts are unordered afterwards.
    fn put(
        &mut self,
        total: &mut Total,
        value: Value,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        if self.valuer.arena.is_number(value) {
            total.number = self.add_numbers(total.number, value, meter)?;
        } else {
            add(&mut total.parts, Signed::of_value(value));
        }
        Ok(())
    }

    pub(super) fn integer(&mut self, n: i64, meter: &mut Meter) -> Result<Value, StopReason> {
        self.valuer.arena.integer(n, meter)
    }

    pub(super) fn add_numbers(
        &mut self,
        a: Value,
        b: Value,
        meter: &mut Meter,
    ) -> Result<Value, StopReason> {
        self.valuer.arena.add(a, b, meter)
    }

    /// Whether Left, to move, wins a number.
    pub(super) fn is_won_number(
        &mut self,
        number: Value,
        meter: &mut Meter,
    ) -> Result<bool, StopReason> {
        Ok(!self.valuer.arena.le(number, Value::ZERO, meter)?)
    }

    /// The result of Right's move in a number, if there is one.
    pub(super) fn number_after(
        &mut self,
        number: Value,
        meter: &mut Meter,
    ) -> Result<Option<Value>, StopReason> {
        let [_, right] = self.valuer.arena.options(number, meter)?;
        Ok(right.first().copied())
    }

    /// The results of Left's moves in a value, seen by Right.
    pub(super) fn options(
        &mut self,
        value: Value,
        meter: &mut Meter,
    ) -> Result<Arc<[Total]>, StopReason> {
        if let Some(options) = self.options.get(&value) {
            return Ok(options.clone());
        }
        let [left, _] = self.valuer.arena.options(value, meter)?;
        let mut options = Vec::with_capacity(left.len());
        for option in left {
            let mut total = Total::default();
            self.put(&mut total, -option, meter)?;
            options.push(total);
        }
        self.lists += (options.len() * size_of::<Total>()) as u64;
        let options: Arc<[Total]> = options.into();
        self.options.insert(value, options.clone());
        Ok(options)
    }

    /// Finds the bounds of a sum's components.
    pub(super) fn bound(
        &mut self,
        parts: &mut dyn Parts,
        sum: &Total,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        for part in &sum.parts {
            if part.value().is_some() || self.components[part.number()].cuts.is_some() {
                continue;
            }
            let part = part.stored();
            let mut cuts = [None, None];
            let mut heat = Heat::UNKNOWN;
            for (cut, side) in cuts.iter_mut().zip(Side::BOTH) {
                let Some(total) = self.cut(parts, part, side, meter)? else {
                    continue;
                };
                let of_cut = self.heat_of_sum(&total, meter)?;
                match side {
                    Side::Left => {
                        (heat.high, heat.heat_of_high) = (of_cut.high, of_cut.heat_of_high)
                    }
                    Side::Right => (heat.low, heat.heat_of_low) = (of_cut.low, of_cut.heat_of_low),
                }
                self.lists += (size_of::<Total>() + total.parts.spilled() as usize * 64) as u64;
                *cut = Some(Arc::new(total));
            }
            let component = &mut self.components[part.number()];
            component.cuts = Some(cuts);
            component.heat = heat;
        }
        Ok(())
    }

    /// Small pieces whose sum is at least as good for `side` as a component.
    fn cut(
        &mut self,
        parts: &mut dyn Parts,
        part: Signed,
        side: Side,
        meter: &mut Meter,
    ) -> Result<Option<Total>, StopReason> {
        let mut total = Total::default();
        let mut waiting = vec![part];
        let mut pieces = 0;
        while let Some(piece) = waiting.pop() {
            if let Some(value) = self.worth(parts, piece, meter)? {
                self.put(&mut total, value, meter)?;
                continue;
            }
            let is_negative = piece.is_negative();
            let side = if is_negative { side.other() } else { side };
            pieces += 1;
            let Some(cut) = parts.cut(piece.number(), side).filter(|_| pieces < PIECES) else {
                return Ok(None);
            };
            waiting.extend(cut.into_iter().map(|piece| match is_negative {
                true => piece.negative(),
                false => piece,
            }));
        }
        total.parts.sort_unstable();
        Ok(Some(total))
    }

    /// A sum of values that is at least as good for `side`; `None` if it is one already, or if none is known.
    pub(super) fn bounded(
        &mut self,
        sum: &Total,
        side: Side,
        meter: &mut Meter,
    ) -> Result<Option<Total>, StopReason> {
        if sum.parts.iter().all(|part| part.value().is_some()) {
            return Ok(None);
        }
        let mut total = Total {
            parts: Sum::new(),
            number: sum.number,
        };
        for part in &sum.parts {
            if part.value().is_some() {
                add(&mut total.parts, *part);
                continue;
            }
            let side = if part.is_negative() {
                side.other()
            } else {
                side
            };
            let cuts = self.components[part.number()].cuts.as_ref();
            let cut = cuts.and_then(|cuts| cuts[side as usize].clone());
            let Some(cut) = cut else {
                return Ok(None);
            };
            let cut = match part.is_negative() {
                true => cut.negative(),
                false => (*cut).clone(),
            };
            for piece in cut.parts {
                add(&mut total.parts, piece);
            }
            total.number = self.add_numbers(total.number, cut.number, meter)?;
        }
        total.parts.sort_unstable();
        Ok(Some(total))
    }

    /// Whether Left, to move, wins, by mean values and temperature: Left reaches at least the mean, and at most the mean
    /// plus the largest temperature.
    pub(super) fn by_heat(
        &mut self,
        sum: &Total,
        meter: &mut Meter,
    ) -> Result<Option<bool>, StopReason> {
        let heat = self.heat_of_sum(sum, meter)?;
        Ok(if heat.low > 0 {
            Some(true)
        } else if heat.high + heat.heat_of_high < 0 {
            Some(false)
        } else {
            None
        })
    }

    fn heat_of_sum(&mut self, sum: &Total, meter: &mut Meter) -> Result<Heat, StopReason> {
        let mut total = self.heat(sum.number, meter)?;
        for part in &sum.parts {
            let heat = match part.value() {
                Some(value) => self.heat(value, meter)?,
                None => self.bounds_of(*part),
            };
            total.low += heat.low;
            total.high += heat.high;
            total.heat_of_low = total.heat_of_low.max(heat.heat_of_low);
            total.heat_of_high = total.heat_of_high.max(heat.heat_of_high);
        }
        Ok(total)
    }

    /// The bounds of a component.
    fn bounds_of(&self, part: Signed) -> Heat {
        let heat = self.components[part.number()].heat;
        if part.is_negative() {
            heat.negative()
        } else {
            heat
        }
    }

    fn heat(&mut self, value: Value, meter: &mut Meter) -> Result<Heat, StopReason> {
        if let Some(heat) = self.heats.get(&value) {
            return Ok(*heat);
        }
        let mean = self.valuer.arena.mean(value, meter)?;
        let temperature = self.valuer.arena.temperature(value, meter)?;
        let (low, high) = (units(&mean), units(&-&mean));
        let heat = match (low, high, units(&-&temperature)) {
            (Some(low), Some(high), Some(temperature)) => {
                let temperature = (-temperature).max(0);
                Heat {
                    low,
                    high: -high,
                    heat_of_low: temperature,
                    heat_of_high: temperature,
                }
            }
            _ => Heat::UNKNOWN,
        };
        self.heats.insert(value, heat);
        Ok(heat)
    }

    /// The mean of a value whose temperature was computed, in units; 0 if it is out of bounds.
    pub(super) fn mean(&self, value: Value) -> i64 {
        let heat = self.heats.get(&value);
        heat.map_or(0, |heat| heat.high % FAR)
    }

    /// The largest possible mean of a component, in units; 0 if no bound is known.
    pub(super) fn most(&self, part: Signed) -> i64 {
        self.bounds_of(part).high % FAR
    }
}
