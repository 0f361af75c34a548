//! Laws that hold for all values, on random games and their sums.

use crate::common::born_by;
use bouton_core::{Limits, Meter};
use bouton_values::{Arena, Number, Value};
use num_bigint::BigInt;
use proptest::prelude::*;

/// A random value: a few options among random values, over and over.
fn random_value(arena: &mut Arena, choices: &[u8], meter: &mut Meter) -> Value {
    let mut values: Vec<Value> = vec![
        Value::ZERO,
        arena.integer(1, meter).unwrap(),
        arena.integer(-2, meter).unwrap(),
    ];
    for choice in choices.chunks(5) {
        let pick = |i: usize| values[choice.get(i).map_or(0, |c| *c as usize) % values.len()];
        let left = [pick(0), pick(1)];
        let right = [pick(2), pick(3)];
        let value = match choice.get(4).map_or(0, |c| c % 8) {
            0 => arena.add(pick(0), pick(2), meter),
            1 => arena.make(&left[..1], &right[..1], meter),
            2 => arena.make(&left, &right[..1], meter),
            3 => arena.make(&left[..1], &right, meter),
            4 => Ok(-pick(1)),
            _ => arena.make(&left, &right, meter),
        };
        values.push(value.unwrap());
    }
    *values.last().unwrap()
}

fn with_values(choices: &[Vec<u8>], check: impl FnOnce(&mut Arena, &[Value], &mut Meter)) {
    let limits = Limits::default();
    let (mut arena, meter) = (Arena::new(), &mut limits.meter());
    let values: Vec<_> = choices
        .iter()
        .map(|c| random_value(&mut arena, c, meter))
        .collect();
    check(&mut arena, &values, meter);
}

fn choices() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 5..50)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn values_are_an_ordered_group(a in choices(), b in choices(), c in choices()) {
        with_values(&[a, b, c], |arena, values, meter| {
            let [g, h, k] = values[..] else { unreachable!() };
            let mut add = |x, y| arena.add(x, y, meter).unwrap();
            let (gh, hk) = (add(g, h), add(h, k));
            assert_eq!(add(gh, k), add(g, hk));
            assert_eq!(add(gh, -h), g);
            assert_eq!(add(-g, -h), -gh);
            let gk = add(g, k);
            let mut le = |x, y| arena.le(x, y, meter).unwrap();
            assert_eq!(le(g, h), le(gk, hk));
            assert_eq!(le(g, h), le(-h, -g));
            assert_eq!(le(g, h) && le(h, g), g == h);
            assert!(!(le(g, h) && le(h, k)) || le(g, k));
        });
    }

    #[test]
    fn a_sum_is_as_hot_as_its_hottest_part_at_most_and_means_add(a in choices(), b in choices()) {
        with_values(&[a, b], |arena, values, meter| {
            let sum = arena.add(values[0], values[1], meter).unwrap();
            let of = |arena: &mut Arena, v, meter: &mut Meter| (arena.mean(v, meter).unwrap(), arena.temperature(v, meter).unwrap());
            let [(m, t), (n, u), (mean, temperature)] = [values[0], values[1], sum].map(|v| of(arena, v, meter));
            assert_eq!(mean, &m + &n);
            assert!(temperature <= t.max(u));
        });
    }

    #[test]
    fn thermographs_need_no_canonical_options(a in choices(), b in choices(), c in choices(), d in choices()) {
        with_values(&[a, b, c, d], |arena, values, meter| {
            let (left, right) = values.split_at(2);
            let v = arena.make(left, right, meter).unwrap();
            if arena.is_number(v) {
                return;
            }
            let raw = arena.thermograph_of_options(left, right, meter).unwrap().unwrap();
            let of_value = arena.thermograph(v, meter).unwrap();
            for t in (0..20).map(|t| Number::ratio(t, 2)) {
                assert_eq!((raw.left.at(&t), raw.right.at(&t)), (of_value.left.at(&t), of_value.right.at(&t)));
            }
        });
    }

    /// Numbers that are too fine or too large for the stops that records tell are compared as any others.
    #[test]
    fn any_number_can_be_added_on_both_sides(a in choices(), b in choices(), fine in 0u64..3, far in 0u32..3, m in -3i64..4) {
        with_values(&[a, b], |arena, values, meter| {
            let x = &Number::ratio(m, 30 * fine) + &Number::from(BigInt::from(m).pow(30 * far));
            let shift = arena.number(&x, meter).unwrap();
            let shifted: Vec<_> = values.iter().map(|v| arena.add(*v, shift, meter).unwrap()).collect();
            assert_eq!(arena.le(values[0], values[1], meter), arena.le(shifted[0], shifted[1], meter));
            for (v, shifted) in values.iter().zip(shifted) {
                let [left, right] = arena.stops(*v);
                assert_eq!(arena.stops(shifted), [&left + &x, &right + &x]);
                assert_eq!(arena.add(shifted, -shift, meter), Ok(*v));
                let text = arena.text(shifted, meter).unwrap();
                assert_eq!(arena.read(&text, meter), Ok(shifted), "{text}");
                if !arena.is_number(*v) {
                    has_one_form(arena, shifted, meter);
                }
            }
        });
    }

    #[test]
    fn what_is_written_is_read_back(a in choices()) {
        with_values(&[a], |arena, values, meter| {
            let text = arena.text(values[0], meter).unwrap();
            assert_eq!(arena.read(&text, meter), Ok(values[0]), "{text}");
            assert_eq!(arena.text_length(values[0], meter).unwrap(), text.len().into());
        });
    }

    #[test]
    fn the_reduced_form_differs_by_an_infinitesimal_and_is_its_own(a in choices()) {
        with_values(&[a], |arena, values, meter| {
            let reduced = arena.reduced(values[0], meter).unwrap();
            let rest = arena.subtract(values[0], reduced, meter).unwrap();
            assert!(arena.is_infinitesimal(rest));
            assert_eq!(arena.reduced(reduced, meter), Ok(reduced));
        });
    }

    #[test]
    fn expansions_make_their_values(n in -3i64..4, m in 0u32..4, coefficients in prop::collection::vec(-2i64..3, 0..4)) {
        let limits = Limits::default();
        let (mut arena, meter) = (Arena::new(), &mut limits.meter());
        let mut coefficients = coefficients;
        while coefficients.last() == Some(&0) {
            coefficients.pop();
        }
        let uptimal = bouton_values::Uptimal { number: Number::ratio(n, 1), nimber: m, coefficients };
        let v = arena.of_uptimal(&uptimal, meter).unwrap();
        assert_eq!(arena.uptimal(v, meter).unwrap().as_deref(), Some(&uptimal));
        let text = arena.text(v, meter).unwrap();
        assert_eq!(arena.read(&text, meter), Ok(v), "{text}");
    }

    #[test]
    fn atomic_weights_add(a in choices(), b in choices()) {
        with_values(&[], |arena, _, meter| {
            let [g, h] = [a, b].map(|choices| random_dicot(arena, &choices[..choices.len().min(20)], meter));
            let sum = arena.add(g, h, meter).unwrap();
            let [of_g, of_h, of_sum] = [g, h, sum].map(|v| arena.atomic_weight(v, meter).unwrap().unwrap());
            assert_eq!(arena.add(of_g, of_h, meter), Ok(of_sum));
        });
    }
}

/// Options that are dominated change nothing.
fn has_one_form(arena: &mut Arena, v: Value, meter: &mut Meter) {
    let [mut left, right] = arena.options(v, meter).unwrap();
    let tiny = arena.read("Tiny(3)", meter).unwrap();
    for option in left.clone() {
        left.push(arena.subtract(option, tiny, meter).unwrap());
    }
    assert_eq!(arena.make(&left, &right, meter), Ok(v));
}

/// A random game in which both can move or none.
fn random_dicot(arena: &mut Arena, choices: &[u8], meter: &mut Meter) -> Value {
    let mut values = vec![Value::ZERO, arena.nimber(1, meter).unwrap()];
    for choice in choices.chunks(4) {
        let pick = |i: usize| values[choice.get(i).map_or(0, |c| *c as usize) % values.len()];
        values.push(
            arena
                .make(&[pick(0), pick(1)], &[pick(2), pick(3)], meter)
                .unwrap(),
        );
    }
    *values.last().unwrap()
}

#[test]
fn the_sums_of_small_games_are_read_back() {
    let limits = Limits::default();
    let (mut arena, meter) = (Arena::new(), &mut limits.meter());
    let three = born_by(&mut arena, 3, meter);
    let some: Vec<_> = three
        .iter()
        .step_by(three.len() / 150)
        .take(150)
        .copied()
        .collect();
    for (i, g) in some.iter().enumerate() {
        for h in &some[i..] {
            let sum = arena.add(*g, *h, meter).unwrap();
            let text = arena.text(sum, meter).unwrap();
            assert_eq!(arena.read(&text, meter), Ok(sum), "{text}");
        }
    }
}

#[test]
fn a_game_and_its_negative_cancel_without_a_look_at_their_ids() {
    let limits = Limits::default();
    let (mut arena, meter) = (Arena::new(), &mut limits.meter());
    // G − G is built from its options, which are sums of others.
    for g in born_by(&mut arena, 3, meter).into_iter().step_by(3) {
        let [left, right] = arena.options(g, meter).unwrap();
        let mut sums = |options: &[Value], other: Value| -> Vec<Value> {
            options
                .iter()
                .map(|o| arena.add(*o, other, meter).unwrap())
                .collect()
        };
        let (from_left, from_right) = (sums(&left, -g), sums(&right, -g));
        let lefts: Vec<_> = from_left
            .iter()
            .copied()
            .chain(from_right.iter().map(|o| -*o))
            .collect();
        let rights: Vec<_> = lefts.iter().map(|o| -*o).collect();
        assert_eq!(arena.make(&lefts, &rights, meter), Ok(Value::ZERO));
    }
}

#[test]
fn cooling_undoes_heating() {
    let limits = Limits::default();
    let (mut arena, meter) = (Arena::new(), &mut limits.meter());
    for g in born_by(&mut arena, 2, meter) {
        let two = arena.integer(2, meter).unwrap();
        let heated = arena.heat(g, two, meter).unwrap();
        let cooled = arena.cool(heated, &Number::from(2), meter).unwrap();
        assert_eq!(cooled, g, "{}", arena.text(g, meter).unwrap());
    }
}
