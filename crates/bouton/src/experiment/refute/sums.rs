//! Finds a sum of small values that a temperature strategy plays wrongly.

use bouton_answers::{By, Counterexample, Guarantee, Promise, Refutation};
use bouton_core::StopReason;
use bouton_engine::Error;
use bouton_values::{Arena, Number, Value};

use super::look;
use crate::play::temperate::{Temperate, worth_at};
use crate::questions::Refute;
use crate::session::How;

/// The number of sums that are tried for each number of parts and each bound.
const TRIED: u64 = 4000;
/// The bound of the parts' values.
const LARGEST: i64 = 8;

/// Pseudo-random numbers, the same in every run (Vigna's xorshift64).
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }

    fn within(&mut self, bound: i64) -> i64 {
        self.below(2 * bound as u64 + 1) as i64 - bound
    }

    /// A switch, or one with a threat on either side.
    fn part(&mut self, bound: i64) -> String {
        let mut stops = [0; 3].map(|_| self.within(bound));
        stops.sort_unstable();
        let [low, middle, high] = stops;
        match self.below(3) {
            0 => format!("{{{high}|{low}}}"),
            1 => format!("{{{high}||{middle}|{low}}}"),
            _ => format!("{{{high}|{middle}||{low}}}"),
        }
    }
}

/// A sum in which Left is to move.
struct Position {
    texts: Vec<String>,
    parts: Vec<Value>,
    /// The part that Right has just moved in, and the temperature before.
    threat: Option<(usize, Number)>,
}

/// Tries random sums of 2 to `piles` parts, those of few parts and small numbers first. For `sentestrat` Right has just
/// moved in one of the parts.
pub(super) fn refute(strategy: Temperate, asked: &Refute, how: &How) -> Result<Refutation, Error> {
    if asked.promise != Promise::BestAlways {
        let sentence = "strategies by temperatures are tested for best play, on random sums";
        return Err(Error::Unfit(sentence.into()));
    }
    let piles = asked.most_heaps();
    let (mut arena, mut random) = (Arena::default(), Random(0x9e37_79b9_7f4a_7c15));
    let mut refutation = Refutation {
        game: "sum".into(),
        strategy: strategy.name().into(),
        by: By::Outcome,
        refuted: false,
        visited: 0,
        counterexample: None,
        guarantee: Guarantee {
            promise: asked.promise,
            holds: Some(true),
            worst: None,
            position: None,
            line: None,
        },
        stopped: None,
    };
    let sizes = (1..=LARGEST).flat_map(|bound| (2..=piles.max(2)).map(move |parts| (parts, bound)));
    for (parts, bound) in sizes {
        for _ in 0..TRIED {
            let texts: Vec<_> = (0..parts).map(|_| random.part(bound)).collect();
            let chance = random.below(1 << 32);
            let found = look(&how.limits, refutation.visited)
                .and_then(|()| one(strategy, &mut arena, texts, chance, how));
            match found {
                Ok(None) => refutation.visited += 1,
                Ok(Some(counterexample)) => {
                    refutation.visited += 1;
                    refutation.refuted = true;
                    refutation.guarantee.holds = Some(false);
                    refutation.guarantee.position = Some(counterexample.position.clone());
                    refutation.counterexample = Some(counterexample);
                    return Ok(refutation);
                }
                Err(reason) => {
                    refutation.guarantee.holds = None;
                    refutation.stopped = Some(reason);
                    return Ok(refutation);
                }
            }
        }
    }
    Ok(refutation)
}

/// The sum as a counterexample, if it is one.
fn one(
    strategy: Temperate,
    arena: &mut Arena,
    texts: Vec<String>,
    chance: u64,
    how: &How,
) -> Result<Option<Counterexample>, StopReason> {
    let meter = &mut how.limits.meter();
    let read = |arena: &mut Arena, text: &String, meter: &mut _| {
        arena.read(text, meter).map_err(|fault| match fault {
            bouton_values::Fault::Stopped(reason) => reason,
            bouton_values::Fault::Input(error) => {
                unreachable!("invariant: sums are written as they are read: {error}")
            }
        })
    };
    let mut parts = Vec::new();
    for text in &texts {
        parts.push(read(arena, text, meter)?);
    }
    let mut at = Position {
        texts,
        parts,
        threat: None,
    };
    if strategy == Temperate::Sente {
        let mut ambient = None;
        for part in &at.parts {
            ambient = ambient.max(Some(arena.temperature(*part, meter)?));
        }
        let place = chance as usize % at.parts.len();
        let [_, right] = arena.written_options(at.parts[place], meter)?;
        let (Some(option), Some(ambient)) = (right.first(), ambient) else {
            return Ok(None);
        };
        at.parts[place] = *option;
        at.texts[place] = arena.text(*option, meter)?;
        at.threat = Some((place, ambient));
    }
    let threat = at.threat.as_ref().map(|(place, t)| (*place, t));
    let Some((place, t)) = strategy.focus(arena, &at.parts, threat, meter)? else {
        return Ok(None);
    };
    let mut total = Value::ZERO;
    for part in &at.parts {
        total = arena.add(total, *part, meter)?;
    }
    let (mut allowed, mut best, mut winning) = (None, None, Vec::new());
    for (n, part) in at.parts.iter().enumerate() {
        let rest = arena.subtract(total, *part, meter)?;
        let [left, _] = arena.written_options(*part, meter)?;
        for option in left {
            let name = format!("{n}: {}", arena.text(option, meter)?);
            if n == place {
                let worth = worth_at(arena, option, &t, meter)?;
                if best.as_ref().is_none_or(|best| worth > *best) {
                    (best, allowed) = (Some(worth), Some(name.clone()));
                }
            }
            let after = arena.add(rest, option, meter)?;
            if arena.le(Value::ZERO, after, meter)? {
                winning.push(name);
            }
        }
    }
    let is_wrong = |name: &String| !winning.is_empty() && !winning.contains(name);
    let wrong = allowed.filter(is_wrong);
    Ok(wrong.map(|name| Counterexample {
        position: at.texts.join(" + "),
        allowed: vec![name.clone()],
        name,
        best: winning,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// None of the three plays every sum correctly, and the solvers of the menu confirm each counterexample.
    #[test]
    fn no_strategy_by_temperatures_is_always_right() {
        for strategy in Temperate::ALL {
            let asked = Refute {
                piles: Some(4),
                ..Refute::default()
            };
            let found = refute(strategy, &asked, &How::default()).unwrap();
            let found = found.counterexample.unwrap();
            let mut session = crate::open("sum", &found.position).unwrap();
            let moves = session.moves(&How::default()).unwrap().moves;
            let mut best: Vec<_> = moves
                .iter()
                .filter(|mv| mv.best)
                .map(|mv| mv.name.clone())
                .collect();
            let mut winning = found.best.clone();
            best.sort_unstable();
            winning.sort_unstable();
            assert_eq!(best, winning, "{}", found.position);
            assert!(!best.contains(&found.name));
        }
    }
}
