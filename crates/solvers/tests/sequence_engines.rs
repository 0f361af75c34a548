//! One suite on all engines: each gives the values that play itself gives, and all give the same far out.

use bouton_core::StopReason;
use bouton_core::limits::Limits;
use bouton_core::take_and_break::Code;
use bouton_solvers::sequence::run::{Engine, Run};
use proptest::prelude::*;
use std::time::Duration;

/// Grundy values straight from the options: the least value that no option has.
fn by_play(code: &Code, heaps: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..heaps {
        let value = |option: &[u64]| {
            option
                .iter()
                .fold(0, |sum, &left| sum ^ values[left as usize])
        };
        let options: std::collections::HashSet<u32> = code
            .options(heap as u64)
            .map(|option| value(&option.left))
            .collect();
        values.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    values
}

fn by_engine(
    code: &Code,
    heaps: usize,
    engine: Option<Engine>,
    threads: usize,
) -> Option<Vec<u32>> {
    let mut run = Run::new(code.clone(), engine, threads).ok()?;
    run.extend(heaps, &Limits::default()).unwrap();
    Some(run.into_values().iter().take(heaps).collect())
}

fn engines_agree(text: &str, heaps: usize) {
    let code: Code = text.parse().unwrap();
    let reference = by_engine(&code, heaps, Some(Engine::Sets), 1).unwrap();
    for engine in [None, Some(Engine::Dense), Some(Engine::Sparse)] {
        for threads in [1, 2] {
            if let Some(values) = by_engine(&code, heaps, engine, threads) {
                let wrong = values
                    .iter()
                    .zip(&reference)
                    .position(|(value, right)| value != right);
                assert_eq!(wrong, None, "{text} {engine:?} on {threads} threads");
            }
        }
    }
}

#[test]
fn every_engine_agrees_with_play_on_small_heaps() {
    let codes = "\
        0.77 0.137 4.007 0.07 0.6 4!.0 4=.7 couples-are-forever subtraction:2,5,9 0.0 0.3F 0.8 \
        0.13FF 0.[3] 0.2[1] 0.[37] all-but:1,4 {2+}=.0 {2+}.3 {2+}!.3 {3+}?.7 8!.7 8?.3 C=.1 0.* \
        0.{0,2!,3=} 0.&32; 0.33[0402]"
        .split(' ');
    for text in codes {
        let code: Code = text.parse().unwrap();
        let heaps = if code.most_heaps().is_none_or(|most| most > 2) {
            24
        } else {
            90
        };
        let right = by_play(&code, heaps);
        for engine in std::iter::once(None).chain(Engine::ALL.map(Some)) {
            if let Some(values) = by_engine(&code, heaps, engine, 1) {
                assert_eq!(values, right, "{text} {engine:?}");
            }
        }
    }
}

#[test]
fn engines_agree_far_out_on_every_sort_of_code() {
    for text in
        "0.37 4!.0 couples-are-forever 4=.37 0.104 0.106 0.16 0.156 0.454 4.52 0.007 0.7071 0.377"
            .split(' ')
    {
        engines_agree(text, 9000);
    }
}

/// Far enough that whole stretches are prepared by other threads, on one, two and four words of classes.
#[test]
fn threads_prepare_what_one_finds() {
    for (text, heaps) in [("0.37", 24_000), ("4!.0", 22_000)] {
        let code: Code = text.parse().unwrap();
        let alone = by_engine(&code, heaps, Some(Engine::Sparse), 1).unwrap();
        for threads in [2, 3] {
            let shared = by_engine(&code, heaps, Some(Engine::Sparse), threads).unwrap();
            assert!(alone == shared, "{text} on {threads} threads");
        }
    }
}

/// Codes of four random digits, the last of which splits, with and without a digit before the point.
fn random_codes() -> impl Iterator<Item = Code> {
    let mut random = fastrand::Rng::with_seed(2026);
    let mut digit = move || random.u64(..8);
    std::iter::repeat_with(move || {
        let (four, rest) = (digit() % 2 * 4, [digit(), digit(), digit(), digit() | 4]);
        let text = format!("{four}.{}", rest.map(|digit| digit.to_string()).join(""));
        text.parse().unwrap()
    })
}

fn chosen_agrees_with_sets(code: &Code, heaps: usize) {
    let sets = by_engine(code, heaps, Some(Engine::Sets), 1);
    assert!(sets == by_engine(code, heaps, None, 2), "{code}");
}

#[test]
fn random_codes_agree_to_eight_thousand_heaps() {
    random_codes()
        .take(6)
        .for_each(|code| chosen_agrees_with_sets(&code, 8_000));
}

#[test]
#[ignore = "two minutes in release"]
fn random_codes_agree_to_a_hundred_thousand_heaps() {
    random_codes()
        .take(25)
        .for_each(|code| chosen_agrees_with_sets(&code, 100_001));
}

#[test]
#[ignore = "two minutes in release"]
fn more_random_codes_agree_to_a_hundred_thousand_heaps() {
    random_codes()
        .skip(25)
        .take(25)
        .for_each(|code| chosen_agrees_with_sets(&code, 100_001));
}

/// Every engine reads the clock some times a second, whatever the code.
#[test]
fn limits_of_time_are_kept() {
    for (text, engine) in [
        ("0.77777777", Some(Engine::Dense)),
        ("0.37", Some(Engine::Sparse)),
        ("0.106", Some(Engine::Sparse)),
        ("0.3F", None),
    ] {
        let mut run = Run::new(text.parse().unwrap(), engine, 2).unwrap();
        let stopped = run.extend(1 << 40, &Limits::within(Duration::from_millis(400)));
        assert_eq!(stopped, Err(StopReason::Time), "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]
    #[test]
    fn random_octal_codes_agree(zero in prop::sample::select(vec![0u8, 4]), digits in prop::collection::vec(0u8..8, 1..5)) {
        let text = format!("{zero}.{}", digits.iter().map(u8::to_string).collect::<String>());
        engines_agree(&text, 5200);
        let code: Code = text.parse().unwrap();
        prop_assert_eq!(by_engine(&code, 60, None, 1).unwrap(), by_play(&code, 60));
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[0-9A-Fa-f!?=*{}+,&;.\\[\\]:a-z]{0,12}") {
        match text.parse::<Code>() {
            Ok(code) => {
                prop_assert_eq!(code.to_string().parse::<Code>().unwrap(), code.clone());
                let _ = code.options(9).take(50).count();
            }
            Err(error) => prop_assert!(error.span().end <= text.len() && !error.message().is_empty()),
        }
    }
}
