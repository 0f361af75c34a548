//! The parts of a position, its moves, and its orthodox accounting: E. R. Berlekamp, *The economist's view of combinatorial games* (1996).
//!
//! Let m be the sum of the parts' means and t the temperature of the hottest part, at least 0. With coupons of t, t − δ, … 0 points beside
//! the sum, for small δ, the player who begins gets m + t/2 (Right: m − t/2). That is the forecast. Alone, the sum is worth between m and
//! m + t if Left begins, because means add and the temperature of a sum is at most that of its hottest part (Milnor 1953, Hanner 1959). A move
//! is orthodox if it reaches the wall of its part's thermograph at t. A line of orthodox play is by sentestrat (*Winning Ways*, chapter 6).

use bouton_answers::{Accounting, GameValue, OrthodoxLine, Part, ValuedMove};
use bouton_core::{Meter, Side, StopReason};
use bouton_engine::{Error, Ply, Short};
use bouton_solvers::parts::Sum;
use bouton_solvers::values::Valuer;
use bouton_values::{Arena, Number, Value};

use super::{Show, Teller};
use crate::play::Temperate;
use crate::play::temperate::{difference, seen_by, worth_at};

/// The parts of a position in the game's notation, and the moves of Left, then those of Right.
pub(super) struct Play {
    pub(super) parts: Vec<(String, Value)>,
    pub(super) moves: Vec<Move>,
}

pub(super) struct Move {
    pub(super) name: String,
    pub(super) side: Side,
    pub(super) to: After,
    /// The points that Left has more by it.
    pub(super) gain: Number,
}

/// The value after a move.
pub(super) enum After {
    /// That of the part that changed, with the points gained.
    Part(usize, Value),
    /// That of the position, if parts cancelled.
    Whole(Value),
}

impl Play {
    pub(super) fn valued(
        short: &mut dyn Short,
        valuer: &mut Valuer,
        root: &Sum,
        meter: &mut Meter,
    ) -> Result<Self, StopReason> {
        let (mut moves, mut parts) = (Vec::new(), Vec::new());
        for side in Side::BOTH {
            for (name, sum) in short.moves(side, meter)? {
                let (gone, came) = difference(root, &sum);
                let part = root.iter().position(|part| gone == [*part]);
                let to = match part {
                    Some(part) => After::Part(part, valuer.value(short.parts(), &came, meter)?),
                    None => After::Whole(valuer.value(short.parts(), &sum, meter)?),
                };
                let gain = Number::ZERO;
                moves.push(Move {
                    name,
                    side,
                    to,
                    gain,
                });
            }
        }
        for part in root {
            let value = valuer.value(short.parts(), &[*part], meter)?;
            let sign = if part.is_negative() { "-" } else { "" };
            parts.push((format!("{sign}{}", short.show(part.number())), value));
        }
        Ok(Self { parts, moves })
    }

    /// Adds the moves and parts to an answer, whose value is `whole`; in a game of points there is none, because the values after moves are
    /// those of parts.
    pub(super) fn tell(
        self,
        whole: Option<Value>,
        arena: &mut Arena,
        show: Show,
        told: &mut GameValue,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        let Self { moves, parts } = self;
        let hottest = hottest(&parts, arena, meter)?;
        let mut teller = Teller::new(arena, show);
        for Move { name, side, to, .. } in moves {
            let (mut value, mut before, part) = match to {
                After::Part(part, value) => (value, parts[part].1, Some(part)),
                After::Whole(value) => (value, value, None),
            };
            let is_heated = whole.is_none() || hottest > Number::ZERO;
            let orthodox = is_heated
                && part.is_some()
                && is_orthodox(teller.arena, before, value, side, &hottest, meter)?;
            if let Some(whole) = whole {
                if part.is_some() {
                    let rest = teller.arena.subtract(whole, before, meter)?;
                    value = teller.arena.add(rest, value, meter)?;
                }
                before = whole;
            }
            let canonical = teller.arena.options(before, meter)?;
            told.moves.push(ValuedMove {
                name,
                side,
                value: teller.name(value, meter)?,
                sensible: canonical[side as usize].contains(&value),
                mean: Some(teller.arena.mean(value, meter)?.to_string()),
                temperature: warmth(teller.arena, value, whole.is_none(), meter)?.to_string(),
                orthodox,
                part: part.filter(|_| parts.len() > 1),
            });
        }
        for (position, value) in parts {
            let walls = teller.arena.thermograph(value, meter)?;
            told.parts.push(Part {
                position,
                value: teller.name(value, meter)?,
                mean: Some(walls.mean().to_string()),
                temperature: warmth(teller.arena, value, whole.is_none(), meter)?.to_string(),
                sente: walls.sente().filter(|_| walls.temperature > Number::ZERO),
            });
        }
        told.values.extend(teller.long(meter)?);
        Ok(())
    }
}

/// The temperature; in a game of points it is never below 0.
pub(super) fn warmth(
    arena: &mut Arena,
    value: Value,
    is_of_points: bool,
    meter: &mut Meter,
) -> Result<Number, StopReason> {
    let temperature = arena.temperature(value, meter)?;
    Ok(match is_of_points {
        true => temperature.max(Number::ZERO),
        false => temperature,
    })
}

/// The temperature of the hottest part, at least 0.
fn hottest(
    parts: &[(String, Value)],
    arena: &mut Arena,
    meter: &mut Meter,
) -> Result<Number, StopReason> {
    let mut hottest = Number::ZERO;
    for (_, part) in parts {
        hottest = hottest.max(arena.temperature(*part, meter)?);
    }
    Ok(hottest)
}

/// Whether a move reaches the wall of its part at a temperature.
fn is_orthodox(
    arena: &mut Arena,
    before: Value,
    after: Value,
    side: Side,
    t: &Number,
    meter: &mut Meter,
) -> Result<bool, StopReason> {
    let wall = arena.thermograph(seen_by(before, side), meter)?.left.at(t);
    let reached = worth_at(arena, seen_by(after, side), t, meter)?;
    Ok(&reached - t == wall)
}

/// The accounting of a position with several parts, one of them hot. `next` gives the position after some moves.
pub(super) fn accounting(
    first: &Play,
    valuer: &mut Valuer,
    meter: &mut Meter,
    mut next: impl FnMut(&[Ply], &mut Valuer) -> Result<Play, Error>,
) -> Result<Option<Accounting>, Error> {
    if first.parts.len() < 2 {
        return Ok(None);
    }
    let arena = &mut valuer.arena;
    let temperature = hottest(&first.parts, arena, meter)?;
    if temperature == Number::ZERO {
        return Ok(None);
    }
    let (mut mean, mut order) = (Number::ZERO, Vec::new());
    for (place, (_, part)) in first.parts.iter().enumerate() {
        mean = &mean + &arena.mean(*part, meter)?;
        order.push((arena.temperature(*part, meter)?, place));
    }
    order.sort_by(|(a, _), (b, _)| b.cmp(a));
    let half = temperature.half();
    let mut line = |begins| line(begins, valuer, meter, &mut next);
    let (left, right) = (line(Side::Left)?, line(Side::Right)?);
    Ok(Some(Accounting {
        temperature: temperature.to_string(),
        hottest: order.into_iter().map(|(_, place)| place).collect(),
        forecasts: [&mean + &half, &mean - &half].map(|forecast| forecast.to_string()),
        within: half.to_string(),
        lines: left.zip(right).map(<[_; 2]>::from),
    }))
}

/// Orthodox play until no part is hot; `None` if the move that it asks for makes parts cancel.
fn line(
    begins: Side,
    valuer: &mut Valuer,
    meter: &mut Meter,
    next: &mut impl FnMut(&[Ply], &mut Valuer) -> Result<Play, Error>,
) -> Result<Option<OrthodoxLine>, Error> {
    let (mut path, mut moves, mut result) = (Vec::new(), Vec::new(), Number::ZERO);
    let (mut side, mut before, mut ambient) = (begins, Vec::new(), None::<Number>);
    loop {
        let play = next(&path, valuer)?;
        let arena = &mut valuer.arena;
        let warmest = hottest(&play.parts, arena, meter)?;
        let parts: Vec<Value> = play.parts.iter().map(|(_, part)| *part).collect();
        if warmest == Number::ZERO {
            for part in parts {
                result = &result + &arena.mean(part, meter)?;
            }
            let result = result.to_string();
            return Ok(Some(OrthodoxLine { moves, result }));
        }
        // The hottest of the parts that the other player just made.
        let mut threat: Option<(Number, usize)> = None;
        for (place, part) in parts.iter().enumerate() {
            match before.iter().position(|old| old == part) {
                Some(old) => drop(before.swap_remove(old)),
                None => threat = threat.max(Some((arena.temperature(*part, meter)?, place))),
            }
        }
        let threat = threat.map(|(_, place)| place).zip(ambient.as_ref());
        let seen: Vec<_> = parts.iter().map(|part| seen_by(*part, side)).collect();
        let Some((place, t)) = Temperate::Sente.focus(arena, &seen, threat, meter)? else {
            return Ok(None);
        };
        let mut best: Option<(Number, usize, &Move)> = None;
        let own = play.moves.iter().filter(|mv| mv.side == side);
        for (nth, mv) in own.enumerate() {
            if let After::Part(part, after) = mv.to
                && part == place
            {
                let worth = worth_at(arena, seen_by(after, side), &t, meter)?;
                if best.as_ref().is_none_or(|(most, ..)| worth > *most) {
                    best = Some((worth, nth, mv));
                }
            }
        }
        let Some((_, nth, mv)) = best else {
            return Ok(None);
        };
        path.push((side, nth));
        moves.push(mv.name.clone());
        result = &result + &mv.gain;
        ambient = Some(ambient.map_or(warmest.clone(), |least| least.min(warmest)));
        (before, side) = (parts, side.other());
    }
}
