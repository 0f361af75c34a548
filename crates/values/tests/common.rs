//! Games by the day they are born on.

use bouton_core::Meter;
use bouton_values::{Arena, Value};

/// The games born by a day, from those born by the day before: all pairs of lists in which no option dominates another.
fn born_next(arena: &mut Arena, before: &[Value], meter: &mut Meter) -> Vec<Value> {
    let lists = antichains(arena, before, meter);
    let mut all = Vec::new();
    for left in &lists {
        for right in &lists {
            all.push(arena.make(left, right, meter).unwrap());
        }
    }
    all.sort_by_key(|v| v.id());
    all.dedup();
    all
}

/// The games born by this day.
pub(crate) fn born_by(arena: &mut Arena, day: usize, meter: &mut Meter) -> Vec<Value> {
    let mut all = vec![Value::ZERO];
    for _ in 0..day {
        all = born_next(arena, &all, meter);
    }
    all
}

/// All lists of games that are confused with one another.
fn antichains(arena: &mut Arena, games: &[Value], meter: &mut Meter) -> Vec<Vec<Value>> {
    let mut all = vec![vec![]];
    for &game in games {
        for i in 0..all.len() {
            let confused = |other: &Value| {
                !arena.le(game, *other, meter).unwrap() && !arena.le(*other, game, meter).unwrap()
            };
            if all[i].iter().all(confused) {
                let longer = all[i].iter().copied().chain([game]).collect();
                all.push(longer);
            }
        }
    }
    all
}
