//! Counts of games by birthday, and what is true of each of them.

use crate::common::born_by;
use bouton_core::{Limits, Meter};
use bouton_values::{Arena, Class, Number, Value};

/// How many of these games are such.
fn count(games: &[Value], is: impl FnMut(&Value) -> bool) -> usize {
    games
        .iter()
        .copied()
        .filter({
            let mut is = is;
            move |v| is(v)
        })
        .count()
}

#[test]
fn games_born_by_each_day_are_as_many_as_published() {
    let limits = Limits::default();
    let (mut arena, meter) = (Arena::new(), &mut limits.meter());
    let mut sizes = Vec::new();
    let mut dicotic = Vec::new();
    for day in 0..4 {
        let games = born_by(&mut arena, day, meter);
        sizes.push(games.len());
        dicotic.push(count(&games, |v| arena.is_dicotic(*v, meter).unwrap()));
    }
    assert_eq!(sizes, [1, 4, 22, 1474]);
    assert_eq!(dicotic, [1, 2, 7, 67]);
}

#[test]
fn games_of_day_two_and_three_are_of_the_kinds_counted() {
    let limits = Limits::default();
    let (mut arena, meter) = (Arena::new(), &mut limits.meter());
    let two = born_by(&mut arena, 2, meter);
    assert_eq!(count(&two, |v| arena.is_number(*v)), 7);
    assert_eq!(count(&two, |v| arena.is_infinitesimal(*v)), 7);
    let three = born_by(&mut arena, 3, meter);
    assert_eq!(count(&three, |v| arena.is_number(*v)), 15);
    assert_eq!(count(&three, |v| v.is_own_negative()), 30);
    let classes: Vec<_> = three
        .iter()
        .map(|v| arena.class(*v, meter).unwrap())
        .collect();
    let of = |class| classes.iter().filter(|c| **c == class).count();
    assert_eq!(
        [Class::Left, Class::Next, Class::Previous, Class::Right].map(of),
        [217, 1039, 1, 217]
    );
    let mut with_temperature = |t: i64| {
        count(&three, |v| {
            arena.temperature(*v, meter).unwrap() == Number::from(t)
        })
    };
    assert_eq!((with_temperature(0), with_temperature(2)), (337, 1));
    let mut reduced: Vec<_> = three
        .iter()
        .map(|v| arena.reduced(*v, meter).unwrap())
        .collect();
    reduced.sort_by_key(|v| v.id());
    reduced.dedup();
    assert_eq!(reduced.len(), 61);
}

/// Runs a check on every game of day 3.
fn each(mut check: impl FnMut(&mut Arena, Value, &mut Meter)) {
    let limits = Limits::default();
    let (mut arena, meter) = (Arena::new(), &mut limits.meter());
    for v in born_by(&mut arena, 3, meter) {
        check(&mut arena, v, meter);
    }
}

#[test]
fn every_game_is_read_back_as_it_is_written_and_has_the_length_told() {
    each(|arena, v, meter| {
        let text = arena.text(v, meter).unwrap();
        assert_eq!(arena.read(&text, meter), Ok(v), "{text}");
        assert_eq!(
            arena.text_length(v, meter).unwrap(),
            text.len().into(),
            "{text}"
        );
        assert!(!arena.latex(v, meter).unwrap().is_empty());
    });
}

#[test]
fn no_two_games_are_written_alike() {
    let mut texts = std::collections::HashSet::new();
    each(|arena, v, meter| assert!(texts.insert(arena.text(v, meter).unwrap())));
}

#[test]
fn what_is_told_of_a_game_is_mirrored_by_its_negative() {
    each(|arena, v, meter| {
        let negative = |v: Value, arena: &mut Arena, meter: &mut Meter| {
            let [left, right] = arena.options(v, meter).unwrap();
            [right, left].map(|side| side.iter().map(|o| -*o).collect::<Vec<_>>())
        };
        let [left, right] = negative(v, arena, meter);
        assert_eq!(arena.make(&left, &right, meter), Ok(-v));
        let (plain, mirrored) = (
            arena.thermograph(v, meter).unwrap(),
            arena.thermograph(-v, meter).unwrap(),
        );
        assert_eq!(
            (&plain.left, &plain.right),
            (&mirrored.right.negated(), &mirrored.left.negated())
        );
        let [left, right] = arena.stops(v);
        assert_eq!(arena.stops(-v), [-&right, -&left]);
        assert_eq!(
            arena.reduced(-v, meter),
            arena.reduced(v, meter).map(|r| -r)
        );
        assert_eq!(
            arena.atomic_weight(-v, meter),
            arena.atomic_weight(v, meter).map(|w| w.map(|w| -w))
        );
        assert_eq!(arena.freeze(-v, meter), arena.freeze(v, meter).map(|f| -f));
        assert_eq!(arena.birthday(-v, meter), arena.birthday(v, meter));
        assert_eq!(arena.stop_count(-v, meter), arena.stop_count(v, meter));
    });
}

#[test]
fn a_game_is_born_on_its_birthday() {
    let limits = Limits::default();
    let (mut arena, meter) = (Arena::new(), &mut limits.meter());
    let days: Vec<_> = (0..4).map(|day| born_by(&mut arena, day, meter)).collect();
    for v in &days[3] {
        let day = days.iter().position(|games| games.contains(v)).unwrap();
        assert_eq!(arena.birthday(*v, meter), Ok(day.into()));
    }
}

#[test]
fn the_walls_of_a_thermograph_are_the_stops_of_the_cooled_game() {
    let temperatures =
        [(-1, 1), (0, 0), (1, 1), (3, 2), (1, 0), (2, 0)].map(|(m, e)| Number::ratio(m, e));
    each(|arena, v, meter| {
        if arena.is_number(v) {
            return;
        }
        let thermograph = arena.thermograph(v, meter).unwrap();
        for t in &temperatures {
            let cooled = arena.cool(v, t, meter).unwrap();
            if *t < Number::ZERO {
                continue;
            }
            assert_eq!(
                arena.stops(cooled),
                [thermograph.left.at(t), thermograph.right.at(t)]
            );
        }
    });
}

#[test]
fn mean_and_temperature_are_those_of_the_thermograph() {
    each(|arena, v, meter| {
        let told = arena.mean(v, meter).unwrap();
        let heat = arena.temperature(v, meter).unwrap();
        let thermograph = arena.thermograph(v, meter).unwrap();
        assert_eq!(
            (&told, &heat),
            (thermograph.mean(), &thermograph.temperature)
        );
    });
}

#[test]
fn equal_thermographs_are_held_once() {
    let mut held: Vec<std::sync::Arc<bouton_values::Thermograph>> = Vec::new();
    each(|arena, v, meter| {
        let thermograph = arena.thermograph(v, meter).unwrap();
        match held.iter().find(|known| **known == thermograph) {
            Some(known) => assert!(std::sync::Arc::ptr_eq(known, &thermograph)),
            None => held.push(thermograph),
        }
    });
    assert!(held.len() > 10);
}

#[test]
fn heating_undoes_cooling_up_to_an_infinitesimal() {
    let limits = Limits::default();
    let (mut arena, meter) = (Arena::new(), &mut limits.meter());
    for v in born_by(&mut arena, 2, meter) {
        let mean = arena.mean(v, meter).unwrap();
        let frozen = arena.freeze(v, meter).unwrap();
        let mean = arena.number(&mean, meter).unwrap();
        let rest = arena.subtract(frozen, mean, meter).unwrap();
        assert!(arena.is_infinitesimal(rest));
    }
}

#[test]
fn infinitesimals_of_day_three_pass_the_test_that_defines_atomic_weights() {
    let limits = Limits::default();
    let (mut arena, meter) = (Arena::new(), &mut limits.meter());
    let up = arena.up_power(1, meter).unwrap();
    let star = arena.nimber(8, meter).unwrap();
    let [above, below] = [up, -up].map(|v| arena.add(v, star, meter).unwrap());
    let mut atomic = 0;
    for game in born_by(&mut arena, 3, meter) {
        let Some(weight) = arena.atomic_weight(game, meter).unwrap() else {
            assert!(!arena.is_infinitesimal(game), "{game:?}");
            continue;
        };
        atomic += 1;
        let ups = arena.norton(weight, up, meter).unwrap();
        let rest = arena.subtract(game, ups, meter).unwrap();
        let passes = arena.le(rest, above, meter).unwrap() && arena.le(below, rest, meter).unwrap();
        assert!(passes, "{game:?}");
    }
    assert_eq!(atomic, 292);
}
