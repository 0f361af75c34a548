//! Sums played part by part, against the sum as one value.

use crate::common::born_by;
use bouton_core::{Limits, Meter};
use bouton_values::{Arena, Class, Side, Value};
use proptest::prelude::*;

fn sum(arena: &mut Arena, parts: &[Value], meter: &mut Meter) -> Value {
    parts.iter().fold(Value::ZERO, |sum, part| {
        arena.add(sum, *part, meter).unwrap()
    })
}

/// Whether a player wins by moving in this sum.
fn wins_after(arena: &mut Arena, after: Value, player: Side, meter: &mut Meter) -> bool {
    match player {
        Side::Left => arena.le(Value::ZERO, after, meter).unwrap(),
        Side::Right => arena.le(after, Value::ZERO, meter).unwrap(),
    }
}

fn check(arena: &mut Arena, parts: &[Value], meter: &mut Meter) {
    let whole = sum(arena, parts, meter);
    let class = arena.class(whole, meter).unwrap();
    assert_eq!(arena.class_of_sum(parts, meter), Ok(class));
    let [low, high] = arena.stop_bounds(parts, meter).unwrap();
    assert!(low <= arena.right_stop(whole) && arena.left_stop(whole) <= high);
    for (player, loses) in [(Side::Left, Class::Right), (Side::Right, Class::Left)] {
        let moves = arena.moves_of_sum(parts, player, meter).unwrap();
        let mut afters = moves
            .iter()
            .map(|m| {
                let mut after = parts.to_vec();
                after[m.part] = m.option;
                sum(arena, &after, meter)
            })
            .collect::<Vec<_>>();
        afters.retain(|after| wins_after(arena, *after, player, meter));
        let wins = class != loses && class != Class::Previous;
        assert_eq!(
            !afters.is_empty(),
            wins,
            "one of the moves kept wins if any does"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(40) })]

    #[test]
    fn sums_are_won_as_their_values_are(choices in prop::collection::vec(prop::collection::vec(0usize..1474, 1..5), 20)) {
        let limits = Limits::default();
        let (mut arena, meter) = (Arena::new(), &mut limits.meter());
        let games = born_by(&mut arena, 3, meter);
        for choice in choices {
            let parts: Vec<_> = choice.iter().map(|i| games[*i]).collect();
            check(&mut arena, &parts, meter);
        }
    }
}

#[test]
fn ups_two_ahead_win_against_any_stars() {
    let limits = Limits::default();
    let (mut arena, meter) = (Arena::new(), &mut limits.meter());
    for texts in [
        ["^", "^*", "*7"],
        ["v", "{0|v*}", "*2"],
        ["^3", "vv*", "{0||0,v*|vv}"],
    ] {
        let parts = texts.map(|text| arena.read(text, meter).unwrap());
        check(&mut arena, &parts, meter);
    }
}
